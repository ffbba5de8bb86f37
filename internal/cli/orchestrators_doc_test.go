package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/peak"
)

// TestOrchestratorsDoc runs docs/orchestrators.md in one shell, from top to
// bottom, and holds what it shows to what its commands print. Of ids, which begin
// with the time, the time is another one.
func TestOrchestratorsDoc(t *testing.T) {
	peak.SkipWithRace(t)
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no bash here; testdata/script/pipeline_*.txtar play the same")
	}
	page := string(readFile(t, "../../docs/orchestrators.md"))
	enterOrchestration(t)
	steps := shellSteps(page)
	if len(steps) < 8 {
		t.Fatalf("the page has %d scripts, want at least 8", len(steps))
	}
	const end = "\x1e"
	var script strings.Builder
	for _, s := range steps {
		script.WriteString(s.script + "printf '" + `\036` + "'\n")
	}
	_, out := bash(nil, "exec 2>&1\n"+script.String())
	printed := strings.Split(regexp.MustCompile(`\b\d{10}-`).ReplaceAllString(out, "1717500000-"), end)
	if len(printed) != len(steps)+1 {
		t.Fatalf("%d of %d scripts ran to their end:\n%s", len(printed)-1, len(steps), out)
	}
	for i, s := range steps {
		if printed[i] != s.shown {
			t.Errorf("the script\n%s\nprints\n%s\nand the page shows\n%s", s.script, printed[i], s.shown)
		}
	}
	runOrchestratorPython(t, fences(page, "python"))
}

// shellStep is a script of a page, and what it shows to be printed.
type shellStep struct{ script, shown string }

// shownStep is a script and, behind it, what it prints, if the page shows that.
var shownStep = regexp.MustCompile("(?s)\n```bash\n(.*?)```\n(?:\n```text\n(.*?)```\n)?")

func shellSteps(page string) (steps []shellStep) {
	for _, match := range shownStep.FindAllStringSubmatch(page, -1) {
		steps = append(steps, shellStep{match[1], match[2]})
	}
	return steps
}

// enterOrchestration goes to the root of a project, with a program `agent` that
// plays the agents of the page.
func enterOrchestration(t *testing.T) {
	t.Helper()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"} {
		t.Setenv(name, t.TempDir())
	}
	t.Chdir(t.TempDir())
	t.Setenv("HANDOFFLINT_FAILURE_LOG", filepath.Join(t.TempDir(), "failures.jsonl"))
	if err := os.MkdirAll(".git", 0o755); err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	if err := os.WriteFile(filepath.Join(bin, "agent"), []byte(playedAgents), 0o755); err != nil {
		t.Fatal(err)
	}
}

// playedAgents does what the prompt asks for: an explorer that fills in the file
// it is told, an implementer that fails at first and then is cut off, and an
// investigator.
const playedAgents = `#!/usr/bin/env bash
read -r prompt
case $1 in
explorer)
  file=${prompt#Fill in }; file=${file%%,*}
  id=$(basename "$file" .json)
  cat > "$file" <<FILE
{
  "schema_version": 1,
  "task_id": "$id",
  "task_summary": "Two logins at once leave two sessions",
  "relevant_files": ["src/auth/session.go"],
  "key_findings": ["Save in src/auth/session.go:42 has no lock"],
  "previous_failure": null,
  "tdd": true
}
FILE
  ;;
implementer)
  if [ -e tried ]; then
    echo "Save takes the row lock. Now I run the"
  else
    printf 'Save takes the row lock.\n\n- TestTwoLogins: want 1 session, got 2\n\n[CF-RESULT: failure] tests-failed\n'
  fi
  touch tried
  ;;
investigator)
  echo "Reading pkg/auth/auth.go"
  printf -- '---KELOS_OUTPUTS_START---\nbranch: fix/lin-423\n---KELOS_OUTPUTS_END---\n'
  printf '{\n  "version": 1,\n  "summary": "A nil session in auth.go:142 once the cookie is expired",\n  "data": {"file": "pkg/auth/auth.go"}\n}\n' > "$KELOS_HANDOFF_PATH"
  ;;
esac
`

// runOrchestratorPython holds the page's Python to the same lifecycle.
func runOrchestratorPython(t *testing.T, scripts []string) {
	t.Helper()
	if len(scripts) != 1 {
		t.Fatalf("the page has %d scripts in Python, want 1", len(scripts))
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("no python3 here: its script does not run")
		return
	}
	write(t, "1717500000-python.json", `{"schema_version": 1, "task_id": "1717500000-python", "task_summary": "S", "relevant_files": ["a.go"], "key_findings": ["F"]}`)
	write(t, "failed.md", "[CF-RESULT: failure] tests-failed\n")
	write(t, "done.md", "[CF-RESULT: success]\n")
	script := scripts[0] + `
assert implemented("1717500000-python.json", "done.md")
assert not implemented("1717500000-python.json", "failed.md")
try:
    implemented("1717500000-python.json", "failed.md")
except SystemExit as stop:
    print(stop)
`
	out, err := exec.Command(python, "-c", script).CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "over to a person\n") || !strings.Contains(string(out), "no retry is left") {
		t.Errorf("%v: %s", err, out)
	}
}
