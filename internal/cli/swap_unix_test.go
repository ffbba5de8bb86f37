//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSwappedFolder fixes files of a folder while somebody puts a link in the
// folder's place, over and over: what the link leads to stays as it is.
func TestSwappedFolder(t *testing.T) {
	const broken = `{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "Retry a refused batch twice",
 "relevant_files": ["a.go"], "key_findings": ["a.go:4 stops at the first refusal"], "constrants": ["none of them may block"]}`
	base := t.TempDir()
	repo, outside := filepath.Join(base, "repo"), filepath.Join(base, "outside")
	for _, folder := range []string{filepath.Join(repo, ".git", "HEAD"), filepath.Join(repo, "docs", "context"), outside} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	name := "1717500000-a.json"
	writeFile(t, filepath.Join(outside, name), broken)
	t.Chdir(repo)
	t.Setenv("HOME", filepath.Join(base, "home"))
	folder, aside := filepath.Join(repo, "docs", "context"), filepath.Join(repo, "aside")
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			// Each step may fail while a file is written: the next round tries again.
			_ = os.Rename(folder, aside)
			_ = os.Symlink(outside, folder)
			_ = os.Remove(folder)
			_ = os.Rename(aside, folder)
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	for range 60 {
		_ = os.WriteFile(filepath.Join(aside, name), []byte(broken), 0o644)
		runMain("--fix", "docs")
	}
	close(stop)
	<-stopped
	entries, err := os.ReadDir(outside)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v, %v", entries, err)
	}
	if data, err := os.ReadFile(filepath.Join(outside, name)); err != nil || string(data) != broken {
		t.Errorf("the file outside is %s, %v", data, err)
	}
}
