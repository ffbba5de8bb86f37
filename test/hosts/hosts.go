package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/handofflint/handofflint/test/hosts/model"
)

// host is a coding agent: how it is started without its user, and its words for
// the calls of tools.
type host struct {
	name    string // the column, and what -host selects
	title   string
	model   string // of a host that words its calls by the model
	install string // for `hooks install --host`
	version string // the name in versions.txt
	program string

	settings string                           // where hooks install writes
	prepare  func(t *trial) map[string]string // files of the home folder
	args     func(t *trial, prompt string) []string
	env      func(t *trial) []string

	write      func(file, text string) model.Step
	shell      func(command string) model.Step
	agent      func(prompt string) model.Step // in the foreground, or as the host has it
	background func(prompt string) model.Step
	wait       []model.Step                 // after an agent was sent out
	back       func(text string) model.Step // hands back an agent's work

	// cannot says why a test is not run.
	cannot map[string]string
}

const key = "made-up-key"

// Reasons that several hosts share.
const (
	onlyClaudeShells    = "only Claude Code tells its hooks of a shell that runs in the background"
	onlyClaudeWorktrees = "the host has no agents in a worktree of their own"
	onlyClaudePlugins   = "the plugin is one of Claude Code"
	onlyClaudePipeline  = "run in Claude Code, where agents go into the background by default"
)

func elsewhere(more map[string]string) map[string]string {
	cannot := map[string]string{
		"shell": onlyClaudeShells, "worktree": onlyClaudeWorktrees, "plugin": onlyClaudePlugins, "pipeline": onlyClaudePipeline,
	}
	for test, reason := range more {
		cannot[test] = reason
	}
	return cannot
}

func allHosts() []*host {
	return []*host{
		claude("claude"), claude("claude-old"),
		codex("codex", "gpt-5.5"), codexNew(), gemini(),
		copilot("copilot", "claude-sonnet-4.5"), copilotGPT(),
	}
}

func claude(version string) *host {
	send := func(background bool) func(string) model.Step {
		return func(prompt string) model.Step {
			return model.Call("Agent", map[string]any{
				"description": "test expiry", "prompt": prompt, "subagent_type": "general-purpose", "run_in_background": background})
		}
	}
	return &host{
		name: version, title: "Claude Code", install: "claude", version: version, program: "claude",
		settings: ".claude/settings.json",
		args: func(t *trial, prompt string) []string {
			return []string{"-p", prompt, "--output-format", "stream-json", "--verbose", "--dangerously-skip-permissions"}
		},
		env: func(t *trial) []string {
			return []string{
				"IS_SANDBOX=1", // root may skip permissions then; without that nothing may be written below .claude
				"ANTHROPIC_BASE_URL=" + t.model.URL, "ANTHROPIC_API_KEY=" + key, "ANTHROPIC_MODEL=claude-sonnet-4-5",
				"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1",
			}
		},
		write: func(file, text string) model.Step {
			return model.Call("Write", map[string]any{"file_path": file, "content": text})
		},
		shell: func(command string) model.Step {
			return model.Call("Bash", map[string]any{"command": command, "description": "run it"})
		},
		agent: send(false), background: send(true), back: model.Say,
	}
}

// codex runs commands in a login shell, so the PATH is set in a profile.
func codex(name, modelName string) *host {
	send := func(prompt string) model.Step {
		return func(model.Turn) model.Action {
			return model.Action{Tool: "spawn_agent", Namespace: "multi_agent_v1", Input: map[string]any{"message": prompt, "agent_type": "default"}}
		}
	}
	return &host{
		name: name, title: "Codex", model: modelName, install: "codex", version: "codex", program: "codex",
		settings: ".codex/hooks.json",
		prepare: func(t *trial) map[string]string {
			return map[string]string{
				".bash_profile":      fmt.Sprintf("export PATH=%q\n", t.path),
				".codex/config.toml": fmt.Sprintf(codexConfig, modelName, t.model.URL+"/v1", t.repo),
			}
		},
		args: func(t *trial, prompt string) []string {
			return []string{"exec", "--json", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", prompt}
		},
		env:   func(*trial) []string { return []string{"SCRIPTED_KEY=" + key} },
		write: applyPatch,
		shell: func(command string) model.Step {
			return model.Call("exec_command", map[string]any{"cmd": command})
		},
		agent: send, background: send,
		wait: []model.Step{func(t model.Turn) model.Action {
			id := regexp.MustCompile(`agent_id\\?": ?\\?"([^"\\]+)`).FindAllSubmatch(t.Body, -1)
			targets := []string{}
			if len(id) > 0 {
				targets = append(targets, string(id[len(id)-1][1]))
			}
			return model.Action{Tool: "wait_agent", Namespace: "multi_agent_v1", Input: map[string]any{"targets": targets, "timeout_ms": 20000}}
		}},
		back:   model.Say,
		cannot: elsewhere(map[string]string{"background": "every agent of Codex runs beside the main one: see the line above"}),
	}
}

const codexConfig = `model = %q
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = %q
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[projects.%q]
trust_level = "trusted"
`

// codexNew is Codex with one of its newer models, which call tools from
// JavaScript and give their agents names.
func codexNew() *host {
	h := codex("codex-new", "gpt-6-sol")
	script := func(tool string, input any) model.Step {
		return func(model.Turn) model.Action {
			data, _ := json.Marshal(input)
			return model.Action{Tool: "exec", Namespace: "functions", Raw: fmt.Sprintf("text(await tools.%s(%s))\n", tool, data)}
		}
	}
	h.write = func(file, text string) model.Step { return script("apply_patch", patch(file, text)) }
	h.shell = func(command string) model.Step { return script("exec_command", map[string]string{"cmd": command}) }
	h.agent = func(prompt string) model.Step {
		return func(model.Turn) model.Action {
			return model.Action{Tool: "spawn_agent", Namespace: "collaboration",
				Input: map[string]any{"task_name": "test_expiry", "message": prompt, "fork_turns": "none"}}
		}
	}
	h.background = h.agent
	h.wait = []model.Step{func(model.Turn) model.Action {
		return model.Action{Tool: "wait_agent", Namespace: "collaboration", Input: map[string]any{"timeout_ms": 20000}}
	}}
	return h
}

func patch(file, text string) string {
	lines := strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n+")
	return fmt.Sprintf("*** Begin Patch\n*** Add File: %s\n+%s\n*** End Patch\n", file, lines)
}

func applyPatch(file, text string) model.Step {
	return func(model.Turn) model.Action { return model.Action{Tool: "apply_patch", Raw: patch(file, text)} }
}

func gemini() *host {
	return &host{
		name: "gemini", title: "Gemini CLI", install: "gemini", version: "gemini", program: "gemini",
		settings: ".gemini/settings.json",
		prepare: func(t *trial) map[string]string {
			return map[string]string{
				".gemini/settings.json": `{"security": {"auth": {"selectedType": "gemini-api-key"}}, "general": {"disableAutoUpdate": true},
 "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false}}`,
				".gemini/trustedFolders.json": fmt.Sprintf(`{%q: "TRUST_FOLDER"}`, t.repo), // it refuses to work elsewhere
			}
		},
		args: func(_ *trial, prompt string) []string {
			return []string{"-m", "gemini-2.5-flash", "--yolo", "-p", prompt}
		},
		env: func(t *trial) []string {
			return []string{"GEMINI_API_KEY=" + key, "GOOGLE_GEMINI_BASE_URL=" + t.model.URL}
		},
		write: func(file, text string) model.Step {
			return model.Call("write_file", map[string]any{"file_path": file, "content": text})
		},
		shell: func(command string) model.Step {
			return model.Call("run_shell_command", map[string]any{"command": command})
		},
		agent: func(prompt string) model.Step {
			return model.Call("invoke_agent", map[string]any{"agent_name": "generalist", "prompt": prompt})
		},
		back: func(text string) model.Step {
			return model.Call("complete_task", map[string]any{"result": map[string]any{"response": text}})
		},
		cannot: elsewhere(map[string]string{"background": "the host has no agents in the background"}),
	}
}

// copilot needs --trust-folder, without which it does not read a repository's hooks.
func copilot(name, modelName string) *host {
	send := func(mode string) func(string) model.Step {
		return func(prompt string) model.Step {
			return model.Call("task", map[string]any{
				"description": "test expiry", "prompt": prompt, "agent_type": "general-purpose", "name": "test-expiry", "mode": mode})
		}
	}
	return &host{
		name: name, title: "Copilot CLI", model: modelName, install: "copilot", version: "copilot", program: "copilot",
		settings: ".github/hooks/handofflint.json",
		args: func(t *trial, prompt string) []string {
			return []string{"-p", prompt, "--allow-all-tools", "--allow-all-paths", "--no-color", "--trust-folder", "--log-dir", t.out + "/logs"}
		},
		env: func(t *trial) []string {
			return []string{
				"COPILOT_PROVIDER_BASE_URL=" + t.model.URL, "COPILOT_PROVIDER_TYPE=anthropic", "COPILOT_PROVIDER_API_KEY=" + key,
				"COPILOT_MODEL=" + modelName, "COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false",
			}
		},
		write: func(file, text string) model.Step {
			return model.Call("create", map[string]any{"path": file, "file_text": text})
		},
		shell: func(command string) model.Step {
			return model.Call("bash", map[string]any{"command": command, "description": "run it"})
		},
		agent: send("sync"), background: send("background"), back: model.Say,
		cannot: elsewhere(nil),
	}
}

// copilotGPT is Copilot CLI with a model of OpenAI's, which edits by patches.
func copilotGPT() *host {
	h := copilot("copilot-gpt", "gpt-5.4")
	env := h.env
	h.env = func(t *trial) []string { // the last of two equal names counts
		return append(env(t), "COPILOT_PROVIDER_TYPE=openai", "COPILOT_PROVIDER_WIRE_API=responses", "COPILOT_PROVIDER_BASE_URL="+t.model.URL+"/v1")
	}
	h.write = applyPatch
	return h
}
