package transcript

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// record has the fields of a record that are looked at.
type record map[string]gjson.Result

var recordFields = []string{
	"type", "subtype", "timestamp", "payload", // of both clients or Codex
	"uuid", "parentUuid", "logicalParentUuid", "leafUuid", "sessionId", "agentId", "cwd", "version", "message", "toolUseResult",
	"isSidechain", "isCompactSummary", "isMeta", "attachment", "content", "snapshot",
}

func (r record) str(key string) string {
	if v := r[key]; v.Type == gjson.String {
		return v.Str
	}
	return ""
}

// clientOf is the client that writes such records, "" if it is not known.
func clientOf(v record) string {
	has := func(keys ...string) bool {
		return slices.ContainsFunc(keys, func(key string) bool { return v[key].Exists() })
	}
	kind := v.str("type")
	switch {
	case has("payload") && slices.Contains([]string{"session_meta", "turn_context", "response_item", "event_msg", "compacted"}, kind):
		return "codex"
	case kind != "" && has("sessionId", "uuid", "message", "snapshot", "leafUuid"):
		return "claude"
	}
	return ""
}

// isWhole reports whether a line is an object from its first to its last brace. It looks
// at strings and brackets only: a reader of the values copes with the rest.
func isWhole(line []byte) bool {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '"':
			for i++; i < len(line) && line[i] != '"'; i++ {
				if line[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return depth == 0 && i == len(line)-1 && line[0] == '{'
			}
		}
	}
	return false
}

// textOf is the text of a content: a string, or a list of blocks with texts.
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
