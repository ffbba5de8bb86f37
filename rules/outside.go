package rules

import (
	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/text"
)

// What stands here tells faults of files that are no handoffs in the form of
// findings: a configuration is one.

// NewFinding is an error in a file of that path, told under a name. The words
// are filled in with the report's values; source is the file's text, nil where
// it could not be read.
func NewFinding(name string, words Words, path string, source *text.Source, r Report) Finding {
	values := clipAll(r.Values)
	f := Finding{
		Rule: name, Severity: Error, Path: path, Pointer: r.Pointer, Unjudged: true, ErrorType: name,
		Message: fill(words.Message, values), Help: fill(words.Help, values),
		Variant: r.Variant, Values: r.Values,
	}
	if source == nil {
		return f
	}
	f.Range = source.Range(r.At)
	if !isWhole(source, r.At) {
		f.Excerpt = excerpt(source, r.At)
	}
	for _, place := range r.Related {
		f.Related = append(f.Related, Related{Path: path, Range: source.Range(place.Span), Message: fill(words.Related, values)})
	}
	return f
}

// ViolationValues are the values that the words of a violation are filled in
// with: field, name, want, got, by, and where there are such value and values,
// the nearest of them first.
//
// Internal: it serves the commands of handofflint.
func ViolationValues(v constraint.Violation) Values { return violationValues(v, v.Pointer) }
