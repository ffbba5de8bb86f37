package runner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/testkit"
)

// lines returns the lines of a file that are neither blank nor comments.
func lines(t *testing.T, name string) (found []string) {
	t.Helper()
	content := testkit.Read(t, name)
	for line := range strings.Lines(string(content)) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			found = append(found, line)
		}
	}
	return found
}

func of(command string) runner.Call { return runner.Of(shell.InvocationOf(command, nil).Words) }

// TestIdle checks that commands that run nothing are not runs. The list is from the runners' documentation.
func TestIdle(t *testing.T) {
	for _, name := range []string{"testdata/idle.txt", "testdata/shows.txt"} {
		for _, command := range lines(t, name) {
			if c := of(command); c.Kind != runner.Other {
				t.Errorf("%s: %q of %s", command, c.Kind, c.Runner)
			}
		}
	}
}

// TestRuns checks that commands that run something have their kind, or prove it.
func TestRuns(t *testing.T) {
	for _, line := range lines(t, "testdata/runs.txt") {
		want, command, _ := strings.Cut(line, "\t")
		if c := of(command); string(c.Kind) != want && !slices.Contains(c.Proves, runner.Kind(want)) {
			t.Errorf("%s: %q of %q, want %q", command, c.Kind, c.Runner, want)
		}
	}
}

// TestNoChecks checks that commands of programs that run tasks, or of unknown ones, are known to run nothing, and that
// others which look like them are not.
func TestNoChecks(t *testing.T) {
	for command, want := range map[string]bool{
		"coverage report -m": true, "gradle tasks": true, "make clean": true, "npm pkg get scripts.test": true, "docker compose ps": true,
		"xtask --version": true, "xtask deploy --help": true, "pnpm playwright install": true,
		"gradle customCheck": false, "make prove": false, "docker compose run app x": false,
		"xtask deploy now": false, "python ci/run.py --help": false, "xtask deploy now --help": false,
	} {
		if got := of(command).Idle; got != want {
			t.Errorf("%s: %t", command, got)
		}
	}
}
