package lint

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLinksInAWalk(t *testing.T) {
	const dangling = session + "/01-x-report.md"
	cases := []struct {
		name            string
		files           map[string]string
		paths, problems []string
		skips           []string
	}{
		{name: "to a file that is walked", files: map[string]string{"in/a.md": "", "in/b.md": "-> a.md"},
			paths: []string{"in/a.md"}},
		{name: "to a file that is not", files: map[string]string{"in/data/blob": "", "in/b.md": "-> data/blob"},
			paths: []string{"in/b.md"}},
		{name: "that cannot be a handoff", files: map[string]string{"in/data/blob": "", "in/b.txt": "-> data/blob"}},
		{name: "to what is git's", files: map[string]string{"in/.git/blob": "", "in/b.md": "-> .git/blob"},
			skips: []string{"in/b.md: unfollowed-link"}},
		{name: "out of the folder", files: map[string]string{"out.md": "", "in/b.md": "-> ../out.md"},
			skips: []string{"in/b.md: unfollowed-link"}},
		{name: "out of the folder, a handoff", files: map[string]string{"out.md": "", "in/" + dangling: "-> ../../../out.md"},
			problems: []string{"in/" + dangling + ": file/unreadable unfollowed-link"}},
		{name: "out of the folder, a handoff by its name", files: map[string]string{"out.md": "", "in/web/HANDOFF.md": "-> ../../out.md"},
			problems: []string{"in/web/HANDOFF.md: file/unreadable unfollowed-link"}},
		{name: "to nowhere", files: map[string]string{"in/b.md": "-> gone.md", "in/c.txt": "-> gone"},
			skips: []string{"in/b.md: unfollowed-link", "in/c.txt: unfollowed-link"}},
		{name: "to nowhere, a handoff", files: map[string]string{"in/" + dangling: "-> gone.md", "in/docs/context/1717500000-t.json": "-> gone"},
			paths: []string{"in/" + dangling, "in/docs/context/1717500000-t.json"}},
		{name: "in a circle", files: map[string]string{"in/" + dangling: "-> 01-x-report.md"},
			paths: []string{"in/" + dangling}},
		{name: "to its own folder", files: map[string]string{"in/a.md": "", "in/loop": "-> .", "in/x/up": "-> .."},
			paths: []string{"in/a.md"}},
		{name: "to a folder inside", files: map[string]string{"in/agent-handoffs/s/": "", "in/agent-handoffs/latest": "-> s"}},
		{name: "to a folder outside", files: map[string]string{"out/a.md": "", "in/docs": "-> ../out"},
			skips: []string{"in/docs: unfollowed-link"}},
		{name: "to handoffs outside", files: map[string]string{"out/s/01-x-report.md": "", "in/agent-handoffs": "-> ../out"},
			problems: []string{"in/agent-handoffs: file/unreadable unfollowed-link"}},
		{name: "to contexts outside", files: map[string]string{"out/1-a.json": "", "in/docs/context": "-> ../../out"},
			problems: []string{"in/docs/context: file/unreadable unfollowed-link"}},
		{name: "to a folder that is not walked", files: map[string]string{"in/.git/h/s/": "", "in/agent-handoffs": "-> .git/h"},
			problems: []string{"in/agent-handoffs: file/unreadable unfollowed-link"}},
		{name: "to a package", files: map[string]string{"in/node_modules/h/s/": "", "in/agent-handoffs": "-> node_modules/h"},
			problems: []string{"in/agent-handoffs: file/unreadable unfollowed-link"}},
		{name: "handoffs that are gone", files: map[string]string{"in/agent-handoffs": "-> gone"},
			skips: []string{"in/agent-handoffs: unfollowed-link"}},
		{name: "ignored", files: map[string]string{"out.md": "", "in/b.md": "-> ../out.md", "in/" + IgnoreFile: "b.md"},
			skips: []string{"in/b.md: ignored in/" + IgnoreFile + ":1: b.md"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.files["in/"] = ""
			plant(t, c.files)
			found := find(t, Options{}, "in")
			compare(t, "files", c.paths, paths(found))
			compare(t, "problems", c.problems, problems(found))
			compare(t, "skipped", c.skips, skips(found))
		})
	}
}

func compare(t *testing.T, what string, want, got []string) {
	t.Helper()
	if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
		t.Errorf("%s: %s", what, diff)
	}
}

func TestNamedLinksAreFollowed(t *testing.T) {
	plant(t, map[string]string{
		"real/agent-handoffs/s/01-x-report.md": "text",
		"real/b.md":                            "-> agent-handoffs/s/01-x-report.md",
		"folder":                               "-> real",
		"file.md":                              "-> real/agent-handoffs/s/01-x-report.md",
		"latest":                               "-> real/agent-handoffs/s",
	})
	found := find(t, Options{}, "folder", "file.md")
	compare(t, "files", []string{"file.md*", "folder/agent-handoffs/s/01-x-report.md"}, paths(found))
	in, fault := found.Files[0].read(100)
	if fault != nil || string(in.Data) != "text" {
		t.Errorf("got %q, %v", in.Data, fault)
	}
	if got := find(t, Options{}, "latest").Folders; len(got) != 1 || got[0].Path != "latest" {
		t.Errorf("got %v, want the session under the name that the user gave", got)
	}
}

func TestLinkToTheSameFolderByAnAbsolutePath(t *testing.T) {
	root := plant(t, map[string]string{"in/a.md": ""})
	plantOne(t, filepath.Join(root, "in", "b.md"), false, "-> "+filepath.ToSlash(filepath.Join(root, "in", "a.md")))
	compare(t, "files", []string{"in/a.md"}, paths(find(t, Options{}, "in")))
}

func TestDeepFolder(t *testing.T) {
	plant(t, map[string]string{"in" + strings.Repeat("/d", maxDepth) + "/HANDOFF.md": "", "in/HANDOFF.md": ""})
	found := find(t, Options{}, "in")
	compare(t, "files", []string{"in/HANDOFF.md"}, paths(found))
	if got := problems(found); len(got) != 1 || !strings.HasSuffix(got[0], "file/unreadable deep") {
		t.Errorf("%q", got)
	}
}
