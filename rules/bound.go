package rules

import (
	"maps"
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

// excerpt returns the line on which a span starts, of a long line only a window.
func excerpt(source *text.Source, at text.Span) Excerpt {
	number := source.Pos(at.Start).Line
	line := source.LineSpan(number)
	begin, start := line.Start, line.Start
	if number == 1 {
		begin = 0 // a byte order mark is not part of the span
	}
	if line.Len() > excerptLength*utf8.UTFMax || utf8.RuneCountInString(source.Slice(line)) > excerptLength {
		start = max(line.Start, min(at.Start, line.End)-excerptLength/4)
		for start > line.Start && !utf8.RuneStart(source.Bytes()[start]) {
			start--
		}
	}
	window := source.Slice(text.Span{Start: start, End: min(line.End, start+excerptLength*utf8.UTFMax)})
	points := 0
	for i := range window {
		if points++; points > excerptLength {
			window = window[:i]
			break
		}
	}
	return Excerpt{Text: window, Column: source.Pos(start).Column, Offset: start - begin}
}
