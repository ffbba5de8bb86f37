// Package marker finds the text between two markers, which is how a task leaves
// its payload in a log.
//
// The rule for a pair is upstream's (docs/formats.md, "task"): the last END
// counts, with the last START before it, and markers are found anywhere in a
// line.
package marker

import (
	"bytes"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// Pair is a START and an END marker.
type Pair struct{ Start, End string }

// The pairs of Kelos. Handoff is around a task's payload, Outputs around its
// lines of results.
var (
	Handoff = Pair{"---KELOS_HANDOFF_START---", "---KELOS_HANDOFF_END---"}
	Outputs = Pair{"---KELOS_OUTPUTS_START---", "---KELOS_OUTPUTS_END---"}
)

// Opening is what every marker begins with. It cannot overlap with itself, so
// a text in which it does not occur has no marker.
const Opening = "---KELOS_"

// State is what a text has of a pair.
type State int

// The states.
const (
	// None: neither marker.
	None State = iota
	// Paired: a START and an END after it.
	Paired
	// CutOff: a START that no END follows, whatever is before it.
	CutOff
	// Headless: an END, and no START before it.
	Headless
)

// Found is what a text has of a pair, and where.
type Found struct {
	State State
	// Start is the place of the START that counts, End that of the END; the
	// zero Pos if there is none. Columns and lines are those of text.Source.
	Start, End text.Pos
	// Text is the text from the START up to and including the END, to the end
	// of the log without an END, and the END alone without a START.
	Text []byte
	// Long says that there is more between the markers than is read.
	Long bool

	pair Pair
}

// Inside is what is between the markers, without white space or a byte order
// mark around it; it is nothing unless the state is Paired.
func (f Found) Inside() []byte {
	if f.State != Paired {
		return nil
	}
	return bytes.Trim(f.Text[len(f.pair.Start):len(f.Text)-len(f.pair.End)], blank)
}

// blank is the white space that may be around a payload.
const blank = " \t\r\n\f\v" + text.BOM

// Find finds a pair in a text.
func (p Pair) Find(data []byte) Found {
	start, end := bytes.LastIndex(data, []byte(p.Start)), bytes.LastIndex(data, []byte(p.End))
	switch {
	case start > end:
		return Found{State: CutOff, pair: p, Start: placeOf(data, start), Text: data[start:]}
	case end < 0:
		return Found{}
	}
	// Markers may share dashes: a START that reaches into the END is not before it.
	start = bytes.LastIndex(data[:end], []byte(p.Start))
	behind := end + len(p.End)
	if start < 0 {
		return Found{State: Headless, pair: p, End: placeOf(data, end), Text: data[end:behind]}
	}
	return Found{State: Paired, pair: p, Start: placeOf(data, start), End: placeOf(data, end), Text: data[start:behind]}
}

// placeOf is the place of an offset, without an index of all lines.
func placeOf(data []byte, offset int) text.Pos {
	line := bytes.LastIndexByte(data[:offset], '\n') + 1
	before := data[line:offset]
	if line == 0 {
		before = bytes.TrimPrefix(before, []byte(text.BOM))
	}
	return text.Pos{Offset: offset, Line: 1 + bytes.Count(data[:line], []byte{'\n'}), Column: 1 + utf8.RuneCount(before)}
}

// At is the place of the marker that the state is about: of the START, and of
// the END where that is alone.
func (f Found) At() text.Pos {
	if f.State == Headless {
		return f.End
	}
	return f.Start
}

// Since is what the part of the text from that line on has of the pair.
func (f Found) Since(line int) Found {
	switch {
	case f.State == None || f.At().Line >= line:
		return f
	case f.State == Paired && f.End.Line >= line:
		return Found{State: Headless, pair: f.pair, End: f.End, Text: []byte(f.pair.End)}
	}
	return Found{}
}
