package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// severalBlocks reports every metadata block except the last, which counts.
func severalBlocks(_ *struct{}, pass *rules.Pass) {
	if pass.Doc.Body == nil || len(pass.Doc.Body.Blocks) < 2 {
		return
	}
	blocks := pass.Doc.Body.Blocks
	last := blocks[len(blocks)-1]
	for _, b := range blocks[:len(blocks)-1] {
		pass.Report(rules.Report{
			At:      text.Span{Start: b.Start, End: b.Start + 1},
			Scope:   b,
			Values:  rules.Values{"line": strconv.Itoa(pass.Line(last))},
			Related: []document.Related{{Span: text.Span{Start: last.Start, End: last.Start + 1}}},
		})
	}
}
