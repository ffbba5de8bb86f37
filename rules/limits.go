package rules

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

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

// LoadLimits returns the default limits.
func LoadLimits() Limits {
	l := table.Load[Limits]("limits")
	l.more = table.Load[struct{ More string }]("limitWords").More
	return l
}

// LimitsWith returns the limits and section titles with those of the options. It returns an error if a limit
// is out of bounds.
func LimitsWith(options Options) (Limits, error) {
	l, change := LoadLimits(), options.Limits
	set := map[string]int64{
		"bytes": change.Bytes, "depth": int64(change.Depth), "values": int64(change.Values), "lines": int64(change.Lines),
		"trailing": int64(change.Trailing), "findings": int64(change.Findings),
	}
	maps.DeleteFunc(set, func(_ string, n int64) bool { return n == 0 })
	for _, name := range slices.Sorted(maps.Keys(set)) {
		limit := &document.Node{Kind: document.Int, Text: strconv.FormatInt(set[name], 10)}
		if bounds := table.Builtin.Definition("limits").Field(name); !bounds.Match(limit, nil) {
			return l, fmt.Errorf("the limit %s cannot be %d: it is an %s", name, set[name], bounds.Want())
		}
	}
	data, _ := json.Marshal(set) // integers always fit
	err := json.Unmarshal(data, &l)
	for _, number := range slices.Sorted(maps.Keys(options.Titles)) {
		l.Titles = append(l.Titles, options.Titles[number])
	}
	return l, err
}
