package handoff

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

func limits(t testing.TB) rules.Limits {
	t.Helper()
	limits := rules.LimitsWith(rules.Options{})
	return limits
}

// write writes a file and creates its folders.
func write(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func mustMakeFolder(t testing.TB, path string) string {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// link makes a symbolic link, if the system allows it.
func link(t testing.TB, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Skipf("no links: %v", err)
	}
}

func TestFind(t *testing.T) {
	const settings = ".coding-friend/config.json"
	tests := []struct {
		name  string
		files map[string]string
		here  string
		root  string
		rel   string
	}{
		{"nothing", nil, "", "", "docs/context"},
		{"no repository: nothing above counts", map[string]string{settings: `{"docsDir": "x"}`}, "a", "a", "docs/context"},
		{"no repository, settings here", map[string]string{settings: `{"docsDir": "x"}`}, "", "", "x/context"},
		{"a repository", map[string]string{".git/HEAD": ""}, "a/b", "", "docs/context"},
		{"its settings", map[string]string{".git/HEAD": "", settings: `{"docsDir": "./notes/"}`}, "a/b", "", "notes/context"},
		{"the nearest settings", map[string]string{".git/HEAD": "", settings: `{"docsDir": "x"}`, "a/" + settings: `{"docsDir": "y"}`}, "a/b", "a", "y/context"},
		{"settings without the key", map[string]string{".git": "gitdir: x", settings: "\uFEFF{\"language\": \"vi\"}"}, "", "", "docs/context"},
		{"settings above the repository", map[string]string{settings: `{"docsDir": "x"}`, "a/.git/HEAD": ""}, "a/b", "a", "docs/context"},
		{"the root itself", map[string]string{settings: `{"docsDir": "."}`}, "", "", "context"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			t.Chdir(root)
			for name, text := range tt.files {
				write(t, filepath.Join(root, filepath.FromSlash(name)), text)
			}
			got, err := FindContextFolder(mustMakeFolder(t, filepath.Join(root, filepath.FromSlash(tt.here))), limits(t))
			want := ContextFolder{Root: filepath.Join(root, filepath.FromSlash(tt.root)), Rel: tt.rel}
			if err != nil || got != want {
				t.Errorf("got %+v, %v; want %+v", got, err, want)
			}
		})
	}
}

func TestFindRefuses(t *testing.T) {
	for settings, want := range map[string]string{
		`{"docsDir": "../x"}`:             `config.json:1:13: docsDir has to name a folder`,
		`{"docsDir": "/etc"}`:             "has to name a folder",
		`{"docsDir": "a/../../b"}`:        "has to name a folder",
		"{\n  \"docsDir\": 7\n}":          "config.json:2:14: docsDir has to name a folder",
		`{"docsDir": " "}`:                "docsDir has to name a folder",
		`{"docsDir": "a\u0000b"}`:         "docsDir has to name a folder",
		`{"docsDir": "a", }`:              "config.json:1:16: not a valid JSON object",
		`{"docsDir": "a","docsDir": "b"}`: "config.json:1:17: not a valid JSON object",
		`[]`:                              "config.json:1:1: not a valid JSON object",
		"":                                "not a valid JSON object",
	} {
		root := t.TempDir()
		write(t, filepath.Join(root, ".coding-friend", "config.json"), settings)
		if got, err := FindContextFolder(root, limits(t)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %+v, %v; want %q", settings, got, err, want)
		}
	}
	root := t.TempDir()
	write(t, filepath.Join(root, ".git", "HEAD"), "")
	settings := write(t, filepath.Join(root, ".coding-friend", "config.json"), "[]")
	if _, err := FindContextFolder(mustMakeFolder(t, filepath.Join(root, "a")), limits(t)); err == nil || !strings.HasPrefix(err.Error(), "../.coding-friend/config.json:1:1: ") {
		t.Errorf("from a folder below: %v", err)
	}
	if err := os.Remove(settings); err != nil {
		t.Fatal(err)
	}
	mustMakeFolder(t, settings)
	if _, err := FindContextFolder(root, limits(t)); err == nil || !strings.Contains(err.Error(), "cannot be read (folder)") {
		t.Errorf("a folder for settings: %v", err)
	}
}

// Nothing is created or opened through a link.
func TestLinksAreRefused(t *testing.T) {
	for _, at := range []string{"docs", "docs/context"} {
		for _, to := range []string{"outside", "inside"} {
			root, target := t.TempDir(), t.TempDir()
			mustMakeFolder(t, filepath.Join(root, ".git", "HEAD"))
			if to == "inside" {
				target = mustMakeFolder(t, filepath.Join(root, "other"))
			}
			mustMakeFolder(t, filepath.Join(root, filepath.Dir(filepath.FromSlash(at))))
			link(t, target, filepath.Join(root, filepath.FromSlash(at)))
			f := ContextFolder{Root: root, Rel: "docs/context"}
			if _, err := f.Create(contextRequest("a")); err == nil {
				t.Errorf("%s leads %s: no error", at, to)
			}
			if items := (Vacuum{}).Files(f); len(items) != 1 || items[0].Outcome != Failed {
				t.Errorf("%s leads %s: %+v", at, to, items)
			}
			if entries, err := os.ReadDir(target); err != nil || len(entries) > 0 {
				t.Errorf("%s leads %s: %v was made", at, to, entries)
			}
		}
	}
}

func TestAFileForAFolder(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "docs"), "")
	if _, err := (ContextFolder{Root: root, Rel: "docs/context"}).Create(contextRequest("a")); err == nil {
		t.Error("no error")
	}
}
