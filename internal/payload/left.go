package payload

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Left is what a task left: a handoff of any format, or a log with or without
// one.
type Left struct {
	// Doc is the handoff, or a text without one. It is nil if Handoff is
	// Long, for then nobody can say what it is.
	Doc *document.Document
	// Handoff and Outputs are what a log has between its markers. They have
	// nothing of any other file.
	Handoff, Outputs document.Marked
}

// ReadLeft reads what a task left. Of a log only the payload is bounded, and the text
// around it need not be UTF-8; anything else over the limit is a fault.
func ReadLeft(in document.Input, limits rules.Limits) (left Left, fault *document.Fault) {
	limit := int(limits.Bytes)
	long, named := len(in.Data) > limit, namedHandoff(in.Path)
	head := in
	head.Data = in.Data[:min(limit, len(in.Data))]
	left.Handoff, left.Outputs = Find(in.Data, document.HandoffMarkers, limit), Find(in.Data, document.OutputsMarkers, limit)
	switch kind := kindOf(head, limits); {
	case long && (named || kind == aHandoff || IsUTF16(in.Data)):
		return Left{}, document.TooLargeBy(int64(len(in.Data)), limits.Bytes)
	case kind == aHandoff:
	case left.Handoff.Long:
		return left, nil
	case left.Handoff.State != document.Unmarked:
		// The name says nothing of the part: that of a log may end in .json.
		part := document.Input{Data: left.Handoff.Text, Origin: left.Handoff.At(), As: document.Task, Named: true, Info: in.Info}
		left.Doc = document.Parse(part, limits.Limits)
		left.Doc.Input.Path = in.Path
		return left, nil
	case long:
		// What is around a metadata block is handed over with it, so an output that
		// ends in one is not a log.
		if _, ok := document.LastBlock(in.Data, limits.Limits); ok {
			return Left{}, document.TooLargeBy(int64(len(in.Data)), limits.Bytes)
		}
		in = document.Input{Path: in.Path}
	case kind == aLog && left.Outputs.State != document.Unmarked && !named, kind == objectLog:
		in = document.Input{Path: in.Path}
	case left.Outputs.State == document.Paired:
		// They are a part of the log, not of what the agent wrote.
		lines := bytes.Repeat([]byte{'\n'}, bytes.Count(left.Outputs.Text, []byte{'\n'}))
		in.Data = bytes.Replace(in.Data, left.Outputs.Text, lines, -1)
	}
	left.Doc = document.Parse(in, limits.Limits)
	return left, nil
}

// IsUTF16 reports whether a text begins as UTF-16 does. In it no marker is found.
func IsUTF16(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))
}

// LeftNothing reports whether there is a log, or nothing yet, without a handoff in
// it. That is not a fault: a task need not leave one. A file whose name says that
// it is JSON or Markdown has to be a handoff.
func (l Left) LeftNothing() bool {
	doc := l.Doc
	switch {
	case doc == nil:
		return false
	case doc.Format == document.Unknown && len(doc.Faults) == 0:
		return true
	case namedHandoff(doc.Input.Path) || len(doc.Faults) != 1:
		return false
	case doc.Format == document.Task && doc.Fatal:
		return doc.Faults[0].Variant == "payload-empty"
	}
	return doc.Format == document.Unknown && doc.Faults[0].Rule == "file/unknown-format"
}

// kind is what a text is, as far as its beginning tells.
type kind int

const (
	// aHandoff is a handoff as a whole. It may quote markers.
	aHandoff kind = iota
	// anOutput has a metadata block and is not named as a handoff: markers in it
	// are a log's.
	anOutput
	// aLog is any other text.
	aLog
	// objectLog is a log with a JSON object on each line, which may well quote
	// handoffs.
	objectLog
)

func kindOf(in document.Input, limits rules.Limits) kind {
	if in.As != document.Unknown || document.FormatByPath(in.Path) != document.Unknown {
		return aHandoff
	}
	first, more := firstObject(in.Data)
	switch {
	case first != nil && !more:
		return aHandoff
	case first != nil && !namedHandoff(in.Path) && document.Detect(document.Input{Data: first, Named: true}, limits.Limits) == document.Unknown:
		return objectLog
	}
	switch document.Detect(in, limits.Limits) {
	case document.Report, document.Context:
		return aHandoff
	case document.Metadata:
		if namedHandoff(in.Path) {
			return aHandoff
		}
		return anOutput
	}
	return aLog
}

// firstObject is the JSON object that a text begins with, nil if it begins
// otherwise, and whether anything follows it. What is cut off in its first
// object is that object.
func firstObject(data []byte) (object []byte, more bool) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte(text.BOM)))
	if !bytes.HasPrefix(data, []byte("{")) {
		return nil, false
	}
	var first json.RawMessage
	switch err := json.NewDecoder(bytes.NewReader(data)).Decode(&first); {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return data, false
	case err != nil:
		return nil, false
	}
	return first, len(first) < len(data)
}

// namedHandoff reports whether a file's name says that it is JSON or Markdown, and
// so a handoff rather than a log.
func namedHandoff(name string) bool {
	switch strings.ToLower(path.Ext(strings.ReplaceAll(name, `\`, "/"))) {
	case ".json", ".md", ".markdown", ".mdx":
		return true
	}
	return false
}
