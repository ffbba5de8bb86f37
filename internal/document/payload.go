package document

import (
	"bytes"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/marker"
	"github.com/handofflint/handofflint/internal/text"
)

// isLog reports whether the file is a log with a payload in it: not JSON as a
// whole, and with a START marker.
func (p *probe) isLog() bool {
	return bytes.Contains(p.in.Data, []byte(marker.Handoff.Start)) && !p.isObject()
}

// isObject reports whether the whole file is one JSON object.
func (p *probe) isObject() bool {
	if p.first() != '{' {
		return false
	}
	_, faults := p.json()
	return jsonFault(faults) == nil
}

// taskData parses a task. A version of 1.0 stays a fraction: the reader of
// payloads decodes it into an integer, and refuses.
func (p *probe) taskData() (*Node, []Fault) {
	node, faults := p.taskObject()
	if version := node.Field("version"); version != nil && version.Kind == Int && strings.Contains(p.src.Slice(version.Value), ".") {
		version.Kind, version.Text = Float, p.src.Slice(version.Value)
	}
	return node, faults
}

// taskObject is the JSON file, or the payload in a log.
func (p *probe) taskObject() (*Node, []Fault) {
	marked := bytes.Contains(p.in.Data, []byte(marker.Handoff.Start)) || bytes.Contains(p.in.Data, []byte(marker.Handoff.End))
	if !marked && p.isProse() {
		fault := Fault{Rule: ruleUnknownFormat, Variant: "no-payload", Span: text.At(p.src.Start()), Values: values("marker", marker.Handoff.Start)}
		return nil, []Fault{fault}
	}
	if !marked || p.isObject() {
		return p.json()
	}
	span, fault := payload(p.src)
	if fault != nil {
		return nil, []Fault{*fault}
	}
	return parseJSON(p.src, span, p.limits)
}

// isProse reports whether a file was not even meant for JSON: it is not a value of
// JSON, and neither its name nor its first character says that it should be.
func (p *probe) isProse() bool {
	named := strings.EqualFold(path.Ext(slashed(p.in.Path)), ".json")
	if first := p.first(); named || first == 0 || first == '{' || first == '"' {
		return false
	}
	_, faults := p.json()
	return len(faults) > 0 && faults[0].Variant != "not-an-object"
}

// payload finds the task's payload in a log, by the rule of package marker.
func payload(src *text.Source) (text.Span, *Fault) {
	pair := marker.Handoff
	found := pair.Find(src.Bytes())
	start, end := found.Start.Offset, found.End.Offset
	switch found.State {
	case marker.CutOff:
		return text.Span{}, payloadFault("payload-cut-off", start, pair.Start, pair.End)
	case marker.Headless:
		return text.Span{}, payloadFault("payload-no-start", end, pair.End, pair.Start)
	}
	span := strip(src, text.Span{Start: start + len(pair.Start), End: end})
	if strings.HasPrefix(src.Slice(span), text.BOM) { // of a file that was printed
		span = strip(src, text.Span{Start: span.Start + len(text.BOM), End: end})
	}
	if span.Len() == 0 {
		return text.Span{}, payloadFault("payload-empty", start, pair.Start, pair.End)
	}
	return span, nil
}

func payloadFault(variant string, offset int, is, want string) *Fault {
	return &Fault{
		Rule:    ruleJSON,
		Variant: variant,
		Span:    text.Span{Start: offset, End: offset + len(is)},
		Values:  values("marker", is, "want", want),
	}
}
