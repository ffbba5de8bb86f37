package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/testkit"
)

// eventTime is far more than any event takes, and far less than the square of
// the size of these would.
const eventTime = 8 * time.Second

// eventShare is the part of 1 MiB that an event has. At a quarter a cost that is the
// square of the size shows, and the test takes seconds.
const eventShare = 4

// each writes what a pattern makes of the numbers below n.
func each(n int, pattern string) string {
	var b strings.Builder
	for i := range n / eventShare {
		fmt.Fprintf(&b, pattern, i)
	}
	return b.String()
}

// TestEventsTakeLinearTime sends events of about 256 KiB that are made to cost the
// square of that, each in the field where it hurts. What is said of them does not
// matter, as long as nothing is blocked but prompts.
func TestEventsTakeLinearTime(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector makes all of it many times slower")
	}
	rep := func(s string, n int) string { return strings.Repeat(s, n/eventShare) }
	long := "/" + rep("a/", 300_000)
	longWord := "context/" + rep("a", 500_000) + ".json"
	commands := map[string]string{
		"variables that double":     "a=" + rep("x", 64) + ";" + rep("a=$a$a;", 200) + "cat $a > context/x.json",
		"a variable many times":     "a=" + rep("x", 4000) + ";echo " + rep("$a", 400_000) + " > context/x.json",
		"a variable in many words":  "a=" + rep("x", 4000) + ";tee " + rep("$a ", 300_000) + " context/x.json",
		"cd deeper and deeper":      rep("cd context;", 90_000),
		"cd to a long folder":       "cd " + long + ";" + rep("touch context/a;", 30_000),
		"copies to a long folder":   "cp " + rep("a ", 250_000) + "/context/" + rep("b", 500_000),
		"copies to a folder":        "cp " + rep("context/a.json ", 60_000) + "/" + rep("b/", 2000),
		"many files":                "touch " + each(50_000, "context/%d.json "),
		"many here documents":       "cat context/a.json " + rep("<<A ", 200_000) + "\n" + rep("x\n", 100_000),
		"open brackets":             "context/" + rep("$(", 500_000),
		"backticks":                 "context/" + rep("`a ", 300_000),
		"quotes":                    "context/" + rep(`'"`, 400_000),
		"scripts in scripts":        rep("bash -c 'eval ", 60_000) + "touch context/a.json",
		"eval of much":              "eval " + rep("touch context/a.json;", 40_000),
		"a long redirection":        "echo > " + longWord,
		"patches":                   each(40_000, "*** Add File: context/%d.json\n"),
		"braces that are not ended": "context/" + rep("${a", 300_000),
	}
	prompts := map[string]string{
		"many paths":              each(50_000, "Read context/%d.json. "),
		"many paths in quotes":    `"` + each(50_000, "context/%d.json ") + `"`,
		"the same path":           rep("`context/a.json` ", 50_000),
		"a long path":             longWord,
		"many long paths":         rep("context/"+rep("a", 4000)+".json ", 250),
		"a path of a long folder": long + "context/a.json",
		"headings":                rep("## Handoff Files\n", 60_000),
		"signals":                 rep("CF-RESULT ", 100_000),
		"open quotes":             "context/" + rep("`a\n\"b\n", 150_000),
	}
	events := map[string]map[string]any{
		"a long working folder":   hookCall("Write", map[string]any{"file_path": "context/a.json"}, "cwd", long),
		"a long workspace folder": hookCall("Write", map[string]any{"file_path": "context/a.json"}, "cwd", nil, "workspace_roots", []string{long}),
		"a long file":             hookCall("Write", map[string]any{"file_path": long + "context/a.json"}),
		"many files of a tool":    hookCall("MultiEdit", map[string]any{"files": strings.Fields(each(50_000, "context/%d.json "))}),
		"many settings":           hookCall("MultiEdit", map[string]any{"files": strings.Fields(each(50_000, ".handofflint%d "))}),
		"a key that is long":      {"hook_event_name": "Stop", rep("k", 500_000): tasks(50_000)},
		"a long session":          hookCall("Write", map[string]any{"file_path": "context/a.json"}, "session_id", long),
		"a long kind of agent":    hookCall("Agent", map[string]any{"prompt": "x", "subagent_type": rep("a-", 500_000)}),
		"a long task":             hookCall("Agent", map[string]any{"prompt": "x", "description": rep("a b ", 250_000)}),
		"a long transcript":       hookCall("", nil, "hook_event_name", "SubagentStop", "agent_type", "a", "agent_transcript_path", long),
		"many tasks":              hookCall("", nil, "hook_event_name", "Stop", "background_tasks", tasks(50_000)),
	}
	for name, text := range commands {
		events["command: "+name] = hookCall("Bash", map[string]any{"command": text})
	}
	for name, text := range prompts {
		events["prompt: "+name] = hookCall("Agent", map[string]any{"prompt": text, "subagent_type": "writer"})
		events["hand-back: "+name] = hookCall("", nil, "hook_event_name", "SubagentStop", "agent_type", "a", "last_assistant_message", "Handoff written to "+text)
	}
	for name, fields := range events {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			if err := os.Mkdir(filepath.Join(root, ".git"), 0o755); err != nil {
				t.Fatal(err)
			}
			if cwd, set := fields["cwd"]; !set {
				fields["cwd"] = root
			} else if cwd == nil {
				delete(fields, "cwd")
			}
			var out, errs bytes.Buffer
			getenv := environment(map[string]string{"XDG_STATE_HOME": t.TempDir(), "HOME": root})
			streams := Streams{In: strings.NewReader(hookEvent(t, fields)), Out: &out, Err: &errs, Getenv: getenv}
			started := time.Now()
			code := Main(streams, []string{"handofflint", "hook"})
			if took := time.Since(started); took > eventTime {
				t.Errorf("took %s", took)
			} else if took > time.Second {
				t.Logf("took %s", took)
			}
			if code != 0 || strings.Contains(out.String(), "please report") || errs.Len() > 10_000 {
				t.Errorf("%d: %.300s%.300s", code, out.String(), errs.String())
			}
		})
	}
}

// hookCall is the event behind a tool's call, before it for an agent, with other
// fields as they are named.
func hookCall(tool string, input map[string]any, others ...any) map[string]any {
	event := map[string]any{"hook_event_name": "PostToolUse", "session_id": "s", "transcript_path": "/t"}
	if tool != "" {
		event["tool_name"], event["tool_input"] = tool, input
	}
	if tool == "Agent" {
		event["hook_event_name"] = "PreToolUse"
	}
	for i := 0; i < len(others); i += 2 {
		event[others[i].(string)] = others[i+1]
	}
	return event
}

// tasks is a list of objects with one field.
func tasks(n int) []map[string]any {
	list := make([]map[string]any, n/eventShare)
	for i := range list {
		list[i] = map[string]any{"status": "running"}
	}
	return list
}
