// Package audit holds what agents said at the end of their turns against what they did, by
// the transcripts that their clients keep. What a claim is and when it is false, packages claim and
// verdict say.
//
// Find finds the sessions, and Read is where to begin; text.go, list.go, show.go, page.go, rows.go and status.go print.
package audit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/transcript"
	"github.com/handofflint/handofflint/internal/verdict"
	"github.com/handofflint/handofflint/rules"
)

// Session is what the agents of a session claimed.
type Session struct {
	// Path is the transcript of its main agent.
	Path   string `json:"path"`
	Client string `json:"client"`
	// Version is the client's, "" if no record has it.
	Version string `json:"version,omitempty"`
	ID      string `json:"session"`
	// Model, Repository and Branch are what its records say last, "" for nothing. Repository is
	// the address of the remote without credentials, or the name of the folder it began in.
	Model      string `json:"model,omitempty"`
	Repository string `json:"repository,omitempty"`
	Branch     string `json:"branch,omitempty"`
	// Title is the one that the client gave it, "" for none; it is no prompt.
	Title string `json:"title,omitempty"`
	// Began and Ended are the times of its first and its last record.
	Began  time.Time `json:"began,omitzero"`
	Ended  time.Time `json:"ended,omitzero"`
	Facts  Facts     `json:"facts"`
	Claims []*Claim  `json:"claims"`
	// Missing is why something that its agents did may not be known, "" if all is.
	Missing string `json:"missing,omitempty"`

	rows []Row
	// held are the claims of messages with which a hook did not let a turn end.
	held []*Claim
	// ignored is how many findings the user ignores, and dismissals are commands of its agents that
	// dismiss some.
	ignored    int
	dismissals []string
}

// Claim is a claim of a message that ends a turn, with its verdict.
type Claim struct {
	// Path and Line are where the message is: its transcript and the line in it. Agent is the
	// one that says it, "" for the main one.
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Agent string `json:"agent,omitempty"`
	// ID is the same whenever the claim is judged so.
	ID string `json:"id"`
	// Text is the clause, and Sentence the sentence around it; rows may be without them.
	Text     string          `json:"claim,omitempty"`
	Sentence string          `json:"sentence,omitempty"`
	Verdict  verdict.Verdict `json:"verdict"`
	// Kind is what it speaks of, "" for none, and Case the case that decides.
	Kind runner.Kind `json:"kind,omitempty"`
	Case string      `json:"case,omitempty"`
	// Why is the reason of the verdict in words.
	Why string `json:"why,omitempty"`
	// Evidence is what decides, nil for nothing.
	Evidence *Command `json:"evidence,omitempty"`
	// WouldStop is set if hooks would stop the agent that says it.
	WouldStop bool `json:"would_stop,omitempty"`

	// message is the one that says it, run the run that decides, and changed a file that was changed after
	// it; both nil for none. isHeld is set if a hook did not let the turn end with it.
	message message
	run     *Run
	changed *Change
	isHeld  bool
}

// message identifies a message in all transcripts: by the id of its record, which copies of it have,
// or by where it is. Agents without a main one are each read with all others.
type message struct {
	id   string
	time time.Time
	text string
	// hasClaim reports whether a claim in it was read.
	hasClaim bool
}

// Command is a command that an agent ran, and where its call is.
type Command struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Command string `json:"command"`
	// Result is how it ended, "" if nothing says.
	Result ledger.Result `json:"result,omitempty"`
}

// Read reads the sessions that were found, several at once, and judges what their agents
// claimed. They are in the order of their names; found.Failed has why some are missing. printed
// returns the path of a transcript as it is printed.
func Read(found *Found, printed func(path string) string) []*Session {
	sessions, failed := make([]*Session, len(found.Names)), make([]error, len(found.Names))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range found.Names {
		group.Go(func() error {
			sessions[i], failed[i] = found.read(name, printed)
			return nil
		})
	}
	_ = group.Wait() // the errors are in failed
	for i, err := range failed {
		if err != nil {
			found.fail(found.Names[i], err)
		}
	}
	sessions = slices.DeleteFunc(sessions, func(s *Session) bool { return s == nil })
	dropCopies(sessions)
	return sessions
}

// dropCopies removes messages, and their claims, that were copied from another transcript: that of
// a session that is resumed begins with the records of the one before, which ended earlier.
func dropCopies(sessions []*Session) {
	byEnd := slices.Clone(sessions)
	slices.SortStableFunc(byEnd, func(a, b *Session) int { return a.Ended.Compare(b.Ended) })
	first := map[message]*Session{}
	for _, s := range byEnd {
		isCopy := func(m message) bool { return first[m] != nil && first[m] != s }
		for _, r := range s.rows {
			m := r.message
			if first[m] == nil {
				first[m] = s
			}
		}
		s.Claims = slices.DeleteFunc(s.Claims, func(c *Claim) bool { return isCopy(c.message) })
		s.held = slices.DeleteFunc(s.held, func(c *Claim) bool { return isCopy(c.message) })
		s.rows = slices.DeleteFunc(s.rows, func(r Row) bool { return isCopy(r.message) })
	}
}

// read reads the transcript of a session, with those of its agents, and judges what they
// claimed; nil if it ended before the time that is wanted. The error of a session says what was not read.
func (f *Found) read(name string, printed func(path string) string) (*Session, error) {
	incomplete := &rules.Incomplete{}
	t, err := timeline.Open(name, &f.heads, incomplete)
	if err != nil {
		return nil, err
	}
	for _, agent := range t.Agents {
		agent.Transcript = printed(agent.Transcript)
	}
	own := t.Agent
	s := &Session{
		Path: own.Transcript, Client: own.Client, Version: secret.Mask(own.Version), ID: idOf(own),
		Model: secret.Mask(own.Model), Repository: secret.Mask(repositoryOf(own)), Branch: secret.Mask(own.Branch),
		Title: secret.Mask(own.Title), Began: own.Began.UTC(), Missing: t.Incomplete(), Claims: []*Claim{},
	}
	last := slices.MaxFunc(t.Agents, func(a, b *ledger.Ledger) int { return a.Ended.Compare(b.Ended) })
	s.Ended = last.Ended.UTC()
	if !s.Ended.IsZero() && s.Ended.Before(f.want.Since) {
		return nil, nil
	}
	s.Facts = factsOf(t)
	for _, agent := range t.Agents {
		s.addTurns(t.OfAgent(agent), f.want.Ignored)
		s.addDismissals(agent)
	}
	reasons := incomplete.Reasons()
	if len(reasons) > 0 {
		return s, fmt.Errorf("not all of %s was read: %s", name, reasons[0].Why)
	}
	return s, nil
}

// idOf returns the id of the session that a transcript is of.
func idOf(own *ledger.Ledger) string {
	if own.Client == transcript.OpenCode && own.Agent != "" {
		return own.Agent
	}
	return own.Session
}

// workTree is a path below the usual folders for work trees of a repository, which are named after it.
var workTree = text.MustCompile(`/\.claude-worktrees/([^/]+)|([^/]+)(?:/\.claude/worktrees|/\.worktrees|-worktrees)/`)

// repositoryOf returns the address of the repository of a session or, if its client records none,
// the name of the folder that it began in.
func repositoryOf(l *ledger.Ledger) string {
	if l.Repository != "" || l.Cwd == "" {
		return l.Repository
	}
	if m := workTree.FindStringSubmatch(l.Cwd); m != nil {
		return m[1] + m[2]
	}
	return path.Base(l.Cwd)
}

// addTurns judges the messages of a timeline's agent, and drops findings that the user ignores. A turn without a
// message has no claims, but a row. A message that a hook held did not end its turn: it has claims, but no row.
func (s *Session) addTurns(t *timeline.Timeline, ignored []string) {
	agent := t.Agent
	turns := t.Turns()
	for i, found := range claimsOf(turns) {
		ended := turns[i]
		said := cmp.Or(ended.Message, &ledger.Message{Time: t.Events[len(t.Events)-1].Time})
		place := fmt.Sprintf("%s:%d", agent.Transcript, said.Line)
		m := message{cmp.Or(said.ID, place), said.Time, said.Text, len(found) > 0}
		var claims []*Claim
		for _, c := range found {
			j := verdict.Judge(c, ended)
			claim := claimOf(t, c, j)
			claim.Path, claim.Line, claim.Agent = agent.Transcript, said.Line, agent.Agent
			claim.ID, claim.message, claim.isHeld = IDOf(agent, said, c.Text, j.Case), m, said.IsHeld
			claim.WouldStop = claim.WouldStop && agent.Client != transcript.OpenCode // it has no hooks
			if isFinding(claim) && j.IsIgnored(c, ignored) {
				s.ignored++
				continue
			}
			claims = append(claims, claim)
		}
		if said.IsHeld {
			s.held = append(s.held, claims...)
			continue
		}
		s.Claims = append(s.Claims, claims...)
		row := rowOf(t, ended, m, said.Line)
		row.ID = IDOf(agent, said)
		s.rows = append(s.rows, row)
	}
}

// claimsOf reads the claims in the messages that end turns, several at once: that is most of the time of a long session.
func claimsOf(turns []timeline.Turn) [][]claim.Claim {
	claims := make([][]claim.Claim, len(turns))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, ended := range turns {
		if ended.Message != nil {
			group.Go(func() error {
				claims[i] = claim.Of(ended.Message.Text)
				return nil
			})
		}
	}
	_ = group.Wait() // no reading fails
	return claims
}

// IDOf returns a short hash of a message and of what is said of it. It is the same in all runs and,
// if the client numbers its records, of a copy.
func IDOf(agent *ledger.Ledger, said *ledger.Message, of ...string) string {
	identity := cmp.Or(said.ID, fmt.Sprintf("%q %q %d", agent.Session, agent.Agent, said.Line))
	hash := sha256.Sum256(fmt.Appendf(nil, "%q %q", identity, of))
	return hex.EncodeToString(hash[:idBytes])
}

// idBytes is how long an id is.
const idBytes = 6

// maxText is how much of a text is printed, in characters.
const maxText = 160

// claimOf returns a claim as it is printed, with credentials masked.
func claimOf(t *timeline.Timeline, c claim.Claim, j verdict.Judgement) *Claim {
	out := &Claim{
		Text: text.Shorten(secret.Mask(c.Text), maxText), Sentence: text.Shorten(secret.Mask(c.Statement.Text), maxText),
		Verdict: j.Verdict, Kind: j.Kind, Case: j.Case, Why: j.Words(), WouldStop: j.Firm,
	}
	if j.Run != nil {
		run := runOf(j.Run)
		out.run = &run
		out.Evidence = &run.Command
	}
	if isChangedAfter(j) {
		out.changed = &changesOf(t, []timeline.Change{*j.Changed})[0]
	}
	return out
}

// isChangedAfter reports whether a judgement names a file that was changed after the run that decides.
func isChangedAfter(j verdict.Judgement) bool {
	if j.Changed == nil || j.Run == nil {
		return false
	}
	changed, run := j.Changed.Event, j.Run.Event
	return j.Verdict == verdict.Outdated || changed.Agent == run.Agent && changed.Line > run.Line
}

// isFinding reports whether a claim does not hold.
func isFinding(c *Claim) bool { return c.Verdict == verdict.False || c.Verdict == verdict.Outdated }

// Count counts claims by their verdict.
func Count(sessions []*Session) map[verdict.Verdict]int {
	count := map[verdict.Verdict]int{verdict.Holds: 0, verdict.False: 0, verdict.Outdated: 0, verdict.Unknown: 0}
	for _, s := range sessions {
		for _, c := range s.Claims {
			count[c.Verdict]++
		}
	}
	return count
}
