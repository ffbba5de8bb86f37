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

// TestOtherModuleUsesThePackages builds and runs two programs in a module of
// their own, as users of rules, checks and cue do: that of testdata/library, and
// the one that the documentation of package rules begins with.
func TestOtherModuleUsesThePackages(t *testing.T) {
	programs := buildOutside(t)
	folder := t.TempDir()
	plant(t, folder, map[string]string{
		"good.json": goodTask, "bad.json": badTask, "output.json": vagueWork, "data.json": ownedData, "handoff.json": badTask,
	})
	tests := map[string]struct {
		program string
		files   []string
		code    int
		want    []string
	}{
		"a handoff that passes": {"gate", []string{"good.json"}, 0, []string{"1 passed, 0 with warnings, 0 failed"}},
		"one that does not": {"gate", []string{"good.json", "bad.json"}, 1, []string{
			`bad.json:2:14: error: `, `[placeholder]`, "1 passed, 0 with warnings, 1 failed",
		}},
		"a check of the program's own": {"gate", []string{"output.json"}, 1, []string{
			`output.json:4:15: warning: "the summary names nothing: \"Fixed get-issue\"" [metadata/vague-summary]`,
		}},
		"a rule and its check of the program's own": {"gate", []string{"data.json"}, 0, []string{
			`data.json:1:69: warning: "data.owner does not say who to ask" [gate/owner]`,
		}},
		"a file that is not there":         {"gate", []string{"none.json"}, 1, []string{`none.json:1:1: error: `, "[file/unreadable]", "1 failed"}},
		"the program of the documentation": {"first", nil, 0, []string{"handoff.json:2: error: ", "[placeholder]"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out, code := runIn(t, folder, filepath.Join(programs, test.program), test.files...)
			if code != test.code {
				t.Errorf("exit code %d, not %d", code, test.code)
			}
			for _, want := range test.want {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			if test.program == "gate" && strings.Contains(out, "task/no-version") {
				t.Errorf("a rule that is off says something:\n%s", out)
			}
		})
	}
}

// buildOutside builds the two programs next to no file of this module, and
// returns their folder. It needs no network, for theirs asks for nothing that
// this one does not have.
func buildOutside(t *testing.T) string {
	t.Helper()
	command(t, "go")
	library, folder, programs := filepath.Join(root, "testdata", "library"), t.TempDir(), t.TempDir()
	first := regexp.MustCompile(`(?m)^//\tpackage main\n(?://(?:\t.*)?\n)*?//\t}\n`).Find(readFile(t, filepath.Join(root, "rules/doc.go")))
	sources := map[string]string{
		"go.mod":        string(readFile(t, filepath.Join(library, "go.mod"))),
		"go.sum":        string(readFile(t, filepath.Join(root, "go.sum"))),
		"first/main.go": regexp.MustCompile(`(?m)^//\t?`).ReplaceAllString(string(first), ""),
	}
	paths, err := filepath.Glob(filepath.Join(library, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s has no program: %v", library, err)
	}
	for _, path := range paths {
		sources["gate/"+filepath.Base(path)] = string(readFile(t, path))
	}
	plant(t, folder, sources)
	for _, args := range [][]string{
		{"mod", "edit", "-replace", "github.com/handofflint/handofflint=" + absolute(t, ".")},
		{"build", "-mod=mod", "-ldflags=-s -w", "-o", programs + string(filepath.Separator), "./..."},
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), append(goEnv(t), "GOWORK=off")...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	return programs
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
