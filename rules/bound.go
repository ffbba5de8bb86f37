package rules

import (
	"maps"
	"strconv"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// What stands here keeps the size of a finding, and the number of findings,
// within bounds that no file can move.

// valueLength is how many code points of a value a message shows at most. It
// is beyond every list of allowed values; only a file's own text is longer.
const valueLength = 400

// clip cuts a text to a number of code points.
func clip(s string, length int) string {
	if len(s) <= length {
		return s
	}
	for i := range s {
		if length--; length < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// clipAll clips every value. The values of a fault belong to the document,
// which others may be judging too, so they are copied before they change.
func clipAll(values Values) Values {
	clipped, copied := values, false
	for name, value := range values {
		if len(value) <= valueLength {
			continue
		}
		if !copied {
			clipped, copied = maps.Clone(values), true
		}
		clipped[name] = clip(value, valueLength)
	}
	return clipped
}

// tallyKey is what findings are counted by: an error is never cut off because
// there are many warnings, nor a finding because many are suppressed.
type tallyKey struct {
	rule       *Rule
	severity   Severity
	suppressed bool
}

// tally is what is known of the findings of one key in a document.
type tally struct {
	count int
	last  Finding // the last one that was made
	// note is what is said where findings were cut off, "" where none was.
	note string
}

// tally counts a finding that is about to be added. It is nil where the finding
// is one too many. Of those that are suppressed nothing is listed, so nothing is
// said about them either.
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

// noteOmissions says, in the last finding of each key that has too many, that more
// were cut off. It is the last step: before it, any finding may still go.
func (t *docCheck) noteOmissions(findings []Finding) []Finding {
	if t.final { // nothing else is told
		return findings
	}
	for _, n := range t.overfull {
		findings = n.noteOmission(findings, n.last)
	}
	return findings
}

// noteOmission says in the last of its findings that more were cut off. Where none of
// them is left, one of those that went is told again: whether the ones that were
// never made would have gone as well, nobody knows.
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
		// What was never listed nobody has accepted.
		f.Message, f.notesOmission, f.Firm = f.Message+n.note, true, true
	}
	return findings
}

// excerpt is the line on which a span starts, cut to a window around it. Of a
// long line no more than the window is looked at.
func excerpt(source *text.Source, at text.Span) Excerpt {
	line := source.Pos(at.Start).Line
	span := source.LineSpan(line)
	begin := span.Start
	if line == 1 {
		begin = 0 // a byte order mark is no part of the span
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

// short says whether a line needs no cut.
func short(source *text.Source, line text.Span) bool {
	return line.Len() <= excerptLength ||
		line.Len() <= excerptLength*utf8.UTFMax && utf8.RuneCountInString(source.Slice(line)) <= excerptLength
}

// first is the first code points of a text.
func first(s string, length int) string {
	for i := range s {
		if length--; length < 0 {
			return s[:i]
		}
	}
	return s
}
