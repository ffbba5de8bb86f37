package evidence

import (
	"bufio"
	"bytes"
	"errors"

	"github.com/tidwall/gjson"
)

var errUnknown = errors.New("not the transcript of Claude Code, Codex, Gemini CLI or Copilot CLI")

// isObject reports whether a transcript, by its start, is a JSON object of many lines.
func isObject(start []byte) bool {
	line, rest, _ := bytes.Cut(bytes.TrimSpace(start), []byte("\n"))
	if len(line) == 0 || line[0] != '{' {
		return false
	}
	if len(rest) > 0 && !isWhole(bytes.TrimSpace(line)) {
		return true
	}
	return bytes.Contains(start, []byte(`"messages"`)) && bytes.Contains(start, []byte(`"projectHash"`))
}

// readLine reads a line without its end, and says how many bytes were read. whole is false
// if it is too long.
func readLine(in *bufio.Reader) (line []byte, n int64, whole bool, err error) {
	line, err = in.ReadSlice('\n')
	if n = int64(len(line)); err != bufio.ErrBufferFull {
		return bytes.TrimSpace(line), n, true, err
	}
	line, whole = bytes.Clone(line), true
	for err == bufio.ErrBufferFull {
		var part []byte
		part, err = in.ReadSlice('\n')
		n += int64(len(part))
		if whole = whole && len(line)+len(part) <= MaxLine; whole {
			line = append(line, part...)
		}
	}
	if !whole {
		line = nil
	}
	return bytes.TrimSpace(line), n, whole, err
}

// record takes one line.
func (b *book) record(line []byte, whole bool) {
	if b.Line++; b.Line == 1 {
		line = bytes.TrimPrefix(line, []byte("\uFEFF"))
	}
	if whole && len(line) == 0 {
		return
	}
	if !whole || !isWhole(line) {
		b.gap(Torn)
		return
	}
	raw := string(line)
	if b.Client == "" {
		b.Client = clientOf(raw)
		b.Ledger.Client = b.Client
	}
	switch b.Client {
	case "claude":
		b.claude(raw)
	case "codex":
		b.codex(raw)
	case "gemini":
		b.gemini(raw)
	case "copilot":
		b.copilot(raw)
	}
}

// clientOf is the client that writes such records, "" if it is not known.
func clientOf(raw string) string {
	kind := gjson.Get(raw, "type").String()
	has := func(key string) bool { return gjson.Get(raw, key).Exists() }
	switch {
	case has("payload") && (kind == "session_meta" || kind == "turn_context" || kind == "response_item" || kind == "event_msg" || kind == "compacted"):
		return "codex"
	case has("sessionId") && has("projectHash"):
		return "gemini"
	case has("data") && has("id") && has("timestamp") && !has("sessionId"):
		return "copilot"
	case kind != "" && (has("sessionId") || has("uuid") || has("message") || has("snapshot") || has("leafUuid")):
		return "claude"
	}
	return ""
}

// maxNesting is how deep the values of a record may lie: a parser needs a stack for it.
const maxNesting = 500

// isWhole reports whether a line is an object from its first to its last brace. It looks
// at strings and brackets only: a reader of the values copes with the rest.
func isWhole(line []byte) bool {
	depth := 0
	for i := 0; i < len(line); {
		switch line[i] {
		case '"':
			end := stringEnd(line[i+1:])
			if end < 0 {
				return false
			}
			i += end + 1
		case '{', '[':
			if depth++; depth > maxNesting {
				return false
			}
		case '}', ']':
			if depth--; depth <= 0 {
				return depth == 0 && i == len(line)-1 && line[0] == '{'
			}
		}
		i++
	}
	return false
}

// stringEnd is the offset of the quote that ends a string, -1 if none does.
func stringEnd(s []byte) int {
	for at := 0; ; {
		i := bytes.IndexByte(s[at:], '"')
		if i < 0 {
			return -1
		}
		at += i + 1
		slashes := 0
		for j := at - 2; j >= 0 && s[j] == '\\'; j-- {
			slashes++
		}
		if slashes%2 == 0 {
			return at - 1
		}
	}
}

// textOf is the text of a content: a string, or a list of blocks with texts.
func textOf(v gjson.Result) string {
	if !v.IsArray() {
		return v.String()
	}
	var b bytes.Buffer
	v.ForEach(func(_, block gjson.Result) bool {
		part := block.Get("text").String()
		if block.Type == gjson.String {
			part = block.String()
		}
		if b.Len() > 0 && part != "" {
			b.WriteByte('\n')
		}
		b.WriteString(part)
		return b.Len() < MaxLine
	})
	return b.String()
}
