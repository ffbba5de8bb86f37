package transcript

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/tools"
)

// maxTorn is how much is read of a line that is torn, in bytes.
const maxTorn = 1 << 20

// torn takes a line that is not a whole record: a redactor broke it, or it is still written. What
// comes before its first mistake says what it can hide. After the last line of a file that was cut
// off, there may be more.
func (r *reader) torn(line []byte, isEnd bool) {
	r.readable = readable(line[:min(len(line), maxTorn)])
	r.record(r.readable + closing(r.readable))
	isKnown := r.isClosed(r.kind())
	r.readable = ""
	if r.client != nil && (isEnd || !isKnown) { // what is before the first record is none
		r.gap(ledger.Torn)
	}
}

// mend adds what the fields of a torn record lack: Claude Code writes the type after the message.
func (r *reader) mend(v jsonRecord) {
	if v.str("type") == "" {
		v["type"] = v["message"].Get("role")
	}
	r.tornBlock = ""
	if block := r.lastBlock(); !r.isClosed(block) {
		r.tornBlock = block.Raw
	}
}

// kind returns the part of a record that says what it can hide.
func (r *reader) kind() gjson.Result {
	switch r.fields.str("type") {
	case "assistant":
		return r.lastBlock().Get("type")
	case "response_item", "event_msg":
		return r.fields["payload"].Get("type")
	}
	return r.fields["type"]
}

// lastBlock returns the last block of the content of a message.
func (r *reader) lastBlock() gjson.Result {
	blocks := r.fields["message"].Get("content").Array()
	if len(blocks) == 0 {
		return gjson.Result{}
	}
	return blocks[len(blocks)-1]
}

// isClosed reports whether a part of the record is there and was read to its end.
func (r *reader) isClosed(part gjson.Result) bool {
	return part.Exists() && strings.Contains(r.readable, part.Raw)
}

// readable returns a line up to the first mistake in its JSON.
func readable(line []byte) string {
	if len(line) == 0 || line[0] != '{' {
		return ""
	}
	mistake := (*json.SyntaxError)(nil)
	if err := json.Unmarshal(line, new(json.RawMessage)); errors.As(err, &mistake) && int(mistake.Offset) < len(line) {
		return string(line[:max(0, mistake.Offset-1)])
	}
	return string(line)
}

// closing returns what closes the strings, lists and objects that are open at the end of a JSON.
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

// isTorn reports whether a block of a message could not be read to its end: the last one may be.
func (r *reader) isTorn(block gjson.Result) bool { return r.readable != "" && block.Raw == r.tornBlock }

// tornCall takes a call that could not be read to its end. It hides what it does, unless the tool
// changes nothing, or the file that it writes is known.
func (r *reader) tornCall(id, tool string, input gjson.Result) {
	file := tools.File(input)
	kind := tools.Of(tool)
	switch kind {
	case tools.Send: // what the agent did is in its own transcript
		r.open(id, toolCall{tool: kind, deeds: []ledger.Deed{{Act: ledger.Send}}})
		return
	case tools.Write:
		isFile := file != "" && strings.Contains(r.readable, strconv.Quote(file))
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

// tornResult takes the result of a call that could not be read to its end: the call was made, and
// what it did is not sure.
func (r *reader) tornResult(c *toolCall, ended shell.Status) {
	for i := range c.deeds {
		c.deeds[i].Maybe = true
	}
	r.did(c, c.deeds...)
	r.ran(c, ended, "")
}
