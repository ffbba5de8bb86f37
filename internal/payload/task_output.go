package payload

import (
	"bytes"
	"encoding/json"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// TaskOutput is what a task left: a handoff of any format, or a log with or without one.
type TaskOutput struct {
	// Doc is the handoff, or nil, which is not a fault: a task need not leave one.
	Doc *document.Document
	// Handoff and Outputs are the parts between the markers of a log. They are empty for any other file.
	Handoff, Outputs document.Marked
}

// ReadTaskOutput reads what a task left. In a log only the payload is bounded, and the text around it need
// not be UTF-8; anything else over the limit is a fault.
func ReadTaskOutput(in document.Input, limits rules.Limits) (left TaskOutput, fault *document.Fault) {
	limit := int(limits.Bytes)
	isLong := len(in.Data) > limit
	isNamed := isNamedHandoff(in.Path)
	if isHandoff(in, limits) || isLong && isNamed { // a long file is a log only if its name does not say otherwise
		if isLong {
			return TaskOutput{}, document.TooLargeBy(int64(len(in.Data)), limits.Bytes)
		}
		if isJSON(in.Data) && document.Detect(in, limits.Limits) == document.Unknown {
			in.As = Task // detection is not needed: a task has left it
		}
		return TaskOutput{Doc: document.Parse(in, limits.Limits)}, nil
	}
	left.Handoff = Find(in.Data, HandoffMarkers, limit)
	left.Outputs = Find(in.Data, OutputsMarkers, limit)
	found := left.Handoff
	isEmpty := found.State == document.Paired && len(found.Inside()) == 0
	if found.Long || isEmpty { // nothing is parsed; CheckMarked reports a long one
		return left, nil
	}
	if found.State != document.Unmarked {
		// The name says nothing about the part: a log may end in .json.
		part := document.Input{Data: found.Text, Origin: found.At(), As: Task, Named: true, Info: in.Info}
		left.Doc = document.Parse(part, limits.Limits)
		left.Doc.Input.Path = in.Path
		return left, nil
	}
	// The text around a metadata block is handed over with it. The outputs are part of the log, not of what
	// the agent wrote.
	if left.Outputs.State == document.Paired {
		lines := bytes.Repeat([]byte{'\n'}, bytes.Count(left.Outputs.Text, []byte{'\n'})) // positions stay
		in.Data = bytes.Replace(in.Data, left.Outputs.Text, lines, -1)
	}
	_, hasBlock := document.LastBlock(in.Data, limits.Limits)
	if !hasBlock && !isNamed {
		return left, nil
	}
	if isLong {
		return TaskOutput{}, document.TooLargeBy(int64(len(in.Data)), limits.Bytes)
	}
	left.Doc = document.Parse(in, limits.Limits)
	return left, nil
}

// isHandoff reports whether a whole file is a handoff, which may quote markers. The path decides, or the content:
// UTF-16, JSON, front matter. A metadata block may be part of a log, so for it the name decides, too.
func isHandoff(in document.Input, limits rules.Limits) bool {
	if in.As != document.Unknown || protocol.At(in.Path).Name != "" || IsUTF16(in.Data) {
		return true
	}
	in.Data = in.Data[:min(int(limits.Bytes), len(in.Data))]
	isNamed := isNamedHandoff(in.Path)
	if data := trimmed(in.Data); isJSON(data) {
		var first json.RawMessage
		err := json.NewDecoder(bytes.NewReader(data)).Decode(&first)
		isOneObject := err != nil || len(first) == len(data) // maybe broken
		if isNamed || isOneObject {
			return true // the document's own check reports what is broken
		}
		// Otherwise it may be a log with an object on each line, which may quote handoffs.
		return document.Detect(document.Input{Data: first}, limits.Limits) != document.Unknown
	}
	spec := protocol.Named(document.Detect(in, limits.Limits))
	return spec.Form == protocol.FrontMatter || spec.Block != nil && isNamed
}

// trimmed returns a text without surrounding white space and byte order mark.
func trimmed(data []byte) []byte { return bytes.TrimSpace(bytes.TrimPrefix(data, []byte(text.BOM))) }

// isJSON reports whether a text begins like a JSON object.
func isJSON(data []byte) bool { return bytes.HasPrefix(trimmed(data), []byte("{")) }

// IsUTF16 reports whether a text begins like UTF-16, in which no marker can be found.
func IsUTF16(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))
}

// isNamedHandoff reports whether a file is JSON or Markdown by its name, and so a handoff rather than a log.
func isNamedHandoff(name string) bool { return protocol.JSON.Has(name) || protocol.Markdown.Has(name) }
