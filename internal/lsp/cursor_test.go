package lsp

import (
	"strings"
	"testing"
	"time"
)

// A text of nothing but brackets, or of one long line, has no position that a schema
// describes, and finding that out takes no time.
func TestHostileCursor(t *testing.T) {
	for _, content := range []string{strings.Repeat("[", 80_000), strings.Repeat("{\"a\":", 80_000), "---\na: " + strings.Repeat("[", 80_000), strings.Repeat("\"", 1<<20), strings.Repeat("```\n{\n", 1<<17)} {
		started := time.Now()
		cursorAt([]byte(content), len(content))
		if took := time.Since(started); took > 2*time.Second {
			t.Errorf("%.20q takes %v", content, took)
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
			f.Add(seed, at)
		}
	}
	f.Fuzz(func(t *testing.T, content string, offset int) {
		if offset < 0 || offset > len(content) {
			return
		}
		at, found := cursorAt([]byte(content), offset)
		if found && (at.typed.Start < 0 || at.typed.Start > offset || at.typed.End < offset || at.typed.End > len(content)) {
			t.Fatalf("%q at %d: %+v", content, offset, at)
		}
	})
}
