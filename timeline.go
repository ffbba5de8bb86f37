package handofflint

import (
	"time"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/verdict"
	"github.com/handofflint/handofflint/rules"
)

// Timeline is what an agent and those that it launched did, and what of it is proved at the end. It is
// for one goroutine at a time.
type Timeline struct {
	// Client is the agent's program: "claude", "codex" or "opencode". Session is the client's id of the session.
	Client, Session string
	// Folder is the one that the agent began in, "" if that is not known.
	Folder       string
	Began, Ended time.Time
	// Message is what the agent said at the end, as it wrote it; "" if its last turn has not ended.
	Message string
	// Standings has one for each kind of check of which there is something to say.
	Standings []Standing
	// Runs are the checks, deployments, commits and pushes in the order of time; Commits are the last two
	// of these alone.
	Runs, Commits []Run
	// Changes are the source files that were changed, and are not as they were.
	Changes []Change
	// Missing is why something that was done may not be known, "" if all is.
	Missing string

	end timeline.Turn // what is known at the end of the last turn
}

// Standing is what is proved of a kind of check. If sources of several languages were changed, it is
// that of the worst one.
type Standing struct {
	Kind  Kind
	State State
	// Language is that of the sources, "" if they are of none.
	Language string
	// Run is the run that decides, nil for none.
	Run *Run
	// Changed are the first sources that no passing run has looked at since they were changed, and
	// ChangedCount is how many there are.
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
	// Printed is the line of its output that says how it ended, "" for none.
	Printed string
	// IsPart reports whether it names files, packages or tests, and does not look at the whole.
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

// The kinds. Standings are of the first five; KindChecks runs several of them.
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
	StatePassed  State = "passed"  // it passed, and nothing that it looks at was changed after
	StateChanged State = "changed" // it passed, and then sources were changed
	StatePart    State = "part"    // only parts were run, which passed
	StateFailed  State = "failed"  // the last run failed
	StateRunning State = "running" // it was started, and its end is not in the transcript
	StateNone    State = "none"    // sources were changed, and nothing ran it
	StateUnknown State = "unknown" // something may have run it, or changed its result
)

// Claim is what a message says that was done, with its verdict.
type Claim struct {
	// Text is the clause that claims it.
	Text    string
	Verdict Verdict
	// Kind is the kind of check that it is about, "" for none.
	Kind Kind
	// Why is the reason of the verdict in words.
	Why string
	// Run is the run that decides, nil for none.
	Run *Run
	// IsFirm reports whether the claim is so clear that a hook would stop its agent if it is false.
	IsFirm bool
}

// Verdict is what a timeline shows of a claim.
type Verdict string

// The verdicts.
const (
	VerdictHolds    Verdict = "holds"
	VerdictFalse    Verdict = "false"
	VerdictOutdated Verdict = "outdated" // it held, and then sources were changed
	VerdictUnknown  Verdict = "unknown"
)

// ReadTimeline reads a transcript of Claude Code, Codex or OpenCode, and those of its agents that lie
// next to it. What tasks such as `npm test` run is read in the current folder.
func ReadTimeline(path string) (*Timeline, error) {
	session, err := timeline.Open(path, nil, &rules.Incomplete{})
	if err != nil {
		return nil, err
	}
	return timelineOf(session.Of(session.Agent)), nil
}

func timelineOf(own *timeline.Timeline) *Timeline {
	agent, proved := own.Agent, own.Result()
	t := &Timeline{
		Client: agent.Client, Session: plain(agent.Session), Folder: plain(agent.Cwd), Began: agent.Began, Ended: agent.Ended,
		Changes: changesOf(proved.Changed), Missing: own.Incomplete(), end: own.End(),
	}
	if turns := own.Turns(); len(turns) > 0 {
		t.end = turns[len(turns)-1]
	}
	if t.end.Message != nil {
		t.Message = t.end.Message.Text
	}
	for _, s := range proved.Standings {
		if s.State != timeline.Nothing {
			t.Standings = append(t.Standings, standingOf(s))
		}
	}
	for _, e := range own.Events {
		for i := range e.Runs {
			t.Runs = append(t.Runs, *runOf(&e.Runs[i]))
		}
	}
	for _, r := range proved.Commits {
		t.Commits = append(t.Commits, *runOf(r))
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

// Judge returns what a message claims, in its order, each judged by what is known at the end of the
// agent's last turn. Sentences of which it is not clear what they claim are unknown, or left out.
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
