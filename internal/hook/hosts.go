package hook

import (
	"cmp"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/near"
)

// Host is a coding agent: how its events are told from those of others, read and answered,
// and where and in which form it keeps its hooks. No code asks which host it is: what
// differs is a field.
type Host struct {
	// Name is what --host calls it, Title what it calls itself.
	Name, Title string
	// Project is its file in a repository, Local the one there that git does not share,
	// "" if it has none. User is its file in the folder UserDir of
	// the user's home, or "" if it has none of its own; the environment variable
	// UserDirVar names another folder than UserDir.
	Project, Local, User, UserDir, UserDirVar string
	// Program is what starts it.
	Program string
	// also is the host whose file in a repository it reads as well, or "" for none.
	also string
	// Events are those that it is told to call us for.
	Events []HostEvent
	// Trust says what else has to be trusted before it runs the hooks, and how to see
	// that; "" if nothing is known. Next is what of it a person has to do.
	Trust, Next string
	// HasStatusLine is set if its settings may name a command that prints a status line.
	HasStatusLine bool

	// mark reports whether an event has what the hosts before this one in the table do
	// not send, likely whether it may well be this one's though nothing in it is its
	// alone; nil if there is no such thing.
	mark, likely func(event gjson.Result) bool
	// projectVar is the environment variable in which it names the project's folder, ""
	// if it has none.
	projectVar string
	// answer returns a verdict on an event in the host's form, to be written as JSON. An
	// object without keys is silence.
	answer func(Verdict, Event) any
	// sampleKeys are those by which the samples are told from events of other hosts that
	// read the same file, for the command there does not name the host. {event} stands
	// for the event's name.
	sampleKeys map[string]string
	// tools are those of the samples: the one that writes files and the one that sends
	// out agents.
	tools hostTools
	// file is the form of its settings.
	file form
	// escapes lists the events whose text it escapes for its model.
	escapes []string
	// client is what package transcript calls it, "" if its transcripts cannot be read.
	client string
	// namesAgents reports whether an event of an agent's tool names the agent.
	namesAgents bool
	// mutesAgents reports whether the user is not shown what an event of an agent says
	// to the user.
	mutesAgents bool
	// mutesAll reports whether nobody is shown what any event says to the user, and no event
	// tells of the end of an agent in the one that launched it.
	mutesAll bool
}

// hostTools are the names of a host's tools.
type hostTools struct{ edit, agent string }

// HostEvent is an event that a host calls its hooks for.
type HostEvent struct {
	// Name is the host's name for it, Is ours, Matcher the tools that it is about, ""
	// for all.
	Name, Is, Matcher string
}

// form is how a host's file is built.
type form struct {
	// item is what an event's list holds: a hook, or a group of one. {matcher} is
	// replaced by the event's matcher if it has one, {command} by the command.
	item string
	// bare: the events are at the top, without a `hooks` object around them.
	// version: the file carries `"version": 1`. bash: the command is for a POSIX shell
	// on Windows too, for Git's. shared: several hosts read the file, so the command
	// names none.
	bare, version, bash, shared bool
	// beside are files in the same folder in which all hooks may be switched off.
	beside []string
	// here: the host reads the file of the folder that it is started in, and of none
	// above.
	here bool
}

// flat reports whether an event's list holds the hooks themselves.
func (f form) flat() bool { return !strings.Contains(f.item, `"hooks"`) }

// inGroup is the item of the hosts that follow Claude Code. Hosts wait ten seconds: a call
// takes milliseconds; the rest is for slow disks and for waiting on the failure log.
const inGroup = `{{matcher}"hooks":[{"type":"command","command":{command},"timeout":10}]}`

// inNamedGroup has a name as well, which Claude Code gives its model with a reason, in place of
// the command.
const inNamedGroup = `{{matcher}"hooks":[{"type":"command","command":{command},"timeout":10,"statusMessage":"handofflint"}]}`

// sharedEvents are the events in .github/hooks, which both Copilot CLI and VS Code
// read: names in Pascal case, for which Copilot sends Claude's tool names, and no
// matchers, which VS Code ignores.
var sharedEvents = []HostEvent{
	{"SessionStart", SessionStart, ""}, {"PreToolUse", PreToolUse, ""}, {"PostToolUse", PostToolUse, ""}, {"SubagentStop", SubagentStop, ""}, {"Stop", Stop, ""},
}

var sharedForm = form{item: `{{matcher}"type":"command","command":{command},"timeoutSec":10}`, version: true, shared: true}

// StartIn says where the host has to be started to read a file of a project, "" if any
// folder below will do.
func (t Target) StartIn(folder string) string {
	if !t.Host.file.here || t.Root == "" || files.Real(folder) == files.Real(t.Root) {
		return ""
	}
	return t.Root
}

// hosts is the table, in the order in which help and documentation name them. The
// facts are what the programs were seen to do in November 2026, or else the
// vendors' documentation.
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
		mark:        hasKey("turn_id"),
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
		mark:        hasKey("sessionId"),
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
		mark:       hasKey("hookEventName"),
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
		mark:   isCalled("BeforeTool", "AfterTool", "AfterAgent"),
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
		mark:   hasKey("cursor_version"),
		answer: answerCursor,
		tools:  hostTools{"Write", "Task"},
		file:   form{item: `{{matcher}"command":{command},"timeout":10}`, version: true},
	},
}

// detect returns the host that an event comes from. What is in the event counts first,
// then the environment, which may be that of a host around. The last ones of the table are
// asked first.
func detect(event gjson.Result, getenv func(string) string) *Host {
	signs := []func(*Host) bool{
		func(h *Host) bool { return h.mark != nil && h.mark(event) },
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

// hasKey returns the mark of a host whose events have a text at a key that others do not have.
func hasKey(key string) func(gjson.Result) bool {
	return func(event gjson.Result) bool { return first(event, key) != "" }
}

// isCalled returns the mark of a host whose events have names of its own.
func isCalled(names ...string) func(gjson.Result) bool {
	return func(event gjson.Result) bool { return slices.Contains(names, first(event, "hook_event_name")) }
}

// isClaudeLike reports whether an event has Claude Code's keys, but no transcript of a
// tool: Copilot CLI sends those for events with Claude's names.
func isClaudeLike(event gjson.Result) bool {
	has := func(key string) bool { return first(event, key) != "" }
	return has("timestamp") && (has("stop_reason") || !has("transcript_path"))
}

// DefaultHost returns the host whose form others take over: an event without a sign of
// another host is its, and --host may be left out for it.
func DefaultHost() *Host { return hosts[0] }

// HostNames returns the names that --host takes.
func HostNames() (names []string) {
	for _, h := range hosts {
		names = append(names, h.Name)
	}
	return names
}

// FindHost returns the host that --host names, nil for "". An unknown name is an error.
func FindHost(name string) (*Host, error) {
	h := HostByName(name)
	if h == nil && name != "" {
		return nil, fmt.Errorf("unknown host %q%s: use %s", name, near.DidYouMeanOne(name, HostNames()), strings.Join(HostNames(), ", "))
	}
	return h, nil
}

// HostByName returns the host of a name, or nil if there is none.
func HostByName(name string) *Host {
	for _, h := range hosts {
		if h.Name == name {
			return h
		}
	}
	return nil
}

// event returns our name for an event of the host, "" for one that is none of ours. A
// host may be told to call us for an event by another host's name.
func (h *Host) event(native string) string {
	for _, host := range append([]*Host{h}, hosts...) {
		for _, e := range host.Events {
			if e.Name == native {
				return e.Is
			}
		}
	}
	return ""
}

// tellsOfLaunches reports whether the host calls us after a call that has launched an agent.
func (h *Host) tellsOfLaunches() bool {
	return slices.ContainsFunc(h.Events, func(e HostEvent) bool {
		return e.Is == PostToolUse && slices.Contains(strings.Split(e.Matcher, "|"), h.tools.agent)
	})
}

// ProjectPath returns the host's file in a repository.
func (h *Host) ProjectPath(root string) string {
	return filepath.Join(root, filepath.FromSlash(h.Project))
}

// LocalPath returns the host's file in a repository that is for this user alone, "" if it has
// none.
func (h *Host) LocalPath(root string) string {
	if h.Local == "" {
		return ""
	}
	return filepath.Join(root, filepath.FromSlash(h.Local))
}

// IsHere reports whether the host is on this machine: its folder in the user's home, or its
// program on the PATH.
func (h *Host) IsHere(home string, getenv func(string) string) bool {
	if _, err := exec.LookPath(h.Program); err == nil {
		return true
	}
	if h.UserDir == "" || home == "" {
		return false
	}
	info, err := files.Named.Stat(h.userFolder(home, getenv))
	return err == nil && info.IsDir()
}

// AlsoReads returns the file of another host in a repository that serves this one as well, "" for
// none. On Windows it does not: the commands in it are for a POSIX shell.
func (h *Host) AlsoReads(root string) string {
	if h.also == "" || root == "" || runtime.GOOS == "windows" {
		return ""
	}
	return HostByName(h.also).ProjectPath(root)
}

// UserPath returns the host's file for all of a user's projects, "" if the host has
// none of its own. getenv looks up an environment variable.
func (h *Host) UserPath(home string, getenv func(string) string) string {
	if h.User == "" {
		return ""
	}
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
