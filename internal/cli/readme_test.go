package cli

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// TestREADME runs the README's first command and holds the output that the
// README shows to it.
func TestREADME(t *testing.T) {
	t.Chdir("../..")
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := rules.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	if count := fmt.Sprintf("the %d rules", len(catalogue.Rules)); !strings.Contains(string(readme), count) {
		t.Errorf("the README does not have %q", count)
	}
	line := "check -v --no-failure-log testdata/examples"
	if !strings.Contains(string(readme), "go run ./cmd/handofflint "+line) {
		t.Fatalf("the README does not name the command %q", line)
	}
	var out, notes bytes.Buffer
	streams := Streams{In: strings.NewReader(""), Out: &out, Err: &notes, Getenv: func(string) string { return "" }}
	if code := Main(streams, append([]string{"handofflint"}, strings.Fields(line)...)); code != ExitFailed {
		t.Errorf("exit code %d, want %d: the examples are passing and failing ones\n%s", code, ExitFailed, notes.String())
	}
	shown, ok := readmeBlock(string(readme), "```text\n")
	if !ok || !strings.Contains(out.String(), shown) {
		t.Errorf("the README shows\n%s\nbut the command prints\n%s", shown, out.String())
	}
	if n := strings.Count(notes.String(), "handofflint: passed "); n != 4 {
		t.Errorf("%d files passed, want one of each format:\n%s", n, notes.String())
	}
}

// readmeBlock is the text of the first code fence with this opening line.
func readmeBlock(markdown, opening string) (string, bool) {
	_, rest, found := strings.Cut(markdown, opening)
	text, _, closed := strings.Cut(rest, "```")
	return text, found && closed
}
