package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestVersionsPinEveryHost(t *testing.T) {
	for _, h := range allHosts() {
		if p := pinned[h.version]; p.Package == "" || strings.ContainsAny(p.Version, "^~*") {
			t.Errorf("%s: no exact version: %+v", h.name, p)
		}
	}
}

// TestReasonsNameTests keeps a test that was renamed from being run where it cannot.
func TestReasonsNameTests(t *testing.T) {
	for _, h := range allHosts() {
		for name := range h.cannot {
			if _, err := choose("^"+name+"$", allTests, func(c test) string { return c.name }); err != nil {
				t.Errorf("%s cannot run %q, which is not a test", h.name, name)
			}
		}
	}
}

func TestBadReportDiffersInTwoLines(t *testing.T) {
	was, is := strings.Split(good(report), "\n"), strings.Split(bad(report), "\n")
	if len(was) != len(is)+1 || !strings.Contains(good(report), `agent_role: "tester"`) || !strings.Contains(bad(report), `status: "done"`) {
		t.Errorf("%d and %d lines: %s", len(was), len(is), bad(report))
	}
}

func TestTableIsWrittenBetweenItsComments(t *testing.T) {
	hosts := []*host{{name: "a", title: "A", version: "a"}, {name: "b", title: "B", model: "gpt", version: "b"}}
	tests := []test{{name: "one", title: "first"}, {name: "two", title: "second"}}
	text := table(hosts, tests, map[string]pin{"a": {Version: "1"}, "b": {Version: "2"}}, map[string]cell{
		"one a": {}, "one b": {failed: []string{"no"}}, "two a": {reason: "not here"}, "two b": {failed: []string{"no"}, reason: "not here"},
	}, time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC))

	file := filepath.Join(t.TempDir(), "doc.md")
	if err := os.WriteFile(file, []byte("before\n"+tableStart+"old\n"+tableEnd+"after\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := updateTable(file, text); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := "before\n" + tableStart + `Run by ` + "`.ci/run hosts`" + ` on 22 November 2026: P passed, F failed, - not run.

| | A 1 | B 2, gpt |
|---|:-:|:-:|
| first | P | **F** |
| second | - (1) | **F** (1) |

1. not here
` + tableEnd + "after\n"
	if string(got) != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if err := updateTable(file+".none", text); err == nil {
		t.Error("a file that is not there is updated")
	}
}

func TestProgramThatDoesNotStart(t *testing.T) {
	program := filepath.Join(t.TempDir(), "agent")
	if starts(program) == nil {
		t.Error("a program that is not there starts")
	}
	for script, want := range map[string]string{
		"echo 1.0": "", "exit 3": "exit status 3", "echo at:; echo 'Error: no binary for this system' >&2; exit 1": "Error: no binary for this system",
	} {
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := starts(program); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", script, got, want)
		}
	}
}

func TestFormIsFilledIn(t *testing.T) {
	form := "---\nagent_role: \"tester\"\nstatus: \"writing\" # set it\nsummary: \"<one line>\"\n---\n\n# <The title>\n\n## 3. Decisions and Trade-offs\n\n<What was decided.>\n\n<!-- handoff-end -->\n"
	fields := fillIn(form, good(report))
	if len(fields) != 4 || fields[1] != (field{"# <The title>", "# Session expiry"}) || fields[3].text != `status: "written"` {
		t.Fatalf("%q", fields)
	}
	if body := fields[2].text; !strings.HasPrefix(body, "The tests set") || !strings.HasSuffix(body, "may not need it.") {
		t.Errorf("the section is %q", body)
	}
}
