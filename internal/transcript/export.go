package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// maxParts are the messages and parts of an export that are read.
const maxParts = 1_000_000

var (
	// exportStart is how an export begins: an object whose first key is the session.
	exportStart = text.MustCompile(`^\s*\{\s*"info"\s*:\s*\{`)

	errLong  = errors.New("a value is too long")
	errMany  = errors.New("too many parts")
	errShape = errors.New("not the JSON of an export")
)

// isExport reports whether a transcript is one JSON text and not a record a line.
func isExport(in *bufio.Reader) bool {
	const most = 512
	head, _ := in.Peek(most) // what there is of it
	return exportStart.Match(bytes.TrimPrefix(head, []byte(text.BOM)))
}

// exportReader reads an export: an object with the session in "info" and its messages. What is said of
// the session, what is said of a message, and each of its parts become the records of a reader.
type exportReader struct {
	*reader
	json  *json.Decoder
	lines *lineByLine
	// info is the session, raw the last value that was read, and parts counts what was read.
	info, raw json.RawMessage
	parts     int
	// hasMore reports whether more records are wanted.
	hasMore func() bool
}

// export reads the records of an export as long as more of them are wanted. What a truncated or broken
// one has before its first mistake is read, and the rest is a gap.
func (r *reader) export(in *bufio.Reader, hasMore func() bool) error {
	if head, _ := in.Peek(len(text.BOM)); string(head) == text.BOM {
		_, _ = in.Discard(len(text.BOM)) // it is there
	}
	lines := &lineByLine{in: in, isEnded: true, left: maxLine}
	e := &exportReader{reader: r, json: json.NewDecoder(lines), lines: lines, hasMore: hasMore}
	err := e.read()
	why := gapOf(err)
	if why == "" {
		return err
	}
	if r.client != nil { // else it is no transcript
		r.moveTo(lines.line)
		r.gap(why)
	}
	return nil
}

// gapOf returns why the rest of an export is not read after an error, "" if it is none of the export.
func gapOf(err error) ledger.GapWhy {
	syntax := (*json.SyntaxError)(nil)
	if errors.Is(err, errLong) {
		return ledger.Unread
	}
	if errors.Is(err, errMany) {
		return ledger.Bounded
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errShape) || errors.As(err, &syntax) {
		return ledger.Cut
	}
	return ""
}

// read reads the export up to its end.
func (e *exportReader) read() error {
	if err := e.expect('{'); err != nil {
		return err
	}
	for e.hasMore() && e.json.More() {
		e.lines.left = maxLine
		key, err := e.json.Token()
		if err != nil {
			return err
		}
		if err := e.field(key); err != nil {
			return err
		}
	}
	if !e.hasMore() {
		return nil
	}
	if err := e.expect('}'); err != nil {
		return err
	}
	if gjson.GetBytes(e.info, "revert").Exists() {
		e.gap(ledger.Torn) // a person undid the last messages, and what they changed
	}
	if _, err := e.json.Token(); !errors.Is(err, io.EOF) {
		return errShape
	}
	return nil
}

// field reads a field of the export. A session that is no session ends it.
func (e *exportReader) field(key json.Token) error {
	if key == "info" && e.info == nil {
		_, err := e.value()
		e.info = bytes.Clone(e.raw)
		if err == nil && clientOf(e.session()) == nil {
			return errShape
		}
		return err
	}
	if key == "messages" && e.client == nil {
		return e.messages()
	}
	if key == "info" || key == "messages" {
		e.gap(ledger.Torn) // which one counts is not known
	}
	_, err := e.value()
	return err
}

// session returns the record of the session.
func (e *exportReader) session() jsonRecord { return jsonRecord{"info": gjson.ParseBytes(e.info)} }

// messages reads the messages. A session that has none is not known to be one.
func (e *exportReader) messages() error {
	if err := e.expect('['); err != nil {
		return err
	}
	session := e.session()
	e.client = clientOf(session)
	if e.client == nil {
		return errShape
	}
	e.ledger.Client = e.client.name
	e.client.take(e.reader, session)
	for e.hasMore() && e.json.More() {
		line, err := e.value()
		if err != nil {
			return err
		}
		e.message(string(e.raw), line)
		if e.parts > maxParts {
			return errMany
		}
	}
	if !e.hasMore() {
		return nil
	}
	return e.expect(']')
}

// message takes the parts of a message that begins on a line of the file.
func (e *exportReader) message(raw string, line int) {
	e.parts++
	info, parts := gjson.Get(raw, "info"), gjson.Get(raw, "parts")
	role := info.Get("role").Str
	isMessage := (role == "user" || role == "assistant") && parts.IsArray() && hasEachOnce(raw)
	if !isMessage {
		e.moveTo(line)
		e.gap(ledger.Torn)
		return
	}
	clear(e.fields)
	e.client.take(e.reader, jsonRecord{"info": info})
	at := 0
	parts.ForEach(func(_, part gjson.Result) bool {
		line += strings.Count(raw[at:part.Index], "\n")
		at = part.Index
		e.moveTo(line)
		e.client.take(e.reader, jsonRecord{"part": part})
		e.parts++
		return e.parts <= maxParts
	})
}

// moveTo sets where in the transcript the next record is: its line, or the one after that of the
// record before it. So in an export on a single line the place of a part is its ordinal, and records
// have an order in any.
func (r *reader) moveTo(line int) { r.line = max(line, r.line+1) }

// value reads the next value, and returns the line that it begins on.
func (e *exportReader) value() (line int, err error) {
	e.lines.left = maxLine
	err = e.json.Decode(&e.raw)
	return e.lines.line - bytes.Count(e.raw, []byte("\n")), err
}

// expect reads a bracket.
func (e *exportReader) expect(bracket json.Delim) error {
	token, err := e.json.Token()
	if err == nil && token != bracket {
		return errShape
	}
	return err
}

// hasEachOnce reports whether no key of an object is there twice: readers of JSON differ in which of
// them counts.
func hasEachOnce(object string) bool {
	seen := map[string]bool{}
	isTwice := false
	eachField(object, func(key, _ string) {
		isTwice = isTwice || seen[key]
		seen[key] = true
	})
	return !isTwice
}

// lineByLine returns one line a read, so that its reader has looked no further than the line on which
// a value ends. Blank lines are left out: a decoder of JSON would look at them again and again.
type lineByLine struct {
	in *bufio.Reader
	// line is that of the last byte, from 1; isEnded is set if it was the last one of the line.
	line    int
	isEnded bool
	// left is how many bytes are read until errLong.
	left int
}

func (l *lineByLine) Read(p []byte) (int, error) {
	for {
		if _, err := l.in.Peek(1); err != nil {
			return 0, err
		}
		next, _ := l.in.Peek(min(len(p), l.in.Buffered()))
		if end := bytes.IndexByte(next, '\n'); end >= 0 {
			next = next[:end+1]
		}
		if l.isEnded {
			l.line++
		}
		isBlank := l.isEnded && len(bytes.TrimSpace(next)) == 0
		l.isEnded = next[len(next)-1] == '\n'
		if !isBlank || !l.isEnded {
			return l.take(p, next)
		}
		_, _ = l.in.Discard(len(next)) // it is there
	}
}

// take reads what was looked at.
func (l *lineByLine) take(p, next []byte) (int, error) {
	l.left -= len(next)
	if l.left < 0 {
		return 0, errLong
	}
	n := copy(p, next)
	return l.in.Discard(n)
}
