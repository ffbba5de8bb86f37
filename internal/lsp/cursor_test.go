package lsp

import (
	"runtime"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/protocol"
)

// TestHostileCursor holds that the memory for finding the cursor grows linearly with the length of a text,
// even for only brackets or for one long line.
func TestHostileCursor(t *testing.T) {
	const times = 8
	allocated := func(content string) uint64 {
		data := []byte(content)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		cursorAt(data, len(data), protocol.YAML)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, hostile := range []struct{ start, unit string }{{"", "["}, {"", "{\"a\":"}, {"---\na: ", "["}, {"", "\""}, {"", "```\n{\n"}} {
		content := func(n int) string { return hostile.start + strings.Repeat(hostile.unit, n) }
		// Linear means eight times as much as for an eighth of the size; quadratic means 64 times.
		most := 2*times*allocated(content(2_000)) + 1<<20
		if took := allocated(content(times * 2_000)); took > most {
			t.Errorf("%q again and again allocates %d bytes, at most %d are linear", hostile.unit, took, most)
		}
	}
}

// For any text and cursor, the cursor's position is within the text, and the cursor is within the replaced
// span.
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
		at, found := cursorAt([]byte(content), offset, protocol.YAML)
		if found && (at.typed.Start < 0 || at.typed.Start > offset || at.typed.End < offset || at.typed.End > len(content)) {
			t.Fatalf("%q at %d: %+v", content, offset, at)
		}
	})
}
