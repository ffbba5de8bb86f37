package rules

import (
	"fmt"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
)

// limitsFile needs no other file: it is read before anything else.
const limitsFile = "limits.cue"

// Limits bounds reading and parsing. As an option, 0 keeps the default.
type Limits struct {
	// Bytes is the size of the largest file that is read.
	Bytes int64
	document.Limits
	// Findings is the maximum number of findings of one rule and one severity
	// in a file; the last one notes that more were omitted, in the words of
	// more.
	Findings int
	more     string
}

// LimitsChecker returns the contract of a configuration's limits: an object
// with the limits to change, each within its bounds.
//
// Internal: it serves the commands of handofflint.
func LimitsChecker() (*constraint.Checker, error) {
	value, err := loadSources(allBut(limitsFile))
	if err != nil {
		return nil, err
	}
	checker, err := constraint.Compile(lookup(value, "limits"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", limitsFile, err)
	}
	return checker.Partial(), nil
}

// LoadLimits returns the default limits. An error is a bug in handofflint.
func LoadLimits() (Limits, error) { return loadLimits(Limits{}) }

// LimitsWith returns the limits with those of the options. It returns an error
// if one is out of bounds.
func LimitsWith(options Options) (Limits, error) { return loadLimits(options.Limits) }

// loadLimits reads limits.cue alone, with changes to it.
func loadLimits(changes Limits) (Limits, error) {
	value, err := loadSources(allBut(limitsFile))
	if err != nil {
		return Limits{}, err
	}
	if value, err = changes.fill(value); err != nil {
		return Limits{}, err
	}
	var raw struct {
		Bytes                   int64 `json:"bytes"`
		Depth, Values, Trailing int
		Findings                int
	}
	if err := lookup(value, "limits").Decode(&raw); err != nil {
		return Limits{}, fmt.Errorf("%s: %w", limitsFile, err)
	}
	in := reading(value)
	limits := document.Limits{Depth: raw.Depth, Values: raw.Values, Trailing: raw.Trailing}
	return Limits{Bytes: raw.Bytes, Limits: limits, Findings: raw.Findings, more: in.text("limitWords.more")}, in.err
}

// fill puts the limits that are not 0 into the sources. It returns an error if
// one is out of bounds.
func (l Limits) fill(sources cue.Value) (cue.Value, error) {
	for _, bound := range []struct {
		name  string
		value int64
	}{
		{"bytes", l.Bytes},
		{"depth", int64(l.Depth)}, {"values", int64(l.Values)}, {"trailing", int64(l.Trailing)},
		{"findings", int64(l.Findings)},
	} {
		if bound.value == 0 {
			continue
		}
		path := cue.MakePath(cue.Str("limits"), cue.Str(bound.name))
		sources = sources.FillPath(path, bound.value)
		if err := sources.LookupPath(path).Validate(cue.Concrete(true)); err != nil {
			return sources, fmt.Errorf("the limit %s cannot be %d: %w", bound.name, bound.value, err)
		}
	}
	return sources, nil
}

// allBut skips every file but one.
func allBut(name string) func(string) bool {
	return func(other string) bool { return other != name }
}
