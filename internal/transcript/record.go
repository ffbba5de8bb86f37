package transcript

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/text"
)

// jsonRecord has the recordFields of a record.
type jsonRecord map[string]gjson.Result

var recordFields = []string{
	"type", "subtype", "timestamp", "payload", // common fields, or those of Codex
	"uuid", "parentUuid", "logicalParentUuid", "leafUuid", "sessionId", "agentId", "cwd", "version", "message", "toolUseResult",
	"isSidechain", "isCompactSummary", "isMeta", "attachment", "content", "snapshot", "gitBranch", "summary", "aiTitle", "customTitle",
}

// str returns the text of a field, "" if it has none.
func (r jsonRecord) str(key string) string {
	return r[key].Str
}

// has reports whether a record has one of the fields.
func (r jsonRecord) has(keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return r[key].Exists() })
}

// maxBrackets bounds the brackets of a line that gjson reads: each may be a level that needs stack, of
// which a browser has little. encoding/json has its own bound.
const maxBrackets = 2_000

// isRecord reports whether a line is exactly one JSON object.
func isRecord(line string) bool {
	if !strings.HasPrefix(line, "{") {
		return false
	}
	if strings.Count(line, "{")+strings.Count(line, "[") > maxBrackets {
		return json.Valid([]byte(line))
	}
	return gjson.Valid(line)
}

// groupIn returns the first group of a pattern in a text, "" if the pattern does not match.
func groupIn(pattern *text.Regexp, s string) string {
	m := pattern.FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	return m[1]
}

// textOf returns the text of a content: a string, or a list of blocks with texts.
func textOf(v gjson.Result) string {
	if !v.IsArray() {
		return v.String()
	}
	var parts []string
	v.ForEach(func(_, block gjson.Result) bool {
		if part := block.Get("text").String(); part != "" {
			parts = append(parts, part)
		}
		return true
	})
	return strings.Join(parts, "\n")
}
