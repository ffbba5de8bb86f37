package cli

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

var update = flag.Bool("update", false, "write what the tests compare with")

func TestMain(m *testing.M) {
	testscript.Main(withLog{m}, map[string]func(){
		"handofflint": func() { os.Exit(Main(System(), os.Args)) },
	})
}

// withLog runs the tests with a failure log of their own, not with the user's.
type withLog struct{ *testing.M }

// Run runs the tests and gives the exit code.
func (m withLog) Run() int {
	testkit.Prepare()
	folder, err := os.MkdirTemp("", "handofflint-test-")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(folder) }() // it holds nothing of worth
	if err := os.Setenv(failurelog.PathVariable, filepath.Join(folder, "failures.jsonl")); err != nil {
		panic(err)
	}
	return m.M.Run()
}

// environment looks up what a test sets, and the log that all tests share.
func environment(env map[string]string) func(string) string {
	return func(name string) string {
		if value, set := env[name]; set || name != failurelog.PathVariable {
			return value
		}
		return os.Getenv(name)
	}
}

// inTurn runs scripts one after another: a process has one working directory.
type inTurn struct{ *testing.T }

// Parallel does nothing.
func (inTurn) Parallel() {}

// Verbose reports whether -v was given.
func (inTurn) Verbose() bool { return testing.Verbose() }

// Run runs one script.
func (t inTurn) Run(name string, run func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { run(inTurn{t}) })
}

// TestScripts runs testdata/script. Each script starts in a folder of its own
// with the files of testdata/fixtures, and nothing is written outside of it.
//
// With the race detector, with which a command takes many times longer to start,
// only that of `check` runs: it is the command that judges files in parallel.
func TestScripts(t *testing.T) {
	pattern := "*.txtar"
	if testkit.Race {
		pattern = "check.txtar"
	}
	files, err := filepath.Glob(filepath.Join("testdata/script", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	testscript.RunT(inTurn{t}, testscript.Params{
		Files:         files,
		Setup:         setUp,
		UpdateScripts: *update,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "lines": lines, "replace": replaceText, "event": event, "join": join, "samejson": sameJSON, "crlf": crlf, "aged": aged},
	})
}

func setUp(env *testscript.Env) error {
	// No tree reaches up to the home folder, so that is elsewhere.
	home, err := os.MkdirTemp("", "handofflint-home-")
	if err != nil {
		return err
	}
	env.Defer(func() { _ = os.RemoveAll(home) }) // it holds nothing of worth
	// A command runs for milliseconds, of which collecting garbage took a fifth.
	env.Setenv("GOGC", "400")
	env.Setenv("HOME", home)
	env.Setenv("USERPROFILE", home)
	env.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(env.WorkDir, ".gitconfig"))
	env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
	env.Setenv("LOCALAPPDATA", filepath.Join(env.WorkDir, "state"))
	env.Setenv("HANDOFFLINT_FAILURE_LOG", filepath.Join(env.WorkDir, "failures.jsonl"))
	env.Setenv("REPORT", ".claude/agent-handoffs/20260531-170546-ad4f12aa/01-architect-report.md")
	env.Setenv("CONTEXT", "docs/context/1717500000-")
	env.Setenv("FORMATS", strings.Join(config.FormatNames(rules.BuiltIn()), ", "))
	// A command in this process changes these, until the script ends.
	for _, name := range append(ofProcess, "PWD") {
		env.T().(inTurn).Setenv(name, env.Getenv(name))
	}
	return copyTree(os.DirFS("testdata/fixtures"), env.WorkDir)
}

// copyTree copies files into a folder that may have some already.
func copyTree(from fs.FS, to string) error {
	return fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
		target := filepath.Join(to, filepath.FromSlash(name))
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
}

// exits runs the program, which must exit with a code:
//
//	exits 1 handofflint check - < report.md
//	exits 1 exec handofflint check
//
// The first runs in the process of the tests, which takes a fifth of the time, with the file
// after < as its standard input. The second starts a process. A script needs one if it is
// about the process: its executable, its output files, or variables beyond those of
// ofProcess.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE [exec] handofflint [ARGUMENT]... [< FILE]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var got int
	switch args[1] {
	case "exec":
		got = start(ts, args[2:])
	case "handofflint":
		got = runInProcess(ts, args[1:])
	default:
		ts.Fatalf("exits runs handofflint and not %s", args[1])
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// start runs a command as a process and returns its exit code.
func start(ts *testscript.TestScript, command []string) int {
	err := ts.Exec(command[0], command[1:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	ts.Check(err)
	return ExitClean
}

// ofProcess are the environment variables that Go's library reads, or git, and so not
// Streams.Getenv.
var ofProcess = []string{"HOME", "USERPROFILE", "LOCALAPPDATA", "PATH", "TMP", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"}

// runInProcess runs a command of handofflint in the folder and with the variables of a
// script, and returns its exit code.
func runInProcess(ts *testscript.TestScript, command []string) int {
	input := ""
	if n := len(command); n > 2 && command[n-2] == "<" {
		input = ts.ReadFile(command[n-1])
		command = command[:n-2]
	}
	for _, name := range ofProcess {
		ts.Check(os.Setenv(name, ts.Getenv(name)))
	}
	before, err := os.Getwd()
	ts.Check(err)
	folder := ts.MkAbs(".")
	ts.Check(os.Setenv("PWD", folder)) // of a link: it names the folder as a shell does
	ts.Check(os.Chdir(folder))
	defer func() { ts.Check(os.Chdir(before)) }()
	return Main(Streams{In: strings.NewReader(input), Out: ts.Stdout(), Err: ts.Stderr(), Getenv: ts.Getenv}, command)
}

// lines counts the lines of a file, or of stdout: lines 3 stdout.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines N FILE")
	}
	got := 0
	for _, b := range []byte(ts.ReadFile(args[1])) {
		if b == '\n' {
			got++
		}
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("%s has %d lines, want %s", args[1], got, args[0])
	}
}

// replaceText replaces every occurrence of a text in a file: replace OLD NEW FILE.
func replaceText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace OLD NEW FILE")
	}
	text := ts.ReadFile(args[2])
	if !strings.Contains(text, args[0]) {
		ts.Fatalf("%s has no %q", args[2], args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.ReplaceAll(text, args[0], args[1])), 0o644))
}

// inserted is the place of a file's text, or of the folder of the script, in
// the strings of an event.
var inserted = regexp.MustCompile(`\{\{(WORK|[\w./-]+\.\w+)\}\}`)

// event makes a hook's event of a JSON file in which {{NAME}} stands for the
// text of a file, and {{WORK}} for the script's folder: event FROM TO. Each one is an event of
// its own.
func event(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: event FROM TO")
	}
	filled := inserted.ReplaceAllStringFunc(ts.ReadFile(args[0]), func(place string) string {
		name := strings.Trim(place, "{}")
		text := ts.Getenv("WORK")
		if name != "WORK" {
			text = ts.ReadFile(name)
		}
		quoted, err := json.Marshal(text)
		ts.Check(err)
		return string(quoted[1 : len(quoted)-1])
	})
	object, isObject := strings.CutPrefix(filled, "{")
	if isObject {
		filled = fmt.Sprintf(`{"event": %d, %s`, events.Add(1), object)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(filled), 0o644))
}

// events counts the events of all scripts.
var events atomic.Int64

// join writes files behind each other, as a pod's log is made of what several
// processes print: join TARGET FILE... A file may be stdout.
func join(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: join TARGET FILE...")
	}
	var all strings.Builder
	for _, name := range args[1:] {
		all.WriteString(ts.ReadFile(name))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(all.String()), 0o644))
}

// sameJSON compares what two files with JSON mean; numbers must be spelt alike.
func sameJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: samejson FILE FILE")
	}
	var values [2]any
	for i, name := range args {
		decoder := json.NewDecoder(strings.NewReader(ts.ReadFile(name)))
		decoder.UseNumber()
		ts.Check(decoder.Decode(&values[i]))
	}
	if diff := cmp.Diff(values[0], values[1]); diff != "" {
		ts.Fatalf("%s and %s mean different things (-first +second):\n%s", args[0], args[1], diff)
	}
}

// crlf writes a file with the line ends of Windows: crlf FROM TO.
func crlf(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: crlf FROM TO")
	}
	text := strings.ReplaceAll(ts.ReadFile(args[0]), "\n", "\r\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o644))
}

// aged makes files that were changed last before the sessions of the scripts: aged FILE...
func aged(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: aged FILE...")
	}
	changed := time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC)
	for _, name := range args {
		ts.Check(os.Chtimes(ts.MkAbs(name), changed, changed))
	}
}
