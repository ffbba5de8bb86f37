package lsp_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestBoundsOfOneCheck holds that the bounds of checks do not add up while a file is edited: each check has
// the bounds of a run.
func TestBoundsOfOneCheck(t *testing.T) {
	long := strings.Repeat("a", 200)
	var globs strings.Builder
	globs.WriteString("exclude:\n")
	for i := range 400 {
		fmt.Fprintf(&globs, "  - \"docs/*%sb%d\"\n", long[:100], i)
	}
	name := "docs/" + long + "/context/1717500000-fix.json"
	content := `{"schema_version": 1, "task_id": "1717500000-fix", "task_summary": "", "key_findings": []}`
	c := start(t, map[string]string{".handofflint.yaml": globs.String(), name: content}, `{}`)
	want := fmt.Sprint(codes(c.open(name, content)))
	if !strings.Contains(want, "context/no-findings") {
		t.Fatalf("found %s", want)
	}
	for version := 2; version < 20; version++ {
		diagnostics := c.replace(name, version, content)
		if got := fmt.Sprint(codes(diagnostics)); got != want {
			t.Fatalf("version %d: found %s, want %s: %v", version, got, want, diagnostics)
		}
	}
}
