package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
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

// runCommand gives what a command prints, stdout before stderr.
func runCommand(t *testing.T, home string, args ...string) string {
	t.Helper()
	var out, notes bytes.Buffer
	env := func(name string) string {
		return map[string]string{"HOME": home, "HANDOFFLINT_FAILURE_LOG": filepath.Join(home, "log.jsonl")}[name]
	}
	streams := Streams{In: strings.NewReader(""), Out: &out, Err: &notes, Getenv: env}
	if code := Main(streams, append([]string{"handofflint"}, args...)); code != ExitClean {
		t.Fatalf("%q: exit code %d\n%s%s", args, code, out.String(), notes.String())
	}
	return out.String() + notes.String()
}

// logFrom is the log that a script has, as a file.
func logFrom(t *testing.T, script string) string {
	t.Helper()
	data, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "-- log.jsonl --\n")
	log, _, _ := strings.Cut(rest, "-- want.txt --\n")
	path := filepath.Join(t.TempDir(), "log.jsonl")
	if err := os.WriteFile(path, []byte(log), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
