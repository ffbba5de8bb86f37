package transcript

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// jsonRecord has the fields of a record that are looked at.
type jsonRecord map[string]gjson.Result

var recordFields = []string{
	"type", "subtype", "timestamp", "payload", // of both clients or Codex
	"uuid", "parentUuid", "logicalParentUuid", "leafUuid", "sessionId", "agentId", "cwd", "version", "message", "toolUseResult",
	"isSidechain", "isCompactSummary", "isMeta", "attachment", "content", "snapshot", "gitBranch", "summary", "aiTitle", "customTitle",
}

func (r jsonRecord) str(key string) string {
	if v := r[key]; v.Type == gjson.String {
		return v.Str
	}
	return ""
}

// has reports whether a record has one of some fields.
func (r jsonRecord) has(keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return r[key].Exists() })
}

// isRecord reports whether a line is an object from its first to its last brace. It looks
// at strings and brackets only: a reader of the values copes with the rest.
func isRecord(line string) bool {
	return strings.HasPrefix(line, "{") && valueLength(line) == len(line)
}

// valueLength returns the length of the value that a text of JSON begins with, or a greater one if the
// value has no end.
func valueLength(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i += stringLength(text[i:]) - 1
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth <= 0 {
				return i + 1 + depth // one more than was opened is not of the value
			}
		case ',', ' ':
			if depth == 0 {
				return i
			}
		}
	}
	return len(text) + 1
}

// stringLength returns the length of the string that a text of JSON begins with, with its quotes, or a
// greater one if it has no end.
func stringLength(text string) int {
	for i := 1; ; i++ {
		length := strings.IndexByte(text[i:], '"')
		if length < 0 {
			return len(text) + 1
		}
		i += length
		escapes := i
		for escapes > 1 && text[escapes-1] == '\\' {
			escapes--
		}
		if (i-escapes)%2 == 0 {
			return i + 1
		}
	}
}

// eachField calls a function with each field of an object, and its value as it is written.
func eachField(object string, take func(key, value string)) {
	rest := strings.TrimLeft(object, "{ \n\r\t")
	for strings.HasPrefix(rest, `"`) {
		length := stringLength(rest)
		if length > len(rest) {
			return
		}
		key := rest[1 : length-1]
		rest = strings.TrimLeft(rest[length:], ": \n\r\t")
		length = min(valueLength(rest), len(rest))
		take(key, rest[:length])
		rest = strings.TrimLeft(rest[length:], ", \n\r\t")
	}
}

// textOf returns the text of a content: a string, or a list of blocks with texts.
func textOf(v gjson.Result) string {
	if !v.IsArray() {
		return v.String()
	}
	var parts []string
	v.ForEach(func(_, block gjson.Result) bool {
		part := block.Get("text").String()
		if block.Type == gjson.String {
			part = block.String()
		}
		if part != "" {
			parts = append(parts, part)
		}
		return true
	})
	return strings.Join(parts, "\n")
}
