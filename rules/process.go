package rules

import (
	"cmp"
	"slices"
	"strings"
)

// processor is one step between the findings as they were made and as they
// are shown.
type processor func([]Finding) []Finding

// process brings the findings of a file into their final form. A finding that
// others yield to is still one when it is suppressed, so that none of them comes
// in its place. Who is told of a cut is known once all others have gone; what is
// told again for that is strict and sorted as the rest.
func (t *docCheck) process() []Finding {
	findings := t.findings
	for _, process := range []processor{
		yield, t.removeSuppressed,
		sortFindings, deduplicate, t.noteOmissions,
		t.engine.applyStrict, sortFindings,
	} {
		findings = process(findings)
	}
	return findings
}

// reprocess joins findings that were settled apart. What one of those that yield
// told of a cut is told by another.
func reprocess(findings []Finding) []Finding {
	settled := deduplicate(sortFindings(yield(findings)))
	for _, f := range findings {
		if f.notesOmission && !slices.ContainsFunc(settled, f.sameOmission) {
			settled = f.tally.noteOmission(settled, f)
		}
	}
	return sortFindings(settled)
}

// sameOmission says whether another finding tells of the same cut.
func (f Finding) sameOmission(other Finding) bool {
	return other.tally == f.tally && other.notesOmission
}

// applyStrict makes errors of warnings where the user wants it.
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

// deduplicate leaves one of the findings that say the same of the same place.
// Two fields that are missing from one object are two faults, but where a rule
// has one sentence for both, the second tells nobody anything. What would be
// mended in another way is kept.
func deduplicate(findings []Finding) []Finding {
	type telling struct {
		path, rule, message, help string
		start, end                int
	}
	told := map[telling]bool{}
	return slices.DeleteFunc(findings, func(f Finding) bool {
		t := telling{f.Path, f.Rule, f.Message, f.Help, f.Range.Start.Offset, f.Range.End.Offset}
		again := told[t] && f.Fix == nil
		told[t] = true
		return again
	})
}

func compareNames(a, b string) int { return strings.Compare(a, b) }
