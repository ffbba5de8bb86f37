package rules

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/secret"
)

// process makes a file's findings final. Findings yield to others even if those are suppressed.
func (c *docCheck) process() []Finding {
	findings := deduplicate(sortFindings(c.removeSuppressed(yield(c.findings))))
	c.engine.applyStrict(findings)
	if len(findings) > 0 { // looking for credentials takes time
		redactor := secret.RedactorFor(c.doc)
		for i := range findings {
			findings[i].redact(redactor)
		}
	}
	return findings
}

// applyStrict treats warnings as errors if the options say so.
func (e *Engine) applyStrict(findings []Finding) []Finding {
	for i := range findings {
		if e.options.Strict {
			findings[i].Severity = Error
		}
	}
	return findings
}

// yield drops findings whose rule yields to a rule that has fired: in the finding's scope, or anywhere if one
// of the two is about the whole file.
func yield(findings []Finding) []Finding {
	fired := map[string][]*Finding{}
	for i, f := range findings {
		fired[f.Rule] = append(fired[f.Rule], &findings[i])
	}
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool {
		isNear := func(other *Finding) bool {
			isWithin := f.scope.Start.Offset <= other.Range.Start.Offset && other.Range.End.Offset <= f.scope.End.Offset
			return isWithin || f.wholeFile || other.wholeFile
		}
		return slices.ContainsFunc(f.yields, func(rule string) bool { return slices.ContainsFunc(fired[rule], isNear) })
	})
}

// redact masks credentials in a finding. It drops a fix that writes one, since the fix could not be shown.
func (f *Finding) redact(r *secret.Redactor) {
	f.Message, f.Help, f.Pointer = r.Redact(f.Message), r.Redact(f.Help), r.Redact(f.Pointer)
	f.Excerpt.Text = r.Redact(f.Excerpt.Text)
	f.Values = maps.Clone(f.Values)
	for name, value := range f.Values {
		f.Values[name] = r.Redact(value)
	}
	for i := range f.Related {
		f.Related[i].Message = r.Redact(f.Related[i].Message)
	}
	if f.Fix == nil {
		return
	}
	f.Fix.Message = r.Redact(f.Fix.Message)
	if slices.ContainsFunc(f.Fix.Edits, func(e Edit) bool { return r.Redact(e.NewText) != e.NewText }) {
		f.Fix = nil
	}
}

func sortFindings(findings []Finding) []Finding {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.Range.Start.Offset, b.Range.Start.Offset),
			cmp.Compare(a.Range.End.Offset, b.Range.End.Offset),
			strings.Compare(a.Rule, b.Rule),
			strings.Compare(a.Pointer, b.Pointer),
			strings.Compare(a.Message, b.Message),
		)
	})
	return findings
}

// deduplicate keeps one of the findings that say the same at the same position. Two missing fields of one
// object are two faults, but if a rule has one message for both, the second adds nothing. A finding with its
// own fix is kept.
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
