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
	body, source := bodyOf(pass), pass.Doc.Source
	blocks := document.CodeBlocksIn(source, body.Span)
	if len(blocks) == 0 {
		return // reading claims costs a third of a check
	}
	all := saidIn(pass)
	for i, c := range all {
		next, _ := slices.BinarySearchFunc(blocks, c.at.End, func(b document.Code, end int) int { return cmp.Compare(b.At, end) })
		isOfEarlierRound := body.Age(c.at) > 0
		if next == len(blocks) || !isResult(c.Claim) || !endsSentence(c, all[i+1:]) || isOfEarlierRound {
			continue
		}
		block := blocks[next]
		if !isRightAbove(text.View(source, text.Span{Start: c.at.End, End: block.At})) {
			continue
		}
		printed, isFailure := failureIn(source, block, c.Kinds)
		if isFailure {
			pass.Report(rules.Report{At: c.at, Values: rules.Values{
				"text": secret.Quote(c.Text), "printed": secret.Quote(printed), "line": strconv.Itoa(source.Pos(block.At).Line),
			}})
		}
	}
}

// failureIn returns the line of a code block with which a run of one of some kinds says that it failed.
func failureIn(source *text.Source, block document.Code, kinds []runner.Kind) (line string, isFailure bool) {
	output := source.Slice(block.Content)
	indent := block.At - source.LineSpan(source.Pos(block.At).Line).Start
	if block.At == block.Content.Start { // without a fence
		indent = 4
	}
	output = strings.ReplaceAll("\n"+output, "\n"+strings.Repeat(" ", indent), "\n")
	for _, kind := range kinds {
		summary := runner.Read(kind, output)
		if summary.Result == ledger.Failed {
			return summary.Line, true
		}
	}
	return "", false
}

// isResult reports whether a claim says clearly that checks pass. Above the output an unknown word does not matter if
// it says "all", as in "all quota tests".
func isResult(c claim.Claim) bool {
	isClear := c.IsClearHere() && (c.Soft == "" || c.IsAll)
	return isClear && c.Act == claim.Passed && !c.Statement.IsRow && !isAdmitted(c)
}

// isAdmitted reports whether a failure is admitted beside a claim. A claim about all tests is contradicted by
// whatever is admitted below the output.
func isAdmitted(c claim.Claim) bool {
	isBeside := func(own claim.Claim) bool { return own.IsAdmitted }
	return c.IsAdmitted && (c.IsPart || slices.ContainsFunc(claim.Of(c.Statement.Whole), isBeside))
}

var brackets = text.MustCompile(`\([^()]*\)`)

// endsSentence reports whether nothing but other claims, of those that follow, words of results and brackets is behind a
// claim in its sentence: in "all tests pass, save one" the rest may be what the output shows.
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
