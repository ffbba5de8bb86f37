package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/testkit"
)

// hookMain runs `handofflint hook` in this process.
func hookMain(event string, args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	streams := Streams{In: strings.NewReader(event), Out: &stdout, Err: &stderr, Getenv: environment(nil)}
	code = Main(streams, append([]string{"handofflint", "hook"}, args...))
	return code, stdout.String(), stderr.String()
}

const unrelatedEvent = `{"hook_event_name":"PostToolUse","session_id":"s","transcript_path":"/t","cwd":"/nowhere","tool_name":"Write","tool_input":{"file_path":"/nowhere/a.go","content":"package a"}}`

func TestHookOptions(t *testing.T) {
	const unchecked = "handofflint: handoffs are not being checked: "
	tests := []struct {
		event, args string
		code        int
		out, errs   string
	}{
		{unrelatedEvent, "", 0, "", ""},
		{unrelatedEvent, "--host claude --exit-code", 0, "", ""},
		{unrelatedEvent, "--host=codex", 0, "", ""},
		{"x", "", 0, `{"systemMessage":"` + unchecked, ""},
		{"x", "--exit-code", 1, "", unchecked},
		{"x", "--exit-code=TRUE", 1, "", unchecked},
		{"x", "--exit-code=1", 1, "", unchecked},
		{"x", "--exit-code=true", 1, "", unchecked},
		{"x", "--exit-code=F", 0, `{"systemMessage":"` + unchecked, ""},
		{unrelatedEvent, "--exit-code=yes", 0, "invalid boolean value", ""},
		{unrelatedEvent, "--exit-code --hots x", 1, "", unchecked + "flag provided but not defined: -hots"},
		{unrelatedEvent, "--host cursor --hots x", 0, `{"user_message":"` + unchecked, ""},
		{unrelatedEvent, "--host emacs", 0, `invalid value \"emacs\" for flag -host: use claude, codex, `, ""},
		{unrelatedEvent, "--host", 0, "flag needs an argument: -host", ""},
		{unrelatedEvent, "--hots x", 0, "flag provided but not defined: -hots", ""},
		{unrelatedEvent, "file.json", 0, "unexpected argument", ""},
		{"", "--help", 0, "handofflint hook --host gemini", ""},
	}
	for _, tt := range tests {
		code, out, errs := hookMain(tt.event, strings.Fields(tt.args)...)
		if code != tt.code || !strings.Contains(out, tt.out) || !strings.Contains(errs, tt.errs) || tt.out == "" && out != "" || tt.errs == "" && errs != "" {
			t.Errorf("%s: %d\n%s\n%s", tt.args, code, out, errs)
		}
	}
}

// TestHookOptionsBefore: a wrong option before the command blocks nothing, and is reported like
// one after it.
func TestHookOptionsBefore(t *testing.T) {
	const says = "handoffs are not being checked: flag provided but not defined: "
	for line, want := range map[string]struct {
		code      int
		out, errs string
	}{
		"--quiet hook":                          {0, says + "-quiet", ""},
		"--config x.yaml hook --host claude":    {0, says + "-config", ""},
		"--quiet hook --exit-code --host codex": {1, "", says + "-quiet"},
		"--exit-code hook":                      {0, "", ""},
	} {
		var out, errs bytes.Buffer
		streams := Streams{In: strings.NewReader(unrelatedEvent), Out: &out, Err: &errs, Getenv: environment(nil)}
		code := Main(streams, append([]string{"handofflint"}, strings.Fields(line)...))
		holds := func(got, want string) bool { return (got == "") == (want == "") && strings.Contains(got, want) }
		if code != want.code || !holds(out.String(), want.out) || !holds(errs.String(), want.errs) {
			t.Errorf("%s: exit code %d, %q, %q", line, code, out.String(), errs.String())
		}
	}
}

func hookEvent(t *testing.T, fields map[string]any) string {
	t.Helper()
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// BenchmarkHookCost compares a call about a file that is no handoff with an
// empty Go program, both started in turn, as the metric times-empty; the budget
// is 8. The fastest of many runs of each is compared, since other work on the
// machine only ever adds to a time. That such a call does nothing of what would
// cost is held by package hook's TestUnrelatedEventsDoNothing.
func BenchmarkHookCost(b *testing.B) {
	hook, empty := hookPrograms(b)
	for b.Loop() {
		b.ReportMetric(hookRatio(b, hook, empty, 40), "times-empty")
	}
}

func hookRatio(t testing.TB, hook, empty string, n int) float64 {
	var hooks, empties []time.Duration
	for range n {
		empties = append(empties, runTime(t, exec.Command(empty)))
		hooks = append(hooks, runTime(t, exec.Command(hook, "hook")))
	}
	return float64(slices.Min(hooks)) / float64(slices.Min(empties))
}

func runTime(t testing.TB, c *exec.Cmd) time.Duration {
	t.Helper()
	c.Stdin = strings.NewReader(unrelatedEvent)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	start := time.Now()
	err := c.Run()
	taken := time.Since(start)
	if err != nil || out.Len() > 0 {
		t.Fatalf("%v: %s", err, out.String())
	}
	return taken
}

// hookPrograms builds this program and an empty one, as .goreleaser.yaml does.
func hookPrograms(t testing.TB) (hook, empty string) {
	t.Helper()
	folder := t.TempDir()
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	source := filepath.Join(folder, "empty.go")
	testkit.Write(t, source, "package main\n\nfunc main() {}\n")
	hook, empty = filepath.Join(folder, "handofflint"+suffix), filepath.Join(folder, "empty"+suffix)
	for program, what := range map[string]string{hook: "../../cmd/handofflint", empty: source} {
		build := exec.Command("go", "build", "-trimpath", "-tags=urfave_cli_no_docs", "-ldflags=-s -w", "-o", program, what)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("go build %s: %v\n%s", what, err, out)
		}
	}
	return hook, empty
}
