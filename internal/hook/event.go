package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/text"
)

// The events, by the names that Claude Code gives them. Other hosts' events are
// mapped to these.
const (
	PreToolUse   = "PreToolUse"
	PostToolUse  = "PostToolUse"
	SubagentStop = "SubagentStop"
	Stop         = "Stop"
	SessionStart = "SessionStart"
)

// toolFailed is what Claude Code calls the end of a tool that fails. A command may
// have written a handoff before it did.
const toolFailed = "PostToolUseFailure"

// eventNames maps the hosts' names of events to ours.
var eventNames = map[string]string{
	SessionStart: SessionStart, "sessionStart": SessionStart,
	PreToolUse: PreToolUse, "preToolUse": PreToolUse, "BeforeTool": PreToolUse,
	PostToolUse: PostToolUse, "postToolUse": PostToolUse, "AfterTool": PostToolUse, toolFailed: PostToolUse,
	SubagentStop: SubagentStop, "subagentStop": SubagentStop,
	Stop: Stop, "stop": Stop, "AfterAgent": Stop,
}

// The bounds of reading an event. They protect the machine before anything is
// known of the event, so they are here and not in CUE.
const (
	// maxEvent is the size of an event, in bytes. Hosts send whole files and outputs
	// of tools along.
	maxEvent = 32 << 20
	// maxPath is how long a path may be, in bytes: Linux takes no longer one.
	maxPath = 4096
	// maxItems is how many files of a list are looked at.
	maxItems = 256
)

// toolKind is what a tool does, as far as handoffs are concerned.
type toolKind uint8

const (
	otherTool    toolKind = iota
	editTool              // writes files
	patchTool             // writes files, named in a patch
	shellTool             // runs a command line
	agentTool             // sends out an agent
	handbackTool          // takes an agent's report to the one that sent it out
)

// toolKinds are the tools of all hosts.
var toolKinds = map[string]toolKind{
	"Write": editTool, "Edit": editTool, "MultiEdit": editTool, "NotebookEdit": editTool, // Claude Code's, which others take over
	"Create": editTool, "create": editTool, "edit": editTool, "str_replace_editor": editTool, "write_file": editTool, "replace": editTool, "StrReplace": editTool,
	"editFiles": editTool, "createFile": editTool, "create_file": editTool, "insert_edit_into_file": editTool, "replace_string_in_file": editTool,
	"multi_replace_string_in_file": editTool, "edit_file": editTool,
	"apply_patch": patchTool, "ApplyPatch": patchTool,
	"Bash": shellTool, "bash": shellTool, "powershell": shellTool, "shell": shellTool, "exec_command": shellTool, "local_shell": shellTool, "Shell": shellTool,
	"Execute": shellTool, "run_shell_command": shellTool, "run_in_terminal": shellTool, "runCommands": shellTool, "runInTerminal": shellTool,
	"Agent": agentTool, "Task": agentTool, "task": agentTool, "spawn_agent": agentTool, "collaborationspawn_agent": agentTool, "runSubagent": agentTool, "invoke_agent": agentTool,
	"SubagentHandback": handbackTool, "complete_task": handbackTool,
}

// fileKeys are where the input of a tool of some host names the files that it writes.
var fileKeys = []string{
	"files[]", "files[].path", "files[].filePath", "filePath", "file_path", "notebook_path", "path", "replacements[].filePath", "edits[].file_path",
}

// Event is what a host reports, in one form for all hosts.
type Event struct {
	Host *Host
	// Name is one of this package's events, "" for any other; Native is the host's
	// own name for it.
	Name, Native string
	// Session identifies the host's session, Cwd is its working folder.
	Session, Cwd string
	// Workspaces are the folders that the host works in beside Cwd.
	Workspaces []string
	// AgentID and AgentType are the agent that the event comes from; for an agentTool
	// AgentType is the one to be sent out.
	AgentID, AgentType string
	Tool               string
	// Files are those that were written or edited, as the host names them.
	Files []string
	// Command is a shell's, Prompt what an agent is sent out with, Task the few words
	// for it, Message what an agent returns.
	Command, Prompt, Task, Message string
	// Took is how long a tool ran, in milliseconds, 0 if the host does not say.
	Took float64
	// Transcript is the file that holds a subagent's conversation, SessionTranscript
	// that of the session.
	Transcript, SessionTranscript string
	// StopHookActive reports whether the agent goes on because a hook made it,
	// BackgroundRunning whether an agent or a workflow of the session still runs.
	StopHookActive, BackgroundRunning bool
	// Isolated reports whether the agent to be sent out gets a worktree of its own.
	Isolated bool

	kind toolKind
}

// payload is an event as JSON has it.
type payload map[string]any

// readPayload reads one JSON object.
func readPayload(r io.Reader) (payload, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxEvent+1))
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte(text.BOM)))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxEvent:
		return nil, fmt.Errorf("it is larger than %d MiB", maxEvent>>20)
	case len(data) == 0:
		return nil, errors.New("it is empty")
	}
	var p payload
	if err = json.Unmarshal(data, &p); err == nil && p != nil {
		return p, nil
	}
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) || err == nil {
		return nil, errors.New("it is not a JSON object")
	}
	return nil, fmt.Errorf("it is not JSON: %w", err)
}

// texts are the strings at a path such as "files[].path".
func (p payload) texts(path string) []string {
	values := []any{map[string]any(p)}
	for _, name := range strings.Split(path, ".") {
		name, list := strings.CutSuffix(name, "[]")
		var next []any
		for _, v := range values {
			object, _ := v.(map[string]any)
			items, isList := object[name].([]any)
			switch {
			case list && isList:
				next = append(next, items[:min(len(items), maxItems)]...)
			case !list:
				next = append(next, object[name])
			}
		}
		values = next
	}
	var texts []string
	for _, v := range values {
		if s, ok := v.(string); ok && s != "" {
			texts = append(texts, s)
		}
	}
	return texts
}

// text is the string at the first of some paths that has one, else "".
func (p payload) text(paths ...string) string {
	for _, path := range paths {
		if list := p.texts(path); len(list) > 0 {
			return list[0]
		}
	}
	return ""
}

func (p payload) has(key string) bool { return p.text(key) != "" }

// Read reads an event. name is the host's, "" to tell it by the event. The event
// has a host even if an error says that it cannot be read.
func Read(r io.Reader, name string, getenv func(string) string) (Event, error) {
	h := HostByName(name)
	if h == nil && name != "" {
		return Event{Host: hosts[0]}, fmt.Errorf("unknown host %q%s: use %s", name, near.DidYouMeanOne(name, HostNames()), strings.Join(HostNames(), ", "))
	}
	p, err := readPayload(r)
	if err != nil {
		return Event{Host: cmp.Or(h, hosts[0])}, fmt.Errorf("the event cannot be read: %w", err)
	}
	return cmp.Or(h, HostByName(detect(p, getenv))).decode(p), nil
}

// decode reads an event of the host.
func (h *Host) decode(p payload) Event {
	e := Event{
		Host: h, Native: p.text("hook_event_name", "hookEventName"), Session: p.text("conversation_id", "session_id", "sessionId"),
		Message: p.text("last_assistant_message", "prompt_response", "summary", "response"),
		Cwd:     p.text("cwd", "workspace_roots[]"), Workspaces: p.texts("workspace_roots[]"),
		AgentID: p.text("agent_id", "agentId"), AgentType: p.text("agent_type", "agentType", "agent_name", "agentName", "subagent_type"),
		Transcript: p.text("agent_transcript_path"), SessionTranscript: p.text("transcript_path"), Tool: p.text("tool_name"),
		BackgroundRunning: running(p["background_tasks"]),
	}
	e.StopHookActive, _ = p["stop_hook_active"].(bool)
	e.Took, _ = p["duration_ms"].(float64)
	if parent := p.text("parent_agent_id"); parent != "" {
		e.Session = parent // Copilot gives an agent a session of its own
	}
	e.Name, e.kind = eventNames[e.Native], toolKinds[e.Tool]
	// The input of a tool may be JSON in a string, or a patch as it is.
	object, _ := p["tool_input"].(map[string]any)
	input := payload(object)
	raw, _ := p["tool_input"].(string)
	if raw != "" {
		_ = json.Unmarshal([]byte(raw), &input) // a patch is not JSON
	}
	switch e.kind {
	case editTool, patchTool:
		for _, key := range fileKeys {
			for _, file := range input.texts(key) {
				e.Files = appendNew(e.Files, file)
			}
		}
		if len(e.Files) == 0 {
			e.Files = patchFiles(input.text("command", "patch", "input") + "\n" + raw)
		}
		e.Files = e.Files[:min(len(e.Files), maxItems)]
	case shellTool:
		e.Command = input.text("command")
	case agentTool:
		e.Prompt, e.Task = input.text("prompt", "message"), input.text("description", "name", "task_name")
		e.AgentType = input.text("subagent_type", "agent_type", "agentType", "agent_name", "agentName")
		e.Isolated = input.text("isolation") == "worktree"
	case handbackTool:
		e.Message = input.text("message", "result.response")
	}
	return e
}

// running reports whether one of several background tasks still works on the
// session's task. A shell or a monitor, such as a server or a watcher, may run for
// ever.
func running(tasks any) bool {
	list, _ := tasks.([]any)
	return slices.ContainsFunc(list, func(v any) bool {
		task, _ := v.(map[string]any)
		if task["type"] == "shell" || task["type"] == "monitor" {
			return false
		}
		return task["status"] == "running" || task["status"] == "pending" || task["status"] == "in_progress"
	})
}

// patchFiles are the files that a patch writes. One that is updated and moved is
// written at its new place only.
func patchFiles(patch string) (written []string) {
	for line := range strings.Lines(patch) {
		mark, path, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ": ")
		path = strings.TrimSpace(path)
		switch {
		case path == "" || len(written) >= maxItems:
		case mark == "*** Add File", mark == "*** Update File":
			written = append(written, path)
		case mark == "*** Move to" && len(written) > 0:
			written[len(written)-1] = path
		}
	}
	return written
}

// fault says what an event lacks to be checked at all. A hook that is silent about
// it would be taken for one that has found nothing.
func (e Event) fault() error {
	switch {
	case e.Native == "":
		return errors.New("the event has no name: hook_event_name is missing, or no text")
	case e.Name != "" && slices.ContainsFunc(slices.Concat([]string{e.Cwd, e.Transcript, e.SessionTranscript}, e.Files), tooLong):
		return fmt.Errorf("a path in the event is longer than %d bytes", maxPath)
	case e.Name == PostToolUse && e.kind == editTool && len(e.Files) == 0:
		return fmt.Errorf("the call of %s names no file", e.Tool)
	}
	return nil
}

// tooLong reports whether a text is too long for a path: walking up its folders
// would take the square of its length.
func tooLong(path string) bool { return len(path) > maxPath }
