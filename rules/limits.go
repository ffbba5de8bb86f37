package rules

import (
	"cmp"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
)

// Limits bounds reading and parsing. As an option, 0 keeps the default.
type Limits struct {
	// Bytes is the maximum size of a file that is read.
	Bytes int64
	document.Limits
	// Findings is the maximum number of findings of one rule and severity in a file; the next one notes, in
	// the words of more, that others are not listed.
	Findings int
	more     string
}

// LimitsSchema returns the schema of limits in a configuration: an object with those to change, each within
// its bounds.
func LimitsSchema() *schema.Node { return table.Builtin.Definition("limits").Partial() }

// LimitsWith returns the default limits with those of the options.
func LimitsWith(options Options) Limits {
	change := options.Limits
	l := table.Load[Limits]("limits")
	l.more = table.Load[struct{ More string }]("limitWords").More
	l.Bytes = cmp.Or(change.Bytes, l.Bytes)
	l.Depth = cmp.Or(change.Depth, l.Depth)
	l.Values = cmp.Or(change.Values, l.Values)
	l.Lines = cmp.Or(change.Lines, l.Lines)
	l.Trailing = cmp.Or(change.Trailing, l.Trailing)
	l.Findings = cmp.Or(change.Findings, l.Findings)
	return l
}
