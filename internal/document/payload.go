package document

import (
	"bytes"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// isLog reports whether the file is a log with a payload in it: not JSON as a
// whole, and with a START marker.
func (p *probe) isLog() bool {
	return bytes.Contains(p.in.Data, []byte(HandoffMarkers.Start)) && !p.isObject()
}

// isObject reports whether the whole file is one JSON object.
func (p *probe) isObject() bool {
	if p.first() != '{' {
		return false
	}
	_, faults := p.json()
	return jsonFault(faults) == nil
}

// task is the object of a task: the JSON file, or the payload in a log. A version
// of 1.0 stays a fraction: the reader of payloads decodes it into an integer, and
// refuses.
func (p *probe) task() (node *Node, faults []Fault) {
	switch marked := bytes.Contains(p.in.Data, []byte(HandoffMarkers.Start)) || bytes.Contains(p.in.Data, []byte(HandoffMarkers.End)); {
	case !marked && p.isProse():
		return nil, []Fault{{Rule: ruleUnknownFormat, Variant: "no-payload", Span: text.At(p.src.Start()), Values: values("marker", HandoffMarkers.Start)}}
	case !marked || p.isObject():
		node, faults = p.json()
	default:
		span, fault := payload(p.src)
		if fault != nil {
			return nil, []Fault{*fault}
		}
		node, faults = parseJSON(p.src, span, p.limits)
	}
	if version := node.Field("version"); version != nil && version.Kind == Int && strings.Contains(p.src.Slice(version.Value), ".") {
		version.Kind, version.Text = Float, p.src.Slice(version.Value)
	}
	return node, faults
}

// isProse reports whether a file was not even meant for JSON: it is not a value of
// JSON, and neither its name nor its first character says that it should be.
func (p *probe) isProse() bool {
	if first := p.first(); p.ext() == ".json" || first == 0 || first == '{' || first == '"' {
		return false
	}
	_, faults := p.json()
	return len(faults) > 0 && faults[0].Variant != "not-an-object"
}

// payload finds the task's payload in a log, by the rule of Markers.
func payload(src *text.Source) (text.Span, *Fault) {
	pair := HandoffMarkers
	found := pair.Find(src.Bytes())
	fail := func(variant string, at text.Pos, is, want string) (text.Span, *Fault) {
		span := text.Span{Start: at.Offset, End: at.Offset + len(is)}
		return span, &Fault{Rule: ruleJSON, Variant: variant, Span: span, Values: values("marker", is, "want", want)}
	}
	switch found.State {
	case CutOff:
		return fail("payload-cut-off", found.Start, pair.Start, pair.End)
	case Headless:
		return fail("payload-no-start", found.End, pair.End, pair.Start)
	}
	// The byte order mark is that of a file that was printed.
	span := trim(src, text.Span{Start: found.Start.Offset + len(pair.Start), End: found.End.Offset}, blank+text.BOM)
	if span.Len() == 0 {
		return fail("payload-empty", found.Start, pair.Start, pair.End)
	}
	return span, nil
}
