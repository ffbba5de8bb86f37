package transcript

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// maxExport is how much is read of an export, in bytes: it is one value of JSON.
const maxExport = 64 << 20

// exportStart is how an export begins: an object whose first key is the session.
var exportStart = text.MustCompile(`^\{\s*"info"\s*:\s*\{`)

// isExport reports whether a transcript is one JSON text and not a record a line.
func isExport(in *bufio.Reader) bool {
	const most = 512
	head, _ := in.Peek(most) // what there is of it
	return exportStart.Match(bytes.TrimPrefix(head, []byte(text.BOM)))
}

// export reads an export: an object with the session in "info" and its messages. What is said of the
// session, what is said of a message, and each of its parts become the records of a reader. Of a
// truncated or broken one the messages before its first mistake are read, and the rest is a gap.
func (r *reader) export(in io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(in, maxExport+1))
	if err != nil {
		return err
	}
	isLong := len(data) > maxExport
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte(text.BOM)))
	start := readable(data)
	end := closing(start)
	object := start + end
	session := jsonRecord{"info": gjson.Get(object, "info")}
	messages := gjson.Get(object, "messages")
	if !messages.IsArray() || clientOf(session) == nil {
		return nil // it is no transcript
	}
	r.client = clientOf(session)
	r.ledger.Client = r.client.name
	r.client.take(r, session)
	lines := lineCounter{text: object, line: 1}
	messages.ForEach(func(_, message gjson.Result) bool {
		isWhole := message.Index+len(message.Raw) <= len(start)
		if isWhole {
			r.exported(message, &lines)
		}
		return isWhole
	})
	isUndone := session["info"].Get("revert").Exists() // a person undid the last messages, and what they changed
	if isUndone || !hasEachOnce(object) {
		r.gap(ledger.Torn)
	}
	why := ledger.Cut
	if isLong {
		why = ledger.Unread
	}
	if end != "" || len(start) < len(data) {
		r.moveTo(lines.at(len(start)))
		r.gap(why)
	}
	return nil
}

// exported takes the parts of a message.
func (r *reader) exported(message gjson.Result, lines *lineCounter) {
	info, parts := message.Get("info"), message.Get("parts")
	role := info.Get("role").Str
	isMessage := (role == "user" || role == "assistant") && parts.IsArray() && hasEachOnce(message.Raw)
	if !isMessage {
		r.moveTo(lines.at(message.Index))
		r.gap(ledger.Torn)
		return
	}
	clear(r.fields)
	r.client.take(r, jsonRecord{"info": info})
	parts.ForEach(func(_, part gjson.Result) bool {
		r.moveTo(lines.at(part.Index))
		r.client.take(r, jsonRecord{"part": part})
		return true
	})
}

// moveTo sets where in the transcript the next record is: its line, or the one after that of the
// record before it. So in an export on a single line the place of a part is its ordinal, and records
// have an order in any.
func (r *reader) moveTo(line int) { r.line = max(line, r.line+1) }

// lineCounter counts the lines of a text from its beginning on.
type lineCounter struct {
	text         string
	offset, line int
}

// at returns the line of an offset, which is not before the last one that was asked for.
func (l *lineCounter) at(offset int) int {
	l.line += strings.Count(l.text[l.offset:offset], "\n")
	l.offset = offset
	return l.line
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
