package document

import (
	"bytes"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// Markers are around what a task leaves in a log. The rule for a pair is
// upstream's (docs/formats.md, "task"): the last END counts, with the last START
// before it, and markers are found anywhere in a line.
type Markers struct{ Start, End string }

// The markers of Kelos: around a task's payload, and around its lines of results.
var (
	HandoffMarkers = Markers{"---KELOS_HANDOFF_START---", "---KELOS_HANDOFF_END---"}
	OutputsMarkers = Markers{"---KELOS_OUTPUTS_START---", "---KELOS_OUTPUTS_END---"}
)

// MarkerOpening is what every marker begins with. It cannot overlap with itself,
// so a text in which it does not occur has no marker.
const MarkerOpening = "---KELOS_"

// MarkedState is what a text has of a pair of markers.
type MarkedState int

// The states.
const (
	// Unmarked: neither marker.
	Unmarked MarkedState = iota
	// Paired: a START and an END after it.
	Paired
	// CutOff: a START that no END follows, whatever is before it.
	CutOff
	// Headless: an END, and no START before it.
	Headless
)

// Marked is what a text has of a pair of markers, and where.
type Marked struct {
	State MarkedState
	// Start is the place of the START that counts, End that of the END; the
	// zero Pos if there is none. Columns and lines are those of text.Source.
	Start, End text.Pos
	// Text is the text from the START up to and including the END, to the end
	// of the log without an END, and the END alone without a START.
	Text []byte
	// Long says that there is more between the markers than is read.
	Long bool

	pair Markers
}

// Inside is what is between the markers, without white space or a byte order
// mark around it; it is nothing unless the state is Paired.
func (m Marked) Inside() []byte {
	if m.State != Paired {
		return nil
	}
	return bytes.Trim(m.Text[len(m.pair.Start):len(m.Text)-len(m.pair.End)], blank+text.BOM)
}

// Find finds the pair in a text.
func (m Markers) Find(data []byte) Marked {
	start, end := bytes.LastIndex(data, []byte(m.Start)), bytes.LastIndex(data, []byte(m.End))
	switch {
	case start > end:
		return Marked{State: CutOff, pair: m, Start: placeOf(data, start), Text: data[start:]}
	case end < 0:
		return Marked{}
	}
	// Markers may share dashes: a START that reaches into the END is not before it.
	start = bytes.LastIndex(data[:end], []byte(m.Start))
	after := end + len(m.End)
	if start < 0 {
		return Marked{State: Headless, pair: m, End: placeOf(data, end), Text: data[end:after]}
	}
	return Marked{State: Paired, pair: m, Start: placeOf(data, start), End: placeOf(data, end), Text: data[start:after]}
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
// the END if that is alone.
func (m Marked) At() text.Pos {
	if m.State == Headless {
		return m.End
	}
	return m.Start
}
