package report

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files; read each against docs/output.md afterwards")

// span is a range from line:column to line:column.
func span(line, column, endLine, endColumn int) text.Range {
	return text.Range{
		Start: text.Pos{Line: line, Column: column},
		End:   text.Pos{Line: endLine, Column: endColumn},
	}
}

// runOf is the run over results, counted.
func runOf(results ...rules.Result) Run {
	return Run{Version: "0.1.0", Results: results, Summary: rules.Summarize(results)}
}

// one is a quiet run with a single finding.
func one(f rules.Finding) Run {
	run := runOf(rules.Result{Path: f.Path, Findings: []rules.Finding{f}})
	run.Quiet = true
	return run
}

// render is what a format writes.
func render(t testing.TB, name string, run Run) string {
	t.Helper()
	format, err := ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := format.Write(&b, run); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return b.String()
}

// readText is a file with LF line ends, whatever a checkout made of them.
func readText(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(b), "\r\n", "\n")
}

// placeholderResult is the example of the specification of the text format.
var placeholderResult = rules.Result{
	Path: ".claude/agent-handoffs/20260531-170546-ad4f12aa/02-reviewer-report.md",
	Findings: []rules.Finding{{
		Rule:     "placeholder",
		Severity: rules.Error,
		Path:     ".claude/agent-handoffs/20260531-170546-ad4f12aa/02-reviewer-report.md",
		Range:    span(14, 1, 14, 4),
		Message:  "section 3 is a placeholder",
		Help:     "write what was decided and why, or what was rejected",
		Excerpt:  rules.Excerpt{Text: "TBD", Column: 1},
	}},
}

// every is a result for each thing that a finding can have or lack.
var every = []rules.Result{
	{Path: "ok.json"},
	{Path: "README.md", Skipped: "no handoff"},
	{Path: "a.json", Findings: []rules.Finding{{
		Rule:     "syntax/duplicate-key",
		Severity: rules.Error,
		Path:     "a.json",
		Range:    span(104, 3, 104, 11),
		Pointer:  "/status",
		Message:  `the key "status" stands twice`,
		URL:      "https://example.com/rules/syntax/duplicate-key",
		Related: []rules.Related{
			{Path: "a.json", Range: span(98, 3, 98, 11), Message: "the first one"},
			{Path: "b.json", Range: span(1, 1, 1, 1), Message: "elsewhere"},
		},
		Excerpt: rules.Excerpt{Text: `  "status": "complete"`, Column: 1},
	}, {
		Rule:     "metadata/status-spelling",
		Severity: rules.Warning,
		Path:     "a.json",
		Range:    span(104, 13, 104, 27),
		Pointer:  "/status",
		Message:  "needs-review is spelt needs_review",
		Help:     "write needs_review",
		Fix: &rules.Fix{
			Message: "spell it needs_review",
			Edits:   []rules.Edit{{Range: span(104, 14, 104, 26), NewText: "needs_review"}},
		},
		Excerpt: rules.Excerpt{Text: `tus": "needs-review",`, Column: 7, Offset: 6},
	}}},
	{Path: "gone.md", Findings: []rules.Finding{{
		Rule:     "file/unreadable",
		Severity: rules.Error,
		Path:     "gone.md",
		Range:    span(1, 1, 1, 1),
		Message:  "there is no such file",
		Help:     "name a file that exists",
		Excerpt:  rules.Excerpt{Column: 1},
		Unjudged: true,
	}}},
	{Path: "01-writer-report.md", Findings: []rules.Finding{{
		Rule:     "report/missing-end-marker",
		Severity: rules.Warning,
		Path:     "01-writer-report.md",
		Range:    span(9, 1, 9, 1),
		Message:  "there is no end marker",
		Excerpt:  rules.Excerpt{Column: 1},
	}}},
}

func TestGolden(t *testing.T) {
	runs := map[string]Run{
		"none":        runOf(),
		"passed":      runOf(rules.Result{Path: "ok.json"}),
		"placeholder": runOf(rules.Result{Path: "ok.json"}, placeholderResult),
		"every":       runOf(every...),
	}
	for name, run := range runs {
		for _, format := range Names() {
			t.Run(name+"."+format, func(t *testing.T) {
				golden(t, filepath.Join("testdata", name+"."+format), render(t, format, run))
			})
		}
	}
}

// golden compares got with a file, or rewrites the file.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(readText(t, path), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestQuiet(t *testing.T) {
	quiet := runOf(every...)
	quiet.Quiet = true
	loud := render(t, "text", runOf(every...))
	want := loud[:strings.LastIndex(loud, "\n4 files:")]
	if diff := cmp.Diff(want, render(t, "text", quiet)); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if got := render(t, "text", Run{Quiet: true}); got != "" {
		t.Errorf("text of a quiet run without findings = %q, want nothing", got)
	}
	for _, format := range Names()[1:] {
		if render(t, format, quiet) != render(t, format, runOf(every...)) {
			t.Errorf("quiet changes %s", format)
		}
	}
}

func TestTally(t *testing.T) {
	tests := []struct {
		summary rules.Summary
		want    string
	}{
		{rules.Summary{}, "0 files: 0 passed, 0 with warnings, 0 failed\n"},
		{rules.Summary{Files: 1, Warned: 1}, "1 file: 0 passed, 1 with warnings, 0 failed\n"},
		{rules.Summary{Files: 1, Folders: 1, Warned: 1}, "1 folder: 0 passed, 1 with warnings, 0 failed\n"},
		{rules.Summary{Files: 4, Folders: 2, Passed: 2, Warned: 2}, "2 files and 2 folders: 2 passed, 2 with warnings, 0 failed\n"},
		{rules.Summary{Files: 6, Passed: 1, Warned: 2, Failed: 3, Skipped: 4, Errors: 6, Warnings: 1}, "6 files: 1 passed, 2 with warnings, 3 failed (6 errors, 1 warning)\n"},
	}
	for _, tt := range tests {
		if got := Tally(tt.summary); got != tt.want {
			t.Errorf("Tally(%+v) = %q, want %q", tt.summary, got, tt.want)
		}
	}
}

func TestByName(t *testing.T) {
	for _, name := range Names() {
		if _, err := ByName(name); err != nil {
			t.Errorf("ByName(%q): %v", name, err)
		}
	}
	if Names()[0] != "text" {
		t.Errorf("the default is %q, want text", Names()[0])
	}
	const list = "text, concise, json, jsonl, sarif, github, gitlab, junit, rdjsonl"
	tests := []struct{ name, want string }{
		{"jsno", `unknown output format "jsno" (did you mean "json"?); there are: ` + list},
		{"JSON", `unknown output format "JSON" (did you mean "json"?); there are: ` + list},
		{"jsonll", `unknown output format "jsonll" (did you mean "jsonl"?); there are: ` + list},
		{"test", `unknown output format "test" (did you mean "text"?); there are: ` + list},
		{"consice", `unknown output format "consice" (did you mean "concise"?); there are: ` + list},
		{"yaml", `unknown output format "yaml"; there are: ` + list},
		{"", `unknown output format ""; there are: ` + list},
		{"a\x1b[2J\u202e", `unknown output format "a\x1b[2J\u202e"; there are: ` + list},
	}
	for _, tt := range tests {
		if _, err := ByName(tt.name); err == nil || err.Error() != tt.want {
			t.Errorf("ByName(%q) = %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestNamesIsACopy(t *testing.T) {
	Names()[0] = "changed"
	if !slices.Contains(Names(), "text") {
		t.Error("a caller can change the registry through Names")
	}
}

// full is a disk with room for some bytes.
type full struct{ room int }

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), f.room)
	f.room -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

func TestWriteErrors(t *testing.T) {
	many := runOf(slices.Repeat(every, 20)...)
	for _, name := range Names() {
		format, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		size := len(render(t, name, many))
		for room := 0; room < size; room += 997 {
			if err := format.Write(&full{room}, many); !errors.Is(err, errFull) {
				t.Fatalf("%s with room for %d of %d bytes: error %v, want %v", name, room, size, err, errFull)
			}
		}
		if err := format.Write(&full{size}, many); err != nil {
			t.Errorf("%s with room enough: %v", name, err)
		}
	}
}

// TestSarifLimits holds a log to as many results as code scanning takes, the
// errors among them, and has it say what is missing.
func TestSarifLimits(t *testing.T) {
	run := many(mostSarifResults+1000, "m")
	var notes []string
	run.Note = func(text string) { notes = append(notes, text) }
	out := render(t, "sarif", run)
	const said = "1001 findings are left out, the least severe first: a run holds at most 25000 results"
	if !strings.Contains(out, said) || len(notes) != 1 || !strings.Contains(notes[0], said) || !strings.Contains(out, `"text": "the error"`) {
		t.Errorf("it does not say what is left out, or has not the error: %q", notes)
	}
	if n := strings.Count(out, `"ruleIndex":`); n != mostSarifResults || strings.Contains(out, "\n        null") {
		t.Errorf("%d results", n)
	}
}

// TestSarifSaysWhatWasNotJudged: a run that could not read a file was not carried out well. Of a handoff that
// is cut off it says so.
func TestSarifSaysWhatWasNotJudged(t *testing.T) {
	for rule, unjudged := range map[string]bool{"file/unreadable": true, "file/too-small": false, "report/missing-end-marker": false} {
		run := runOf(rules.Result{Path: "p", Findings: []rules.Finding{
			{Rule: "r", Severity: rules.Error, Path: "p", Message: "m"}, {Rule: rule, Severity: rules.Error, Path: "p", Message: "m", Unjudged: rule != "file/too-small"},
		}})
		out := render(t, "sarif", run)
		parseSARIF(t, out)
		if strings.Contains(out, `"executionSuccessful": false`) != unjudged || strings.Contains(out, "findings that say that one could not be judged: 1") != unjudged {
			t.Errorf("%s:\n%s", rule, out)
		}
	}
}
