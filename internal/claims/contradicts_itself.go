package claims

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// contradictsItself reports claims that checks pass directly above a code block with the output of a failed
// run.
func contradictsItself(_ *struct{}, pass *rules.Pass) {
	if pass.Doc.Body == nil || !mayHaveCode(pass.Doc.Source.Slice(pass.Doc.Body.Span)) {
		return // reading claims costs a third of a check
	}
	source := pass.Doc.Source
	var blocks []document.Code
	all := saidIn(pass)
	for i, c := range all {
		isPlain := c.Unclear == "" && (c.Soft == "" || c.IsAll) // in "all quota tests", the unknown word does not matter above the output
		isResult := c.Act == claim.Passed && isPlain && !c.Statement.IsRow && !isAdmitted(c.Claim)
		if !isResult || pass.Doc.Body.Age(c.at) > 0 {
			continue
		}
		if blocks == nil {
			blocks = document.CodeBlocksIn(source, pass.Doc.Body.Span)
		}
		next, _ := slices.BinarySearchFunc(blocks, c.at.End, func(b document.Code, end int) int { return cmp.Compare(b.At, end) })
		if next == len(blocks) {
			continue
		}
		block := blocks[next]
		if !endsSentence(c, all[i+1:]) || !isRightAbove(source.Slice(text.Span{Start: c.at.End, End: block.At})) {
			continue
		}
		output := source.Slice(block.Content)
		if block.At == block.Content.Start { // indented
			output = strings.ReplaceAll(output, "\n    ", "\n")
		}
		for _, kind := range c.Kinds {
			if summary := runner.Read(kind, output); summary.Result == ledger.Failed {
				pass.Report(rules.Report{At: c.at, Values: rules.Values{
					"text": secret.Quote(c.Text), "printed": secret.Quote(summary.Line), "line": strconv.Itoa(source.Pos(block.At).Line),
				}})
				break
			}
		}
	}
}

// mayHaveCode reports whether a text has a sign of a code block.
func mayHaveCode(markdown string) bool {
	return strings.Contains(markdown, "```") || strings.Contains(markdown, "~~~") || strings.Contains(markdown, "\n    ")
}

// isAdmitted reports whether a failure is admitted beside a claim. A claim about all tests is contradicted by
// whatever is admitted below the output.
func isAdmitted(c claim.Claim) bool {
	isBeside := func(own claim.Claim) bool { return own.IsAdmitted }
	return c.IsAdmitted && (c.IsPart || slices.ContainsFunc(claim.Of(c.Statement.Whole), isBeside))
}

var brackets = text.MustCompile(`\([^()]*\)`)

// endsSentence reports whether only other claims, of those that follow, and brackets are behind a claim in its
// sentence: in "all tests pass, save one" the rest may be what the output shows.
func endsSentence(c said, following []said) bool {
	_, rest, _ := strings.Cut(c.Statement.Text, c.Text)
	for _, next := range following {
		if next.at != c.at {
			break
		}
		rest = strings.Replace(rest, next.Text, "", 1)
	}
	return claim.AnnouncesResults(brackets.ReplaceAllString(rest, ""))
}

// isRightAbove reports whether a text between a claim and a code block has no letters, or is a label for
// results: "Output:".
func isRightAbove(between string) bool {
	isLabel := strings.HasSuffix(strings.TrimSpace(between), ":") && claim.AnnouncesResults(between)
	return isLabel || strings.IndexFunc(between, unicode.IsLetter) < 0
}
