package rules

import (
	"cmp"
	"slices"
	"strings"
)

// process brings a file's findings into their final form. Findings yield to
// others even if those are suppressed.
func (t *docCheck) process() []Finding {
	findings := t.removeSuppressed(yield(t.findings))
	return t.engine.applyStrict(deduplicate(sortFindings(findings)))
}

// reprocess joins findings that were processed apart.
func reprocess(findings []Finding) []Finding { return deduplicate(sortFindings(yield(findings))) }

// applyStrict treats warnings as errors if the options say so.
func (e *Engine) applyStrict(findings []Finding) []Finding {
	for i := range findings {
		if e.strict && findings[i].Severity == Warning {
			findings[i].Severity = Error
		}
	}
	return findings
}

func sortFindings(findings []Finding) []Finding {
	slices.SortStableFunc(findings, compareFindings)
	return findings
}

func compareFindings(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Range.Start.Offset, b.Range.Start.Offset),
		cmp.Compare(a.Range.End.Offset, b.Range.End.Offset),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Pointer, b.Pointer),
		strings.Compare(a.Message, b.Message),
	)
}

// deduplicate keeps one of the findings that say the same about the same
// position. Two missing fields of one object are two faults, but if a rule has
// one sentence for both, the second adds nothing. A finding with its own fix is
// kept.
func deduplicate(findings []Finding) []Finding {
	type content struct {
		path, rule, message, help string
		start, end                int
	}
	seen := map[content]bool{}
	return slices.DeleteFunc(findings, func(f Finding) bool {
		c := content{f.Path, f.Rule, f.Message, f.Help, f.Range.Start.Offset, f.Range.End.Offset}
		again := seen[c] && f.Fix == nil
		seen[c] = true
		return again
	})
}
