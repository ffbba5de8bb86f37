package hook

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// A tree's settings must not make a program of the tree run, not even through a link. The running program
// is trusted already.
func TestProgramOfTheTree(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	inside := filepath.Join(root, "handofflint")
	for _, path := range []string{inside, filepath.Join(outside, "handofflint")} {
		if err := os.WriteFile(path, nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(outside, "link")
	if err := os.Symlink(inside, link); err != nil {
		t.Skipf("no link can be made here: %v", err)
	}
	running, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		program, root string
		want          bool
	}{
		{inside, root, true},
		{link, root, true},
		{filepath.Join(outside, "handofflint"), root, false},
		{running, filepath.Dir(running), false},
	} {
		if _, err := findProgram(tt.program, tt.root); (err != nil) != tt.want {
			t.Errorf("%s in %s: %v, refused: %t", tt.program, tt.root, err, tt.want)
		}
	}
}

// A self-test runs no program of the tree whose settings it tests.
func TestSelfTestRunsNoProgramOfTheTree(t *testing.T) {
	program := fakeProgram(t)
	claude := HostByName("claude")
	for root, want := range map[string]bool{filepath.Dir(program): true, t.TempDir(): false} {
		target := Target{Host: claude, Path: claude.projectPath(root), Root: root}
		testkit.Write(t, target.Path, freshWith(t, claude, program))
		checks, err := target.Test(context.Background(), fakeEnviron("itself"), "test")
		if got := failed(checks, "the program", "lies in the tree"); err != nil || got != want {
			t.Errorf("settings in %s: %+v, %v", root, checks, err)
		}
	}
}
