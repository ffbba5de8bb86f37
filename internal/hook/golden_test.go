package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

var update = flag.Bool("update", false, "write the goldens of testdata/hook anew")

// recorded is the folder of recorded events: a folder for each host, with an event `name.json` and the
// exact output `name.out`. A name that begins with "require_" is for a hook that requires handoffs.
const recorded = "../../testdata/hook"

// rootMark stands for the project's folder in events and outputs.
const rootMark = "{{ROOT}}"

// project unpacks the project of the events, and keeps what the hook remembers and logs in folders of the
// test.
func project(t *testing.T) (root string, getenv func(string) string) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join(recorded, "project.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	// A link, such as /tmp on macOS, would give a folder two names.
	root, err = filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// Markers must not look older than their reports.
	old := time.Now().Add(-time.Hour)
	for _, f := range archive.Files {
		path := filepath.Join(root, filepath.FromSlash(f.Name))
		testkit.Write(t, path, f.Data)
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	testkit.Write(t, filepath.Join(root, ".git", "HEAD"), []byte("ref: refs/heads/main\n"))
	state := t.TempDir()
	env := map[string]string{"XDG_STATE_HOME": state, "HANDOFFLINT_FAILURE_LOG": filepath.Join(state, "log.jsonl")}
	return filepath.ToSlash(root), func(name string) string { return env[name] }
}

// engine is made once: it takes longer than an event.
var engine = sync.OnceValues(func() (*rules.Engine, error) { return rules.NewEngine(claims.Add(checks.All()), rules.Options{}) })

// notSealed seals nothing.
func notSealed(string) error { return errors.New("not sealed") }

// testConfig is a configuration for one event.
func testConfig(event string, out *bytes.Buffer, getenv func(string) string) Config {
	return Config{
		In: strings.NewReader(event), Out: out, Err: out, Getenv: getenv, Version: "test",
		Wait: func(time.Duration) {},
		Checker: func(string) (Checker, error) {
			engine, err := engine()
			return Checker{Linter: &lint.Linter{Engine: engine}, Seal: notSealed}, err
		},
	}
}

// ranBefore matches events after a command that has written.
var ranBefore = regexp.MustCompile(`(bash|shell|execute|terminal).*_(broken|heredoc|fails|seal)`)

func TestRecordedEvents(t *testing.T) {
	events, err := filepath.Glob(filepath.Join(recorded, "*", "*.json"))
	if err != nil || len(events) < 80 {
		t.Fatalf("only %d events: %v", len(events), err)
	}
	for _, path := range events {
		host := filepath.Base(filepath.Dir(path))
		t.Run(host+"/"+strings.TrimSuffix(filepath.Base(path), ".json"), func(t *testing.T) {
			t.Parallel()
			playRecorded(t, host, path)
		})
	}
}

// playRecorded plays an event.
func playRecorded(t *testing.T, host, path string) {
	t.Helper()
	event := testkit.Read(t, path)
	got := play(t, string(event), host, filepath.Base(path))
	golden := strings.TrimSuffix(path, ".json") + ".out"
	if *update {
		testkit.Write(t, golden, []byte(got))
	}
	want := testkit.Read(t, golden)
	if got != string(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got != "" && !json.Valid([]byte(got)) {
		t.Errorf("no JSON: %s", got)
	}
}

func play(t *testing.T, event, host, name string) string {
	t.Helper()
	require := strings.HasPrefix(name, "require_")
	root, getenv := project(t)
	env := getenv
	if variable := HostByName(host).projectVar; host != "claude" && variable != "" {
		env = func(name string) string {
			if name == variable {
				return root
			}
			return getenv(name)
		}
	}
	if name := filepath.Base(name); ranBefore.MatchString(name) {
		// The command has just changed its files.
		now := time.Now()
		written := []string{"02-implementer-report.md"}
		if strings.Contains(event, "03-tester-report.md.done") {
			written = append(written, "03-tester-report.md.done")
		}
		for _, file := range written {
			path := filepath.Join(root, ".claude", "agent-handoffs", session, file)
			if err := os.Chtimes(path, now, now); err != nil {
				t.Fatal(err)
			}
		}
	}
	event = strings.ReplaceAll(event, rootMark, root)
	if strings.HasSuffix(name, "_active.json") {
		// This hook has held the stop before.
		first := strings.Replace(event, `"stop_hook_active": true`, `"stop_hook_active": false`, 1)
		Run(testConfig(first, new(bytes.Buffer), env))
	}
	var out bytes.Buffer
	c := testConfig(event, &out, env)
	c.Require = require
	if code := Run(c); code != 0 {
		t.Errorf("exit code %d", code)
	}
	return strings.ReplaceAll(out.String(), root, rootMark)
}
