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
func isRecord(line []byte) bool {
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
