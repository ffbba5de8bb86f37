package document

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// MarkedState says which of a pair of markers a text has.
type MarkedState int

// The states.
const (
	Unmarked MarkedState = iota // neither marker
	Paired                      // a START and an END after it
	CutOff                      // a START without an END after it, whatever precedes it
	Headless                    // an END without a START before it
)

// Marked is the pair of markers in a text, and its position.
type Marked struct {
	State MarkedState
	// Start is the position of the START that counts, End of the END; the zero Pos if there is none. Columns
	// and lines are as in text.Source.
	Start, End text.Pos
	// Text is the text from the START through the END. Without an END it reaches to the end of the log;
	// without a START it is only the END.
	Text []byte
	// Long is set if the text between the markers is longer than what is read.
	Long bool

	pair protocol.Markers
}

// FindMarked finds a pair of markers, which enclose a task's payload in a log. The rule is upstream's
// (docs/formats.md, "task"): the last END counts, with the last START before it, and markers may be anywhere
// in a line.
func FindMarked(data []byte, pair protocol.Markers) Marked {
	start := bytes.LastIndex(data, []byte(pair.Start))
	end := bytes.LastIndex(data, []byte(pair.End))
	if start < 0 && end < 0 {
		return Marked{}
	}
	src := text.NewSource(data)
	if start > end {
		return Marked{State: CutOff, pair: pair, Start: src.Pos(start), Text: data[start:]}
	}
	// Markers may share dashes: a START that overlaps the END is not before it.
	start = bytes.LastIndex(data[:end], []byte(pair.Start))
	after := end + len(pair.End)
	if start < 0 {
		return Marked{State: Headless, pair: pair, End: src.Pos(end), Text: data[end:after]}
	}
	return Marked{State: Paired, pair: pair, Start: src.Pos(start), End: src.Pos(end), Text: data[start:after]}
}

// Inside returns the text between the markers, without surrounding white space or byte order mark; nil unless
// the state is Paired.
func (m Marked) Inside() []byte {
	if m.State != Paired {
		return nil
	}
	return bytes.Trim(m.Text[len(m.pair.Start):len(m.Text)-len(m.pair.End)], blank+text.BOM)
}

// At returns the position of the START, or of the END if there is no START.
func (m Marked) At() text.Pos {
	if m.State == Headless {
		return m.End
	}
	return m.Start
}

// isLog reports whether the file is a log with a payload: it is not JSON as a whole and has a START marker.
func (p *probe) isLog(markers protocol.Markers) bool {
	return bytes.Contains(p.in.Data, []byte(markers.Start)) && !json.Valid(p.in.Data[p.src.Start():])
}

// isObject reports whether the whole file is one JSON object.
func (p *probe) isObject() bool {
	_, faults := p.json()
	return jsonFault(faults) == nil
}

// payload returns the object of a JSON file, or the one between the markers in a log. A version of 1.0 stays
// a Float: upstream's reader decodes it into an integer and rejects it.
func (p *probe) payload(markers protocol.Markers) (node *Node, faults []Fault) {
	marked := FindMarked(p.in.Data, markers)
	switch {
	case marked.State == Unmarked && p.isProse():
		return nil, []Fault{{Rule: ruleUnknownFormat, Variant: "no-payload", Span: text.At(p.src.Start()), Values: values("marker", markers.Start)}}
	case marked.State == Unmarked || p.isObject(): // markers in an object are in its texts
		node, faults = p.json()
	default:
		node, faults = p.marked(marked)
	}
	if version := node.Field("version"); version.IsKind(Int) && strings.Contains(p.src.Slice(version.Value), ".") {
		version.Kind, version.Text = Float, p.src.Slice(version.Value)
	}
	return node, faults
}

// isProse reports whether a file is not meant to be an object of JSON: it is not empty, and neither its name nor its
// first character suggests one.
func (p *probe) isProse() bool {
	first := p.firstByte()
	return !protocol.JSON.Has(p.in.Path) && first != 0 && first != '{'
}

// marked parses the text between the markers in a log.
func (p *probe) marked(found Marked) (*Node, []Fault) {
	variant := ""
	marker := found.pair.Start
	want := found.pair.End
	span := text.Span{Start: found.Start.Offset + len(marker), End: found.End.Offset}
	switch found.State {
	case CutOff:
		variant = "payload-cut-off"
	case Headless:
		variant, marker, want = "payload-no-start", want, marker
	default:
		// The byte order mark comes from a file that was printed.
		span = trim(p.src, span, blank+text.BOM)
		if span.Len() > 0 {
			return parseJSON(p.src, span, p.limits)
		}
		variant = "payload-empty"
	}
	at := found.At().Offset
	return nil, []Fault{{Rule: ruleJSON, Variant: variant, Span: text.Span{Start: at, End: at + len(marker)}, Values: values("marker", marker, "want", want)}}
}
