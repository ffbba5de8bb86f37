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

// clipAll clips every value. The values of a fault belong to the document,
// which other goroutines may be checking, so they are copied before they
// change.
func clipAll(values Values) Values {
	clipped, copied := values, false
	for name, value := range values {
		if len(value) <= valueLength {
			continue
		}
		if !copied {
			clipped, copied = maps.Clone(values), true
		}
		clipped[name] = text.Shorten(value, valueLength)
	}
	return clipped
}

// tallyKey is the key by which findings are counted: warnings never push out an
// error, nor suppressed findings one that is listed.
type tallyKey struct {
	rule       *Rule
	severity   Severity
	suppressed bool
}

// tally counts the findings of one key in a document.
type tally struct {
	count int
	last  Finding // the last one made
	// note is appended to a message if findings were omitted, "" if none were.
	note string
}

// tally counts a finding that is about to be added. It returns nil if the limit
// is reached. Omitted findings that are suppressed are not noted.
func (t *docCheck) tally(key tallyKey) *tally {
	n := t.tallies[key]
	if n == nil {
		n = &tally{}
		t.tallies[key] = n
	}
	if n.count < t.engine.limits.Findings {
		n.count++
		return n
	}
	if n.note == "" && !key.suppressed {
		n.note = fill(t.engine.limits.more, Values{"limit": strconv.Itoa(t.engine.limits.Findings)})
		t.overfull = append(t.overfull, n)
	}
	return nil
}

// noteOmissions appends to the last finding of each key over the limit that
// more were omitted. It is the last step: until then any finding may be
// dropped.
func (t *docCheck) noteOmissions(findings []Finding) []Finding {
	if t.final { // nothing else is reported
		return findings
	}
	for _, n := range t.overfull {
		findings = n.noteOmission(findings, n.last)
	}
	return findings
}

// noteOmission appends the note to the last of its findings. If all of them
// were dropped, one is reported again: the omitted ones might not have been
// dropped.
func (n *tally) noteOmission(findings []Finding, gone Finding) []Finding {
	last := -1
	for i := range findings {
		if findings[i].tally == n {
			last = i
		}
	}
	if last < 0 {
		last, findings = len(findings), append(findings, gone)
	}
	if f := &findings[last]; !f.notesOmission {
		// A baseline cannot contain findings that were never listed.
		f.Message, f.notesOmission, f.Firm = f.Message+n.note, true, true
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
