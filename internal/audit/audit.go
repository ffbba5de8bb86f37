// Package audit holds what agents said at the end of their turns against what they did, by
// the transcripts that their clients keep.
package audit

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/ledger"
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
	ID     string `json:"session"`
	// Title is the one that the client gave it, "" for none; it is no prompt.
	Title string `json:"title,omitempty"`
	// Began and Ended are the times of its first and its last record.
	Began  time.Time `json:"began,omitzero"`
	Ended  time.Time `json:"ended,omitzero"`
	Facts  Facts     `json:"facts"`
	Claims []Claim   `json:"claims"`
	// Missing is why something that its agents did may not be known, "" if all is.
	Missing string `json:"missing,omitempty"`

	// messages are those that end a turn.
	messages []message
}

// Claim is a claim of a message that ends a turn, with its verdict.
type Claim struct {
	// Path and Line are where the message is: its transcript and the line in it. Agent is the
	// one that says it, "" for the main one.
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Agent string `json:"agent,omitempty"`
	// Text is the clause, and Sentence the sentence around it.
	Text     string          `json:"claim"`
	Sentence string          `json:"sentence"`
	Verdict  verdict.Verdict `json:"verdict"`
	// Why is the reason of the verdict in words.
	Why string `json:"why,omitempty"`
	// Evidence is what decides, nil for nothing.
	Evidence *Command `json:"evidence,omitempty"`
	// WouldStop is set if hooks would stop the agent that says it.
	WouldStop bool `json:"would_stop,omitempty"`

	// message is the one that says it, and run the run that decides, nil for none.
	message message
	run     *Run
}

// message identifies a message in all transcripts; id is "" if copies of it cannot be told.
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

// sessionReader reads sessions.
type sessionReader struct {
	heads *transcript.Heads
	since time.Time
}

// Read reads the sessions that were found, several at once, and judges what their agents
// claimed. They are in the order of their names; found.Failed has why some are missing. It
// calls done after each.
func Read(found *Found, done func()) []*Session {
	r := sessionReader{&found.heads, found.since}
	sessions, failed := make([]*Session, len(found.Names)), make([]error, len(found.Names))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range found.Names {
		group.Go(func() error {
			sessions[i], failed[i] = r.read(name)
			done()
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
		for _, m := range s.messages {
			if m.id != "" && first[m] == nil {
				first[m] = s
			}
		}
		s.messages = slices.DeleteFunc(s.messages, isCopy)
		s.Claims = slices.DeleteFunc(s.Claims, func(c Claim) bool { return isCopy(c.message) })
	}
}

// read reads the transcript of a session, with those of its agents, and judges what they
// claimed; nil if it ended too early. The error of a session says what was not read.
func (r sessionReader) read(name string) (*Session, error) {
	incomplete := &rules.Incomplete{}
	t, err := timeline.Open(name, r.heads, incomplete)
	if err != nil {
		return nil, err
	}
	own := t.Agent
	s := &Session{Path: name, Client: own.Client, ID: idOf(own), Title: secret.Mask(own.Title), Began: own.Began.UTC(), Missing: t.Incomplete(), Claims: []Claim{}}
	for _, agent := range t.Agents {
		if agent.Ended.After(s.Ended) {
			s.Ended = agent.Ended.UTC()
		}
	}
	if !s.Ended.IsZero() && s.Ended.Before(r.since) {
		return nil, nil
	}
	s.Facts = factsOf(t)
	for _, agent := range t.Agents {
		s.addMessages(t, agent)
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

// addMessages judges the messages of an agent.
func (s *Session) addMessages(t *timeline.Timeline, agent *ledger.Ledger) {
	claims := map[int][]claim.Claim{}
	for _, m := range agent.Messages {
		if found := claim.Of(m.Text); len(found) > 0 {
			claims[m.Line] = found
		}
		s.messages = append(s.messages, message{m.ID, m.Time, m.Text, len(claims[m.Line]) > 0})
	}
	if len(claims) == 0 {
		return
	}
	for _, turn := range t.Of(agent).Turns() {
		m := turn.Message
		for _, c := range claims[m.Line] {
			claim := claimOf(c, verdict.Judge(c, turn))
			claim.Path, claim.Line, claim.Agent = agent.Transcript, m.Line, agent.Agent
			claim.message = message{m.ID, m.Time, m.Text, true}
			claim.WouldStop = claim.WouldStop && agent.Client != transcript.OpenCode
			s.Claims = append(s.Claims, claim)
		}
	}
}

// maxText is how much of a text is printed, in characters.
const maxText = 160

// claimOf returns a claim as it is printed, with credentials masked.
func claimOf(c claim.Claim, j verdict.Judgement) Claim {
	out := Claim{
		Text: text.Shorten(secret.Mask(c.Text), maxText), Sentence: text.Shorten(secret.Mask(c.Statement.Text), maxText),
		Verdict: j.Verdict, Why: j.Words(), WouldStop: j.Firm,
	}
	if j.Run != nil {
		run := runOf(j.Run)
		out.run = &run
		out.Evidence = &run.Command
	}
	return out
}

// IsFinding reports whether a claim does not hold.
func IsFinding(c Claim) bool { return c.Verdict == verdict.False || c.Verdict == verdict.Outdated }

// Count counts claims by their verdict.
func Count(sessions []*Session) map[verdict.Verdict]int {
	count := map[verdict.Verdict]int{}
	for _, s := range sessions {
		for _, c := range s.Claims {
			count[c.Verdict]++
		}
	}
	return count
}

// Paths changes the paths of a session to those that are printed.
func (s *Session) Paths(printed func(string) string) {
	s.Path = printed(s.Path)
	s.Facts.paths(printed)
	for i := range s.Claims {
		c := &s.Claims[i]
		c.Path = printed(c.Path)
		if c.Evidence != nil {
			c.Evidence.Path = printed(c.Evidence.Path)
		}
	}
}

// Tally returns how many sessions and claims there are, and their verdicts, on one line.
func Tally(sessions []*Session) string {
	count := Count(sessions)
	total := 0
	for _, n := range count {
		total += n
	}
	return fmt.Sprintf("%s, %s: %d hold, %d false, %d outdated, %d cannot be known", text.Count(len(sessions), "session"), text.Count(total, "claim"),
		count[verdict.Holds], count[verdict.False], count[verdict.Outdated], count[verdict.Unknown])
}
