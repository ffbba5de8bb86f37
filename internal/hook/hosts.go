package hook

import (
	"path/filepath"
	"strings"
)

// Host is a coding agent: how its events are read and answered, and where and in
// which form it keeps its hooks.
type Host struct {
	// Name is what --host calls it, Title what it calls itself.
	Name, Title string
	// Project is its file in a repository. User is its file in the folder UserDir of
	// the user's home, "" if it has none of its own; the environment variable
	// UserDirVar names another folder than UserDir.
	Project, User, UserDir, UserDirVar string
	// Events are those that it is told to call us for.
	Events []HostEvent
	// Trust says what else has to be trusted before it runs the hooks, and how to see
	// that; "" if nothing is known.
	Trust string

	// is reports whether an event comes from this host, if it comes from none before
	// it in detection. getenv looks up an environment variable.
	is func(p payload, getenv func(string) string) bool
	// also maps names of events that it sends beside Events to ours.
	also map[string]string
	// tools are its tools by kind. The first of each is the one of the samples.
	tools map[toolKind][]string
	// keys are where an event has what we read; marks are further values that the
	// samples carry, as the host does.
	keys  keys
	marks map[string]any
	// file is the form of its settings.
	file form
	// answer words a verdict.
	answer func(Verdict, Event) reply
	// escapes lists the events whose text it escapes for its model. deaf reports
	// whether it cannot block a tool that has run.
	escapes []string
	deaf    bool
	// trusts reads the host's own files, in the folder own: why it would not run the
	// hooks of a folder, "" if it would.
	trusts func(own, folder string, getenv func(string) string) string
}

// HostEvent is an event that a host calls its hooks for.
type HostEvent struct {
	// Name is the host's name for it, Matcher the tools that it is about, "" for
	// all.
	Name, Matcher string
	// ours is this package's name for it.
	ours string
}

// form is how a host's file is built.
type form struct {
	// bare: the events stand at the top, without a `hooks` object around them.
	// version: the file carries `"version": 1`. flat: an event holds the hooks
	// themselves rather than groups of them.
	bare, version, flat bool
	// bash: the command is for a POSIX shell on Windows too, for Git's. untyped: a
	// hook does not say that it is a command. named: it has a name. shared: several
	// hosts read the file, so the command names none.
	bash, untyped, named, shared bool
	// beside are files in the same folder in which all hooks may be switched off.
	beside []string
	// timeout is the key of the time limit, perSecond its units in a second.
	timeout   string
	perSecond int
}

// keys are the paths of what is read of an event, the first that has something
// counts; the first is the one of the samples. All but those of the last line are
// at the event's top, the others in the tool's input.
type keys struct {
	event, session, message, input                []string
	file, command, prompt, task, kind, handedBack []string
}

// claudeKeys are those of Claude Code, and of the hosts that follow it.
var claudeKeys = keys{
	event: []string{"hook_event_name"}, session: []string{"session_id"}, message: []string{"last_assistant_message"}, input: []string{"tool_input"},
	file: []string{"file_path", "notebook_path", "path"}, command: []string{"command"}, prompt: []string{"prompt"},
	task: []string{"description", "name"}, kind: []string{"subagent_type"}, handedBack: []string{"message"},
}

func (k keys) with(change func(*keys)) keys {
	change(&k)
	return k
}

// claudeForm is the form of Claude Code's settings.
var claudeForm = form{bash: true, beside: []string{"settings.local.json"}, timeout: "timeout", perSecond: 1}

// sharedEvents are the events in .github/hooks, which both Copilot CLI and VS Code
// read: names in Pascal case, for which Copilot sends Claude's tool names, and no
// matchers, which VS Code ignores.
var sharedEvents = []HostEvent{
	{"SessionStart", "", SessionStart}, {"PreToolUse", "", PreToolUse}, {"PostToolUse", "", PostToolUse}, {"SubagentStop", "", SubagentStop}, {"Stop", "", Stop},
}

var sharedForm = form{version: true, flat: true, shared: true, timeout: "timeoutSec", perSecond: 1}

// toolFailed is what Claude Code calls the end of a tool that fails. A command may
// have written a handoff before it did.
const toolFailed = "PostToolUseFailure"

// hosts is the table, in the order in which help and documentation name them. The
// facts are what the programs were seen to do in November 2026, or else the
// vendors' documentation.
var hosts = []*Host{
	{
		Name: "claude", Title: "Claude Code",
		Project: ".claude/settings.json", User: "settings.json", UserDir: ".claude", UserDirVar: "CLAUDE_CONFIG_DIR",
		Events: []HostEvent{
			{"SessionStart", "", SessionStart}, {"PreToolUse", "Agent|Task|SubagentHandback", PreToolUse},
			{"PostToolUse", "Write|Edit|MultiEdit|Bash", PostToolUse}, {toolFailed, "Bash", PostToolUse},
			{"SubagentStop", "", SubagentStop}, {"Stop", "", Stop},
		},
		Trust: "in a window, Claude Code runs hooks after you have trusted the folder, which it asks once; `claude -p` runs them without, and --bare skips them. /hooks lists them",
		is:    func(payload, func(string) string) bool { return true },
		tools: map[toolKind][]string{
			editTool: {"Write", "Edit", "MultiEdit", "NotebookEdit"}, shellTool: {"Bash"},
			agentTool: {"Agent", "Task"}, handbackTool: {"SubagentHandback"},
		},
		keys:   claudeKeys,
		marks:  map[string]any{"transcript_path": "transcript.jsonl", "permission_mode": "default"},
		file:   claudeForm,
		answer: answerClaude,
	},
	{
		Name: "codex", Title: "Codex",
		Project: ".codex/hooks.json", User: "hooks.json", UserDir: ".codex", UserDirVar: "CODEX_HOME",
		Events: []HostEvent{
			{"SessionStart", "", SessionStart}, {"PreToolUse", "spawn_agent|collaborationspawn_agent", PreToolUse},
			{"PostToolUse", "apply_patch|Bash", PostToolUse}, {"SubagentStop", "", SubagentStop}, {"Stop", "", Stop},
		},
		Trust: "Codex runs a new or changed hook only after you have trusted it: type /hooks in Codex. The hooks of a repository need a trusted project as well; `codex exec` skips hooks that nobody has trusted without a word, unless it gets --dangerously-bypass-hook-trust",
		is:    func(p payload, _ func(string) string) bool { return p.has("turn_id") },
		tools: map[toolKind][]string{
			patchTool: {"apply_patch"}, editTool: {"Write", "Edit"}, shellTool: {"Bash", "shell", "exec_command", "local_shell"},
			agentTool: {"spawn_agent", "collaborationspawn_agent", "Agent", "Task"},
		},
		keys: claudeKeys.with(func(k *keys) {
			k.prompt, k.task, k.kind = []string{"message", "prompt"}, []string{"description", "name", "task_name"}, []string{"agent_type", "subagent_type"}
		}),
		marks:   map[string]any{"turn_id": "1", "transcript_path": nil},
		file:    form{timeout: "timeout", perSecond: 1},
		answer:  answerClaude,
		escapes: []string{Stop, SubagentStop},
		trusts:  codexTrusts,
	},
	{
		Name: "droid", Title: "Factory Droid",
		Project: ".factory/hooks.json", User: "hooks.json", UserDir: ".factory",
		Events: []HostEvent{
			{"SessionStart", "", SessionStart}, {"PreToolUse", "Task", PreToolUse}, {"PostToolUse", "Create|Edit|ApplyPatch|Execute", PostToolUse},
			{"SubagentStop", "", SubagentStop}, {"Stop", "", Stop},
		},
		is: func(_ payload, getenv func(string) string) bool { return getenv("FACTORY_PROJECT_DIR") != "" },
		tools: map[toolKind][]string{
			editTool: {"Create", "Edit", "MultiEdit", "Write"}, patchTool: {"ApplyPatch"}, shellTool: {"Execute", "Bash"}, agentTool: {"Task", "Agent"},
		},
		keys:   claudeKeys,
		marks:  map[string]any{"transcript_path": "transcript.jsonl", "permission_mode": "default"},
		file:   form{bare: true, beside: []string{"settings.json"}, timeout: "timeout", perSecond: 1},
		answer: answerDroid,
	},
	{
		Name: "copilot", Title: "Copilot CLI",
		Project: ".github/hooks/handofflint.json", User: "hooks/handofflint.json", UserDir: ".copilot", UserDirVar: "COPILOT_HOME",
		Events: sharedEvents,
		Trust:  "Copilot CLI runs the hooks of a repository only in a trusted folder: trust it when Copilot asks, list it under trustedFolders in ~/.copilot/config.json, or start `copilot -p` with --trust-folder; --allow-all is not enough. Hooks that are installed with --global run without. VS Code reads the same file",
		is:     isCopilot,
		also: map[string]string{
			"preToolUse": PreToolUse, "postToolUse": PostToolUse, "subagentStop": SubagentStop, "agentStop": Stop, "sessionStart": SessionStart, toolFailed: PostToolUse,
		},
		tools: map[toolKind][]string{
			editTool: {"Write", "Edit", "MultiEdit", "create", "edit", "str_replace_editor"}, patchTool: {"apply_patch"},
			shellTool: {"Bash", "bash", "powershell"}, agentTool: {"Agent", "Task", "task"},
		},
		keys: claudeKeys.with(func(k *keys) {
			k.session, k.input = []string{"session_id", "sessionId"}, []string{"tool_input", "toolArgs"}
			k.message = []string{"last_assistant_message", "response"}
			k.kind = []string{"subagent_type", "agent_type", "agentType", "agent_name", "agentName"}
		}),
		marks:  map[string]any{"timestamp": "2026-01-01T00:00:00Z"},
		file:   sharedForm,
		answer: answerCopilot,
		trusts: copilotTrusts,
	},
	{
		Name: "vscode", Title: "VS Code",
		Project: ".github/hooks/handofflint.json",
		Events:  sharedEvents,
		Trust:   "Copilot CLI reads the same file: one installation serves both",
		is:      func(p payload, _ func(string) string) bool { return p.has("hookEventName") },
		tools: map[toolKind][]string{
			editTool: {
				"editFiles", "createFile", "create_file", "insert_edit_into_file", "replace_string_in_file", "multi_replace_string_in_file",
				"edit_file", "Write", "Edit", "MultiEdit",
			},
			patchTool: {"apply_patch"}, shellTool: {"run_in_terminal", "runCommands", "runInTerminal", "Bash"}, agentTool: {"runSubagent", "Agent", "Task"},
		},
		keys: claudeKeys.with(func(k *keys) {
			k.event, k.session, k.message = []string{"hookEventName", "hook_event_name"}, []string{"sessionId", "session_id"}, nil
			k.file = []string{"files[]", "files[].path", "files[].filePath", "filePath", "file_path", "path", "replacements[].filePath"}
			k.command, k.kind = []string{"command"}, []string{"subagent_type", "agentName", "agent_name"}
		}),
		marks:  map[string]any{"transcript_path": "transcript.jsonl"},
		file:   sharedForm,
		answer: answerVSCode,
	},
	{
		Name: "gemini", Title: "Gemini CLI",
		Project: ".gemini/settings.json", User: "settings.json", UserDir: ".gemini",
		Events: []HostEvent{
			{"SessionStart", "", SessionStart}, {"BeforeTool", "invoke_agent|complete_task", PreToolUse},
			{"AfterTool", "write_file|replace|run_shell_command", PostToolUse}, {"AfterAgent", "", Stop},
		},
		Trust: "Gemini CLI runs the hooks of a repository only in a folder that is trusted in ~/.gemini/trustedFolders.json, or with GEMINI_CLI_TRUST_WORKSPACE=true; with --skip-trust it runs none. Hooks that are installed with --global run everywhere",
		is: func(p payload, _ func(string) string) bool {
			name := p.text("hook_event_name")
			return name == "BeforeTool" || name == "AfterTool" || name == "AfterAgent"
		},
		tools: map[toolKind][]string{
			editTool: {"write_file", "replace", "edit"}, shellTool: {"run_shell_command"}, agentTool: {"invoke_agent"}, handbackTool: {"complete_task"},
		},
		keys: claudeKeys.with(func(k *keys) {
			k.message, k.kind, k.handedBack = []string{"prompt_response"}, []string{"agent_name"}, []string{"result.response"}
		}),
		marks:  map[string]any{"timestamp": "2026-01-01T00:00:00Z", "transcript_path": "transcript.json"},
		file:   form{named: true, timeout: "timeout", perSecond: 1000},
		answer: answerGemini,
		trusts: geminiTrusts,
	},
	{
		Name: "cursor", Title: "Cursor",
		Project: ".cursor/hooks.json", User: "hooks.json", UserDir: ".cursor",
		Events: []HostEvent{
			{"sessionStart", "", SessionStart}, {"preToolUse", "Task", PreToolUse}, {"postToolUse", "Write|Shell", PostToolUse},
			{"subagentStop", "", SubagentStop}, {"stop", "", Stop},
		},
		is: func(p payload, _ func(string) string) bool { return p.has("cursor_version") },
		// It may also run Claude Code's hooks, with its own keys.
		also: map[string]string{
			"afterFileEdit": PostToolUse, "afterShellExecution": PostToolUse, PreToolUse: PreToolUse, PostToolUse: PostToolUse, toolFailed: PostToolUse,
			SubagentStop: SubagentStop, Stop: Stop, SessionStart: SessionStart,
		},
		tools: map[toolKind][]string{
			editTool: {"Write", "Edit", "MultiEdit", "StrReplace"}, shellTool: {"Shell", "Bash"}, agentTool: {"Task", "Agent"},
		},
		keys: claudeKeys.with(func(k *keys) {
			k.session, k.message = []string{"conversation_id", "session_id"}, []string{"summary", "last_assistant_message", "response"}
			k.file = []string{"file_path", "path", "edits[].file_path"}
		}),
		marks:  map[string]any{"cursor_version": "2.0.0", "generation_id": "1"},
		file:   form{version: true, flat: true, untyped: true, timeout: "timeout", perSecond: 1},
		answer: answerCursor,
		deaf:   true,
	},
}

// detection is the order in which hosts are told by an event: each has something
// that those after it do not send.
var detection = []string{"cursor", "gemini", "vscode", "copilot", "codex", "droid", "claude"}

// isCopilot reports whether an event is Copilot's: in camel case, or in Claude's
// keys without a transcript of a tool, or with the reason of a stop. Codex and
// Droid send neither.
func isCopilot(p payload, getenv func(string) string) bool {
	if p.has("sessionId") {
		return true
	}
	return !p.has("turn_id") && getenv("FACTORY_PROJECT_DIR") == "" && p.has("timestamp") && (p.has("stop_reason") || !p.has("transcript_path"))
}

// Hosts are the hosts that hooks can be installed for.
func Hosts() []*Host { return hosts }

// HostNames are the names that --host takes.
func HostNames() []string {
	names := make([]string, len(hosts))
	for i, h := range hosts {
		names[i] = h.Name
	}
	return names
}

// HostByName is the host that --host names, nil if there is none.
func HostByName(name string) *Host {
	for _, h := range hosts {
		if h.Name == name {
			return h
		}
	}
	return nil
}

// ours is this package's name for an event of the host, "" for any other event.
func (h *Host) ours(native string) string {
	for _, e := range h.Events {
		if e.Name == native {
			return e.ours
		}
	}
	return h.also[native]
}

// kindOf is what a tool of the host does.
func (h *Host) kindOf(tool string) toolKind {
	for kind, names := range h.tools {
		for _, name := range names {
			if name == tool {
				return kind
			}
		}
	}
	return otherTool
}

// EventNames are the names of the host's events, in order.
func (h *Host) EventNames() []string {
	names := make([]string, len(h.Events))
	for i, e := range h.Events {
		names[i] = e.Name
	}
	return names
}

// ProjectPath is the host's file in a repository.
func (h *Host) ProjectPath(root string) string {
	return filepath.Join(root, filepath.FromSlash(h.Project))
}

// UserPath is the host's file for all of a user's projects, "" if the host has
// none of its own. getenv looks up an environment variable.
func (h *Host) UserPath(home string, getenv func(string) string) string {
	if h.User == "" {
		return ""
	}
	return filepath.Join(h.userFolder(home, getenv), filepath.FromSlash(h.User))
}

func (h *Host) userFolder(home string, getenv func(string) string) string {
	if h.UserDirVar != "" && getenv(h.UserDirVar) != "" {
		return getenv(h.UserDirVar)
	}
	return filepath.Join(home, h.UserDir)
}

// ownFolders is how many folders of the host's project file may be removed when
// they are empty: those between the repository's root and the file.
func (h *Host) ownFolders() int { return strings.Count(h.Project, "/") }
