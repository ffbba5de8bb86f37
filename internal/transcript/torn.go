package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/tools"
)

// maxTorn bounds the bytes of a torn line that are read.
const maxTorn = 1 << 20

// torn takes a line that is not a whole record: a redactor broke it, or it is still being written. The part
// before the first error shows what it can hide. After the last line of a truncated file, there may be
// more.
func (r *reader) torn(line []byte, isEnd bool) {
	r.tornPart = readablePart(line[:min(len(line), maxTorn)])
	r.record(r.tornPart + closing(r.tornPart))
	isKnown := r.isClosed(r.kind())
	r.tornPart = ""
	if r.client != nil && (isEnd || !isKnown) { // nothing counts before the first record
		r.gap(ledger.Torn)
	}
}

// mend adds missing fields of a torn record: Claude Code writes the type after the message.
func (r *reader) mend(v jsonRecord) {
	if v.str("type") == "" {
		v["type"] = v["message"].Get("role")
	}
	r.tornBlock = ""
	if block := r.lastBlock(); !r.isClosed(block) {
		r.tornBlock = block.Raw
	}
}

// kind returns the part of a record that shows what it can hide.
func (r *reader) kind() gjson.Result {
	if r.fields.str("type") == "assistant" {
		return r.lastBlock().Get("type")
	}
	return r.fields["type"]
}

// lastBlock returns the last block of a message's content.
func (r *reader) lastBlock() gjson.Result {
	blocks := r.fields["message"].Get("content").Array()
	if len(blocks) == 0 {
		return gjson.Result{}
	}
	return blocks[len(blocks)-1]
}

// isClosed reports whether a part of the record is present and complete.
func (r *reader) isClosed(part gjson.Result) bool {
	return part.Exists() && strings.Contains(r.tornPart, part.Raw)
}

// readablePart returns a line up to the first error in its JSON.
func readablePart(line []byte) string {
	if !bytes.HasPrefix(line, []byte("{")) {
		return ""
	}
	mistake := (*json.SyntaxError)(nil)
	if err := json.Unmarshal(line, new(json.RawMessage)); errors.As(err, &mistake) && int(mistake.Offset) < len(line) {
		return string(line[:max(0, mistake.Offset-1)])
	}
	return string(line)
}

// closing returns the closing marks of all open strings, lists and objects in a JSON prefix.
func closing(start string) string {
	var open []byte
	isString, isEscape := false, false
	for i := range len(start) {
		c := start[i]
		switch {
		case isEscape:
			isEscape = false
		case isString && c == '\\':
			isEscape = true
		case c == '"':
			isString = !isString
		case isString:
		case c == '{':
			open = append(open, '}')
		case c == '[':
			open = append(open, ']')
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	var end strings.Builder
	if isEscape {
		end.WriteByte('\\')
	}
	if isString {
		end.WriteByte('"')
	}
	for len(open) > 0 {
		end.WriteByte(open[len(open)-1])
		open = open[:len(open)-1]
	}
	return end.String()
}

// isTorn reports whether a block of a message, which can only be the last, is incomplete.
func (r *reader) isTorn(block gjson.Result) bool { return r.tornPart != "" && block.Raw == r.tornBlock }

// tornCall takes an incomplete call. What it did is unknown, unless the tool changes nothing, or the file
// that it writes is known.
func (r *reader) tornCall(id, tool string, input gjson.Result) {
	file := tools.File(input)
	kind := tools.Of(tool)
	switch kind {
	case tools.Send: // the agent's work is in its own transcript
		r.open(id, toolCall{tool: kind, deeds: []ledger.Deed{{Act: ledger.Send}}})
		return
	case tools.Write:
		isFile := file != "" && strings.Contains(r.tornPart, strconv.Quote(file))
		if isFile {
			r.open(id, toolCall{tool: kind, deeds: []ledger.Deed{{Act: ledger.Write, Path: file}}})
			return
		}
		r.gap(ledger.Torn)
	case tools.Read, tools.Search, tools.Skill, tools.Poll, tools.Message, tools.Wait, tools.Ask, tools.Other:
	default:
		r.gap(ledger.Torn)
	}
	delete(r.said, r.of(r.agent))
	r.done.add(id)
}

// tornResult takes an incomplete result: the call was made, but what it did is uncertain.
func (r *reader) tornResult(c *toolCall, ended shell.Status) {
	for i := range c.deeds {
		c.deeds[i].Maybe = true
	}
	r.did(c, c.deeds...)
	r.ran(c, ended, "")
}
