package hookconfig

import (
	"path/filepath"
	"strings"
)

// Host is a coding agent and the form of its settings. The facts are those of
// the vendors' documentation, as of November 2026.
type Host struct {
	// Name is what --host calls it, Title what it calls itself.
	Name, Title string
	// Project is its file in a repository, with forward slashes.
	Project string
	// User is its file in the folder UserDir of the user's home, "" where it
	// has none of its own; the environment variable UserDirVar names another
	// folder in place of UserDir.
	User, UserDir, UserDirVar string
	// Events are when it is to call us.
	Events []Event
	// Note is what its user still has to do or know, "" for nothing.
	Note string

	form form
}

// Event is a moment at which a host calls its hooks.
type Event struct {
	// Name is the host's name for it.
	Name string
	// Matcher is the tools that it is about, "" where it is about no tool or
	// where the host knows no matcher.
	Matcher string

	moment moment
}

// moment is what happens at an event, whatever the host calls it.
type moment uint8

const (
	sessionStart moment = iota
	beforeTool
	afterTool
	afterFailure
	agentStop
	stop
)

// form is how a host's file is built.
type form struct {
	// bare: the events stand at the top, without a `hooks` object around them.
	bare bool
	// version: the file carries `"version": 1`.
	version bool
	// flat: an event holds the hooks themselves rather than groups of them.
	flat bool
	// bash: the command is for a POSIX shell on Windows too, for Git's.
	bash bool
	// typed: a hook says that it is a command.
	typed bool
	// named: a hook has a name, for lists and for switching it off.
	named bool
	// beside are files in the same folder in which the host's hooks may be
	// switched off.
	beside []string
	// option is what --host gets, "" where several hosts read the file and the
	// event has to tell them apart.
	option string
	// timeout is the key of the time limit and perSecond its units in a second.
	timeout   string
	perSecond int
}

// timeoutSeconds is how long a host waits for us. A call takes milliseconds;
// the rest is for slow disks and for waiting on the failure log, which takes a
// quarter of it at worst.
const timeoutSeconds = 60

// claudeEvents are the events of Claude Code. An agent's report is in SubagentStop,
// or in the input of SubagentHandback where agents have that tool.
var claudeEvents = []Event{
	{"SessionStart", "", sessionStart},
	{"PreToolUse", "Agent|Task|SubagentHandback", beforeTool},
	{"PostToolUse", "Write|Edit|MultiEdit|Bash", afterTool},
	{"PostToolUseFailure", "Bash", afterFailure},
	{"SubagentStop", "", agentStop},
	{"Stop", "", stop},
}

// sharedEvents are the events in .github/hooks, which both Copilot CLI and
// VS Code read: names in Pascal case, for which Copilot sends Claude's tool
// names, and no matchers, which VS Code ignores.
var sharedEvents = []Event{
	{"SessionStart", "", sessionStart}, {"PreToolUse", "", beforeTool}, {"PostToolUse", "", afterTool}, {"SubagentStop", "", agentStop}, {"Stop", "", stop},
}

var sharedForm = form{version: true, flat: true, typed: true, timeout: "timeoutSec", perSecond: 1}

const sharedNote = "Copilot CLI and VS Code both read this file: one installation serves both"

// hosts is the table, in the order in which help and documentation name them.
var hosts = []*Host{
	{
		Name: "claude", Title: "Claude Code",
		Project: ".claude/settings.json",
		User:    "settings.json", UserDir: ".claude", UserDirVar: "CLAUDE_CONFIG_DIR",
		Events: claudeEvents,
		form:   form{bash: true, typed: true, beside: []string{"settings.local.json"}, timeout: "timeout", perSecond: 1},
	},
	{
		Name: "codex", Title: "Codex",
		Project: ".codex/hooks.json",
		User:    "hooks.json", UserDir: ".codex", UserDirVar: "CODEX_HOME",
		Events: []Event{
			{"SessionStart", "", sessionStart}, {"PreToolUse", "spawn_agent|collaborationspawn_agent", beforeTool}, {"PostToolUse", "apply_patch|Bash", afterTool},
			{"SubagentStop", "", agentStop}, {"Stop", "", stop},
		},
		Note: "Codex runs a new or changed hook only after you have trusted it: type /hooks in Codex",
		form: form{typed: true, option: "codex", timeout: "timeout", perSecond: 1},
	},
	{
		Name: "droid", Title: "Factory Droid",
		Project: ".factory/hooks.json",
		User:    "hooks.json", UserDir: ".factory",
		Events: []Event{
			{"SessionStart", "", sessionStart}, {"PreToolUse", "Task", beforeTool}, {"PostToolUse", "Create|Edit|ApplyPatch|Execute", afterTool},
			{"SubagentStop", "", agentStop}, {"Stop", "", stop},
		},
		form: form{bare: true, typed: true, beside: []string{"settings.json"}, option: "droid", timeout: "timeout", perSecond: 1},
	},
	{
		Name: "copilot", Title: "Copilot CLI",
		Project: ".github/hooks/handofflint.json",
		User:    "hooks/handofflint.json", UserDir: ".copilot", UserDirVar: "COPILOT_HOME",
		Events: sharedEvents, Note: sharedNote, form: sharedForm,
	},
	{
		Name: "vscode", Title: "VS Code",
		Project: ".github/hooks/handofflint.json",
		Events:  sharedEvents, Note: sharedNote, form: sharedForm,
	},
	{
		Name: "gemini", Title: "Gemini CLI",
		Project: ".gemini/settings.json",
		User:    "settings.json", UserDir: ".gemini",
		Events: []Event{
			{"SessionStart", "", sessionStart}, {"BeforeTool", "invoke_agent|complete_task", beforeTool}, {"AfterTool", "write_file|replace|run_shell_command", afterTool}, {"AfterAgent", "", stop},
		},
		form: form{typed: true, named: true, option: "gemini", timeout: "timeout", perSecond: 1000},
	},
	{
		Name: "cursor", Title: "Cursor",
		Project: ".cursor/hooks.json",
		User:    "hooks.json", UserDir: ".cursor",
		Events: []Event{
			{"sessionStart", "", sessionStart}, {"preToolUse", "Task", beforeTool}, {"postToolUse", "Write|Shell", afterTool},
			{"subagentStop", "", agentStop}, {"stop", "", stop},
		},
		form: form{version: true, flat: true, option: "cursor", timeout: "timeout", perSecond: 1},
	},
}

// Hosts are the hosts that hooks can be installed for.
func Hosts() []*Host { return hosts }

// HostByName is the host that --host names, nil where there is none.
func HostByName(name string) *Host {
	for _, h := range hosts {
		if h.Name == name {
			return h
		}
	}
	return nil
}

// ProjectPath is the host's file in a repository.
func (h *Host) ProjectPath(root string) string {
	return filepath.Join(root, filepath.FromSlash(h.Project))
}

// UserPath is the host's file for all of a user's projects, "" where the host
// has none of its own. getenv looks up an environment variable.
func (h *Host) UserPath(home string, getenv func(string) string) string {
	if h.User == "" {
		return ""
	}
	dir := filepath.Join(home, h.UserDir)
	if h.UserDirVar != "" && getenv(h.UserDirVar) != "" {
		dir = getenv(h.UserDirVar)
	}
	return filepath.Join(dir, filepath.FromSlash(h.User))
}

// EventNames are the names of the host's events, in order.
func (h *Host) EventNames() []string {
	names := make([]string, len(h.Events))
	for i, e := range h.Events {
		names[i] = e.Name
	}
	return names
}

// ownFolders is how many folders of the host's project file may be removed
// when they are empty: those between the repository's root and the file.
func (h *Host) ownFolders() int { return strings.Count(h.Project, "/") }
