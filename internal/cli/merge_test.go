package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const shardedFiles = 1000

// TestShardsMergedEqualOneRun judges 1,000 files at once, and in seven parts
// that are joined: report, SARIF and exit code are the same.
func TestShardsMergedEqualOneRun(t *testing.T) {
	t.Chdir(t.TempDir())
	plantArchive(t)
	const when = "2026-05-31T12:00:00Z"
	whole, code := run(t, "check", "-f", "json", "-f", "sarif=whole.sarif", "--now", when, "--no-failure-log", "archive")
	if !strings.Contains(whole, fmt.Sprintf(`"skipped": %d`, shardedFiles/10)) {
		t.Fatalf("not the archive that was planted: %.300s", whole)
	}
	var parts []string
	for i := range 7 {
		part := fmt.Sprintf("part-%d.json", i)
		// From 0, as an indexed Job counts: so the parts come in another order.
		run(t, "check", "-f", "json="+part, "--now", when, "--no-failure-log", "--shard", fmt.Sprintf("%d/7", i), "archive")
		parts = append(parts, part)
	}
	merged, mergedCode := run(t, append([]string{"merge"}, parts...)...)
	if merged != whole {
		t.Errorf("the merged report differs %s", difference(whole, merged))
	}
	if mergedCode != code || code != ExitFailed {
		t.Errorf("exit codes: one run %d, merged %d, want %d", code, mergedCode, ExitFailed)
	}
	sarif, sarifCode := run(t, append([]string{"merge", "-f", "sarif"}, parts...)...)
	if want := string(readFile(t, "whole.sarif")); sarif != want || sarifCode != code {
		t.Errorf("exit code %d; the merged SARIF differs %s", sarifCode, difference(want, sarif))
	}
}

// plantArchive makes sessions with gaps and twice the same number, context
// files of every kind, files that are no handoffs, and some hostile names.
func plantArchive(t *testing.T) {
	t.Helper()
	context := map[int]string{}
	for i, kind := range []string{"good", "warned", "broken"} {
		context[i] = string(readFile(t, filepath.Join(sourceFolder, "testdata/fixtures/docs/context/1717500000-"+kind+".json")))
	}
	context[3] = "{ ::error::\u202e <\x1b[31m"
	context[4] = "{\"task_id\": \"\xff\ufffd\u2028\", \"key_findings\": 1}"
	names := hostileNames()
	for i := range shardedFiles {
		name := fmt.Sprintf("archive/docs/context/%d-%d.json", 1717500000+i%17, i)
		text := context[i%5]
		switch {
		case i < len(names):
			name = "archive/docs/context/1717500000-" + names[i]
		case i%10 == 0:
			name, text = fmt.Sprintf("archive/notes/%d.md", i), "# Notes\n"
		case i%5 == 1:
			// Of nine numbers in a session one is twice and one is not there.
			name = fmt.Sprintf("archive/agent-handoffs/s%d/%02d-%d-report.md", i/45, i%45/5%8, i)
			text = "---\nagent_role: writer\nsession_id: s\n---\n"
		}
		write(t, name, text)
	}
	// What was replaced above by a hostile name would have been a note.
	for i := 0; i < len(names); i += 10 {
		write(t, fmt.Sprintf("archive/notes/%d.md", i), "# Notes\n")
	}
}

func hostileNames() []string {
	names := []string{"a b.json", "ü.json", "-x.json", "$(id).json", "🙂.json"}
	if runtime.GOOS != "windows" {
		names = append(names, "n\nl.json", "q\".json", "::error::.json", "\u202e.json")
	}
	return append(names, "\ufffd.json", "\uffff.json")
}

// sourceFolder is this package's folder, where tests start.
var sourceFolder, _ = os.Getwd()

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// run is what a command prints, and its exit code. It must say nothing else.
func run(t *testing.T, args ...string) (string, int) {
	t.Helper()
	var out, errs bytes.Buffer
	streams := Streams{In: strings.NewReader(""), Out: &out, Err: &errs, Getenv: func(string) string { return "" }}
	code := Main(streams, append([]string{"handofflint"}, args...))
	if errs.Len() > 0 {
		t.Fatalf("%v: %s", args, errs.String())
	}
	return out.String(), code
}

// difference shows the first line in which two texts differ.
func difference(want, got string) string {
	wants, gots := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(wants), len(gots)) {
		if wants[i] != gots[i] {
			return fmt.Sprintf("in line %d: got %q, want %q", i+1, gots[i], wants[i])
		}
	}
	return fmt.Sprintf("in length: got %d lines, want %d", len(gots), len(wants))
}
