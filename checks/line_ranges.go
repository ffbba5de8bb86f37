package checks

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type lineRangesParams struct {
	Ranges []string `json:"ranges"`
}

// lines matches the line ranges after a path, such as a:10-80,95, without a note after them. The column in
// a:10:5 is not a line.
var lines = text.MustCompile(`[^:\d]:(\d+(?:[-–]\d+)?(?:, ?\d+(?:[-–]\d+)?)*)(?:\s+\(.*\))?\s*$`)

// lineRanges reports paths of a metadata block with impossible lines: line 0, or a range that ends before it
// begins.
func lineRanges(p *lineRangesParams, pass *rules.Pass) {
	if pass.Doc.Spec.Block == nil {
		return
	}
	pass.Doc.Data().EachElement(p.Ranges, pass.Failed, func(list *document.Node, i int, pointer string) {
		item := list.Items[i]
		if found := lines.FindStringSubmatch(item.Str()); found != nil && !arePossible(found[1]) {
			pass.Report(rules.Report{
				At: item.Value, Pointer: pointer, Variant: "lines", MaxSeverity: rules.Warning,
				Values: rules.Values{"field": document.FieldName(pointer), "value": secret.Quote(item.Text), "lines": found[1]},
			})
		}
	})
}

// arePossible reports whether none of the ranges in a list such as 10-80,95 is impossible.
func arePossible(ranges string) bool {
	return !slices.ContainsFunc(strings.Split(ranges, ","), isImpossible)
}

// isImpossible reports whether a line is 0, or a range of lines such as 80-10 begins with line 0 or ends before
// it begins.
func isImpossible(lines string) bool {
	from, to, isRange := strings.Cut(strings.ReplaceAll(strings.TrimSpace(lines), "–", "-"), "-")
	first, _ := strconv.ParseUint(from, 10, 64) // ParseUint returns the maximum if there are too many digits
	last, _ := strconv.ParseUint(to, 10, 64)
	return first == 0 || isRange && last < first
}
