// Package audit holds what agents said at the end of their turns against what they did, by
// the transcripts that their clients keep.
package audit

import (
	"errors"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/prose"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Session is what the agents of a session claimed.
type Session struct {
	// Path is the transcript of its main agent.
	Path   string  `json:"path"`
	Client string  `json:"client"`
	ID     string  `json:"session"`
	Began  string  `json:"began,omitempty"`
	Claims []Claim `json:"claims"`
	// Missing is why something that its agents did may not be known, "" if all is.
	Missing string `json:"missing,omitempty"`
}

// Claim is a claim of a message that ends a turn, with its verdict.
type Claim struct {
	// Line is the line of the transcript that has the message. Agent is the one that says
	// it, "" for the main one.
	Line  int    `json:"line"`
	Agent string `json:"agent,omitempty"`
	// Text is the clause, and Sentence the sentence around it.
	Text     string           `json:"claim"`
	Sentence string           `json:"sentence"`
	Verdict  evidence.Verdict `json:"verdict"`
	// Why is the reason of the verdict in words.
	Why string `json:"why,omitempty"`
	// Evidence is the line of the transcript that decides, 0 for none.
	Evidence int `json:"evidence,omitempty"`
}

// ReadAll reads the transcripts of sessions, several at once. The sessions are in the order
// of their names; an error is why some of them are missing.
func ReadAll(names []string) ([]*Session, error) {
	read, failed := make([]*Session, len(names)), make([]error, len(names))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range names {
		group.Go(func() error {
			read[i], failed[i] = Read(name)
			return nil
		})
	}
	_ = group.Wait() // the errors are in failed
	return slices.DeleteFunc(read, func(s *Session) bool { return s == nil }), errors.Join(failed...)
}

// Read reads the transcript of a session, with those of its agents, and judges what they
// claimed.
func Read(name string) (*Session, error) {
	deeds, err := evidence.OpenDeeds(name, &rules.Incomplete{})
	if err != nil {
		return nil, err
	}
	own := deeds.Agent
	s := &Session{Path: name, Client: own.Client, ID: own.Session, Missing: deeds.Incomplete(), Claims: []Claim{}}
	if !own.Began.IsZero() {
		s.Began = own.Began.UTC().Format(time.RFC3339)
	}
	for _, agent := range deeds.All() {
		s.addMessages(deeds.Of(agent), agent)
	}
	return s, nil
}

// addMessages judges the messages of an agent.
func (s *Session) addMessages(deeds *evidence.Deeds, agent *ledger.Ledger) {
	for _, m := range agent.Messages {
		claims := prose.ClaimsOf(m.Text)
		if len(claims) == 0 {
			continue
		}
		receipt := deeds.ReceiptAt(m.Line)
		for _, c := range claims {
			s.Claims = append(s.Claims, claimOf(m.Line, agent.Agent, c, receipt.Judge(c)))
		}
	}
}

// maxText is how much of a text is printed, in characters.
const maxText = 160

// claimOf returns a claim as it is printed, with credentials masked.
func claimOf(line int, agent string, c prose.Claim, j evidence.Judgement) Claim {
	out := Claim{
		Line: line, Agent: agent, Verdict: j.Verdict, Why: j.Words(c),
		Text: secret.Mask(text.Shorten(c.Text, maxText)), Sentence: secret.Mask(text.Shorten(c.Statement.Text, maxText)),
	}
	if j.Run != nil {
		out.Evidence = j.Run.Line
	}
	return out
}

// Count counts claims by their verdict.
func Count(sessions []*Session) map[evidence.Verdict]int {
	count := map[evidence.Verdict]int{}
	for _, s := range sessions {
		for _, c := range s.Claims {
			count[c.Verdict]++
		}
	}
	return count
}
