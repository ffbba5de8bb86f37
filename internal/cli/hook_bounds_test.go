package cli

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// eventSize is the size of the larger events, and eventTimes how many times that of the
// smaller ones it is.
const (
	eventSize  = 64 << 10
	eventTimes = 8
)

// TestWorkGrowsWithAnEvent sends events that are made to cost the square of their size, each
// in the field where it hurts, and holds that what is allocated grows with the size. What is
// said of them does not matter, as long as nothing is blocked but prompts.
func TestWorkGrowsWithAnEvent(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates more")
	}
	small, large := hostileEvents(eventSize/eventTimes), hostileEvents(eventSize)
	for name, event := range large {
		t.Run(name, func(t *testing.T) {
			allocatedByEvent(t, small[name]) // compiles the patterns
			// Eight times as much as for an eighth is linear, and 64 times is quadratic.
			most := 2*eventTimes*allocatedByEvent(t, small[name]) + 1<<20
			if took := allocatedByEvent(t, event); took > most {
				t.Errorf("%d bytes are allocated, at most %d are linear", took, most)
			}
		})
	}
}

// allocatedByEvent sends an event in a repository of its own, and returns the bytes that
// were allocated for it.
func allocatedByEvent(t *testing.T, fields map[string]any) uint64 {
	t.Helper()
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, ".git", "HEAD"), 0o755); err != nil {
		t.Fatal(err)
	}
	fields = maps.Clone(fields)
	if cwd, set := fields["cwd"]; !set {
		fields["cwd"] = root
	} else if cwd == nil {
		delete(fields, "cwd")
	}
	var out, errs bytes.Buffer
	getenv := environment(map[string]string{"XDG_STATE_HOME": t.TempDir(), "HOME": root})
	streams := Streams{In: strings.NewReader(hookEvent(t, fields)), Out: &out, Err: &errs, Getenv: getenv}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	code := Main(streams, []string{"handofflint", "hook"})
	runtime.ReadMemStats(&after)
	if code != 0 || strings.Contains(out.String(), "please report") || errs.Len() > 10_000 {
		t.Errorf("%d: %.300s%.300s", code, out.String(), errs.String())
	}
	return after.TotalAlloc - before.TotalAlloc
}

// hostileEvents returns events of about a size, by what is hostile in them.
func hostileEvents(size int) map[string]map[string]any {
	// part returns the part of a number that is written for an event of 1 MiB.
	part := func(n int) int { return n / (mebibyte / size) }
	rep := func(s string, n int) string { return strings.Repeat(s, part(n)) }
	each := func(n int, pattern string) string {
		var b strings.Builder
		for i := range part(n) {
			fmt.Fprintf(&b, pattern, i)
		}
		return b.String()
	}
	tasks := func(n int) []map[string]any {
		list := make([]map[string]any, part(n))
		for i := range list {
			list[i] = map[string]any{"status": "running"}
		}
		return list
	}
	long := "/" + rep("a/", 300_000)
	longWord := "context/" + rep("a", 500_000) + ".json"
	commands := map[string]string{
		"variables that double":     "a=x;" + strings.Repeat("a=$a$a;", 50) + "cat $a > context/x.json",
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
	return events
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
