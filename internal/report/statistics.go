package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// statistics is a table of the rules that found something, the most frequent
// first, "" if none did.
func (run Run) statistics() string {
	type row struct {
		rule     string
		severity rules.Severity
	}
	count, fixable := map[row]int{}, map[row]int{}
	for f := range run.findings() {
		r := row{f.Rule, f.Severity}
		count[r]++
		if f.Fix != nil {
			fixable[r]++
		}
	}
	if len(count) == 0 {
		return ""
	}
	rows := slices.SortedFunc(maps.Keys(count), func(a, b row) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a.rule, b.rule), cmp.Compare(a.severity, b.severity))
	})
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "rule\tseverity\tcount\tfixable")
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\n", text.Escape(r.rule), r.severity, count[r], fixable[r])
	}
	table.Flush() // a strings.Builder takes everything
	return b.String()
}
