//go:build unix

package cli

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWatch: a file that changes is checked again, and a broken configuration is
// reported and got over.
func TestWatch(t *testing.T) {
	p := exec.Command("handofflint", "check", "--watch", "docs/context")
	p.Dir = t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(p.Dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(p.Dir, "docs/context"), 0o755); err != nil {
		t.Fatal(err)
	}
	const name = "docs/context/1717500000-x.json" // of which there is none at first
	good := `{"schema_version": 1, "task_id": "1717500000-x", "task_summary": "Fix the login", "relevant_files": ["src/a.go"], "key_findings": ["src/a.go:10 drops the error"]}`
	both, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.Stderr = p.Stdout
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(both)
	until := func(want string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("no line with %q", want)
	}
	until("0 files")
	until("Ctrl-C")
	write(name, good)
	until("1 passed")
	until("Ctrl-C")
	write(name, strings.Replace(good, "Fix the login", "", 1))
	until("task_summary is empty")
	until("Ctrl-C")
	write(".handofflint.yaml", "strct: true\n")
	until("unknown setting strct")
	until("Ctrl-C")
	if err := os.Remove(filepath.Join(p.Dir, ".handofflint.yaml")); err != nil {
		t.Fatal(err)
	}
	until("1 failed")
	until("Ctrl-C")
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait() // it was killed
}
