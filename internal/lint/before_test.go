package lint

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// TestWithoutOld compares the findings of a file with those that it had before.
func TestWithoutOld(t *testing.T) {
	on := func(line string) rules.Finding {
		f := rules.Finding{Rule: "placeholder", Path: "a.md", Excerpt: rules.Excerpt{Text: line}}
		f.Range = text.Range{Start: text.Pos{Line: 1, Column: 1}, End: text.Pos{Line: 1, Column: 4}}
		return f
	}
	end := func(rule, line string) rules.Finding {
		return rules.Finding{Rule: rule, Path: "a.md", Unjudged: true, Excerpt: rules.Excerpt{Text: line}}
	}
	missing := func(line string) rules.Finding {
		return rules.Finding{Rule: "schema/missing-field", Path: "a.md", Pointer: "/a", Excerpt: rules.Excerpt{Text: line}}
	}
	for _, tt := range []struct {
		name        string
		now, before []rules.Finding
		left        int
	}{
		{"a line that is as it was", []rules.Finding{on("TBD")}, []rules.Finding{on("TBD")}, 0},
		{"a line that has changed", []rules.Finding{on("TBD!")}, []rules.Finding{on("TBD")}, 1},
		{"one more of the same", []rules.Finding{on("TBD"), on("TBD")}, []rules.Finding{on("TBD")}, 1},
		{"less", nil, []rules.Finding{on("TBD")}, 0},
		{"a report that was cut off before", []rules.Finding{end("report/missing-end-marker", "b")}, []rules.Finding{end("report/missing-end-marker", "a")}, 0},
		{"a line that is as it was, and one that is indented", []rules.Finding{on("TBD"), on(" TBD")}, []rules.Finding{on("TBD"), on("  TBD")}, 0},
		{"a value that is missing", []rules.Finding{missing("b")}, []rules.Finding{missing("a")}, 1},
		{"what cannot be read is not known", []rules.Finding{end("file/not-utf8", "a")}, []rules.Finding{end("file/not-utf8", "a")}, 1},
		{"what cannot be parsed is not known", []rules.Finding{end("syntax/json", "a")}, []rules.Finding{end("syntax/json", "a")}, 1},
	} {
		other := on("TBD")
		other.Path = "b.md"
		same := rules.Result{Path: "b.md", Findings: []rules.Finding{other}}
		left, old := WithoutOld([]rules.Result{{Path: "a.md", Findings: tt.now}, same}, []rules.Result{same, {Path: "a.md", Findings: tt.before}})
		if len(left[0].Findings) != tt.left || len(left[1].Findings) != 0 || old != len(tt.now)-tt.left+1 {
			t.Errorf("%s: %d are left, %d old: %v", tt.name, len(left[0].Findings), old, left[0].Findings)
		}
	}
}

// Before a change there are only the files and session folders of its base, with their text there.
func TestBefore(t *testing.T) {
	report := session + "/01-a-report.md"
	scratch(t, "a.md", report, report+".done", session+"/02-b-report.md")
	write(t, "a.md", "changed")
	for _, name := range []string{"new.md", session + "/02-b-report.md.done", "agent-handoffs/new/01-a-report.md", "agent-handoffs/new/01-a-report.md.done"} {
		write(t, name, "new")
	}
	if err := os.Mkdir("agent-handoffs/empty", 0o755); err != nil {
		t.Fatal(err)
	}
	before, err := find(t, Options{}, ".").Before(since(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "files", []string{"a.md", report, session + "/02-b-report.md"}, paths(before))
	folder := Folder{Path: session, InPlace: true, Reports: []string{"01-a-report.md", "02-b-report.md"}, Done: []string{"01-a-report.md.done"}}
	if diff := cmp.Diff([]Folder{folder}, before.Folders); diff != "" {
		t.Error(diff)
	}
	for i, hasMarker := range []bool{false, true, false} {
		in, fault := before.Files[i].read(100)
		if fault != nil || string(in.Data) != in.Path || in.Info.Done.IsZero() == hasMarker {
			t.Errorf("%s: %q, %+v, %v", in.Path, in.Data, in.Info, fault)
		}
	}
	for limit, want := range map[int64]string{int64(len("a.md")): "", int64(len("a.md")) - 1: "file/too-large known-size"} {
		if _, fault := before.Files[0].read(limit); faultText(fault) != want {
			t.Errorf("at most %d bytes: %v", limit, fault)
		}
	}
	write(t, "b.md", "b")
	if none, err := find(t, Options{}, "b.md").Before(since(t, "")); err != nil || len(none.Files) != 0 {
		t.Errorf("a new file alone: %v, %v", none, err)
	}
}
