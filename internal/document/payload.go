package document

import (
	"bytes"

	"github.com/handofflint/handofflint/internal/text"
)

// The markers between which a task's payload stands in a log, as upstream
// prints them.
const (
	payloadStart = "---KELOS_HANDOFF_START---"
	payloadEnd   = "---KELOS_HANDOFF_END---"
)

// isLog says whether the file is a log with a payload in it: not JSON as a
// whole, and with a START marker.
func (p *probe) isLog() bool {
	return bytes.Contains(p.in.Data, []byte(payloadStart)) && !p.isObject()
}

// isObject says whether the whole file is one JSON object.
func (p *probe) isObject() bool {
	if p.first() != '{' {
		return false
	}
	_, faults := p.json()
	for _, f := range faults {
		if f.Rule == ruleJSON {
			return false
		}
	}
	return true
}

// taskData parses a task: a JSON file, or the payload in a log.
func (p *probe) taskData() (*Node, []Fault) {
	marked := bytes.Contains(p.in.Data, []byte(payloadStart)) || bytes.Contains(p.in.Data, []byte(payloadEnd))
	if !marked || p.isObject() {
		return p.json()
	}
	span, fault := payload(p.src)
	if fault != nil {
		return nil, []Fault{*fault}
	}
	return parseJSON(p.src, span, p.limits)
}

// payload finds the task's payload in a log: the text between the last END
// marker and the last START before it. A START that no END follows means that
// the log was cut off while the payload was written, whatever stands before.
func payload(src *text.Source) (text.Span, *Fault) {
	data := src.Bytes()
	start, end := bytes.LastIndex(data, []byte(payloadStart)), bytes.LastIndex(data, []byte(payloadEnd))
	if start > end {
		return text.Span{}, payloadFault("payload-cut-off", start, payloadStart, payloadEnd)
	}
	start = bytes.LastIndex(data[:end], []byte(payloadStart))
	if start < 0 {
		return text.Span{}, payloadFault("payload-no-start", end, payloadEnd, payloadStart)
	}
	span := strip(src, text.Span{Start: start + len(payloadStart), End: end})
	if span.Len() == 0 {
		return text.Span{}, payloadFault("payload-empty", start, payloadStart, payloadEnd)
	}
	return span, nil
}

func payloadFault(variant string, offset int, marker, want string) *Fault {
	return &Fault{
		Rule:    ruleJSON,
		Variant: variant,
		Span:    text.Span{Start: offset, End: offset + len(marker)},
		Values:  values("marker", marker, "want", want),
	}
}
