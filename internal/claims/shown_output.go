package claims

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/prose"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// reportOutput reports a claim that tests pass if the last output of tests in the handoff is
// below it and says that they failed.
func (p *claimWithoutRunParams) reportOutput(pass *rules.Pass) bool {
	body := pass.Doc.Body
	if body == nil {
		return false
	}
	at, summary := lastOutput(pass.Doc.Source, body.Span)
	if summary.Result != ledger.Failed {
		return false
	}
	for _, c := range slices.Backward(prose.Claims(bodyStatements(pass))) {
		span := c.Statement.Span
		if c.Act != prose.Passed || c.Limited || !slices.Contains(c.Kinds, runner.Tests) || span.End > at || isReplaced(body, span) {
			continue
		}
		between := pass.Doc.Source.Slice(text.Span{Start: span.End, End: at})
		if _, fences := text.WithoutFences(between); fences > 0 || strings.Contains(between, "\n#") || p.Told.Match(c.Statement.Plain+between, pass.Steps()) {
			return false
		}
		pass.Report(rules.Report{At: span, Variant: "output", Values: rules.Values{"text": secret.Quote(c.Text), "printed": secret.Quote(summary.Line)}})
		return true
	}
	return false
}

// lastOutput returns the summary of the last code block in a part of a text that is what a
// run of tests printed, and where the block begins.
func lastOutput(source *text.Source, in text.Span) (at int, last runner.Summary) {
	for _, block := range slices.Backward(codeBlocks(source, in)) {
		var printed strings.Builder
		for _, line := range block.lines {
			printed.WriteString(source.Slice(line) + "\n")
		}
		if summary := runner.Read(runner.Tests, printed.String()); summary.Known() {
			return block.at, summary
		}
	}
	return 0, runner.Summary{}
}
