package hook

import (
	"cmp"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/files"
)

// Host is a coding agent: how to recognise, read and answer its events, and where and in which form it
// stores its hooks. No code asks which host it is: each difference is a field.
type Host struct {
	// Name is the value of --host, Title the product's name.
	Name, Title string
	// Project is its file in a repository, Local the file there that git ignores, "" for none. User is its
	// file in the folder UserDir of the user's home, "" for none; the environment variable UserDirVar
	// overrides UserDir.
	Project, Local, User, UserDir, UserDirVar string
	// Program is the name of its executable.
	Program string
	// also is the host whose file in a repository it reads, too; "" for none.
	also string
	// Events are the events for which it calls us.
	Events []HostEvent
	// Trust says what else must be trusted before it runs the hooks, and how to see that; "" if unknown.
	// Next is what the user has to do.
	Trust, Next string
	// HasStatusLine is set if its settings can name a command that prints a status line.
	HasStatusLine bool

	// key is a key with text, and calls are names, of events that earlier hosts in the table do not send.
	key   string
	calls []string
	// likely reports whether an event may be this host's although it has nothing unique. nil is never.
	likely func(event gjson.Result) bool
	// projectVar is the environment variable with the project's folder, "" for none.
	projectVar string
	// answer returns the answer to an event in the host's form, for JSON. An object without keys is silence.
	answer func(Answer, Event) any
	// sampleKeys are keys that tell the samples from events of other hosts with the same file, since the
	// command there does not name the host. {event} is replaced by the event's name.
	sampleKeys map[string]string
	// tools are the tools of the samples: one that writes files, and one that launches agents.
	tools hostTools
	// file is the form of its settings.
	file form
	// escapes are the events whose text it escapes for its model.
	escapes []string
	// client is its name in package transcript, "" if its transcripts cannot be read.
	client string
	// namesAgents reports whether an event of an agent's tool names the agent.
	namesAgents bool
	// mutesAgents reports whether texts for the user are not shown for events of an agent.
	mutesAgents bool
	// mutesAll reports whether no texts for the user are ever shown, and no event tells the launching agent
	// that an agent has ended.
	mutesAll bool
}

// hostTools are the names of a host's tools.
type hostTools struct{ edit, agent string }

// HostEvent is an event that a host calls its hooks for.
type HostEvent struct {
	// Name is the host's name for it, Is ours, Matcher the tools concerned, "" for all.
	Name, Is, Matcher string
}

// form describes the host's file.
type form struct {
	// item is an entry of an event's list: a hook, or a group with one. {matcher} is replaced by the
	// event's matcher if it has one, {command} by the command.
	item string
	// bare: the events are at the top level, without a `hooks` object. version: the file has `"version":
	// 1`. bash: the command is for a POSIX shell, on Windows for Git's. shared: several hosts read the
	// file, so the command names none.
	bare, version, bash, shared bool
	// beside are files in the same folder that can switch off all hooks.
	beside []string
	// here: the host reads the file only in the folder where it is started.
	here bool
}

// flat reports whether an event's list holds the hooks themselves.
func (f form) flat() bool { return !strings.Contains(f.item, `"hooks"`) }

// inGroup is the item of hosts that follow Claude Code. Hosts wait ten seconds: a call takes milliseconds;
// the rest is for slow disks and for waiting on the failure log.
const inGroup = `{{matcher}"hooks":[{"type":"command","command":{command},"timeout":10}]}`

// inNamedGroup also has a name, which Claude Code gives its model with a reason instead of the command.
const inNamedGroup = `{{matcher}"hooks":[{"type":"command","command":{command},"timeout":10,"statusMessage":"handofflint"}]}`

// sharedEvents are the events in .github/hooks, which both Copilot CLI and VS Code read. Their names are in
// Pascal case, for which Copilot sends Claude's tool names. There are no matchers, since VS Code ignores
// them.
var sharedEvents = []HostEvent{
	{"SessionStart", SessionStart, ""}, {"PreToolUse", PreToolUse, ""}, {"PostToolUse", PostToolUse, ""}, {"SubagentStop", SubagentStop, ""}, {"Stop", Stop, ""},
}

var sharedForm = form{item: `{{matcher}"type":"command","command":{command},"timeoutSec":10}`, version: true, shared: true}

// StartIn returns the folder in which the host must be started to read a project's file, "" if any folder
// below works.
func (t Target) StartIn(folder string) string {
	if !t.Host.file.here || files.Real(folder) == files.Real(t.Root) {
		return ""
	}
	return t.Root
}

// hosts is the table, in the order of help and documentation. Its facts were observed in November 2026, or
// are from the vendors' documentation.
var hosts = []*Host{
	{
		Name: "claude", Title: "Claude Code", Program: "claude",
		Project: ".claude/settings.json", Local: ".claude/settings.local.json", User: "settings.json", UserDir: ".claude", UserDirVar: "CLAUDE_CONFIG_DIR",
		Events: []HostEvent{
			{"SessionStart", SessionStart, ""}, {"PreToolUse", PreToolUse, "Agent|Task|SendMessage|SubagentHandback"},
			{"PostToolUse", PostToolUse, "Write|Edit|MultiEdit|Bash|Agent|Task"}, {toolFailed, PostToolUse, "Bash|Agent|Task"},
			{"UserPromptSubmit", UserPromptSubmit, ""}, {"SubagentStop", SubagentStop, ""}, {"Stop", Stop, ""},
		},
		Trust:         "interactive Claude Code runs hooks after you have trusted the folder, which it asks once; `claude -p` runs them without, and --bare skips them. /hooks lists them",
		Next:          "trust the folder if Claude Code asks",
		HasStatusLine: true,
		projectVar:    "CLAUDE_PROJECT_DIR",
		answer:        answerClaude,
		tools:         hostTools{"Write", "Agent"},
		file:          form{item: inNamedGroup, bash: true, beside: []string{"settings.json", "settings.local.json"}, here: true},
		client:        "claude",
		namesAgents:   true,
		mutesAgents:   true,
	},
	{
		Name: "codex", Title: "Codex", Program: "codex",
		Project: ".codex/hooks.json", User: "hooks.json", UserDir: ".codex", UserDirVar: "CODEX_HOME",
		Events: []HostEvent{
			{"SessionStart", SessionStart, ""}, {"PreToolUse", PreToolUse, "spawn_agent|collaborationspawn_agent|send_input|multi_agent_v1send_input|followup_task|collaborationfollowup_task"},
			{"PostToolUse", PostToolUse, "apply_patch|Bash|spawn_agent|collaborationspawn_agent|wait_agent|multi_agent_v1wait_agent|collaborationwait_agent"}, {"SubagentStop", SubagentStop, ""}, {"Stop", Stop, ""},
		},
		Trust:       "Codex runs a new or changed hook only after you have trusted it: type /hooks in Codex. The hooks of a repository need a trusted project as well; `codex exec` skips hooks that nobody has trusted without a word, unless it gets --dangerously-bypass-hook-trust",
		Next:        "trust the hooks in Codex with /hooks",
		key:         "turn_id",
		answer:      answerClaude,
		tools:       hostTools{"apply_patch", "spawn_agent"},
		file:        form{item: inGroup},
		escapes:     []string{Stop, SubagentStop},
		client:      "codex",
		namesAgents: true,
		mutesAgents: true,
		mutesAll:    true,
	},
	{
		Name: "droid", Title: "Factory Droid", Program: "droid",
		Project: ".factory/hooks.json", User: "hooks.json", UserDir: ".factory",
		Events: []HostEvent{
			{"SessionStart", SessionStart, ""}, {"PreToolUse", PreToolUse, "Task"}, {"PostToolUse", PostToolUse, "Create|Edit|ApplyPatch|Execute"},
			{"SubagentStop", SubagentStop, ""}, {"Stop", Stop, ""},
		},
		projectVar: "FACTORY_PROJECT_DIR",
		answer:     answerDroid,
		tools:      hostTools{"Create", "Task"},
		file:       form{item: inGroup, bare: true, beside: []string{"settings.json"}},
	},
	{
		Name: "copilot", Title: "Copilot CLI", Program: "copilot",
		Project: ".github/hooks/handofflint.json", User: "hooks/handofflint.json", UserDir: ".copilot", UserDirVar: "COPILOT_HOME", also: "claude",
		Events:      sharedEvents,
		Trust:       "Copilot CLI runs the hooks of a repository only in a trusted folder: trust it when Copilot asks, list it under trustedFolders in ~/.copilot/config.json, or start `copilot -p` with --trust-folder; --allow-all is not enough. Hooks that are installed with --global run without. VS Code reads the same file",
		Next:        "trust the folder if Copilot CLI asks",
		key:         "sessionId",
		likely:      isClaudeLike,
		answer:      answerCopilot,
		sampleKeys:  map[string]string{"timestamp": "2026-01-01T00:00:00Z"},
		tools:       hostTools{"Write", "Agent"},
		file:        form{item: sharedForm.item, version: true, shared: true, here: true},
		namesAgents: true,
	},
	{
		Name: "vscode", Title: "VS Code", Program: "code",
		Project:    ".github/hooks/handofflint.json",
		also:       "claude",
		Events:     sharedEvents,
		Trust:      "Copilot CLI reads the same file: one installation serves both",
		key:        "hookEventName",
		answer:     answerVSCode,
		sampleKeys: map[string]string{"hookEventName": "{event}"},
		tools:      hostTools{"editFiles", "runSubagent"},
		file:       sharedForm,
	},
	{
		Name: "gemini", Title: "Gemini CLI", Program: "gemini",
		Project: ".gemini/settings.json", User: "settings.json", UserDir: ".gemini",
		Events: []HostEvent{
			{"SessionStart", SessionStart, ""}, {"BeforeTool", PreToolUse, "invoke_agent|complete_task"},
			{"AfterTool", PostToolUse, "write_file|replace|run_shell_command"}, {"AfterAgent", Stop, ""},
		},
		Trust:  "Gemini CLI runs the hooks of a repository only in a folder that is trusted in ~/.gemini/trustedFolders.json, or with GEMINI_CLI_TRUST_WORKSPACE=true; with --skip-trust it runs none. Hooks that are installed with --global run everywhere",
		Next:   "trust the folder if Gemini CLI asks",
		calls:  []string{"BeforeTool", "AfterTool", "AfterAgent"},
		answer: answerGemini,
		tools:  hostTools{"write_file", "invoke_agent"},
		file:   form{item: `{{matcher}"hooks":[{"name":"handofflint","type":"command","command":{command},"timeout":10000}]}`, here: true},
	},
	{
		Name: "cursor", Title: "Cursor", Program: "cursor",
		Project: ".cursor/hooks.json", User: "hooks.json", UserDir: ".cursor",
		Events: []HostEvent{
			{"sessionStart", SessionStart, ""}, {"preToolUse", PreToolUse, "Task"}, {"postToolUse", PostToolUse, "Write|Shell"},
			{"subagentStop", SubagentStop, ""}, {"stop", Stop, ""},
		},
		key:    "cursor_version",
		answer: answerCursor,
		tools:  hostTools{"Write", "Task"},
		file:   form{item: `{{matcher}"command":{command},"timeout":10}`, version: true},
	},
}

// detect returns the host of an event. The event's content comes first, then the environment, which may be
// that of an outer host. Later entries of the table are tried first.
func detect(event gjson.Result, getenv func(string) string) *Host {
	signs := []func(*Host) bool{
		func(h *Host) bool {
			return h.key != "" && firstText(event, h.key) != "" || slices.Contains(h.calls, firstText(event, "hook_event_name"))
		},
		func(h *Host) bool { return h.projectVar != "" && getenv(h.projectVar) != "" },
		func(h *Host) bool { return h.likely != nil && h.likely(event) },
	}
	for _, hasSign := range signs {
		for _, h := range slices.Backward(hosts[1:]) {
			if hasSign(h) {
				return h
			}
		}
	}
	return DefaultHost()
}

// isClaudeLike reports whether an event has Claude Code's keys, but no transcript for a tool: Copilot CLI
// sends such events under Claude's names.
func isClaudeLike(event gjson.Result) bool {
	has := func(key string) bool { return firstText(event, key) != "" }
	return has("timestamp") && (has("stop_reason") || !has("transcript_path"))
}

// DefaultHost returns the host whose form others share. It is used for an event without a sign of another
// host, and --host can be omitted for it.
func DefaultHost() *Host { return hosts[0] }

// HostNames returns the values of --host.
func HostNames() (names []string) {
	for _, h := range hosts {
		names = append(names, h.Name)
	}
	return names
}

// HostByName returns the host of a name, nil for none.
func HostByName(name string) *Host { return find(hosts, func(h *Host) bool { return h.Name == name }) }

// event returns our name for an event of the host, "" for other events. A host may call us under another
// host's event name.
func (h *Host) event(native string) string {
	events := slices.Clone(h.Events)
	for _, host := range hosts {
		events = append(events, host.Events...)
	}
	return find(events, func(e HostEvent) bool { return e.Name == native }).Is
}

// tellsOfLaunches reports whether the host calls us after an agent was launched.
func (h *Host) tellsOfLaunches() bool {
	return slices.ContainsFunc(h.Events, func(e HostEvent) bool {
		return e.Is == PostToolUse && slices.Contains(strings.Split(e.Matcher, "|"), h.tools.agent)
	})
}

// projectPath returns the host's file in a repository.
func (h *Host) projectPath(root string) string {
	return filepath.Join(root, filepath.FromSlash(h.Project))
}

// LocalPath returns the host's file in a repository for this user alone. Not every host has one.
func (h *Host) LocalPath(root string) string {
	return filepath.Join(root, filepath.FromSlash(h.Local))
}

// IsHere reports whether the host is on this machine: its folder is in the user's home, or its program on
// the PATH.
func (h *Host) IsHere(home string, getenv func(string) string) bool {
	if _, err := exec.LookPath(h.Program); err == nil {
		return true
	}
	if h.UserDir == "" || home == "" {
		return false
	}
	_, err := files.Named.Stat(h.userFolder(home, getenv))
	return err == nil
}

// AlsoReads returns another host's file in a repository that this host reads, too; "" for none. On Windows
// it returns "", since the commands there are for a POSIX shell.
func (h *Host) AlsoReads(root string) string {
	if h.also == "" || root == "" || runtime.GOOS == "windows" {
		return ""
	}
	return HostByName(h.also).projectPath(root)
}

// userPath returns the host's file for all of a user's projects. Not every host has one. getenv looks up an
// environment variable.
func (h *Host) userPath(home string, getenv func(string) string) string {
	return filepath.Join(h.userFolder(home, getenv), filepath.FromSlash(h.User))
}

// userFolder returns the host's folder in the user's home.
func (h *Host) userFolder(home string, getenv func(string) string) string {
	folder := filepath.Join(home, h.UserDir)
	if h.UserDirVar == "" {
		return folder
	}
	return cmp.Or(getenv(h.UserDirVar), folder)
}
