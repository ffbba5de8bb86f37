package report

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The extension for VS Code reads concise lines by a regular expression.
func TestProblemMatcher(t *testing.T) {
	data, err := os.ReadFile("../../editors/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var extension struct {
		Contributes struct {
			ProblemMatchers []struct {
				Pattern struct {
					Regexp                                      string
					File, Line, Column, Severity, Message, Code int
				}
			}
		}
	}
	if err := json.Unmarshal(data, &extension); err != nil {
		t.Fatal(err)
	}
	pattern := extension.Contributes.ProblemMatchers[0].Pattern
	line := regexp.MustCompile(pattern.Regexp)
	var got [][]string
	for text := range strings.Lines(readText(t, "testdata/every.concise")) {
		m := line.FindStringSubmatch(strings.TrimSuffix(text, "\n"))
		if m == nil {
			t.Fatalf("the problem matcher does not match %q", text)
		}
		got = append(got, []string{m[pattern.File], m[pattern.Line], m[pattern.Column], m[pattern.Severity], m[pattern.Message], m[pattern.Code]})
	}
	want := [][]string{
		{"a.json", "104", "3", "error", `the key "status" stands twice`, "syntax/duplicate-key"},
		{"a.json", "104", "13", "warning", "needs-review is spelt needs_review", "metadata/status-spelling"},
		{"gone.md", "1", "1", "error", "there is no such file", "file/unreadable"},
		{"01-writer-report.md", "9", "1", "warning", "there is no end marker", "report/missing-end-marker"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what the problem matcher reads (-want +got):\n%s", diff)
	}
}
