package claims

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type neverRanParams struct {
	listParams
	// Programs are programs whose names in code are read as commands.
	Programs []string      `json:"programs"`
	Unclear  *text.Pattern `json:"unclear"`
	// PassedFields are fields that mean "tests passed" if they are true.
	PassedFields []string `json:"passed_fields"`
}

// maxSaid bounds the characters of a quoted sentence.
const maxSaid = 160

// neverRan reports commands that a handoff says were run and no transcript shows, and tests that are said
// to have passed if none were run.
func neverRan(p *neverRanParams, pass *rules.Pass) {
	held := 0
	reported := map[string]bool{} // sentences
	// reportNeverRan reports a command if no transcript shows it, and returns whether it did.
	reportNeverRan := func(code, where string, at text.Span, pointer string) bool {
		command := shell.InvocationOf(strings.TrimLeft(code, "$>% "), pass.Steps())
		if len(command.Words) == 0 || !slices.Contains(p.Programs, command.Words[0]) || p.Unclear.Match(code, pass.Steps()) {
			return false
		}
		held++
		if held > maxHeld {
			return false
		}
		shown := factsOf(pass).ran(command.Program)
		if shown.answer != ledger.No {
			return false
		}
		pass.Report(rules.Report{At: at, Pointer: pointer, Values: rules.Values{
			"where": where, "command": secret.Quote(code), "looked": strconv.Itoa(shown.looked),
		}})
		return true
	}
	for _, entry := range claimedTexts(pass, schema.ClaimsRuns) {
		if p.isClaimed(pass, &entry, "") {
			reportNeverRan(entry.Text, entry.where, entry.at, entry.pointer)
		}
	}
	own := judgedParams{p.PassedFields}
	// The time does not matter: an agent may write down a run before repeating it.
	mayHaveTested := !factsOf(pass).Timeline.Counted().NeverRan(runner.Tests)
	for _, j := range own.judged(pass) {
		sentence := j.Statement.Text
		if j.IsPlain() {
			isReported := reportNeverRan(j.Command, "the text", j.at, j.pointer)
			reported[sentence] = reported[sentence] || isReported
		}
		if j.IsUntested() && !reported[sentence] && !mayHaveTested {
			pass.Report(rules.Report{At: j.at, Pointer: j.pointer, Variant: "tests", Values: rules.Values{
				"text": secret.Quote(text.Shorten(cmp.Or(strings.TrimRight(sentence, ".。"), j.Text), maxSaid)), "looked": strconv.Itoa(factsOf(pass).runs()),
			}})
		}
	}
}
