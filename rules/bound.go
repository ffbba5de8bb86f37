package rules

import (
	"maps"
	"strconv"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// This file bounds the size of a finding and the number of findings, whatever
// the file contains.

// valueLength is the maximum number of code points of a value in a message. It
// is longer than every list of allowed values; only text of the file is cut.
const valueLength = 400

// clipAll returns the values, clipped. It copies them: those of a fault belong to
// the document, which other goroutines may be checking.
func clipAll(values Values) Values {
	clipped := maps.Clone(values)
	for name, value := range clipped {
		clipped[name] = text.Shorten(value, valueLength)
	}
	return clipped
}

// tallyKey is the key by which findings are counted: warnings never push out an
// error, nor suppressed findings one that is listed.
type tallyKey struct {
	rule       string
	severity   Severity
	suppressed bool
}

// noteOmissions appends to the last finding of each key over the limit that more
// were omitted. If all of them were dropped, the first omitted one is added, which
// may not have been. It is the last step: until then any finding may be dropped.
func (t *docCheck) noteOmissions(findings []Finding) []Finding {
	if t.final { // nothing else is reported
		return findings
	}
	note := fill(t.engine.limits.more, Values{"limit": strconv.Itoa(t.engine.limits.Findings)})
	for key, first := range t.omitted {
		last := -1
		for i, f := range findings {
			if f.Rule == key.rule && f.Severity == key.severity {
				last = i
			}
		}
		if last < 0 {
			last, findings = len(findings), append(findings, first)
		}
		// A baseline cannot contain findings that were never listed.
		f := &findings[last]
		f.Message, f.Firm = f.Message+note, true
	}
	return findings
}

// excerpt returns the line on which a span starts, cut to a window around it.
// Of a long line only the window is read.
func excerpt(source *text.Source, at text.Span) Excerpt {
	line := source.Pos(at.Start).Line
	span := source.LineSpan(line)
	begin := span.Start
	if line == 1 {
		begin = 0 // a byte order mark is not part of the span
	}
	if short(source, span) {
		return Excerpt{Text: source.Slice(span), Column: source.Pos(span.Start).Column, Offset: span.Start - begin}
	}
	near := min(max(at.Start, span.Start), span.End)
	before := source.Slice(text.Span{Start: max(span.Start, near-excerptLength), End: near})
	start := near
	for n := 0; n < excerptLength/4 && start > span.Start; n++ {
		_, size := utf8.DecodeLastRuneInString(before[:len(before)-(near-start)])
		start -= size
	}
	window := text.Span{Start: start, End: min(span.End, start+excerptLength*utf8.UTFMax)}
	return Excerpt{Text: first(source.Slice(window), excerptLength), Column: source.Pos(window.Start).Column, Offset: window.Start - begin}
}

// short reports whether a line fits without a cut.
func short(source *text.Source, line text.Span) bool {
	return line.Len() <= excerptLength ||
		line.Len() <= excerptLength*utf8.UTFMax && utf8.RuneCountInString(source.Slice(line)) <= excerptLength
}

// first returns the first code points of a string.
func first(s string, length int) string {
	for i := range s {
		if length--; length < 0 {
			return s[:i]
		}
	}
	return s
}
