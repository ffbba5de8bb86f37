package handofflint

import (
	"time"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/verdict"
	"github.com/handofflint/handofflint/rules"
)

// Timeline is what an agent and its subagents did, and what is proved of it at the end. It is not safe for
// concurrent use.
type Timeline struct {
	// Client is the agent's program: "claude", "codex" or "opencode". Session is the client's session id.
	Client, Session string
	// Folder is where the agent began, or "" if unknown.
	Folder       string
	Began, Ended time.Time
	// Message is the agent's last message, unmodified; "" if its last turn has not ended.
	Message string
	// Standings has an entry for each kind of check that is known about.
	Standings []Standing
	// Runs are the checks, deployments, commits and pushes in chronological order.
	Runs []Run
	// Changes are the source files that differ from how they were at the start.
	Changes []Change
	// Missing is why some actions may be unknown, or "" if none are.
	Missing string

	end timeline.Turn // what is known at the end of the last turn
}

// Standing is what is proved about a kind of check. If sources of several languages changed, it is the worst
// of theirs.
type Standing struct {
	Kind  Kind
	State State
	// Language is the language of the sources, or "".
	Language string
	// Run is the run that decides, or nil.
	Run *Run
	// Changed are the first sources that changed after the last passing run that covers them; ChangedCount is
	// the number of all.
	Changed      []Change
	ChangedCount int
	// Doubt is why the state is unknown.
	Doubt string
}

// Run is a command that an agent ran, and the line of the transcript that shows it.
type Run struct {
	Kind    Kind
	Command string
	// State is StatePassed, StateFailed, StateRunning or StateUnknown.
	State State
	// Printed is the line of its output that shows the outcome, or "".
	Printed string
	// IsPart reports whether it names files, packages or tests, and so covers only a part.
	IsPart     bool
	Transcript string
	Line       int
}

// Change is a changed file, and the line of the transcript that shows its last change. The path is
// absolute if the agent's folder is known.
type Change struct {
	File       string
	Transcript string
	Line       int
}

// Kind is what a command does with code.
type Kind string

// The kinds. Standings have the first five; KindChecks runs several of them.
const (
	KindTests  Kind = "tests"
	KindBuild  Kind = "build"
	KindTypes  Kind = "types"
	KindLint   Kind = "lint"
	KindFormat Kind = "format"
	KindChecks Kind = "checks"
	KindDeploy Kind = "deploy"
	KindCommit Kind = "commit"
	KindPush   Kind = "push"
)

// State is what is proved.
type State string

// The states.
const (
	StatePassed  State = "passed"  // it passed, and nothing that it covers changed afterwards
	StateChanged State = "changed" // it passed, and sources changed afterwards
	StatePart    State = "part"    // only parts were run, and they passed
	StateFailed  State = "failed"  // the last run failed
	StateRunning State = "running" // it was started, and the transcript does not show its end
	StateNone    State = "none"    // sources changed, and nothing ran it
	StateUnknown State = "unknown" // something may have run it, or changed its result
)

// Claim is something that a message says was done, with its verdict.
type Claim struct {
	// Text is the clause that makes the claim.
	Text    string
	Verdict Verdict
	// Kind is the kind of check that the claim is about, or "".
	Kind Kind
	// Why is the reason for the verdict in words.
	Why string
	// Run is the run that decides, or nil.
	Run *Run
	// IsFirm reports whether the claim is clear enough for a hook to block on it if it is false.
	IsFirm bool
}

// Verdict is what a timeline shows about a claim.
type Verdict string

// The verdicts.
const (
	VerdictHolds    Verdict = "holds"
	VerdictFalse    Verdict = "false"
	VerdictOutdated Verdict = "outdated" // it held, and then sources changed
	VerdictUnknown  Verdict = "unknown"
)

// ReadTimeline reads a transcript of Claude Code, Codex or OpenCode, and those of its subagents next to it.
// It looks up what tasks such as `npm test` run in the current folder.
func ReadTimeline(path string) (*Timeline, error) {
	session, err := timeline.Open(path, nil, &rules.Incomplete{})
	if err != nil {
		return nil, err
	}
	return timelineOf(session.OfAgent(session.Agent)), nil
}

func timelineOf(own *timeline.Timeline) *Timeline {
	agent, proved := own.Agent, own.Result()
	t := &Timeline{
		Client: agent.Client, Session: plain(agent.Session), Folder: plain(agent.Cwd), Began: agent.Began, Ended: agent.Ended,
		Changes: changesOf(proved.Changed), Missing: own.Incomplete(), end: own.End(),
	}
	if turns := own.Turns(); len(turns) > 0 { // own.End has no message
		t.end = turns[len(turns)-1]
	}
	if t.end.Message != nil {
		t.Message = t.end.Message.Text
	}
	for _, s := range proved.Standings {
		if s.State != timeline.NothingToSay {
			t.Standings = append(t.Standings, standingOf(s))
		}
	}
	for _, e := range own.Events {
		for i := range e.Runs {
			t.Runs = append(t.Runs, *runOf(&e.Runs[i]))
		}
	}
	return t
}

func standingOf(s timeline.Standing) Standing {
	out := Standing{
		Kind: Kind(s.Kind), State: State(s.State), Language: s.Language, Run: runOf(s.Run),
		Changed: changesOf(s.Changed), ChangedCount: s.ChangedCount,
	}
	if s.State == timeline.Unknown {
		out.Doubt = s.Doubt.Words()
	}
	return out
}

func runOf(r *timeline.Run) *Run {
	if r == nil {
		return nil
	}
	return &Run{
		Kind: Kind(r.Kind), Command: plain(r.Command()), State: State(r.Outcome), Printed: plain(r.Summary.Line),
		IsPart: r.Narrow, Transcript: r.Event.Agent.Transcript, Line: r.Event.Line,
	}
}

func changesOf(changes []timeline.Change) (list []Change) {
	for _, c := range changes {
		list = append(list, Change{plain(c.Path), c.Event.Agent.Transcript, c.Event.Line})
	}
	return list
}

// Judge returns the claims of a message in order, each judged by what is known at the end of the agent's last
// turn. Sentences whose claim is unclear are unknown or left out.
func (t *Timeline) Judge(message string) []Claim {
	var claims []Claim
	for _, c := range claim.Of(message) {
		j := verdict.Judge(c, t.end)
		claims = append(claims, Claim{
			Text: plain(c.Text), Verdict: Verdict(j.Verdict), Kind: Kind(j.Kind), Why: j.Words(), Run: runOf(j.Run), IsFirm: j.Firm,
		})
	}
	return claims
}
