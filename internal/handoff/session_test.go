package handoff

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/protocol"
)

func TestNewSession(t *testing.T) {
	now := time.Date(2026, 5, 31, 19, 5, 46, 0, time.FixedZone("", 2*60*60))
	form := regexp.MustCompile(`^20260531-170546-[0-9a-f]{8}$`)
	a, b := NewSession(now), NewSession(now)
	if !form.MatchString(a) || a == b || CheckSession(a) != nil {
		t.Errorf("got %s and %s, want two of %s", a, b, form)
	}
}

func TestSessionFrom(t *testing.T) {
	tests := []struct {
		env  map[string]string
		want string
		bad  bool
	}{
		{map[string]string{}, "", false},
		{map[string]string{"CODEX_THREAD_ID": "b"}, "b", false},
		{map[string]string{"CLAUDE_SESSION_ID": "0a1b2c3d-0000-4000-8000-000000000000", "CODEX_THREAD_ID": "b"}, "0a1b2c3d-0000-4000-8000-000000000000", false},
		{map[string]string{"CLAUDE_SESSION_ID": "a", "CLAUDE_CODE_SESSION_ID": "b"}, "a", false},
		{map[string]string{"CLAUDE_SESSION_ID": "../x", "CODEX_THREAD_ID": "b"}, "", true},
	}
	for _, tt := range tests {
		got, err := SessionFrom(func(name string) string { return tt.env[name] })
		if got != tt.want || (err != nil) != tt.bad {
			t.Errorf("%v: got %q, %v; want %q", tt.env, got, err, tt.want)
		}
	}
}

func TestRoot(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{
		"repo/.git/HEAD", "repo/sub/deep", "repo/own/agent-handoffs", "repo/own/deep",
		"above/agent-handoffs", "above/plain", "linked",
	} {
		if err := os.MkdirAll(filepath.Join(base, filepath.FromSlash(dir)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// In a linked worktree .git is a file.
	for name, text := range map[string]string{"linked/.git": "gitdir: elsewhere\n", "repo/sub/agent-handoffs": ""} {
		if err := os.WriteFile(filepath.Join(base, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(base) // all are in the tree of the current folder, which is no repository
	tests := []struct{ folder, project, want string }{
		{"repo", "", "repo"},
		{"repo/sub/deep", "", "repo"},
		{"repo/own/deep", "", "repo/own"},
		{"above/plain", "", "above/plain"},
		{"linked", "", "linked"},
		{"repo/sub/deep", "repo/sub", "repo/sub"},
		{"repo/sub", "repo/own", "repo"},
		{"repo/sub", "none", "repo"},
	}
	for _, tt := range tests {
		project := ""
		if tt.project != "" {
			project = filepath.Join(base, filepath.FromSlash(tt.project))
		}
		got := Root(filepath.Join(base, filepath.FromSlash(tt.folder)), protocol.SessionsFolder(), func(string) string { return project })
		if want := filepath.Join(base, filepath.FromSlash(tt.want)); got != want {
			t.Errorf("from %s with project %q: got %s, want %s", tt.folder, tt.project, got, want)
		}
	}
}
