package hook

import (
	"slices"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/receipt"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/transcript"
	"github.com/handofflint/handofflint/internal/verdict"
	"github.com/handofflint/handofflint/rules"
)

// maxReceipt is how much of a receipt the agent is told that launched another one, in bytes.
const maxReceipt = 1000

// tellOfAgent tells who launched an agent what that agent did, once it has handed back or was
// stopped. Its transcript is complete by then. Nothing is told of an agent without one.
func (c *call) tellOfAgent() (v Verdict, err error) {
	e := c.event
	path := transcript.OfAgent(e.Host.client, e.SessionTranscript, e.To)
	if path == "" {
		return v, nil
	}
	info, statErr := files.Named.Lstat(path)
	if statErr != nil || !info.Mode().IsRegular() {
		return v, nil
	}
	if e.Broken {
		err = c.noteLeft(path)
	}
	if err != nil {
		return v, err
	}
	v.Context, err = c.account(e.To, func() *timeline.Timeline {
		t, err := timeline.Open(path, nil, c.trees.Incomplete)
		if err != nil {
			return nil // without a transcript nothing is known
		}
		return t
	})
	if v.Context != "" {
		c.noteFault(e.To, "")
	}
	return v, err
}

// keepAccount keeps what is to be told of an agent that ends for the main agent's next tool, in
// a host that has no event for it. What is for the user is the same then, and nobody would read it.
func (c *call) keepAccount(v Verdict) (Verdict, error) {
	e := c.event
	if !e.Host.mutesAll || e.AgentID == "" || e.AgentType == "" {
		return v, nil
	}
	said, err := c.account(e.AgentID, func() *timeline.Timeline {
		t := c.timeline()
		if !c.complete {
			return nil
		}
		return t
	})
	c.remember(func(s *Session) { s.editAgent(e.AgentID).Account = said })
	if said != "" {
		v.System = ""
	}
	return v, err
}

// tellAccounts tells the main agent what was kept for it, after a tool or else when its turn
// ends.
func (c *call) tellAccounts(v Verdict) Verdict {
	e := c.event
	if !e.Host.mutesAll || e.AgentID != "" || e.Name != PostToolUse && e.Name != Stop {
		return v
	}
	said := ""
	for _, agent := range slices.Clone(c.remembered().Agents) {
		if agent.Account == "" {
			continue
		}
		c.remember(func(s *Session) { s.editAgent(agent.ID).Account = "" })
		said = join(said, agent.Account)
	}
	if said != "" && e.Name == Stop {
		v.Block = true
	}
	read := &v.Context
	if v.Block {
		read = &v.Reason
	}
	*read = text.Shorten(join(*read, said), builtin().Characters)
	return v
}

// noteFault remembers what is wrong with what an agent hands back, "" for nothing, for who
// launched it.
func (c *call) noteFault(agent, said string) {
	if agent != "" && c.remembered().agent(agent).Fault != said {
		c.remember(func(s *Session) { s.editAgent(agent).Fault = said })
	}
}

// noteLeft remembers what an agent that was stopped or failed leaves undone: path is that of
// its transcript.
func (c *call) noteLeft(path string) error {
	due, _ := c.dueOf(c.event.To, path)
	promised := c.promised(due.Path)
	if promised.Path == "" || promised.State == givenUp {
		return nil
	}
	f, err := c.check(c.actual(promised.Path), true)
	if err == nil && (f.broken() || !f.sealed) {
		c.noteFault(c.event.To, c.sayFault(f, "unfit"))
	}
	return err
}

// account returns what is told of an agent that hands back the event's message: what its
// transcript contradicts, or that sources were changed since, what is wrong with its report,
// and what it did; "" if there is nothing to be told.
func (c *call) account(agent string, open func() *timeline.Timeline) (string, error) {
	claims := claim.Of(c.event.Message)
	said := c.remembered().agent(agent).Fault
	if len(claims) == 0 && said == "" {
		return "", nil
	}
	if err := c.load(); err != nil {
		return "", err
	}
	if !c.checker.Settings.WritesReceipts() {
		return text.Head(said, maxReceipt), nil // what is wrong with its report is no receipt
	}
	t := open()
	if t == nil {
		return "", nil
	}
	t = t.Of(t.Agent) // without other agents
	toldRun := -1
	if line := lineOf(t.Agent.Messages, c.event.Message); line > 0 {
		words, failed := wordsOfFalse(t.TurnAt(line), claims)
		said = join(words, said)
		toldRun = failed
	}
	if said == "" {
		return "", nil
	}
	isTold := func(run receipt.Run) bool { return run.Line == toldRun && run.Result == "failed" }
	lines := append([]string{text.Head(said, maxReceipt)}, timeline.ReceiptLinesWithout(t.Receipt(""), isTold)...)
	return receiptText(lines, maxReceipt), nil
}

// wordsOfFalse returns what is said of the first claim that is false, or of one that is outdated;
// "" if there is none. failed is the line of the run that it tells of if that failed, or -1 for none.
func wordsOfFalse(turn timeline.Turn, claims []claim.Claim) (words string, failed int) {
	for _, wanted := range []verdict.Verdict{verdict.False, verdict.Outdated} {
		for _, claim := range claims {
			judgement := verdict.Judge(claim, turn)
			if judgement.Verdict != wanted {
				continue
			}
			failed = -1
			if wanted == verdict.False && judgement.Run != nil {
				failed = judgement.Run.Event.Line
			}
			return builtin().Say("launched", rules.Values{
				"claim": secret.Quote(text.Shorten(claim.Text, builtin().Quote)), "why": judgement.Words(),
			}), failed
		}
	}
	return "", -1
}
