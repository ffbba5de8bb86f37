package rules

import (
	"fmt"
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
)

// Limits bounds reading and parsing. As an option, 0 keeps the default.
type Limits struct {
	// Bytes is the size of the largest file that is read.
	Bytes int64
	document.Limits
	// Findings is the maximum number of findings of one rule and one severity
	// in a file; the next one notes that others are not listed, in the words of
	// more.
	Findings int
	more     string
}

// LimitsSchema returns what a configuration may say of limits: an object with those
// to change, each within its bounds.
//
// Internal: it serves the commands of handofflint.
func LimitsSchema() *schema.Node { return table.Builtin.Definition("limits").Partial() }

// LoadLimits returns the default limits.
func LoadLimits() Limits {
	l := table.Load[Limits]("limits")
	l.more = table.Load[struct{ More string }]("limitWords").More
	return l
}

// LimitsWith returns the limits with those of the options. It returns an error
// if one is out of bounds.
func LimitsWith(options Options) (Limits, error) {
	l := LoadLimits()
	bounds, change := table.Builtin.Definition("limits"), options.Limits
	for _, limit := range []struct {
		name  string
		value int64
		set   func(int64)
	}{
		{"bytes", change.Bytes, func(n int64) { l.Bytes = n }},
		{"depth", int64(change.Depth), func(n int64) { l.Depth = int(n) }},
		{"values", int64(change.Values), func(n int64) { l.Values = int(n) }},
		{"trailing", int64(change.Trailing), func(n int64) { l.Trailing = int(n) }},
		{"findings", int64(change.Findings), func(n int64) { l.Findings = int(n) }},
	} {
		if limit.value == 0 {
			continue
		}
		node := bounds.Field(limit.name)
		if !node.Match(&document.Node{Kind: document.Int, Text: strconv.FormatInt(limit.value, 10)}, nil) {
			return l, fmt.Errorf("the limit %s cannot be %d: it is an %s", limit.name, limit.value, node.Want())
		}
		limit.set(limit.value)
	}
	return l, nil
}
