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

// TestDispatchDocumentation runs the commands that docs/dispatch.md shows and
// holds the page to what they print.
func TestDispatchDocumentation(t *testing.T) {
	page, err := os.ReadFile("../../docs/dispatch.md")
	if err != nil {
		t.Fatal(err)
	}
	log, err := filepath.Abs("testdata/script/failures_suggest.txtar")
	if err != nil {
		t.Fatal(err)
	}
	fixtures, err := filepath.Abs("testdata/fixtures")
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
	for _, block := range strings.Split(string(page), "console\n$ handofflint ")[1:] {
		command, shown, _ := strings.Cut(block, "\n")
		project := t.TempDir()
		t.Chdir(project)
		args := strings.Fields(command)
		switch args[0] {
		case "accept":
			if err := copyTree(os.DirFS(fixtures), project); err != nil {
				t.Fatal(err)
			}
			runCommand(t, "", "seal", args[1])
		case "failures":
			args = append(args, logFrom(t, log))
		}
		got := runCommand(t, project, args...)
		if !strings.HasPrefix(shown, got+"```") {
			t.Errorf("handofflint %s prints\n%s\nand the page shows\n%.2000s", command, got, shown)
		}
		runs++
	}
	if runs != 3 {
		t.Errorf("the page shows %d commands, want 3", runs)
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
