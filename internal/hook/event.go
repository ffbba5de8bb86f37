package hook

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// The events, by the names that Claude Code gives them. Other hosts' events
// are mapped to these.
const (
	PreToolUse   = "PreToolUse"
	PostToolUse  = "PostToolUse"
	SubagentStop = "SubagentStop"
	Stop         = "Stop"
	SessionStart = "SessionStart"
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

// Event is what a host reports, in one form for all hosts.
type Event struct {
	// Host is the host's name, as --host takes it.
	Host string
	// Name is one of this package's events, "" for any other; Native is the
	// host's own name for it.
	Name, Native string
	// Session identifies the host's session, Cwd is its working folder.
	Session, Cwd string
	// Workspaces are the folders that the host works in beside Cwd.
	Workspaces []string
	// AgentID and AgentType are the agent that the event comes from; for an
	// agentTool AgentType is the one to be sent out.
	AgentID, AgentType string
	Tool               string
	// Files are those that were written or edited, Deleted those that were
	// deleted, as the host names them.
	Files, Deleted []string
	// Command is a shell's, Prompt what an agent is sent out with, Task the few
	// words for it, Message what an agent returns.
	Command, Prompt, Task, Message string
	// Transcript is the file that holds a subagent's conversation.
	Transcript string
	// StopHookActive says that the agent goes on because a hook made it,
	// BackgroundRunning that an agent or a workflow of the session still runs.
	StopHookActive, BackgroundRunning bool
	// Isolated reports whether the agent to be sent out gets a worktree of its own.
	Isolated bool
	// Cut says that a command or patch was too long to be read whole.
	Cut bool

	kind toolKind
}

// host is a coding agent's program: how its events are read and how a verdict
// is told to it.
type host struct {
	name   string
	decode func(p *payload, e *Event)
	// escapes lists the events whose text the host escapes for its model.
	escapes []string
	// encode is the JSON value of a verdict, nil for nothing at all.
	encode func(v Verdict, e Event) any
}

// hosts are all hosts, by name.
var hosts = []host{claude, codex, droid, copilot, vscode, gemini, cursor}

// Hosts are the names that --host takes.
func Hosts() []string {
	names := make([]string, len(hosts))
	for i, h := range hosts {
		names[i] = h.name
	}
	return names
}

func hostByName(name string) (host, bool) {
	for _, h := range hosts {
		if h.name == name {
			return h, true
		}
	}
	return claude, false
}

// detect tells the host by its event: each has something that the others do
// not send. getenv looks up an environment variable.
func detect(p *payload, getenv func(string) string) host {
	switch name := p.text("hook_event_name"); {
	case p.has("cursor_version"):
		return cursor
	case name == "BeforeTool" || name == "AfterTool" || name == "AfterAgent":
		return gemini
	case p.has("hookEventName"):
		return vscode
	case p.has("sessionId"):
		return copilot
	case p.has("turn_id"):
		return codex
	case getenv("FACTORY_PROJECT_DIR") != "":
		return droid
	// Copilot sends Claude's keys for events in Pascal case, but no transcript
	// with its tools and the reason of a stop.
	case p.has("timestamp") && (p.has("stop_reason") || !p.has("transcript_path")):
		return copilot
	}
	return claude
}

// Read reads an event. name is the host's, "" to tell it by the event. The
// second result is the host, also where an error says that the event cannot be
// read.
func Read(r io.Reader, name string, getenv func(string) string) (Event, error) {
	h, known := hostByName(name)
	if name != "" && !known {
		return Event{Host: h.name}, fmt.Errorf("there is no host %q%s: use %s", name, rules.DidYouMeanOne(name, Hosts()), strings.Join(Hosts(), ", "))
	}
	p, err := scan(r, wanted)
	if err != nil {
		return Event{Host: h.name}, fmt.Errorf("the event cannot be read: %w", err)
	}
	if name == "" {
		h = detect(p, getenv)
	}
	e := Event{Host: h.name}
	h.decode(p, &e)
	return e, nil
}

// fault says what an event lacks to be judged at all. A hook that is silent about
// it would be taken for one that has found nothing.
func (e Event) fault() error {
	_, claudes := claudeEvents[e.Native]
	switch {
	case e.Native == "":
		return errors.New("the event has no name: hook_event_name is missing, or no text")
	case e.Name == "" && claudes:
		return fmt.Errorf("%s has no event %s: install the hooks of the host that sends it, or leave --host out", e.Host, e.Native)
	case e.Name != "" && slices.ContainsFunc(slices.Concat([]string{e.Cwd, e.Transcript}, e.Files, e.Deleted), tooLong):
		return fmt.Errorf("a path in the event is longer than %d bytes", maxPath)
	case e.Name == PostToolUse && e.kind == editTool && len(e.Files)+len(e.Deleted) == 0:
		return fmt.Errorf("the call of %s names no file", e.Tool)
	}
	return nil
}

// tooLong says that a text is no path: walking up its folders would take the
// square of its length.
func tooLong(path string) bool { return len(path) > maxPath }

// decodeCommon reads what all hosts have under one of a few names.
func decodeCommon(p *payload, e *Event, events map[string]string) {
	e.Native = p.text("hook_event_name", "hookEventName")
	e.Name = events[e.Native]
	// Copilot gives an agent a session of its own.
	e.Session = p.text("parent_agent_id", "session_id", "sessionId", "conversation_id")
	e.Cwd = p.text("cwd", "workspace_roots[]")
	e.Workspaces = p.texts["workspace_roots[]"]
	e.AgentID = p.text("agent_id", "agentId")
	e.AgentType = p.text("agent_type", "agentType", "agent_name", "agentName", "subagent_type")
	e.Message = p.text("last_assistant_message", "response", "prompt_response", "summary")
	e.Transcript = p.text("agent_transcript_path")
	e.StopHookActive = p.flags["stop_hook_active"] || p.flags["stopHookActive"]
	e.BackgroundRunning = running(p.texts["background_tasks[].type"], p.texts["background_tasks[].status"])
}

// toolFailed is what Claude Code calls the end of a tool that fails. A command
// may have written a handoff before it did.
const toolFailed = "PostToolUseFailure"

// claudeEvents are the events that keep Claude Code's names.
var claudeEvents = map[string]string{
	PreToolUse: PreToolUse, PostToolUse: PostToolUse, toolFailed: PostToolUse, SubagentStop: SubagentStop, Stop: Stop, SessionStart: SessionStart,
}

// running says whether one of several background tasks still works on the
// session's task. A shell or a monitor, such as a server or a watcher, may run
// for ever. Where not every task says what it is, each counts.
func running(types, statuses []string) bool {
	for i, s := range statuses {
		if len(types) == len(statuses) && (types[i] == "shell" || types[i] == "monitor") {
			continue
		}
		if s == "running" || s == "pending" || s == "in_progress" {
			return true
		}
	}
	return false
}

// decodeTool reads the call of a tool. tools says what each tool does.
func decodeTool(p *payload, e *Event, tools map[string]toolKind) {
	e.Tool = p.text("tool_name", "toolName")
	e.kind = tools[e.Tool]
	p.unwrap("tool_input")
	p.unwrap("toolArgs")
	field := func(names ...string) string {
		for _, name := range names {
			if v := p.text("tool_input."+name, "toolArgs."+name); v != "" {
				return v
			}
		}
		return ""
	}
	switch e.kind {
	case editTool:
		for _, name := range pathFields {
			for _, file := range slices.Concat(p.texts["tool_input."+name], p.texts["toolArgs."+name]) {
				if len(e.Files) < maxItems {
					e.Files = appendNew(e.Files, file)
				}
			}
		}
	case patchTool:
		patch := field("command", "patch", "input")
		e.Files, e.Deleted = patchFiles(patch)
		e.Cut = p.anyCut("command", "patch", "input")
	case shellTool:
		e.Command = field("command")
		e.Cut = p.anyCut("command")
	case agentTool:
		e.Prompt = field("prompt", "message", "task")
		e.Task = field("description", "name", "task_name")
		e.Isolated = field("isolation") == "worktree"
		e.AgentType = field("subagent_type", "agent_type", "agentType", "agent_name", "agentName")
	case handbackTool:
		e.Message = field("message", "result.response")
	}
}

// pathFields are where tools that edit have the names of files.
var pathFields = []string{
	"file_path", "filePath", "path", "notebook_path",
	"files[]", "files[].path", "files[].filePath", "edits[].file_path", "replacements[].filePath",
}

// anyCut says whether one of a tool's inputs lost its end.
func (p *payload) anyCut(names ...string) bool {
	for _, name := range names {
		if p.cut["tool_input."+name] || p.cut["toolArgs."+name] {
			return true
		}
	}
	return false
}

// unwrap reads a tool's input that is JSON in a string.
func (p *payload) unwrap(path string) {
	text := p.text(path)
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return
	}
	inner, err := scan(strings.NewReader(text), func(name string) bool { return wanted(path + "." + name) })
	if err != nil {
		return
	}
	for name, values := range inner.texts {
		p.texts[path+"."+name] = values
	}
	for name := range inner.cut {
		p.cut[path+"."+name] = true
	}
}

// wantedTop and wantedInput are the values that are kept of an event, at its
// top and in a tool's input.
var wantedTop, wantedInput = set(
	"hook_event_name", "hookEventName", "session_id", "sessionId", "conversation_id", "parent_agent_id", "cursor_version", "turn_id",
	"timestamp", "cwd", "workspace_roots[]", "agent_id", "agentId", "agent_type", "agentType", "agent_name",
	"agentName", "subagent_type", "last_assistant_message", "response", "prompt_response", "summary",
	"transcript_path", "agent_transcript_path", "stop_hook_active", "stopHookActive", "stop_reason", "stopReason",
	"background_tasks[].type", "background_tasks[].status", "tool_name", "toolName", "tool_input", "toolArgs", "file_path", "command",
	"source", "toolResult.resultType",
), set(append([]string{
	"command", "patch", "input", "prompt", "message", "task", "description", "name", "task_name", "isolation", "subagent_type", "agent_type", "agentType",
	"agent_name", "agentName", "result.response",
}, pathFields...)...)

func wanted(path string) bool {
	for _, prefix := range []string{"tool_input.", "toolArgs."} {
		if rest, ok := strings.CutPrefix(path, prefix); ok {
			return wantedInput[rest]
		}
	}
	return wantedTop[path]
}

func set(names ...string) map[string]bool {
	out := make(map[string]bool, len(names))
	for _, n := range names {
		out[n] = true
	}
	return out
}
