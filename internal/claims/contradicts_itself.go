package claims

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// contradictsItself reports claims that checks pass directly above a code block with the output of a failed
// run.
func contradictsItself(_ *struct{}, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	source := pass.Doc.Source
	blocks := codeBlocks(source, pass.Doc.Body.Span)
	if len(blocks) == 0 {
		return // reading claims costs a third of a check
	}
	for _, c := range saidIn(pass) {
		isPlain := c.Unclear == "" && (c.Soft == "" || c.IsAll) // in "all quota tests", the unknown word does not matter above the output
		isResult := c.Act == claim.Passed && isPlain && !c.IsAdmitted && !c.Statement.IsRow
		if !isResult || pass.Doc.Body.Age(c.at) > 0 {
			continue
		}
		next, _ := slices.BinarySearchFunc(blocks, c.at.End, func(b codeBlock, end int) int { return cmp.Compare(b.at, end) })
		if next == len(blocks) {
			continue
		}
		block := blocks[next]
		if !isRightAbove(source.Slice(text.Span{Start: c.at.End, End: block.at})) {
			continue
		}
		output := strings.TrimRight(source.Slice(block.content), "\r\n")
		for _, kind := range c.Kinds {
			if summary := runner.Read(kind, output); summary.Result == ledger.Failed {
				pass.Report(rules.Report{At: c.at, Values: rules.Values{
					"text": secret.Quote(c.Text), "printed": secret.Quote(summary.Line), "line": strconv.Itoa(source.Pos(block.at).Line),
				}})
				break
			}
		}
	}
}

// isRightAbove reports whether a text between a claim and a code block has no letters, or is a label of
// known words: "Output:".
func isRightAbove(between string) bool {
	isLabel := strings.HasSuffix(strings.TrimSpace(between), ":") && claim.IsClear(between)
	return isLabel || strings.IndexFunc(between, unicode.IsLetter) < 0
}

// codeBlock is a fenced code block: the offset of its fence, and its lines.
type codeBlock struct {
	at      int
	content text.Span
}

// codeBlocks returns the closed code blocks in a span.
func codeBlocks(source *text.Source, in text.Span) []codeBlock {
	var blocks []codeBlock
	var block codeBlock
	var fence byte
	opening, offset := 0, in.Start
	for line := range strings.Lines(source.Slice(in)) {
		char, length, info, isFence := text.Fence([]byte(line))
		switch {
		case fence == 0 && isFence:
			fence, opening = char, length
			block = codeBlock{at: offset, content: text.Span{Start: offset + len(line)}}
		case isFence && char == fence && length >= opening && len(info) == 0:
			fence = 0
			block.content.End = offset
			blocks = append(blocks, block)
		}
		offset += len(line)
	}
	return blocks
}
