package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// maxExport bounds the bytes of an export, which is one JSON value.
const maxExport = 64 << 20

// exportStart matches the beginning of an export: an object whose first key is the session.
var exportStart = text.MustCompile(`^\{\s*"info"\s*:\s*\{`)

// isExport reports whether a transcript is one JSON value instead of a record per line.
func isExport(in *bufio.Reader) bool {
	const most = 512
	head, _ := in.Peek(most) // as much as there is
	return exportStart.Match(bytes.TrimPrefix(head, []byte(text.BOM)))
}

// export reads an export: an object with the session in "info" and its messages. The descriptions of the
// session and of each message, and each part of a message, become records of the reader. If an export is
// truncated or broken, the messages before the first error are read, and the rest is a gap.
func (r *reader) export(in io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(in, maxExport+1))
	if err != nil {
		return err
	}
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte(text.BOM)))
	object := string(data[:min(len(data), maxExport)])
	session := jsonRecord{"info": gjson.Get(object, "info")}
	messages := gjson.Get(object, "messages")
	if !messages.IsArray() || clientOf(session) == nil {
		return nil // not a transcript
	}
	r.client = clientOf(session)
	r.ledger.Client = r.client.name
	r.client.take(r, session)
	lines := lineCounter{text: object, line: 1}
	isWhole := isRecord(object)
	messages.ForEach(func(_, message gjson.Result) bool {
		isReadable := isWhole || json.Valid([]byte(message.Raw))
		if isReadable {
			r.exported(message, &lines)
		}
		return isReadable
	})
	if session["info"].Get("revert").Exists() { // a person undid the last messages and their changes
		r.addGap(ledger.Torn)
	}
	if !isWhole {
		r.moveTo(r.line + 1)
		r.addGap(ledger.Unread)
	}
	return nil
}

func (r *reader) exported(message gjson.Result, lines *lineCounter) {
	info, parts := message.Get("info"), message.Get("parts")
	role := info.Get("role").Str
	isMessage := slices.Contains([]string{"user", "assistant"}, role) && parts.IsArray()
	if !isMessage {
		r.moveTo(lines.at(message.Index))
		r.addGap(ledger.Torn)
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

// moveTo sets the line of the next record, at least one after the record before it. If an export is on a
// single line, records are numbered, so they are always in order.
func (r *reader) moveTo(line int) { r.line = max(line, r.line+1) }

type lineCounter struct {
	text         string
	offset, line int
}

// at returns the line of an offset. Offsets must not decrease between calls.
func (l *lineCounter) at(offset int) int {
	l.line += strings.Count(l.text[l.offset:offset], "\n")
	l.offset = offset
	return l.line
}
