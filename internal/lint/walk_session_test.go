package lint

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSessionFolders(t *testing.T) {
	files := map[string]string{
		session + "/01-writer-report.md":      "",
		session + "/01-writer-report.md.done": "",
		session + "/02-a-b-report.md":         "",
		session + "/00-drafts/":               "",
		session + "/notes.md":                 "",
		session + "/03-x-report.md.d/":        "",
		session + "/09-y-report.md/":          "",
		"agent-handoffs/empty/":               "",
		"elsewhere/1-r-report.md":             "",
		"none/report.md":                      "",
		"none/x-writer-report.md":             "",
		"agent-handoffs-old/s/":               "",
	}
	full := Folder{
		Path:    session,
		InPlace: true,
		Reports: []string{"01-writer-report.md", "02-a-b-report.md"},
		Done:    []string{"01-writer-report.md.done"},
	}
	at := func(path string) Folder { f := full; f.Path = path; return f }
	empty := Folder{Path: "agent-handoffs/empty", InPlace: true}
	cases := []struct {
		name  string
		dir   string // where the user stands
		roots []string
		want  []Folder
	}{
		{"in a tree", ".", []string{"."}, []Folder{full, empty, {Path: "elsewhere", Reports: []string{"1-r-report.md"}}}},
		{"the parent itself", ".", []string{"agent-handoffs"}, []Folder{full, empty}},
		{"a session itself", ".", []string{session}, []Folder{full}},
		{"standing in the parent", "agent-handoffs", []string{"."}, []Folder{at("20260531-170546-ad4f12aa"), {Path: "empty", InPlace: true}}},
		{"standing in a session", session, []string{"."}, []Folder{at(".")}},
		{"each once", ".", []string{session, "agent-handoffs", "agent-handoffs/empty"}, []Folder{full, empty}},
		{"not for a named file", ".", []string{session + "/01-writer-report.md"}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			root := plant(t, files)
			t.Chdir(filepath.Join(root, c.dir))
			if diff := cmp.Diff(c.want, find(t, Options{}, c.roots...).Folders); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSessionListsIgnoredReports(t *testing.T) {
	plant(t, map[string]string{
		session + "/01-a-report.md":    "",
		session + "/02-b-report.md":    "",
		session + "/" + IgnoreFile:     "02-*\n",
		"agent-handoffs/hidden/":       "",
		"agent-handoffs/" + IgnoreFile: "hidden/\n",
	})
	found := find(t, Options{}, ".")
	want := []Folder{{Path: session, InPlace: true, Reports: []string{"01-a-report.md", "02-b-report.md"}}}
	if diff := cmp.Diff(want, found.Folders); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{session + "/01-a-report.md"}, paths(found)); diff != "" {
		t.Error(diff)
	}
}

func TestPlaces(t *testing.T) {
	cases := []struct {
		key          string
		file, folder bool
	}{
		{"/r/agent-handoffs/s/01-a-report.md", true, false},
		{"/r/agent-handoffs/s/x.MD", true, false},
		{"/r/elsewhere/01-a-report.md", true, false},
		{"/r/agent-handoffs/s/t/x.md", false, false},
		{"/r/agent-handoffs/x.md", false, true},
		{"/r/agent-handoffs", false, true},
		{"/r/agent-handoffs/s", false, true},
		{"/r/docs/context", false, true},
		{"/r/src/context", false, false},
		{"/r/docs/context/1717500000-t.json", true, false},
		{"/r/context/1717500000-t.json", false, false},
		{"/r/context/x/t.json", false, false},
		{"/r/context/t.md", false, false},
		{"/r/HANDOFF.md", true, false},
		{"/r/web/HANDOVER.md", true, false},
		{"/r/HANDOFFS.md", false, false},
		{"/", false, false},
	}
	for _, c := range cases {
		w := walker{top: "/r"}
		if got := w.isHandoffFile(c.key); got != c.file {
			t.Errorf("handoffFile(%q) = %v", c.key, got)
		}
		if got := isHandoffFolder(c.key); got != c.folder {
			t.Errorf("handoffFolder(%q) = %v", c.key, got)
		}
	}
}

func TestConfiguredPlaceIsOfHandoffs(t *testing.T) {
	w := walker{top: "/r", opts: Options{Also: func(path string) bool { return path == "/r/notes/x.md" }}}
	if !w.isHandoffFile("/r/notes/x.md") || w.isHandoffFile("/r/notes/y.md") {
		t.Error("a file is a handoff if its format's place names it")
	}
}
