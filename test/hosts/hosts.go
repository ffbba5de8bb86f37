package main

import (
	"fmt"
	"maps"
	"regexp"

	"github.com/handofflint/handofflint/test/hosts/model"
)

// host is a coding agent: how it is started without its user, and its words for
// the calls of tools. In args, env and home, $URL is that of the model, $REPO and
// $OUT are folders of the test, $PATH is the PATH that has the recorder.
type host struct {
	name    string // what -host selects
	title   string
	model   string // of a host whose tools depend on the model
	install string // for `hooks install --host`
	version string // the name in versions.go
	program string

	settings string            // where hooks install writes
	home     map[string]string // files of the home folder
	args     []string          // the prompt follows
	env      []string

	write      func(file, text string) model.Step
	read       func(file string) model.Step            // of a host that edits only what it has read
	edit       func(file, old, text string) model.Step // whole lines
	shell      func(command string) model.Step
	agent      func(prompt string) model.Step // in the foreground, if the host has that
	background func(prompt string) model.Step
	wait       []model.Step                             // what follows after an agent was sent out
	back       func(text string) model.Step             // hands back an agent's work
	find       []model.Step                             // how the tool of send is found
	send       func(prompt string) model.Step           // sends the last agent on
	beside     func(command string) []model.Step        // runs a command in the background, and waits for it
	resume     func(args []string) []string             // goes on with the last session
	compact    string                                   // the setting that compacts a session, if no command does
	stopHook   func(command string) (file, text string) // another tool's hook at the end of a turn

	cannot map[string]string // why a test is not run
}

type input = map[string]any

// Reasons that several hosts share.
const (
	onlyClaudeShells    = "only Claude Code tells its hooks of a shell that runs in the background"
	onlyClaudeWorktrees = "the host has no agents in a worktree of their own"
	onlyClaudeModes     = "only Claude Code tells its hooks of a mode in which nothing can be written"
	onlyClaudeStops     = "only Claude Code tells its hooks of an agent that was stopped"
	onlyClaudeMonitors  = "only Claude Code has a tool that monitors a command"
	onlyClaudePlugins   = "the plugin is one of Claude Code"
	onlyClaudePipeline  = "run in Claude Code, where agents go into the background by default"
	onlyClaudeFolder    = "the host reads the settings of the folders above it, too: see the line above"
	noTranscript        = "actions are checked against transcripts of Claude Code and Codex alone: the others write theirs late, or in another form"
	noBackground        = "the host has no agents in the background"
	onlyTwoSendOn       = "the host has no tool that sends an agent on, or none for agents that have ended"
	onlyTwoSeen         = "seen in Claude Code and Codex alone so far"
	noAccount           = "Droid starts agents only for a user who has signed in"
)

// scripted is the model that the hosts of Anthropic's models name.
const scripted = "claude-sonnet-5-5"

// grouped returns a hook at the end of a turn in the form that Claude Code gave its settings.
func grouped(file, event string) func(string) (string, string) {
	return func(command string) (string, string) {
		return file, fmt.Sprintf(`{"hooks": {%q: [{"hooks": [{"type": "command", "command": %q}]}]}}`, event, command)
	}
}

// agentName returns a name for an agent, by its prompt's mark: those of Codex and Copilot
// CLI differ.
func agentName(prompt string) string {
	if m := regexp.MustCompile(`\[\[script:(\w+)`).FindStringSubmatch(prompt); m != nil {
		return "test_" + m[1]
	}
	return "test_expiry"
}

// lastID returns the last match of an expression in what the host sent: the agent that was
// sent out last.
func lastID(t model.Turn, expression string) string {
	found := regexp.MustCompile(expression).FindAllSubmatch(t.Body, -1)
	if found == nil {
		return ""
	}
	return string(found[len(found)-1][1])
}

// unread adds the tests that need a transcript to those that a host cannot run.
func unread(cannot map[string]string) map[string]string {
	for _, name := range []string{
		"truth", "insists", "doubted", "invented", "sibling", "tail", "says", "agentsays", "honest", "make", "npm", "script", "helper", "message", "beside", "monitor",
		"compacted", "resumed", "told", "toldlater", "toldsent", "toldstopped", "receipt", "open", "compared",
		"lies", "claims", "endings",
	} {
		cannot[name] = noTranscript
	}
	for _, name := range []string{"misplaced", "othersession", "denied", "global", "older", "hung", "cost", "hiding", "madehiding", "monorepo", "machine", "outdated", "handmade", "linked"} {
		cannot[name] = onlyTwoSeen
	}
	return cannot
}

func elsewhere(more map[string]string) map[string]string {
	cannot := map[string]string{
		"shell": onlyClaudeShells, "worktree": onlyClaudeWorktrees, "readonly": onlyClaudeModes, "plugin": onlyClaudePlugins, "pipeline": onlyClaudePipeline,
	}
	maps.Copy(cannot, more)
	return cannot
}

func allHosts() []*host {
	old := claude("claude-old")
	const mute = "`claude -p` of this version shows nobody what a hook says to the user"
	old.cannot = map[string]string{
		"doubted": mute, "madehiding": mute,
		"monitor": "`claude -p` of this version does not offer the tool",
	}
	return []*host{claude("claude"), old, codex(), codexNew(), gemini(), copilot(), copilotGPT(), droid()}
}

// claude writes below .claude only if permissions are skipped, which root may do with IS_SANDBOX.
func claude(version string) *host {
	send := func(background bool) func(string) model.Step {
		return func(prompt string) model.Step {
			return model.Call("Agent", input{"description": "test expiry", "prompt": prompt, "subagent_type": "general-purpose", "run_in_background": background})
		}
	}
	return &host{
		name: version, title: "Claude Code", install: "claude", version: version, program: "claude",
		settings: ".claude/settings.json",
		args:     []string{"--output-format", "stream-json", "--verbose", "--dangerously-skip-permissions", "-p"},
		env: []string{
			"IS_SANDBOX=1", "ANTHROPIC_BASE_URL=$URL", "ANTHROPIC_API_KEY=made-up", "ANTHROPIC_MODEL=" + scripted,
			"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1",
		},
		write: func(file, text string) model.Step {
			return model.Call("Write", input{"file_path": file, "content": text})
		},
		read: func(file string) model.Step { return model.Call("Read", input{"file_path": file}) },
		edit: func(file, old, text string) model.Step {
			return model.Call("Edit", input{"file_path": file, "old_string": old, "new_string": text})
		},
		shell: func(command string) model.Step {
			return model.Call("Bash", input{"command": command, "description": "run it"})
		},
		agent: send(false), background: send(true), back: model.Say,
		find: []model.Step{model.Call("ToolSearch", input{"query": "select:SendMessage", "max_results": 1})},
		send: func(prompt string) model.Step {
			return func(t model.Turn) model.Action {
				id := lastID(t, `agentId: (\w+)`)
				return model.Call("SendMessage", input{"to": id, "summary": "go on with the tests of expiry", "message": prompt})(t)
			}
		},
		beside: func(command string) []model.Step {
			return []model.Step{model.Call("Bash", input{"command": command, "description": "run it", "run_in_background": true}), model.Say("I wait.")}
		},
		resume:   func(args []string) []string { return append([]string{"--continue"}, args...) },
		stopHook: grouped(".claude/settings.json", "Stop"),
	}
}

// gemini refuses to work in a folder that is not trusted.
func gemini() *host {
	return &host{
		name: "gemini", title: "Gemini CLI", install: "gemini", version: "gemini", program: "gemini",
		settings: ".gemini/settings.json",
		home: map[string]string{
			".gemini/settings.json": `{"security": {"auth": {"selectedType": "gemini-api-key"}}, "general": {"disableAutoUpdate": true},
 "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false}}`,
			".gemini/trustedFolders.json": `{"$REPO": "TRUST_FOLDER"}`,
		},
		args: []string{"-m", "gemini-2.5-flash", "--yolo", "-p"},
		env:  []string{"GEMINI_API_KEY=made-up", "GOOGLE_GEMINI_BASE_URL=$URL"},
		write: func(file, text string) model.Step {
			return model.Call("write_file", input{"file_path": file, "content": text})
		},
		edit: func(file, old, text string) model.Step {
			return model.Call("replace", input{"file_path": file, "old_string": old, "new_string": text, "instruction": "Fill in the form."})
		},
		shell: func(command string) model.Step { return model.Call("run_shell_command", input{"command": command}) },
		agent: func(prompt string) model.Step {
			return model.Call("invoke_agent", input{"agent_name": "generalist", "prompt": prompt})
		},
		back: func(text string) model.Step {
			return model.Call("complete_task", input{"result": input{"response": text}})
		},
		stopHook: grouped(".gemini/settings.json", "AfterAgent"),
		cannot: elsewhere(unread(map[string]string{
			"background": noBackground, "parallel": noBackground, "sent": onlyTwoSendOn,
		})),
	}
}

// copilot reads a repository's hooks only with --trust-folder.
func copilot() *host {
	send := func(mode string) func(string) model.Step {
		return func(prompt string) model.Step {
			return model.Call("task", input{"description": "test expiry", "prompt": prompt, "agent_type": "general-purpose", "name": agentName(prompt), "mode": mode})
		}
	}
	return &host{
		name: "copilot", title: "Copilot CLI", model: "claude-sonnet-5.5", install: "copilot", version: "copilot", program: "copilot",
		settings: ".github/hooks/handofflint.json",
		args:     []string{"--allow-all-tools", "--allow-all-paths", "--no-color", "--trust-folder", "--log-dir", "$OUT/logs", "-p"},
		env: []string{
			"COPILOT_PROVIDER_BASE_URL=$URL", "COPILOT_PROVIDER_TYPE=anthropic", "COPILOT_PROVIDER_API_KEY=made-up",
			"COPILOT_MODEL=claude-sonnet-5.5", "COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false",
		},
		write: func(file, text string) model.Step {
			return model.Call("create", input{"path": file, "file_text": text})
		},
		edit: func(file, old, text string) model.Step {
			return model.Call("edit", input{"path": file, "old_str": old, "new_str": text})
		},
		shell: func(command string) model.Step {
			return model.Call("bash", input{"command": command, "description": "run it"})
		},
		agent: send("sync"), background: send("background"), back: model.Say,
		send: func(prompt string) model.Step {
			return func(t model.Turn) model.Action {
				return model.Call("write_agent", input{"agent_id": lastID(t, `agent_id: ([\w-]+)`), "message": prompt})(t)
			}
		},
		stopHook: func(command string) (string, string) {
			return ".github/hooks/other.json", fmt.Sprintf(`{"version": 1, "hooks": {"Stop": [{"type": "command", "command": %q}]}}`, command)
		},
		cannot: elsewhere(unread(map[string]string{})),
	}
}

// copilotGPT returns Copilot CLI with a model of OpenAI's, which edits by patches.
func copilotGPT() *host {
	h := copilot()
	h.name, h.model, h.write = "copilot-gpt", "gpt-5.4", applyPatch
	h.edit = func(file, old, text string) model.Step { return raw("apply_patch", update(file, old, text)) }
	h.env = append(h.env, "COPILOT_PROVIDER_TYPE=openai", "COPILOT_PROVIDER_WIRE_API=responses", // the last of two equal names counts
		"COPILOT_PROVIDER_BASE_URL=$URL/v1", "COPILOT_MODEL=gpt-5.4")
	return h
}

// droid needs no account for a model of the user's own.
func droid() *host {
	send := func(await bool) func(string) model.Step {
		return func(prompt string) model.Step {
			return model.Call("Task", input{"description": "test expiry", "prompt": prompt, "subagent_type": "worker", "await": await})
		}
	}
	return &host{
		name: "droid", title: "Factory Droid", install: "droid", version: "droid", program: "droid",
		settings: ".factory/hooks.json",
		home: map[string]string{".factory/settings.json": `{"customModels": [{"model": "` + scripted + `", "displayName": "scripted", "id": "custom:scripted",
 "baseUrl": "$URL", "apiKey": "made-up", "provider": "anthropic", "maxOutputTokens": 8000}], "sessionDefaultSettings": {"model": "custom:scripted"}}`},
		args: []string{"exec", "--skip-permissions-unsafe"},
		env:  []string{"FACTORY_DROID_AUTO_UPDATE_ENABLED=false"},
		write: func(file, text string) model.Step {
			return model.Call("Create", input{"file_path": file, "content": text})
		},
		edit: func(file, old, text string) model.Step {
			return model.Call("Edit", input{"file_path": file, "old_str": old, "new_str": text})
		},
		shell: func(command string) model.Step {
			return model.Call("Execute", input{"command": command, "summary": "Run it once more"})
		},
		agent: send(true), background: send(false), back: model.Say,
		stopHook: func(command string) (string, string) {
			return ".factory/hooks.json", fmt.Sprintf(`{"Stop": [{"hooks": [{"type": "command", "command": %q}]}]}`, command)
		},
		cannot: elsewhere(unread(map[string]string{
			"failing": "the host calls no hook after a command that fails",
			"bare":    noAccount, "require": noAccount, "agent": noAccount, "background": noAccount, "stubborn": noAccount, "promised": noAccount,
			"parallel": noAccount, "coordinator": noAccount, "nothing": noAccount, "sent": noAccount, "form": noAccount, "resealed": noAccount,
			"task": noAccount, "tasktree": noAccount, "readfirst": noAccount,
		})),
	}
}
