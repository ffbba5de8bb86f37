package checks

import (
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
		if found := lines.FindStringSubmatch(item.Str()); found != nil && !possible(found[1]) {
			pass.Report(rules.Report{
				At: item.Value, Pointer: pointer, Variant: "lines", MaxSeverity: rules.Warning,
				Values: rules.Values{"field": document.FieldName(pointer), "value": secret.Quote(item.Text), "lines": found[1]},
			})
		}
	})
}

// possible reports whether each range begins at line 1 or later and does not end before it begins.
func possible(ranges string) bool {
	for _, r := range strings.Split(ranges, ",") {
		from, to, isRange := strings.Cut(strings.ReplaceAll(strings.TrimSpace(r), "–", "-"), "-")
		first, _ := strconv.ParseUint(from, 10, 64) // ParseUint returns the maximum if there are too many digits
		last, _ := strconv.ParseUint(to, 10, 64)
		if first == 0 || isRange && last < first {
			return false
		}
	}
	return true
}
