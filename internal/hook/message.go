package hook

import (
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/audit"
	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/transcript"
	"github.com/handofflint/handofflint/internal/verdict"
	"github.com/handofflint/handofflint/rules"
)

// unprovedClaim is a claim of a message that the transcript contradicts or does not prove. A firm claim stops
// the agent; the user is told of others.
type unprovedClaim struct {
	text string
	// words is the name of the words and orders for the agent.
	words  string
	values rules.Values
	isFirm bool
}

// checksMessages reports whether messages at the end of a turn are checked: whether the host's transcripts
// can be read.
func (h *Host) checksMessages() bool { return h.client != "" }

// checkMessage checks the message at the end of a turn against what the agent did, and adds the result to
// the verdict. Agents without a kind belong to the host, and an agent whose report was handed back has
// already reported.
func (c *call) checkMessage(v Answer) Answer {
	e := c.event
	if !e.Host.checksMessages() || e.turnEnd() == "" || c.isReturned() {
		return v
	}
	claims := plainClaims(e.Message)
	if len(claims) == 0 {
		return v
	}
	c.load()
	saysSame := func(f rules.Result) bool { return checked{Result: f}.has(builtin().Contradicted) } // about a report
	if !c.checker.Settings.ChecksMessages() || v.Block && slices.ContainsFunc(c.failures, saysSame) {
		return v
	}
	return c.holdClaims(v, c.unprovedClaims(claims))
}

// plainClaims returns the claims of a message that are clear by themselves. It skips a message longer than
// a ledger keeps.
func plainClaims(message string) []claim.Claim {
	if len(message) > transcript.MaxMessage {
		return nil
	}
	return slices.DeleteFunc(claim.Of(message), func(c claim.Claim) bool { return !c.IsPlain() })
}

// unprovedClaims returns the claims that the event's transcript contradicts or does not prove, one for each
// subject; of an agent that used no tool, the first claim alone, which is not firm. It returns nil if the transcript
// does not have the message yet.
func (c *call) unprovedClaims(claims []claim.Claim) (found []unprovedClaim) {
	if c.event.Name == SubagentStop && c.event.Transcript == "" {
		return nil // the session's transcript is not the agent's
	}
	t := c.wholeTurn()
	if t == nil {
		return nil
	}
	t = t.OfAgent(t.Agent)
	said := endMessage(t.Agent.Messages, c.event.Message)
	if said == nil {
		return nil
	}
	turn := t.TurnAt(said.Line)
	ignored := c.checker.Settings.Ignored()
	if turn.UsedNothing() && c.event.Name == SubagentStop {
		id := audit.IDOf(t.Agent, said, claims[0].Text, "nothing")
		values := rules.Values{"claim": secret.Quote(claims[0].Text), "why": builtin().Words["nothing"], "id": id}
		return []unprovedClaim{{text: claims[0].Text, values: values}}
	}
	known := map[string]bool{}
	for _, claimed := range claims {
		judgement := verdict.Judge(claimed, turn)
		if !judgement.IsNotice() || judgement.IsIgnored(claimed, ignored) {
			continue
		}
		subject := judgement.Case + " " + judgement.Words()
		isThere := judgement.Case == verdict.NeverWrote && c.exists(c.absolute(claimed.Path)) // another may have written it
		if !isThere && !known[subject] {
			known[subject] = true
			id := audit.IDOf(t.Agent, said, claimed.Text, judgement.Case)
			found = append(found, newUnproved(claimed, judgement, id))
		}
	}
	return found[:min(len(found), builtin().Listed)]
}

// newUnproved adds the words and their values to a claim.
func newUnproved(claimed claim.Claim, judgement verdict.Judgement, id string) unprovedClaim {
	words := "failed"
	if claimed.Act == claim.Wrote {
		words = "refused"
	}
	values := rules.Values(judgement.Values())
	values["claim"] = secret.Quote(text.Shorten(claimed.Text, builtin().Quote))
	values["why"] = judgement.Words()
	values["id"] = id
	return unprovedClaim{claimed.Text, words, values, judgement.Firm}
}

// endMessage returns the last message if it is this one, else nil. A client may record parts of a message
// separately.
func endMessage(messages []ledger.Message, message string) *ledger.Message {
	if len(messages) == 0 {
		return nil
	}
	last := &messages[len(messages)-1]
	if !strings.HasSuffix(strings.TrimSpace(message), strings.TrimSpace(last.Text)) {
		return nil
	}
	return last
}

// waitForMessage waits until a transcript has the message that ends the agent's turn, since hosts may write
// it after they call the hook. It reports whether the message is there.
func (c *call) waitForMessage(path string) bool {
	message := c.event.Message
	if message == "" {
		return false
	}
	for range builtin().Wait.Tries {
		if transcript.EndsWith(path, message) {
			return true
		}
		c.config.Wait(time.Duration(builtin().Wait.Each) * time.Millisecond)
	}
	return transcript.EndsWith(path, message)
}
