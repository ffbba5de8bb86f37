package hook

import (
	"cmp"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/transcript"
	"github.com/handofflint/handofflint/internal/verdict"
	"github.com/handofflint/handofflint/rules"
)

// maxAccount bounds the bytes that the launching agent is told about another one.
const maxAccount = 300

// tellOfAgent tells the launching agent what is not proved of an agent's work, once that agent has handed
// back or was stopped. Without a transcript it tells nothing.
func (c *call) tellOfAgent() (v Answer) {
	e := c.event
	path := transcript.OfAgent(e.Host.client, e.SessionTranscript, e.To)
	if path == "" {
		return v
	}
	if !e.Broken {
		c.waitForMessage(path)
	}
	info, err := files.Named.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return v
	}
	if e.Broken {
		c.noteLeft(path)
	}
	v.Context = c.account(e.To, func() *timeline.Timeline {
		t, _ := timeline.Open(path, nil, c.trees.Incomplete) // nil on an error: nothing is known
		return t
	})
	if v.Context != "" {
		c.noteFault(e.To, "")
	}
	return v
}

// keepAccount keeps the account of an ended agent for the main agent's next tool, if the host has no event
// for it. It replaces the text for the user, which is the same and would not be shown.
func (c *call) keepAccount(v Answer) Answer {
	e := c.event
	if !e.Host.mutesAll || e.AgentID == "" || e.turnEnd() != onReturn || v.Block {
		return v
	}
	said := c.account(e.AgentID, c.wholeTurn)
	c.remember(func(s *Session) { s.editAgent(e.AgentID).Account = said })
	if said != "" {
		v.System = ""
	}
	return v
}

// noteFault remembers what is wrong with an agent's handback, "" for nothing, for the agent that launched
// it.
func (c *call) noteFault(agent, said string) {
	if agent != "" && c.remembered().agent(agent).Fault != said {
		c.remember(func(s *Session) { s.editAgent(agent).Fault = said })
	}
}

// noteLeft remembers the unfinished report of an agent that was stopped or failed. path is its transcript.
func (c *call) noteLeft(path string) {
	due, _ := c.dueOf(c.event.To, path)
	promised := c.promised(due)
	if promised.Path == "" || promised.State == givenUp {
		return
	}
	f, ok := c.check(c.actual(promised.Path), mustBeHandoff)
	if ok && (f.broken() || !f.sealed) {
		c.noteFault(c.event.To, c.sayFault(f, "unfit"))
	}
}

// account returns what is told about an agent that hands back the event's message: what is wrong with its
// report, and what is not proved of its work; "" for nothing. open returns what it did, nil if unknown.
func (c *call) account(agent string, open func() *timeline.Timeline) string {
	c.load()
	fault := c.remembered().agent(agent).Fault
	said := fault
	if c.checker.Settings.WritesReceipts() { // else only the faults of its report are told
		t := open()
		if t == nil {
			return ""
		}
		said = join(fault, c.notProved(t.OfAgent(t.Agent)))
		if len(said) > maxAccount {
			said = cmp.Or(fault, said)
		}
	}
	const cut = "…"
	if len(said) > maxAccount {
		said = text.Head(said, maxAccount-len(cut)) + cut
	}
	return said
}

// notProved returns what is not proved of an agent's work when it hands back the event's message, "" for
// nothing. The message of an agent that was stopped or failed may differ from its last one.
func (c *call) notProved(t *timeline.Timeline) string {
	if endMessage(t.Agent.Messages, c.event.Message) == nil && !c.event.Broken {
		return ""
	}
	return unprovedAt(t.End(), plainClaims(c.event.Message), c.checker.Settings.Ignored())
}

// unprovedAt says what nothing proves at the end of a turn, and what to do about it: a false claim that the
// user does not ignore, a report by an agent that used no tool, or changed code without a passing run.
func unprovedAt(turn timeline.Turn, claims []claim.Claim, ignored []string) string {
	for _, c := range claims {
		judgement := verdict.Judge(c, turn)
		if judgement.Verdict == verdict.False && !judgement.IsIgnored(c, ignored) {
			return sayAccount("launched", judgement.Case, rules.Values{"claim": secret.Quote(c.Text), "why": judgement.Words()})
		}
	}
	if len(claims) > 0 && turn.UsedNothing() {
		return sayAccount("launched", "nothing", rules.Values{"claim": secret.Quote(claims[0].Text), "why": builtin().Words["nothing"]})
	}
	return standingAccount(turn)
}

// standingAccount returns what is not proved of the code that an agent changed, "" for nothing: tests that
// failed or never ran, changes after the last run, or another failed check.
func standingAccount(turn timeline.Turn) string {
	s := turn.Standing(timeline.HeadKind(func(kind runner.Kind) timeline.State { return turn.Standing(kind).State }))
	if s.State != timeline.Failed { // another check counts only if it failed
		s = turn.Standing(runner.Tests)
	}
	isOpen := map[timeline.State]bool{
		timeline.Failed:  !s.IsContested,
		timeline.Changed: true,
		timeline.None:    turn.RanNone(runner.Tests),
	}
	if turn.SessionChanges == 0 || !isOpen[s.State] {
		return ""
	}
	values := rules.Values(verdict.OnStanding(s).Values())
	values["files"] = text.Count(turn.SessionChanges, "file")
	return sayAccount("account-"+string(s.State), "account-"+string(s.State), values)
}

// sayAccount returns the named words with the named order.
func sayAccount(words, order string, values rules.Values) string {
	return builtin().Say(words, values) + " " + builtin().Orders[order] + "."
}
