package prompt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/marker"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Left is what a task left: a handoff of any format, or a log with or without
// one.
type Left struct {
	// Doc is the handoff, or a text without one. It is nil where Handoff is
	// Long, for then nobody can say what it is.
	Doc *document.Document
	// Handoff and Outputs are what a log has between its markers. They have
	// nothing of any other file.
	Handoff, Outputs marker.Found
}

// ErrTooLarge says that what a task left is over the limit, and no log.
var ErrTooLarge = errors.New("the file is larger than what is read")

// Read reads what a task left. Of in everything but the data is known. A log
// may have any length: its payload alone is bounded, and what stands around it
// need not be text. The error is the stream's, or ErrTooLarge; what was read
// may then still say what is wrong with the log.
func Read(r io.Reader, in document.Input, limits rules.Limits) (Left, error) {
	head, err := io.ReadAll(io.LimitReader(r, limits.Bytes+1))
	if err != nil {
		return Left{}, err
	}
	in.Data = head
	if int64(len(head)) <= limits.Bytes {
		return readWhole(in, limits)
	}
	return readLong(io.MultiReader(bytes.NewReader(head), r), in, limits)
}

// readWhole reads what is at hand in full.
func readWhole(in document.Input, limits rules.Limits) (left Left, err error) {
	if left.Handoff, err = payload.Find(bytes.NewReader(in.Data), marker.Handoff, len(in.Data)); err != nil {
		return left, err
	}
	if left.Outputs, err = payload.Find(bytes.NewReader(in.Data), marker.Outputs, len(in.Data)); err != nil {
		return left, err
	}
	switch kind := kindOf(in, limits); {
	case kind == aHandoff:
		return Left{Doc: document.Parse(in, limits.Limits)}, nil
	case left.Handoff.State != marker.None:
		left.Doc = parsePart(in, left.Handoff, limits)
	case kind == aLog && left.Outputs.State != marker.None && !namedHandoff(in.Path), kind == objectLog:
		left.Doc = document.Parse(document.Input{Path: in.Path}, limits.Limits)
	default:
		in.Data = without(in.Data, left.Outputs)
		left.Doc = document.Parse(in, limits.Limits)
	}
	return left, nil
}

// without is a text in which a pair of markers and what stands between them are
// blank: they are a part of the log, not of what the agent wrote. All else keeps
// its place.
func without(data []byte, found marker.Found) []byte {
	if found.State != marker.Paired {
		return data
	}
	data = bytes.Clone(data)
	for i := found.Start.Offset; i < found.Start.Offset+len(found.Text); i++ {
		if data[i] != '\n' && data[i] != '\r' {
			data[i] = ' '
		}
	}
	return data
}

// readLong reads what is over the limit: a log, or an error. What stands around
// a metadata block is handed over with it, so an output that ends in one is no
// log.
func readLong(r io.Reader, head document.Input, limits rules.Limits) (left Left, err error) {
	var block *payload.Block
	limit := int(limits.Bytes)
	err = fanOut(r,
		func(r io.Reader) (err error) { left.Handoff, err = payload.Find(r, marker.Handoff, limit); return },
		func(r io.Reader) (err error) { left.Outputs, err = payload.Find(r, marker.Outputs, limit); return },
		func(r io.Reader) (err error) { block, err = payload.FindBlock(r, limit, limits.Limits); return },
	)
	switch {
	case err != nil:
		return Left{}, err
	case namedHandoff(head.Path) || kindOf(head, limits) == aHandoff:
		return Left{}, ErrTooLarge
	case left.Handoff.State == marker.None && block != nil:
		return Left{}, fmt.Errorf("it is larger than %d bytes, and line %d begins a metadata block, with which the text around it is handed over; "+
			"take the block alone with `handofflint extract --kind metadata`", limits.Bytes, block.Fence)
	case left.Handoff.State == marker.None:
		left.Doc = document.Parse(document.Input{Path: head.Path}, limits.Limits)
	case !left.Handoff.Long:
		left.Doc = parsePart(head, left.Handoff, limits)
	}
	return left, nil
}

// parsePart parses the payload of a log, and knows where in it the payload
// stands.
func parsePart(in document.Input, found marker.Found, limits rules.Limits) *document.Document {
	// The name says nothing of the part: that of a log may end in .json.
	doc := document.Parse(document.Input{Data: found.Text, Origin: found.At(), As: document.Task, Named: true, Info: in.Info}, limits.Limits)
	doc.Input.Path = in.Path
	return doc
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

// firstObject is the JSON object that a text begins with, nil where it begins
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

// namedHandoff says whether a file's name says that it is JSON or Markdown, and
// so a handoff rather than a log.
func namedHandoff(name string) bool {
	switch strings.ToLower(path.Ext(strings.ReplaceAll(name, `\`, "/"))) {
	case ".json", ".md", ".markdown", ".mdx":
		return true
	}
	return false
}
