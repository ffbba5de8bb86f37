package lsp

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// A text of nothing but brackets has no place that a schema describes.
func TestDeepCursor(t *testing.T) {
	for _, test := range []struct {
		levels int
		found  bool
	}{{maxDepth, true}, {maxDepth + 1, false}, {1 << 20, false}} {
		data := []byte(strings.Repeat("[", test.levels))
		at, found := jsonCursor(data, text.Span{End: len(data)}, len(data))
		if found != test.found || !found && at.pointer != "" {
			t.Errorf("%d levels: %v, pointer of %d bytes", test.levels, found, len(at.pointer))
		}
	}
}

// Whatever is typed and wherever the cursor is, its place is within the text, and the
// cursor within what is replaced.
func FuzzCursor(f *testing.F) {
	for _, seed := range []string{
		"---\nstatus: wri\ntags:\n- a\n-  b: c\n---\n", `{"a": [{"b": "c\u00e9`, "```json\n{\"agent\": \"x\",\n```\n~~~\n{\n", "---\r\na: {b: c}\r\n",
		"x\n---KELOS_HANDOFF_START---\n{]", "\ufeff{\"a\":{},,}", "-  - a:",
	} {
		for at := 0; at <= len(seed); at += 3 {
			f.Add(seed, at, at%2 == 0)
		}
	}
	f.Fuzz(func(t *testing.T, content string, offset int, yaml bool) {
		if offset < 0 || offset > len(content) || !between([]byte(content), offset) {
			return // no position says it
		}
		name := "agent-handoffs/s/01-x-report.md"
		if yaml {
			name = "x.yaml"
		}
		doc := document.Parse(document.Input{Path: name, Data: []byte(content), As: document.Report}, document.Limits{Depth: 64, Values: 1000, Trailing: 100})
		at, found := cursorAt(doc, offset)
		if found && (at.typed.Start < 0 || at.typed.Start > offset || at.typed.End < offset || at.typed.End > len(content)) {
			t.Fatalf("%q at %d: %+v", content, offset, at)
		}
	})
}
