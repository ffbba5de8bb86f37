package cli

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestDispatchAtOnce runs twenty processes at once; each gets a path of its own.
func TestDispatchAtOnce(t *testing.T) {
	const count = 20
	project := t.TempDir()
	outs := make([]bytes.Buffer, count)
	processes := make([]*exec.Cmd, count)
	for i := range processes {
		processes[i] = exec.Command("handofflint", "dispatch", "writer", "t", "--session", "one", "-f", "json")
		processes[i].Dir = project
		processes[i].Env = append(os.Environ(), "CLAUDE_PROJECT_DIR=")
		processes[i].Stdout, processes[i].Stderr = &outs[i], os.Stderr
		if err := processes[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	paths := map[string]bool{}
	for i, p := range processes {
		if err := p.Wait(); err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(outs[i].String(), `"path": "`)
		path, _, found := strings.Cut(rest, `"`)
		if !found || paths[path] {
			t.Errorf("process %d got %q, which is taken or no path", i, path)
		}
		paths[path] = true
	}
}
