package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/tools"
)

// The events, by Claude Code's names. Other hosts' events are mapped to these.
const (
	PreToolUse   = "PreToolUse"
	PostToolUse  = "PostToolUse"
	SubagentStop = "SubagentStop"
	Stop         = "Stop"
	SessionStart = "SessionStart"
	// UserPromptSubmit is also how Claude Code tells the main agent that a background agent has ended.
	UserPromptSubmit = "UserPromptSubmit"
)

// toolFailed is Claude Code's event for a failed tool. A command may have written a handoff before it
// failed, and an agent was launched.
const toolFailed = "PostToolUseFailure"

// Bounds for reading an event. They protect the machine before anything is known, so they are here and not
// in CUE.
const (
	// maxEvent bounds the bytes of an event. Hosts include whole files and outputs of tools.
	maxEvent = 32 << 20
	// maxPath bounds the bytes of a path, as Linux does.
	maxPath = 4096
	// maxItems bounds the files of a list.
	maxItems = 256
)

// Event is an event in one form for all hosts.
type Event struct {
	Host *Host
	// Name is one of this package's events, "" for any other. Native is the host's name.
	Name, Native string
	// Session is the host's session, Cwd the working folder.
	Session, Cwd string
	// Workspaces are the other folders that the host works in.
	Workspaces []string
	// AgentID and AgentType are the agent that the event comes from; for a tool of kind Send, AgentType is
	// the agent to be launched.
	AgentID, AgentType string
	Tool               string
	// Call is the id of the tool's call, "" if unknown.
	Call string
	// Files are the written or edited files, as the host names them.
	Files []string
	// Command is a shell's command line, Prompt the prompt of a launched agent, Task its short description,
	// Message what an agent returns.
	Command, Prompt, Task, Message string
	// To is the id of the agent that a message goes to, "" if the message names it. After a tool of kind
	// Send, and in a UserPromptSubmit, it is the agent that has handed back Message.
	To string
	// Broken reports whether the agent To was stopped or failed: then no event announces its end.
	Broken bool
	// Took is the duration of the tool in milliseconds, 0 if unknown.
	Took float64
	// Transcript is the path of a subagent's transcript, SessionTranscript of the session's.
	Transcript, SessionTranscript string
	// StopHookActive reports whether the agent continues because of a hook, BackgroundRunning whether an
	// agent or a workflow of the session is still running.
	StopHookActive, BackgroundRunning bool
	// Mode is the host's name for what the agent may do without asking.
	Mode string
	// Isolated reports whether the launched agent gets its own worktree.
	Isolated bool

	kind tools.Kind
	hash string
}

// Read reads an event of a host; a nil host is detected. The event has a host even if it cannot be read.
func Read(r io.Reader, h *Host, getenv func(string) string) (Event, error) {
	object, err := readObject(r)
	if err != nil {
		return Event{Host: cmp.Or(h, DefaultHost())}, fmt.Errorf("the event cannot be read: %w", err)
	}
	e := decode(object)
	e.hash = hashOf(object.Raw)
	e.Host = h
	if h == nil {
		e.Host = detect(object, getenv)
	}
	e.Name = e.Host.event(e.Native)
	return e, nil
}

func readObject(r io.Reader) (object gjson.Result, err error) {
	data, over, err := files.ReadUpTo(r, 0, maxEvent)
	if err != nil {
		return object, err
	}
	if over {
		return object, fmt.Errorf("it is larger than %d MiB", maxEvent>>20)
	}
	data = bytes.TrimPrefix(bytes.TrimSpace(data), []byte(text.BOM))
	if len(data) == 0 {
		return object, errors.New("it is empty")
	}
	var whole json.RawMessage // gjson accepts invalid JSON
	if err := json.Unmarshal(data, &whole); err != nil {
		return object, fmt.Errorf("it is not JSON: %w", err)
	}
	object = gjson.ParseBytes(data)
	if !object.IsObject() {
		return object, errors.New("it is not a JSON object")
	}
	return object, nil
}

func texts(v gjson.Result, path string) (list []string) {
	for _, item := range v.Get(path).Array() {
		if item.Str != "" && len(list) < maxItems {
			list = append(list, item.Str)
		}
	}
	return list
}

// firstText returns the string at the first path that has one, else "".
func firstText(v gjson.Result, paths ...string) string {
	for _, path := range paths {
		if list := texts(v, path); len(list) > 0 {
			return list[0]
		}
	}
	return ""
}

// decode reads an event of any host. The host later interprets its name.
func decode(p gjson.Result) Event {
	e := Event{
		Native: firstText(p, "hook_event_name", "hookEventName"),
		// Copilot gives an agent its own session.
		Session:    firstText(p, "parent_agent_id", "conversation_id", "session_id", "sessionId"),
		Cwd:        firstText(p, "cwd", "workspace_roots"),
		Workspaces: texts(p, "workspace_roots"),
		AgentID:    firstText(p, "agent_id", "agentId"),
		AgentType:  firstText(p, "agent_type", "agentType", "agent_name", "agentName", "subagent_type"),
		Tool:       firstText(p, "tool_name"),
		Call:       firstText(p, "tool_use_id"),
		Message:    firstText(p, "last_assistant_message", "prompt_response", "summary", "response"),
		Took:       p.Get("duration_ms").Num, Mode: firstText(p, "permission_mode"),
		Transcript: firstText(p, "agent_transcript_path"), SessionTranscript: firstText(p, "transcript_path"),
		StopHookActive: p.Get("stop_hook_active").Bool(), BackgroundRunning: anyAgentRuns(p.Get("background_tasks")),
	}
	e.kind = tools.Of(e.Tool)
	if e.Native == UserPromptSubmit {
		e.readNotification(firstText(p, "prompt"))
	}
	e.readCall(p)
	return e
}

// readCall reads the input and the response of a tool.
func (e *Event) readCall(p gjson.Result) {
	// The input may be JSON in a string, or a raw patch.
	input := p.Get("tool_input")
	patch := input.Str
	if json.Valid([]byte(patch)) {
		input = gjson.Parse(patch)
	}
	switch e.kind {
	case tools.Write, tools.Patch:
		e.Files = tools.Files(input, maxItems)
		if len(e.Files) == 0 {
			e.Files = patchFiles(firstText(input, "command", "patch", "input") + "\n" + patch)
		}
	case tools.Shell:
		e.Command = firstText(input, "command")
	case tools.Send:
		e.Prompt, e.Task = firstText(input, "prompt", "message"), firstText(input, "description", "name", "task_name")
		e.AgentType = tools.AgentType(input)
		e.Isolated = firstText(input, "isolation") == "worktree"
		e.To = idOf(firstText(p, "tool_response.agentId"))
		e.Message = strings.Join(texts(p, "tool_response.content.#.text"), "\n\n")
	case tools.Message:
		e.Prompt = firstText(input, "message", "prompt", "items.#.text")
		e.AgentType = ""
		to := firstText(input, "to", "target", "id", "agent_id")
		if to == "main" {
			e.kind = tools.Other // it reports to the agent that launched it
		}
		e.To = idOf(to)
	case tools.Handback:
		e.Message = firstText(input, "message", "result.response")
	}
}

// agentID matches a possible agent id: hosts use hexadecimal digits. Names of agents are words.
var agentID = text.MustCompile(`^[0-9a-f-]*[0-9][0-9a-f-]*$`)

// idOf returns an agent's id, "" for other names.
func idOf(name string) string {
	if !agentID.MatchString(name) {
		return ""
	}
	return name
}

// readNotification reads a prompt in which the host says that a background agent has ended. If a user types
// the same, no such agent has a transcript.
func (e *Event) readNotification(prompt string) {
	m := builtin().Patterns["notification"].FindStringSubmatch(prompt)
	if m == nil {
		return
	}
	e.To, e.Message, e.Broken = idOf(m[1]), html.UnescapeString(m[3]), m[2] != "completed"
}

// anyAgentRuns reports whether one of the background tasks is a running agent's. Others, such as a server, may
// run forever, or belong to the host. A task without a kind counts, since it may be an agent.
func anyAgentRuns(tasks gjson.Result) bool {
	return slices.ContainsFunc(tasks.Array(), func(task gjson.Result) bool {
		kind, status := strings.ToLower(task.Get("type").Str), task.Get("status").Str
		counts := kind == "" || slices.Contains(builtin().Background, strings.NewReplacer("_", " ", "-", " ").Replace(kind))
		return counts && slices.Contains([]string{"running", "pending", "in_progress"}, status)
	})
}

// patchFiles returns the files that a patch writes. A moved file is written only at its new path.
func patchFiles(patch string) (written []string) {
	for _, deed := range ledger.PatchDeeds(patch) {
		path := strings.TrimSpace(deed.Path)
		if deed.Act == ledger.Write && len(written) < maxItems {
			written = append(written, path)
		}
	}
	return written
}

// fault returns an error if an event lacks what is needed to check it. Silence would look like a check
// without findings.
func (e Event) fault() error {
	if e.Native == "" {
		return errors.New("the event has no name: hook_event_name is missing, or no text")
	}
	paths := slices.Concat([]string{e.Cwd, e.Transcript, e.SessionTranscript}, e.Files)
	isHandled := e.Name != ""
	if isHandled && slices.ContainsFunc(paths, tooLong) {
		return fmt.Errorf("a path in the event is longer than %d bytes", maxPath)
	}
	if e.Name == PostToolUse && e.kind == tools.Write && len(e.Files) == 0 {
		return fmt.Errorf("the call of %s names no file", e.Tool)
	}
	return nil
}

// isStop reports whether an agent wants to end its turn.
func (e Event) isStop() bool { return e.Name == Stop || e.Name == SubagentStop }

// turnEnd returns the stage at which an agent's turn ends: onStop for the main agent, onReturn for one that
// it launched, "" for none. The main agent's turn does not end while something runs in the background, nor
// when another agent ends, which some hosts report in the same way. An agent without a type is the host's
// own.
func (e Event) turnEnd() blockStage {
	if e.Name == Stop && e.AgentID == "" && !e.BackgroundRunning {
		return onStop
	}
	if e.Name == SubagentStop && e.AgentType != "" {
		return onReturn
	}
	return ""
}

// endsAgent reports whether an agent hands back its work.
func (e Event) endsAgent() bool {
	return e.Name == SubagentStop || e.Name == PreToolUse && e.kind == tools.Handback
}

// tooLong reports whether a text is too long for a path: walking up its folders would take quadratic time.
func tooLong(path string) bool { return len(path) > maxPath }
