package handoff

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

func parse(t testing.TB, data string) *document.Document {
	t.Helper()
	return document.Parse(document.Input{Path: "docs/context/a.json", Data: []byte(data), As: "context"}, limits(t).Limits)
}

func TestRecord(t *testing.T) {
	const before = text.BOM + "{\r\n\t\"task_id\" : \"a\",\r\n\t\"x\": 1.50e2, \"x-\\u0041\": [ ],\r\n\t\"previous_failure\": null,\r\n\t\"tdd\": false\r\n}"
	want := strings.Replace(before, "null", "{\r\n\t\t\"reason\": \"tests-failed\",\r\n\t\t\"error_summary\": \"a \\\"b\\\" <c>\",\r\n\t\t\"attempt\": 1\r\n\t}", 1)
	got, attempt, err := RecordFailure(parse(t, before), Failure{Reason: "tests-failed", ErrorSummary: `a "b" <c>`}, &Retry{Attempts: 1, Version: "1"})
	if err != nil || attempt != 1 || string(got) != want {
		t.Errorf("got attempt %d, %v and\n%q, want\n%q", attempt, err, got, want)
	}
}

func TestRecordCounts(t *testing.T) {
	tests := []struct {
		last    string
		most    int
		attempt int // 0: refused
	}{
		{"null", 1, 1},
		{`{"reason": "tests-failed", "error_summary": "x", "attempt": 1}`, 1, 0},
		{`{"reason": "tests-failed", "error_summary": "x", "attempt": 1}`, 2, 2},
		{`{"reason": "tests-failed", "error_summary": "x", "attempt": 2}`, 2, 0},
		{`{"attempt": 99999999999999999999}`, 2, 0},
		{`{"attempt": 1e0}`, 2, 0},
		{`{}`, 2, 0},
		{`"tests-failed"`, 2, 0},
	}
	for _, tt := range tests {
		_, attempt, err := RecordFailure(parse(t, `{"task_id": "a", "previous_failure": `+tt.last+`}`), Failure{Reason: "compile-error", ErrorSummary: "y"}, &Retry{Attempts: tt.most, Version: "1"})
		if attempt != tt.attempt || errors.Is(err, ErrExhausted) != (tt.attempt == 0) {
			t.Errorf("%s, at most %d: attempt %d, %v; want %d", tt.last, tt.most, attempt, err, tt.attempt)
		}
	}
	if _, _, err := RecordFailure(parse(t, "["), Failure{Reason: "compile-error", ErrorSummary: "y"}, &Retry{Attempts: 1, Version: "1"}); err == nil {
		t.Error("a failure was recorded in what is no object")
	}
}

func TestRecordKnowsOneVersion(t *testing.T) {
	for version, known := range map[string]bool{"1": true, "2": false, `"1"`: false, "1.0": true, "1.5": false, "null": false, "[]": false} {
		doc := parse(t, `{"schema_version": `+version+`, "task_id": "a"}`)
		if _, _, err := RecordFailure(doc, Failure{Reason: "compile-error", ErrorSummary: "y"}, &Retry{Attempts: 1, Version: "1"}); (err == nil) != known {
			t.Errorf("schema_version %s: %v", version, err)
		}
	}
}

func hold(t *testing.T, path string) string {
	t.Helper()
	file, unlock, err := Hold(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(unlock)
	return file
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q (%v), want %q", path, got, err, want)
	}
}

func TestReplace(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "a.json"), "old")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	file := hold(t, path)
	if err := Replace(file, []byte("old"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new")
	if after, err := os.Stat(path); err != nil || after.Mode() != before.Mode() {
		t.Errorf("the mode was %v and is %v (%v)", before.Mode(), after.Mode(), err)
	}
	if err := Replace(file, []byte("old"), []byte("newer")); !errors.Is(err, files.ErrChanged) {
		t.Errorf("a text that is not there any more was replaced: %v", err)
	}
	holds(t, path, "new")
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// A text of the same length by somebody else is noticed, too.
func TestReplaceChanged(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "a.json"), "old")
	file := hold(t, path)
	for _, now := range []string{"odd", "older", "", "ol"} {
		write(t, path, now)
		if err := Replace(file, []byte("old"), []byte("new")); !errors.Is(err, files.ErrChanged) {
			t.Errorf("%q was replaced: %v", now, err)
		}
		holds(t, path, now)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := Replace(file, []byte("old"), []byte("new")); !errors.Is(err, files.ErrChanged) {
		t.Errorf("a file that was removed came back: %v", err)
	}
	mustMakeFolder(t, path)
	if err := Replace(file, []byte("old"), []byte("new")); !errors.Is(err, files.ErrChanged) {
		t.Errorf("a folder was replaced: %v", err)
	}
}

func TestReplaceKeepsLinks(t *testing.T) {
	folder := t.TempDir()
	path := write(t, filepath.Join(folder, "a.json"), "old")
	linked := filepath.Join(folder, "link.json")
	link(t, "a.json", linked)
	if err := Replace(hold(t, linked), []byte("old"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new")
	if to, err := os.Readlink(linked); err != nil || to != "a.json" {
		t.Errorf("the link leads to %q (%v)", to, err)
	}
	write(t, filepath.Join(folder, ".git", "HEAD"), "")
	if err := Replace(linked, []byte("new"), []byte("newer")); !errors.Is(err, files.ErrTreeLink) {
		t.Errorf("a link in a tree: %v", err)
	}
}

func TestHoldFails(t *testing.T) {
	if _, _, err := Hold(filepath.Join(t.TempDir(), "none.json")); err == nil {
		t.Error("a file that is not there was held")
	}
	if runtime.GOOS != "windows" {
		circle := filepath.Join(t.TempDir(), "circle.json")
		link(t, circle, circle)
		if _, _, err := Hold(circle); err == nil {
			t.Error("a link to itself was held")
		}
	}
}
