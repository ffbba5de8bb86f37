package hook

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/testkit"
)

// answerVariable makes this test binary answer an event on stdin as a hook: as the program "itself", or
// with a fault.
const answerVariable = "HANDOFFLINT_TEST_ANSWER"

// fakeHook runs the hook that answerVariable selects.
func fakeHook(how string) int {
	if slices.Contains(os.Args, "--version") {
		fmt.Println("handofflint version", cmp.Or(os.Getenv(answerVariable+"_VERSION"), "test"))
		return 0
	}
	event, err := io.ReadAll(os.Stdin)
	if err != nil || !json.Valid(event) {
		fmt.Fprintln(os.Stderr, "this is no event")
		return 2
	}
	switch how {
	case "hangs":
		wait := make(chan os.Signal, 1)
		signal.Notify(wait, os.Interrupt)
		<-wait
	case "fails":
		fmt.Fprintln(os.Stderr, "out of order\nand more")
		return 1
	case "itself":
		return answerItself(string(event))
	}
	return exitSilent
}

// fakeProgram puts this test binary under the program's name into a folder whose name needs quotes, with
// every character special to a shell.
func fakeProgram(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(newTree(t), "it's a $HOME `folder` & \"more\"; $(exit 3) *")
	if runtime.GOOS == "windows" {
		dir = filepath.Join(t.TempDir(), "a folder")
	}
	path := filepath.Join(dir, "handofflint")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	data := testkit.Read(t, os.Args[0])
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// tryOut installs the hooks, applies change to the settings, and tests them.
func tryOut(t *testing.T, h *Host, program, answer string, change func(string) string) ([]Check, error) {
	t.Helper()
	path := h.projectPath(t.TempDir())
	testkit.Write(t, path, change(freshWith(t, h, program)))
	target := Target{Host: h, Path: path}
	ctx := context.Background()
	if answer == "hangs" {
		limited, cancel := context.WithTimeout(ctx, 250*time.Millisecond)
		defer cancel()
		ctx = limited
	}
	return target.Test(ctx, fakeEnviron(answer), "test")
}

// fakeEnviron makes the test binary answer as a hook, and exit at once under the race detector, which
// otherwise waits a second.
func fakeEnviron(answer string) []string {
	return append(os.Environ(), answerVariable+"="+answer, "GORACE=atexit_sleep_ms=0")
}

func freshWith(t *testing.T, h *Host, program string) string {
	t.Helper()
	data, err := h.Install(nil, Installation{Executable: program})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func unchangedText(s string) string { return s }

func TestSelfTestPasses(t *testing.T) {
	program := fakeProgram(t)
	for _, h := range hosts {
		checks, err := tryOut(t, h, program, "itself", unchangedText)
		if err != nil {
			t.Fatal(err)
		}
		if want := 2 + len(h.samples("")); len(checks) != want {
			t.Errorf("%s: %d checks, want %d", h.Name, len(checks), want)
		}
		for _, c := range checks {
			if !c.OK {
				t.Errorf("%s: %s: %s", h.Name, c.What, c.Result)
			}
		}
		if !seen(checks, "the program", program) && !seen(checks, "the program", filepath.ToSlash(program)) {
			t.Errorf("%s: the program is not named: %+v", h.Name, checks)
		}
	}
}

// A user may have switched off the check of messages.
func TestSelfTestWithoutMessages(t *testing.T) {
	home := newTree(t)
	t.Setenv("XDG_CONFIG_HOME", home)
	testkit.Write(t, filepath.Join(home, "handofflint", "config.yaml"), "evidence: {messages: off}\n")
	if got := exitForMessage(); got != exitSilent {
		t.Errorf("the exit code is %d, want %d", got, exitSilent)
	}
}

func TestSelfTestFails(t *testing.T) {
	program := fakeProgram(t)
	replace := func(pairs ...string) func(string) string {
		return strings.NewReplacer(pairs...).Replace
	}
	tests := []struct {
		name, host, program, answer string
		change                      func(string) string
		what, result                string // a failed check, or parts of it
	}{
		{"an empty file", "claude", program, "itself", func(string) string { return "" }, "the hooks of handofflint", "are not in the file"},
		{"not installed", "claude", program, "itself", func(string) string { return "{}" }, "the hooks of handofflint", "are not in the file"},
		{"switched off", "claude", program, "itself", replace("{\n  \"hooks\"", "{\n  \"disableAllHooks\": true,\n  \"hooks\""), "the agent's hooks", "are switched off by disableAllHooks: true; remove that"},
		{"Gemini's switch", "gemini", program, "itself", replace("\"hooks\": {", "\"hooks\": {\"enabled\": false,"), "the agent's hooks", "hooks.enabled: false"},
		{"no such program", "claude", filepath.Join(filepath.Dir(program), "handofflint-gone"), "itself", unchangedText, "the program", "is not there"},
		{"no such program, by the shell", "codex", "handofflint-gone", "itself", unchangedText, "the program", "\"handofflint-gone\" is not there"},
		{"narrowed", "claude", program, "itself", replace("Write|Edit|MultiEdit|Bash|Agent|Task", "Write, Edit"), "PostToolUse, a broken", "no hook of handofflint as"},
		{"an invalid pattern", "claude", program, "itself", replace("Write|Edit|MultiEdit|Bash|Agent|Task", "Write|("), "PostToolUse", "no hook of handofflint as"},
		{"an event is gone", "claude", program, "itself", replace("SubagentStop", "SubagentStart"), "SubagentStop", "no hook of handofflint as"},
		{"in a wrong form", "cursor", program, "itself", replace(`"preToolUse": [`, `"preToolUse": [{"hooks": [`, "    ],\n    \"postToolUse\"", "]}],\n\"postToolUse\""), "preToolUse", "no hook of handofflint as"},
		{"a fault of its own", "claude", program, "fails", unchangedText, "SessionStart", "failed, should be told: out of order"},
		{"lets all through", "droid", program, "sleeps", unchangedText, "PostToolUse, a broken report", "silent, should be blocked"},
		{"too slow", "codex", program, "hangs", unchangedText, "SessionStart", "no answer within 10s"},
	}
	for _, test := range tests {
		checks, err := tryOut(t, HostByName(test.host), test.program, test.answer, test.change)
		if err != nil || !failed(checks, test.what, test.result) {
			t.Errorf("%s: no failed check %q with %q in %+v (%v)", test.name, test.what, test.result, checks, err)
		}
	}
}

// Another version of the program may not know the events of the hooks that call it.
func TestSelfTestOfAnotherVersion(t *testing.T) {
	t.Setenv(answerVariable+"_VERSION", "0.0.9")
	checks, err := tryOut(t, DefaultHost(), fakeProgram(t), "itself", unchangedText)
	if err != nil || !failed(checks, "its version", "0.0.9, and this program is version test") {
		t.Errorf("%+v (%v)", checks, err)
	}
}

func TestSelfTestOfNoFile(t *testing.T) {
	target := claudeAt(filepath.Join(newTree(t), "settings.json"))
	checks, err := target.Test(context.Background(), nil, "test")
	if err != nil || !failed(checks, "the settings", "no such file") {
		t.Errorf("%+v, %v", checks, err)
	}
	testkit.Write(t, target.Path, "{\n")
	if _, err := target.Test(context.Background(), nil, "test"); err == nil {
		t.Error("no error for a broken file")
	}
	if _, err := claudeAt(filepath.Dir(target.Path)).Test(context.Background(), nil, "test"); err == nil {
		t.Error("no error for a folder")
	}
}

// TestSwitchedOffBeside checks hooks that are switched off in another file.
func TestSwitchedOffBeside(t *testing.T) {
	program := fakeProgram(t)
	for host, beside := range map[string][2]string{
		"claude": {"settings.local.json", `{"disableAllHooks": true}`},
		"droid":  {"settings.json", `{"hooksDisabled": true}`},
	} {
		h := HostByName(host)
		path := h.projectPath(t.TempDir())
		testkit.Write(t, path, freshWith(t, h, program))
		testkit.Write(t, filepath.Join(filepath.Dir(path), beside[0]), beside[1])
		target := Target{Host: h, Path: path}
		checks, err := target.Test(context.Background(), fakeEnviron("itself"), "test")
		if err != nil || !failed(checks, "the agent's hooks", "true in "+beside[0]) {
			t.Errorf("%s: %+v, %v", host, checks, err)
		}
	}
}

func seen(checks []Check, what, result string) bool {
	for _, c := range checks {
		if strings.Contains(c.What, what) && strings.Contains(c.Result, result) {
			return true
		}
	}
	return false
}

func failed(checks []Check, what, result string) bool {
	for _, c := range checks {
		if !c.OK && seen([]Check{c}, what, result) {
			return true
		}
	}
	return false
}
