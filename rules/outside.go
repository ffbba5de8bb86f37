package rules

import "github.com/handofflint/handofflint/internal/text"

// This file reports faults of files that are not handoffs as findings: a
// configuration is one.

// NewFinding returns an error in the file at path, under a name. The report's
// values fill in the words; source is the file's text, nil if it could not be
// read.
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
