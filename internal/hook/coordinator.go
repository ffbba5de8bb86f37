package hook

import (
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/prose"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/transcript"
	"github.com/handofflint/handofflint/rules"
)

// maxReceipt is how much of a receipt the agent is told that launched another one, in bytes.
const maxReceipt = 1000

// afterAgent tells who launched an agent what that agent did, if its transcript contradicts
// what it hands back, or sources were changed since what it tells of. The transcript is
// complete by then.
func (c *call) afterAgent() (Verdict, error) {
	e := c.event
	path := transcript.OfAgent(e.Host.client, e.SessionTranscript, e.To)
	claims := prose.ClaimsOf(e.Message)
	isDoubted := e.To != "" && c.remember().find(kindHides, e.To) != (record{})
	if path == "" || len(claims) == 0 && !isDoubted {
		return Verdict{}, nil
	}
	if err := c.load(); err != nil {
		return Verdict{}, err
	}
	deeds, err := evidence.OpenDeeds(path, c.trees.Incomplete)
	if err != nil || !c.checker.Settings.WritesReceipts() {
		return Verdict{}, nil // without a transcript nothing is known
	}
	deeds = deeds.Of(deeds.Agent)
	line := lineOf(deeds.Agent.Messages, e.Message)
	if line == 0 {
		return Verdict{}, nil
	}
	said := wordsOfFalse(deeds.ReceiptAt(line), claims)
	if said == "" && isDoubted {
		said = builtin().Words["hides"]
	}
	if said == "" {
		return Verdict{}, nil
	}
	lines := append([]string{said}, evidence.SummaryLines(deeds.SummaryOf(""))...)
	return Verdict{Context: receiptText(lines, maxReceipt)}, nil
}

// wordsOfFalse returns what is said of the first claim that a receipt contradicts, or of one
// that is outdated; "" if there is none.
func wordsOfFalse(receipt *evidence.Receipt, claims []prose.Claim) string {
	for _, verdict := range []evidence.Verdict{evidence.Contradicted, evidence.Outdated} {
		for _, claim := range claims {
			judgement := receipt.Judge(claim)
			if judgement.Verdict != verdict || judgement.IsCount() {
				continue
			}
			return builtin().Say("launched", rules.Values{
				"claim": secret.Quote(text.Shorten(claim.Text, builtin().Quote)), "why": judgement.Words(claim),
			})
		}
	}
	return ""
}
