package rules

import (
	"bytes"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// unquoted returns the variant for text that the file's syntax reads as something
// else because it lacks quotes, "" if that is not the fault. It adds the quoted
// text to values.
//
//   - `summary: #42 fixed` is a comment in YAML
//   - `session_id: 123e4567` is a number
//   - `summary: [one line]` is a list in YAML, and `{one line}` a mapping
func (t *docCheck) unquoted(checker *schema.Node, v schema.Violation, values Values) string {
	variant, raw := "unquoted", t.source.Slice(v.Span)
	if kindOf(v) == schema.Empty {
		variant, raw = "comment", t.commentBehind(v.Node)
	} else if v.Kind != schema.Type || !t.readsAsOther(v.Node) {
		return ""
	}
	if v.Words != "" && v.Node.Kind != document.List && v.Node.Kind != document.Object && variant == "unquoted" {
		return "" // a schema with its own words wants more than any string
	}
	if raw == "" || strings.ContainsAny(raw, "\r\n") {
		return ""
	}
	at := checker.At(strings.TrimPrefix(v.Pointer, "/data"), &t.steps)
	if at == nil || !at.Match(&document.Node{Kind: document.String, Text: raw}, &t.steps) {
		return ""
	}
	values["quoted"] = Quote(raw)
	return variant
}

// commentBehind returns the comment after the key of a field that YAML reads as
// empty.
func (t *docCheck) commentBehind(n *document.Node) string {
	if n.Kind != document.Null || n.Key.Len() == 0 {
		return ""
	}
	line, _, _ := bytes.Cut(t.source.Bytes()[n.Key.End:], []byte("\n"))
	rest := string(line)
	rest, _ = strings.CutPrefix(strings.TrimLeft(rest, " \t"), ":")
	if rest = strings.TrimSpace(rest); !strings.HasPrefix(rest, "#") {
		return ""
	}
	return rest
}

// readsAsOther reports whether a value is a number, or one that only YAML does
// not take for a string.
func (t *docCheck) readsAsOther(n *document.Node) bool {
	switch n.Kind {
	case document.Int, document.Float, document.Bool:
		return true
	case document.List, document.Object:
		raw := t.source.Slice(n.Value)
		return !t.hasJSONKey(n) && strings.IndexAny(raw, "[{") == 0 && !strings.ContainsAny(raw, `"'`)
	}
	return false
}

// hasJSONKey reports whether a field's key is in double quotes, as in JSON. A
// value without a key counts as JSON.
func (t *docCheck) hasJSONKey(n *document.Node) bool {
	return n.Key.Len() == 0 || strings.HasPrefix(t.source.Slice(n.Key), `"`)
}
