package hook

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/tools"
)

// The events, by the names that Claude Code gives them. Other hosts' events are
// mapped to these.
const (
	PreToolUse   = "PreToolUse"
	PostToolUse  = "PostToolUse"
	SubagentStop = "SubagentStop"
	Stop         = "Stop"
	SessionStart = "SessionStart"
	// UserPromptSubmit is also how Claude Code tells the main agent that one in the
	// background has ended.
	UserPromptSubmit = "UserPromptSubmit"
)

// toolFailed is what Claude Code calls the end of a tool that fails. A command may
// have written a handoff before it did, and an agent was launched.
const toolFailed = "PostToolUseFailure"

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
	// AgentID and AgentType are the agent that the event comes from; for a tool of
	// kind Send AgentType is the one to be sent out.
	AgentID, AgentType string
	Tool               string
	// Call is the id of the tool's call, "" if the host does not say.
	Call string
	// Files are those that were written or edited, as the host names them.
	Files []string
	// Command is a shell's, Prompt what an agent is sent out with, Task the few words
	// for it, Message what an agent returns.
	Command, Prompt, Task, Message string
	// To is the id of the agent that a message sends on, "" if the message goes to a
	// name; after a tool of kind Send, and in a UserPromptSubmit, that of the agent that has
	// handed back Message.
	To string
	// Broken reports whether the agent To was stopped or failed: no event says that it ends.
	Broken bool
	// Took is how long a tool ran, in milliseconds, 0 if the host does not say.
	Took float64
	// Transcript is the file that holds a subagent's conversation, SessionTranscript
	// that of the session.
	Transcript, SessionTranscript string
	// StopHookActive reports whether the agent goes on because a hook made it,
	// BackgroundRunning whether an agent or a workflow of the session still runs.
	StopHookActive, BackgroundRunning bool
	// Mode is what the agent may do without being asked, by the host's name for it.
	Mode string
	// Isolated reports whether the agent to be sent out gets a worktree of its own.
	Isolated bool

	kind tools.Kind
	// hash is that of the whole event.
	hash string
}

// Read reads an event of a host, nil to detect it by the event. The event has a host even
// if it cannot be read.
func Read(r io.Reader, h *Host, getenv func(string) string) (Event, error) {
	object, err := readObject(r)
	if err != nil {
		return Event{Host: cmp.Or(h, DefaultHost())}, fmt.Errorf("the event cannot be read: %w", err)
	}
	e := decode(object)
	sum := sha256.Sum256([]byte(object.Raw))
	e.hash = hex.EncodeToString(sum[:16])
	e.Host = h
	if h == nil {
		e.Host = detect(object, getenv)
	}
	e.Name = e.Host.event(e.Native)
	return e, nil
}

// readObject reads one JSON object.
func readObject(r io.Reader) (object gjson.Result, err error) {
	data, err := io.ReadAll(io.LimitReader(r, maxEvent+1))
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte(text.BOM)))
	if err != nil {
		return object, err
	}
	if len(data) > maxEvent {
		return object, fmt.Errorf("it is larger than %d MiB", maxEvent>>20)
	}
	if len(data) == 0 {
		return object, errors.New("it is empty")
	}
	var whole json.RawMessage // gjson takes anything
	if err := json.Unmarshal(data, &whole); err != nil {
		return object, fmt.Errorf("it is not JSON: %w", err)
	}
	object = gjson.ParseBytes(data)
	if !object.IsObject() {
		return object, errors.New("it is not a JSON object")
	}
	return object, nil
}

// texts returns the strings at a path.
func texts(v gjson.Result, path string) (list []string) {
	for _, item := range v.Get(path).Array() {
		if item.Str != "" && len(list) < maxItems {
			list = append(list, item.Str)
		}
	}
	return list
}

// first returns the string at the first of some paths that has one, else "".
func first(v gjson.Result, paths ...string) string {
	for _, path := range paths {
		if list := texts(v, path); len(list) > 0 {
			return list[0]
		}
	}
	return ""
}

// decode reads what an event of any host says. The host says what its name means.
func decode(p gjson.Result) Event {
	e := Event{
		Native: first(p, "hook_event_name", "hookEventName"),
		// Copilot gives an agent a session of its own.
		Session:    first(p, "parent_agent_id", "conversation_id", "session_id", "sessionId"),
		Cwd:        first(p, "cwd", "workspace_roots"),
		Workspaces: texts(p, "workspace_roots"),
		AgentID:    first(p, "agent_id", "agentId"),
		AgentType:  first(p, "agent_type", "agentType", "agent_name", "agentName", "subagent_type"),
		Tool:       first(p, "tool_name"),
		Call:       first(p, "tool_use_id"),
		Message:    first(p, "last_assistant_message", "prompt_response", "summary", "response"),
		Took:       p.Get("duration_ms").Num, Mode: first(p, "permission_mode"),
		Transcript: first(p, "agent_transcript_path"), SessionTranscript: first(p, "transcript_path"),
		StopHookActive: p.Get("stop_hook_active").Bool(), BackgroundRunning: running(p.Get("background_tasks")),
	}
	e.kind = tools.Of(e.Tool)
	if e.Native == UserPromptSubmit {
		e.readNotification(first(p, "prompt"))
	}
	// The input of a tool may be JSON in a string, or a patch as it is.
	input := p.Get("tool_input")
	patch := input.Str
	if json.Valid([]byte(patch)) {
		input = gjson.Parse(patch)
	}
	switch e.kind {
	case tools.Write, tools.Patch:
		e.Files = tools.Files(input, maxItems)
		if len(e.Files) == 0 {
			e.Files = patchFiles(first(input, "command", "patch", "input") + "\n" + patch)
		}
	case tools.Shell:
		e.Command = first(input, "command")
	case tools.Send:
		e.Prompt, e.Task = first(input, "prompt", "message"), first(input, "description", "name", "task_name")
		e.AgentType = tools.AgentType(input)
		e.Isolated = first(input, "isolation") == "worktree"
		e.To = idOf(first(p, "tool_response.agentId"))
		e.Message = strings.Join(texts(p, "tool_response.content.#.text"), "\n\n")
	case tools.Message:
		e.Prompt, e.To = first(input, "message", "prompt", "items.#.text"), first(input, "to", "target", "id", "agent_id")
		e.AgentType = ""
		if e.To == "main" {
			e.kind = tools.Other // it reports to the one that sent it out
		}
		e.To = idOf(e.To)
	case tools.Handback:
		e.Message = first(input, "message", "result.response")
	}
	return e
}

// agentID matches what may be an agent's id: hosts make them of hexadecimal digits. The
// names that agents have beside are words.
var agentID = text.MustCompile(`^[0-9a-f-]*[0-9][0-9a-f-]*$`)

// idOf returns an agent's id, "" for what cannot be one.
func idOf(name string) string {
	if !agentID.MatchString(name) {
		return ""
	}
	return name
}

// readNotification reads a prompt by which the host says that an agent in the background has
// ended. A user may type the same: such an agent has no transcript.
func (e *Event) readNotification(prompt string) {
	m := pattern("notification").FindStringSubmatch(prompt)
	if m == nil {
		return
	}
	e.To, e.Message, e.Broken = idOf(m[1]), html.UnescapeString(m[3]), m[2] != "completed"
}

// running reports whether one of several background tasks is an agent's. Others, such as
// a server, may run for ever, or are the host's own. A task without a kind counts: it may
// be an agent.
func running(tasks gjson.Result) bool {
	return slices.ContainsFunc(tasks.Array(), func(task gjson.Result) bool {
		kind, status := strings.ToLower(task.Get("type").Str), task.Get("status").Str
		counts := kind == "" || slices.Contains(builtin().Background, strings.NewReplacer("_", " ", "-", " ").Replace(kind))
		return counts && (status == "running" || status == "pending" || status == "in_progress")
	})
}

// patchFiles returns the files that a patch writes. One that is updated and moved is
// written at its new place only.
func patchFiles(patch string) (written []string) {
	for _, deed := range ledger.PatchDeeds(patch) {
		path := strings.TrimSpace(deed.Path)
		if deed.Act == ledger.Write && path != "" && len(written) < maxItems {
			written = append(written, path)
		}
	}
	return written
}

// fault says what an event lacks to be checked at all. A hook that is silent about
// it would be taken for one that has found nothing.
func (e Event) fault() error {
	if e.Native == "" {
		return errors.New("the event has no name: hook_event_name is missing, or no text")
	}
	if e.Name != "" && slices.ContainsFunc(slices.Concat([]string{e.Cwd, e.Transcript, e.SessionTranscript}, e.Files), tooLong) {
		return fmt.Errorf("a path in the event is longer than %d bytes", maxPath)
	}
	if e.Name == PostToolUse && e.kind == tools.Write && len(e.Files) == 0 {
		return fmt.Errorf("the call of %s names no file", e.Tool)
	}
	return nil
}

// endsAgent reports whether an agent hands back what it was launched for.
func (e Event) endsAgent() bool {
	return e.Name == SubagentStop || e.Name == PreToolUse && e.kind == tools.Handback
}

// tooLong reports whether a text is too long for a path: walking up its folders
// would take the square of its length.
func tooLong(path string) bool { return len(path) > maxPath }
