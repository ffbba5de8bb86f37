package integration

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The handoffs that programs of another module judge.
const (
	goodTask  = `{"version": 1, "summary": "Parse the export of 2026 once."}`
	badTask   = "{\n  \"summary\": \"TBD\",\n  \"data\": {}\n}\n"
	ownedData = `{"version": 1, "summary": "Parse the export of 2026 once.", "data": {"contact": "ann"}}`
	vagueWork = "{\n  \"agent\": \"reviewer\",\n  \"status\": \"complete\",\n  \"summary\": \"Fixed get-issue\"\n}\n"
)

// TestOtherModuleUsesThePackages builds and runs a program that stands in a
// module of its own, as users of rules, checks and cue do.
func TestOtherModuleUsesThePackages(t *testing.T) {
	gate := buildOutside(t, nil)
	folder := t.TempDir()
	plant(t, folder, map[string]string{"good.json": goodTask, "bad.json": badTask, "output.json": vagueWork, "data.json": ownedData})
	tests := map[string]struct {
		files []string
		code  int
		want  []string
	}{
		"a handoff that passes": {[]string{"good.json"}, 0, []string{"1 passed, 0 with warnings, 0 failed"}},
		"one that does not": {[]string{"good.json", "bad.json"}, 1, []string{
			`bad.json:2:14: error: `, `[placeholder]`, "1 passed, 0 with warnings, 1 failed",
		}},
		"a check of the program's own": {[]string{"output.json"}, 1, []string{
			`output.json:4:15: warning: "the summary names nothing: \"Fixed get-issue\"" [metadata/vague-summary]`,
		}},
		"a rule and its check of the program's own": {[]string{"data.json"}, 0, []string{
			`data.json:1:69: warning: "data.owner does not say who to ask" [gate/owner]`,
		}},
		"a file that is not there": {[]string{"none.json"}, 1, []string{`none.json:1:1: error: `, "[file/unreadable]", "1 failed"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out, code := runIn(t, folder, gate, test.files...)
			if code != test.code {
				t.Errorf("exit code %d, not %d", code, test.code)
			}
			for _, want := range test.want {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			if strings.Contains(out, "task/no-version") {
				t.Errorf("a rule that is off says something:\n%s", out)
			}
		})
	}
}

// TestFirstProgram builds and runs the program that the documentation of
// package rules begins with.
func TestFirstProgram(t *testing.T) {
	program := regexp.MustCompile(`(?m)^//\tpackage main\n(?://(?:\t.*)?\n)*?//\t}\n`).FindString(string(readFile(t, filepath.Join(root, "rules/doc.go"))))
	source := regexp.MustCompile(`(?m)^//\t?`).ReplaceAllString(program, "")
	first := buildOutside(t, map[string]string{"main.go": source})
	folder := t.TempDir()
	plant(t, folder, map[string]string{"handoff.json": badTask})
	out, code := runIn(t, folder, first)
	if code != 0 || !strings.Contains(out, "handoff.json:2: error: ") || !strings.Contains(out, "[placeholder]") {
		t.Errorf("exit code %d, output\n%s", code, out)
	}
}

// buildOutside builds a program in a module of its own, next to no file of this
// one: that of testdata/library, or other files in place of its. It needs no
// network, for the module asks for nothing that this one does not have.
func buildOutside(t *testing.T, files map[string]string) string {
	t.Helper()
	compiler := command(t, "go")
	folder := t.TempDir()
	plant(t, folder, outsideFiles(t, files))
	binary := filepath.Join(t.TempDir(), program())
	env := append(os.Environ(), append(goEnv(t), "GOWORK=off")...)
	for _, args := range [][]string{
		{"mod", "edit", "-replace", "github.com/handofflint/handofflint=" + absolute(t, ".")},
		{"vet", "-mod=mod", "."},
		{"build", "-mod=mod", "-o", binary, "."},
	} {
		cmd := exec.Command(compiler, args...)
		cmd.Dir, cmd.Env = folder, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	return binary
}

// outsideFiles are the files of the module: its own go.mod, this module's
// go.sum, and the sources.
func outsideFiles(t *testing.T, sources map[string]string) map[string]string {
	t.Helper()
	library := filepath.Join(root, "testdata", "library")
	files := map[string]string{
		"go.mod": string(readFile(t, filepath.Join(library, "go.mod"))),
		"go.sum": string(readFile(t, filepath.Join(root, "go.sum"))),
	}
	for name, text := range sources {
		files[name] = text
	}
	if sources != nil {
		return files
	}
	paths, err := filepath.Glob(filepath.Join(library, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s has no program: %v", library, err)
	}
	for _, path := range paths {
		files[filepath.Base(path)] = string(readFile(t, path))
	}
	return files
}

// runIn runs a program in a folder and gives all that it prints, and its exit
// code.
func runIn(t *testing.T, folder, binary string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}
