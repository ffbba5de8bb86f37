package rules

import (
	"fmt"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
)

// limitsFile stands alone: it is read before anything else is.
const limitsFile = "limits.cue"

// Limits are the bounds of reading and parsing that the sources set. As an
// option, a bound that is 0 is the sources' own.
type Limits struct {
	// Bytes is the size of the largest file that is read.
	Bytes int64
	document.Limits
	// Findings is how many findings of one rule and one severity a file can
	// have; more are cut off, and the last one says so in the words of more.
	Findings int
	more     string
}

// LimitsChecker is what a configuration may say of limits: an object with the
// bounds to change, within the bounds that the sources set for them.
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

// LoadLimits are the limits of the sources. An error is a fault of the program.
func LoadLimits() (Limits, error) { return loadLimits(Limits{}) }

// LimitsWith are the limits of the sources with those of the options in place
// of theirs. An error is one out of its bounds.
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

// fill puts the bounds that are not 0 into the sources. An error is a bound
// out of its bounds.
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

// allBut leaves out every file but one.
func allBut(name string) func(string) bool {
	return func(other string) bool { return other != name }
}
