package hook

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

// Nearly all events are not about a handoff. They print nothing, read no environment variable, and make no
// engine.
func TestUnrelatedEventsDoNothing(t *testing.T) {
	for name, event := range map[string]string{
		"a source file":                        `{"hook_event_name":"PostToolUse","session_id":"s","transcript_path":"/t","cwd":"/nowhere","tool_name":"Write","tool_input":{"file_path":"/nowhere/a.go","content":"package a"}}`,
		"another JSON file":                    `{"hook_event_name":"PostToolUse","session_id":"s","transcript_path":"/t","cwd":"/nowhere","tool_name":"Edit","tool_input":{"file_path":"/nowhere/package.json","old_string":"a","new_string":"b"}}`,
		"a command":                            `{"hook_event_name":"PostToolUse","session_id":"s","transcript_path":"/t","cwd":"/nowhere","tool_name":"Bash","tool_input":{"command":"go test ./... > /tmp/out.txt 2>&1"}}`,
		"a file in a folder that is called so": `{"hook_event_name":"PostToolUse","session_id":"s","transcript_path":"/t","cwd":"/nowhere/handoffs","tool_name":"Write","tool_input":{"file_path":"/nowhere/handoffs/README.md","content":"x"}}`,
		"a program about handoffs":             `{"hook_event_name":"PostToolUse","session_id":"s","transcript_path":"/t","cwd":"/nowhere","tool_name":"Write","tool_input":{"file_path":"/nowhere/handoff/main.go","content":"x"}}`,
		"a prompt":                             `{"hook_event_name":"UserPromptSubmit","session_id":"s","transcript_path":"/t/s.jsonl","cwd":"/nowhere","prompt":"Why does a <task-notification> come?\n<task-id>a1</task-id><status>completed</status>"}`,
		"a shell that has ended":               `{"hook_event_name":"UserPromptSubmit","session_id":"s","transcript_path":"/t/s.jsonl","cwd":"/nowhere","prompt":"<task-notification>\n<task-id>b12</task-id>\n<status>completed</status>\n</task-notification>"}`,
		"a read":                               `{"hook_event_name":"PostToolUse","session_id":"s","transcript_path":"/t","cwd":"/nowhere","tool_name":"Read","tool_input":{"file_path":"/nowhere/a.md"}}`,
	} {
		var out bytes.Buffer
		c := testConfig(event, &out, func(variable string) string {
			isOfHost := slices.ContainsFunc(hosts, func(h *Host) bool { return h.projectVar == variable })
			if !isOfHost { // variables that identify a host
				t.Errorf("%s: looks up $%s", name, variable)
			}
			return ""
		})
		c.Checker = func(string) (Checker, error) {
			t.Errorf("%s: an engine is made", name)
			return Checker{}, errors.New("not wanted")
		}
		if code := Run(c); code != 0 || out.Len() > 0 {
			t.Errorf("%s: exit code %d, output %q", name, code, out.String())
		}
	}
}
