package hook

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/worktree"
)

// A session is told to finish reports that no one is working on: not reports that another session used or
// wrote in the last hour.
func TestAnotherSessionsReportIsLeftAlone(t *testing.T) {
	const finish, leave = "Finish them", "of another session"
	hoursAgo := func(t *testing.T, path string, hours int) {
		then := time.Now().Add(-time.Duration(hours) * time.Hour)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
	}
	for name, tt := range map[string]struct {
		promisedBy   string // the session, "" for none
		report, used int    // when the report was written, and the session used, in hours
		want         string
	}{
		"just written":                         {"", 0, 0, leave},
		"old, of a session that is in use":     {"s0", 2, 0, leave},
		"old, of a session that is not in use": {"s0", 2, 2, finish},
		"old, of nobody":                       {"", 2, 0, finish},
		"just written, of this session":        {"s9", 0, 0, finish},
	} {
		b := newBench(t)
		path, prompt := b.dispatched("tester")
		b.fill(path, "<!-- handoff-end -->", "")
		if tt.promisedBy != "" {
			launch := agent("tester", prompt)
			launch["session_id"] = tt.promisedBy
			b.silent(launch)
		}
		hoursAgo(t, path, tt.report)
		states, err := filepath.Glob(filepath.Join(b.getenv("XDG_STATE_HOME"), "handofflint", storeFolder, "*.json"))
		if err != nil || len(states) != min(len(tt.promisedBy), 1) {
			t.Fatal(states, err)
		}
		for _, state := range states {
			hoursAgo(t, state, tt.used)
		}
		out := b.says(map[string]any{"hook_event_name": SessionStart, "session_id": "s9"}, "04-reviewer-report.md", finish)
		found := 0
		for line := range strings.Lines(gjson.Get(out, "hookSpecificOutput.additionalContext").Str) {
			if !strings.Contains(line, "01-tester-report.md") {
				continue
			}
			found++
			if !strings.Contains(line, tt.want) {
				t.Errorf("%s: %s", name, line)
			}
		}
		if found != 1 {
			t.Errorf("%s: named on %d lines: %s", name, found, out)
		}
	}
}

// At the start and at a stop, few of many reports are named, and few are checked.
func TestManyReportsAreCut(t *testing.T) {
	b := newBench(t)
	good := testkit.Read(t, b.report("04-reviewer-report.md"))
	for i := range builtin().Listed + 1 {
		path := fmt.Sprintf("%s/agent-handoffs/s9/%d-tester-report.md", b.root, i)
		testkit.Write(t, path, bytes.Replace(good, []byte("<!-- handoff-end -->"), nil, 1))
		b.says(write(path), "block")
	}
	out := b.says(map[string]any{"hook_event_name": SessionStart}, "and 5 more")
	lacks(t, out, "reports were not looked at")
	b.says(stops(false), `"decision":"block"`)
	b.says(stops(true), `"systemMessage":"`, "(and 1 more)")
	const before = 11
	for i := range builtin().Reports - before {
		testkit.Write(t, fmt.Sprintf("%s/agent-handoffs/s9/%d-critic-report.md", b.root, i), "")
	}
	lacks(t, b.says(map[string]any{"hook_event_name": SessionStart}, "and 184 more"), "reports were not looked at")
	for i := range before {
		testkit.Write(t, fmt.Sprintf("%s/agent-handoffs/s9/%d-writer-report.md", b.root, i), "")
	}
	for _, event := range []map[string]any{{"hook_event_name": SessionStart}, stops(false)} {
		b.says(event, "reports were not looked at: there are more than 200")
	}
}

// With only another session's reports there is nothing to finish.
func TestOnlyAnotherSessionsReports(t *testing.T) {
	b := newBench(t)
	path, _ := b.dispatched("tester")
	b.fill(path)
	if err := os.RemoveAll(b.root + "/.claude"); err != nil {
		t.Fatal(err)
	}
	out := b.says(map[string]any{"hook_event_name": SessionStart, "session_id": "s9"}, "1 handoff of another session", "01-tester-report.md\\\" (not sealed)")
	lacks(t, out, "Finish them")
}

// At a session's start, only unfinished reports matter, not their claims.
func TestStartsNeedNoEvidence(t *testing.T) {
	c := &call{workspace: &workspace{event: Event{Name: SessionStart}}, trees: worktree.NewTreesInHook()}
	if c.facts("/p/agent-handoffs/s/01-a-report.md") != nil {
		t.Error("evidence is read")
	}
}

// Hooks of an older version are reported once when the session starts. An event in another settings file is
// not missing, and nothing is said if there are no hooks of ours: a plugin has its own.
func TestOlderHooksAreSaid(t *testing.T) {
	const told = "are those of an older version"
	without := func(event string) func(string) string {
		return func(settings string) string { return strings.Replace(settings, `"`+event+`"`, `"Another"`, 1) }
	}
	narrowed := func(settings string) string { return strings.Replace(settings, "Bash|Agent|Task", "Bash", 1) }
	for name, tt := range map[string]struct {
		host           string
		project, local func(string) string // nil for no file
		want           string              // the end of the command, "" if nothing is said
	}{
		"whole":                       {"claude", unchangedText, nil, ""},
		"an event is missing":         {"claude", without("SubagentStop"), nil, "install --host claude`"},
		"another matcher":             {"claude", narrowed, nil, "install --host claude`"},
		"the user's own":              {"claude", nil, without("Stop"), "install --host claude --local`"},
		"the user's own has the rest": {"claude", without("SubagentStop"), unchangedText, ""},
		"hooks of others":             {"claude", func(s string) string { return strings.ReplaceAll(s, "handofflint", "linter") }, nil, ""},
		"no file":                     {"claude", nil, nil, ""},
		"one that cannot be read":     {"claude", func(s string) string { return s[1:] }, nil, ""},
		"Codex":                       {"codex", without("SubagentStop"), nil, "install --host codex`"},
		"Codex, whole":                {"codex", unchangedText, nil, ""},
	} {
		b := newBench(t)
		h := HostByName(tt.host)
		for path, change := range map[string]func(string) string{h.projectPath(b.root): tt.project, HostByName("claude").LocalPath(b.root): tt.local} {
			if change != nil {
				testkit.Write(t, path, change(freshText(t, h)))
			}
		}
		b.change = func(c *Config) { c.Host = h }
		_, out := b.play(map[string]any{"hook_event_name": SessionStart})
		said := gjson.Get(out, "systemMessage").Str
		if h.mutesAll {
			said = gjson.Get(out, "hookSpecificOutput.additionalContext").Str
		}
		if strings.Contains(said, told) != (tt.want != "") || !strings.Contains(said, tt.want) {
			t.Errorf("%s: %s", name, out)
		}
		if _, out := b.play(map[string]any{"hook_event_name": SessionStart}); strings.Contains(out, told) {
			t.Errorf("%s: said twice: %s", name, out)
		}
	}
}
