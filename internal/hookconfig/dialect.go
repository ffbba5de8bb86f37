package hookconfig

import (
	"encoding/json"
	"fmt"
	"maps"
)

// dialect is how a host words its events: what a self-test needs to send
// events as the host does.
type dialect struct {
	// event and session are the keys of the event's name and the session.
	event, session string
	// marks are keys that the host alone sends.
	marks map[string]any
	// edit, shell, agent and handback are its tools, "" where it has none of
	// the kind.
	edit, shell, agent, handback string
	// editInput makes the input of its edit tool.
	editInput func(path string) map[string]any
	// prompt is the key of what an agent is sent out with, message the key of
	// what an agent returns, "" where the event does not carry it.
	prompt, message string
	// background: agents run in the background, and their end lists what else runs.
	background bool
	// mute: what has run cannot be blocked; the model is only told.
	mute bool
}

func oneFile(path string) map[string]any { return map[string]any{"file_path": path} }

var claudeDialect = dialect{
	event: "hook_event_name", session: "session_id",
	marks: map[string]any{"transcript_path": "transcript.jsonl", "permission_mode": "default"},
	edit:  "Write", editInput: oneFile, shell: "Bash",
	agent: "Agent", prompt: "prompt", message: "last_assistant_message",
}

// dialects are the hosts' dialects by name.
var dialects = map[string]dialect{
	"claude": claudeDialect.with(func(d *dialect) { d.handback, d.background = "SubagentHandback", true }),
	"codex": claudeDialect.with(func(d *dialect) {
		d.marks = map[string]any{"turn_id": "1", "transcript_path": nil}
		d.edit, d.editInput = "apply_patch", addFile
		d.agent, d.prompt = "spawn_agent", "message"
	}),
	"droid": claudeDialect.with(func(d *dialect) {
		d.edit, d.shell, d.agent = "Create", "Execute", "Task"
	}),
	"copilot": claudeDialect.with(func(d *dialect) {
		d.marks = map[string]any{"timestamp": "2026-01-01T00:00:00Z"}
		d.message = ""
	}),
	"vscode": claudeDialect.with(func(d *dialect) {
		d.event, d.session = "hookEventName", "sessionId"
		d.edit, d.shell, d.agent = "editFiles", "run_in_terminal", "runSubagent"
		d.editInput = func(path string) map[string]any { return map[string]any{"files": []string{path}} }
		d.message = ""
	}),
	"gemini": claudeDialect.with(func(d *dialect) {
		d.marks = map[string]any{"timestamp": "2026-01-01T00:00:00Z", "transcript_path": "transcript.json"}
		d.edit, d.shell, d.agent, d.handback = "write_file", "run_shell_command", "invoke_agent", "complete_task"
	}),
	"cursor": claudeDialect.with(func(d *dialect) {
		d.session = "conversation_id"
		d.marks = map[string]any{"cursor_version": "2.0.0", "generation_id": "1"}
		d.shell, d.agent, d.message = "Shell", "Task", "summary"
		d.mute = true
	}),
}

func (d dialect) with(change func(*dialect)) dialect {
	change(&d)
	return d
}

func addFile(path string) map[string]any {
	return map[string]any{"command": fmt.Sprintf("*** Begin Patch\n*** Add File: %s\n+TBD\n*** End Patch\n", path)}
}

// encode is an event as the host sends it: fields and what every event has.
func (d dialect) encode(event, folder string, fields map[string]any) ([]byte, error) {
	all := map[string]any{d.event: event, d.session: sampleSession, "cwd": folder}
	maps.Copy(all, d.marks)
	maps.Copy(all, fields)
	if d.session == "conversation_id" {
		all["workspace_roots"] = []string{folder}
	}
	return json.Marshal(all)
}
