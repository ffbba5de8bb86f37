package cli

import (
	"regexp"
	"strings"
	"testing"
)

// shownCommand is a command of a page, and what it prints.
var shownCommand = regexp.MustCompile("(?s)```console\n\\$ ([^\n]*)\n(.*?)```")

// TestRenderDocumentation runs every command that docs/render.md shows, in
// order, and holds the page to what they print.
func TestRenderDocumentation(t *testing.T) {
	page := string(readFile(t, "../../docs/render.md"))
	project := t.TempDir()
	t.Chdir(project)
	write(t, "1717500000-retries.json", `{
  "schema_version": 1,
  "task_id": "1717500000-retries",
  "task_summary": "Retry a refused batch twice",
  "relevant_files": ["import/send.go"],
  "key_findings": ["import/send.go:40 stops at the first refusal"]
}`)
	runs := 0
	for _, block := range shownCommand.FindAllStringSubmatch(page, -1) {
		args, shown := strings.Fields(block[1]), block[2]
		if args[0] == "cat" {
			write(t, args[1], shown)
			continue
		}
		if got := runCommand(t, project, args[1:]...); got != shown {
			t.Errorf("%s prints\n%s\nand the page shows\n%s", block[1], got, shown)
		}
		runs++
	}
	if runs != 3 {
		t.Errorf("the page shows %d commands, want 3", runs)
	}
}
