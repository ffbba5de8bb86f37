package hook

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// The order is that of the hosts' own marks: cursor_version, the names of Gemini's events, hookEventName,
// sessionId, turn_id; then Droid's variable; then Copilot's events with Claude's keys.
func TestDetect(t *testing.T) {
	tests := []struct{ event, env, want string }{
		{`{"hook_event_name":"Stop","transcript_path":"/t"}`, "", "claude"},
		{`{}`, "", "claude"},
		{`{"hook_event_name":"Stop","transcript_path":"/t"}`, "FACTORY_PROJECT_DIR", "droid"},
		{`{"hook_event_name":"Stop","turn_id":"1","transcript_path":"/t"}`, "FACTORY_PROJECT_DIR", "codex"},
		{`{"sessionId":"1","turn_id":"1"}`, "", "copilot"},
		{`{"sessionId":"1","hookEventName":"Stop"}`, "", "vscode"},
		{`{"hook_event_name":"AfterAgent","sessionId":"1"}`, "", "gemini"},
		{`{"hook_event_name":"AfterTool","cursor_version":"3"}`, "", "cursor"},
		{`{"hook_event_name":"PostToolUse","timestamp":"x"}`, "", "copilot"},
		{`{"hook_event_name":"Stop","timestamp":"x","transcript_path":"/t","stop_reason":"end_turn"}`, "", "copilot"},
		{`{"hook_event_name":"PostToolUse","timestamp":"x"}`, "CLAUDE_PROJECT_DIR", "copilot"},
		{`{"hook_event_name":"PostToolUse","timestamp":"x"}`, "FACTORY_PROJECT_DIR", "droid"},
		{`{"hook_event_name":"PostToolUse","timestamp":"x","turn_id":"1"}`, "", "codex"},
	}
	detected := map[string]bool{}
	for _, tt := range tests {
		detected[tt.want] = true
		getenv := func(name string) string {
			if name == tt.env {
				return "/p"
			}
			return ""
		}
		e, err := Read(strings.NewReader(tt.event), nil, getenv)
		if err != nil || e.Host.Name != tt.want {
			t.Errorf("%s: %s, %v; want %s", tt.event, e.Host.Name, err, tt.want)
		}
		for _, name := range HostNames() {
			if e, err := Read(strings.NewReader(tt.event), HostByName(name), getenv); err != nil || e.Host.Name != name {
				t.Errorf("--host %s: %s, %v", name, e.Host.Name, err)
			}
		}
	}
	for _, name := range HostNames() {
		if !detected[name] {
			t.Errorf("no case for %s: add an event of it", name)
		}
	}
}

// TestHostsAreDocumented checks that each host has recorded events, and a row in the guide: with its file,
// and with "all" only if its transcripts are read.
func TestHostsAreDocumented(t *testing.T) {
	guide := readText(t, "../../docs/hooks.md")
	for _, h := range hosts {
		checks := "handoffs"
		if h.checksMessages() {
			checks = "all"
		}
		row := fmt.Sprintf("(?m)^\\|.*`%s`.*\\| %s \\| `%s` \\|", h.Name, checks, regexp.QuoteMeta(h.Project))
		if !regexp.MustCompile(row).MatchString(guide) {
			t.Errorf("docs/hooks.md has no row | `%s` | %s | `%s` |", h.Name, checks, h.Project)
		}
		if events, _ := filepath.Glob(filepath.Join(recorded, h.Name, "*.json")); len(events) == 0 {
			t.Errorf("testdata/hook/%s has no recorded event", h.Name)
		}
	}
}

// The last verb before a path decides whether the handoff is to be read or written.
func TestReadPrompt(t *testing.T) {
	const (
		one = "/w/.claude/agent-handoffs/s/01-a-report.md"
		two = "/w/.claude/agent-handoffs/s/02-b-report.md"
		dir = ".claude/agent-handoffs/s/"
	)
	folder := t.TempDir()
	there := filepath.ToSlash(folder) + "/agent-handoffs/s/03-c-report.md"
	testkit.Write(t, there, "")
	tests := []struct {
		name, prompt  string
		writes, reads []string
	}{
		{"nothing", "Fix it.", nil, nil},
		{"write", "## Handoff Files\nWrite " + dir + "01-a-report.md, then touch " + dir + "01-a-report.md.done and return the path.", []string{one}, nil},
		{"to be filled in", "Write .claude/agent-handoffs/{session}/{seq}-a-report.md, <!-- handoff-end -->, return", nil, nil},
		{"read", "Read " + dir + "01-a-report.md, <!-- handoff-end -->, return", nil, []string{one}},
		{"read, fill in, seal", "Read `" + dir + "01-a-report.md`, fill it in, run `handofflint seal " + dir + "01-a-report.md`.", []string{one}, nil},
		{"read and write", "Read " + dir + "01-a-report.md and write " + dir + "02-b-report.md. .done, return", []string{two}, []string{one}},
		{"lists", "Inputs:\n- " + dir + "01-a-report.md\nOutputs:\n- " + dir + "02-b-report.md\n.done, return", []string{two}, []string{one}},
		{"a marker to wait for", "Check that " + dir + "01-a-report.md.done exists. Write `" + dir + "02-b-report.md`, .done, return", []string{two}, []string{one}},
		{"no verb", "## Handoff Files\n" + dir + "01-a-report.md\n.done, return", []string{one}, nil},
		{"no verb, and it is there", "## Handoff Files\n" + there + "\n.done, return", []string{there}, nil},
		{"no verb beside one to write", "## Handoff Files\n" + there + "\nWrite " + dir + "02-b-report.md, .done, return", []string{two}, []string{there}},
		{"a command in backticks", "Run `touch " + dir + "01-a-report.md.done` and return", []string{one}, nil},
		{"use", "Use the findings in " + dir + "01-a-report.md", nil, []string{one}},
		{"base on", "Base your work on the report in " + dir + "01-a-report.md.", nil, []string{one}},
		{"Chinese", "请先阅读 " + dir + "01-a-report.md ，然后写入 " + dir + "02-b-report.md", []string{two}, []string{one}},
		{"to review a broken one", "Review the broken report " + dir + "01-a-report.md and list its faults.", nil, nil},
		{"not to be read", "Do not read " + dir + "01-a-report.md, it is broken.", nil, nil},
		{"an address", "Read https://example.com/blob/main/" + dir + "01-a-report.md for its form.", nil, nil},
		{"of a home folder", "Read ~/" + dir + "01-a-report.md.", nil, nil},
		{"that may be missing", "Read " + dir + "01-a-report.md only if it exists; else start over.", nil, nil},
		{"in code that may be missing", "Read `" + dir + "01-a-report.md` if present.", nil, nil},
		{"on another condition", "Read " + dir + "01-a-report.md. If it is unclear, ask.", nil, []string{one}},
		{"to be repaired", "Repair the report " + dir + "01-a-report.md", nil, nil},
		{"read, and fix something else", "Fix the bug: it was not found before. Read " + dir + "01-a-report.md and fix what is broken.", nil, []string{one}},
		{"spaces", "Write `/my w/agent-handoffs/s/01-a-report.md`, .done, return", []string{"/my w/agent-handoffs/s/01-a-report.md"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCall(Config{Getenv: func(string) string { return "" }}, Event{Host: DefaultHost(), Cwd: "/w", Workspaces: []string{folder}})
			p := c.readPrompt(tt.prompt)
			for _, list := range [][]string{p.writes, p.reads} {
				for i := range list {
					list[i] = filepath.ToSlash(list[i])
				}
			}
			if !slices.Equal(p.writes, tt.writes) || !slices.Equal(p.reads, tt.reads) {
				t.Errorf("writes %q, reads %q", p.writes, p.reads)
			}
		})
	}
}
