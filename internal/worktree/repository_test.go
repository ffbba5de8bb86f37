package worktree

import (
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// scratch is a real git repository in a new folder, with its own clock: each command is an hour after the
// previous one.
type scratch struct {
	*testing.T
	root string
	now  time.Time
}

// began is the time of the first command in a scratch repository.
var began = time.Date(2026, time.May, 1, 0, 0, 0, 0, time.UTC)

func newScratch(t *testing.T) *scratch {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed, and this is about what git knows")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &scratch{t, root, began}
	s.git("init", "-q", "-b", "main")
	return s
}

// in returns the same clock in another folder.
func (s *scratch) in(folder string) *scratch { return &scratch{s.T, folder, s.now} }

// at returns the path of a name in the repository.
func (s *scratch) at(name string) string { return filepath.Join(s.root, filepath.FromSlash(name)) }

func (s *scratch) git(args ...string) string {
	s.Helper()
	return s.gitWith(nil, args...)
}

// gitWith is git with an input.
func (s *scratch) gitWith(in io.Reader, args ...string) string {
	s.Helper()
	s.now = s.now.Add(time.Hour)
	// After each commit, git would start a process for garbage collection.
	command := exec.Command("git", append([]string{"-c", "maintenance.auto=false"}, args...)...)
	command.Dir, command.Stdin = s.root, in
	command.Env = slices.DeleteFunc(os.Environ(), func(pair string) bool { return strings.HasPrefix(pair, "GIT_") })
	at := s.now.Format(time.RFC3339)
	command.Env = append(command.Env, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_ALLOW_PROTOCOL=file",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE="+at,
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com", "GIT_COMMITTER_DATE="+at)
	out, err := command.CombinedOutput()
	if err != nil {
		s.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// write writes files with a number of lines each.
func (s *scratch) write(lines int, names ...string) {
	s.Helper()
	for _, name := range names {
		if err := os.MkdirAll(filepath.Dir(s.at(name)), 0o755); err != nil {
			s.Fatal(err)
		}
		if err := os.WriteFile(s.at(name), []byte(strings.Repeat("line of "+name+"\n", lines)), 0o644); err != nil {
			s.Fatal(err)
		}
	}
}

// commit commits all files and returns the hash.
func (s *scratch) commit() string {
	s.Helper()
	s.git("add", "-A")
	s.git("commit", "-q", "--allow-empty", "-m", "change")
	return s.git("rev-parse", "HEAD")
}

func (s *scratch) remove(name string) {
	s.Helper()
	if err := os.RemoveAll(s.at(name)); err != nil {
		s.Fatal(err)
	}
}

// expect compares the states of paths at a time, in a new tree, with the expected ones.
func (s *scratch) expect(at time.Time, want map[string]State) {
	s.Helper()
	tree := NewTree(s.root)
	names := slices.Sorted(maps.Keys(want))
	for i, got := range tree.Files(Handoff{Path: s.at("out/a.md"), Said: at}, names) {
		if name := names[i]; got.State != want[name] {
			s.Errorf("%s is %+v, want state %v", name, got, want[name])
		}
	}
}

// ever is a time after all commits.
var ever = time.Date(2030, time.January, 1, 0, 0, 0, 0, time.UTC)
