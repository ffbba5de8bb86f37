package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/test/hosts/model"
)

// codex runs commands in a login shell, so the PATH is set in a profile.
func codex() *host {
	send := func(prompt string) model.Step {
		return in("multi_agent_v1", model.Call("spawn_agent", input{"message": prompt, "agent_type": "default"}))
	}
	return &host{
		name: "codex", title: "Codex", model: "gpt-5.5", install: "codex", version: "codex", program: "codex",
		settings: ".codex/hooks.json",
		home: map[string]string{".bash_profile": `export PATH="$PATH"`, ".codex/config.toml": `model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "$URL/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[projects."$REPO"]
trust_level = "trusted"
`},
		args:  []string{"exec", "--json", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", "--model", "gpt-5.5"},
		env:   []string{"SCRIPTED_KEY=made-up"},
		write: applyPatch,
		edit:  func(file, old, text string) model.Step { return raw("apply_patch", update(file, old, text)) },
		shell: func(command string) model.Step { return model.Call("exec_command", input{"cmd": command}) },
		agent: send, background: send, back: model.Say,
		wait: []model.Step{func(t model.Turn) model.Action {
			return in("multi_agent_v1", model.Call("wait_agent", input{"targets": codexRunning(t), "timeout_ms": 20000}))(t)
		}},
		send: func(prompt string) model.Step {
			return func(t model.Turn) model.Action {
				return in("multi_agent_v1", model.Call("send_input", input{"target": lastID(t, codexAgent), "message": prompt}))(t)
			}
		},
		beside: func(command string) []model.Step {
			return []model.Step{model.Call("exec_command", input{"cmd": command, "yield_time_ms": 250}), func(t model.Turn) model.Action {
				return model.Call("write_stdin", input{"session_id": codexProcess(t), "chars": "", "yield_time_ms": 10000})(t)
			}}
		},
		resume: func(args []string) []string {
			return append([]string{"exec", "resume", "--last"}, args[1:]...)
		},
		compact:  "model_auto_compact_token_limit=10",
		stopHook: grouped(".codex/hooks.json", "Stop"),
		cannot: elsewhere(map[string]string{
			"background": "every agent of Codex runs beside the main one: see the line above",
			"monitor":    onlyClaudeMonitors, "toldstopped": onlyClaudeStops, "monorepo": onlyClaudeFolder,
		}),
	}
}

// codexProcess returns the number of the process that was started last.
func codexProcess(t model.Turn) int {
	number, _ := strconv.Atoi(lastID(t, `session[_ ](?:id|ID)\\*"?:? ?(\d+)`))
	return number
}

// codexAgent is where Codex tells an agent's id.
const codexAgent = `agent_id\\?": ?\\?"([^"\\]+)`

// codexRunning returns the agents that were sent out and whose end Codex has not told, or
// the last one, which may have been sent on.
func codexRunning(t model.Turn) (ids []string) {
	for _, id := range regexp.MustCompile(codexAgent).FindAllSubmatch(t.Body, -1) {
		if !regexp.MustCompile(`agent_path\\?": ?\\?"` + string(id[1])).Match(t.Body) {
			ids = append(ids, string(id[1]))
		}
	}
	if ids == nil {
		ids = []string{lastID(t, codexAgent)}
	}
	return ids
}

// in calls a tool of a namespace.
func in(namespace string, step model.Step) model.Step {
	return func(t model.Turn) model.Action {
		action := step(t)
		action.Namespace = namespace
		return action
	}
}

// raw calls a tool whose input is not JSON.
func raw(tool, text string) model.Step {
	return func(model.Turn) model.Action { return model.Action{Tool: tool, Raw: text} }
}

func patch(file, text string) string {
	lines := strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n+")
	return fmt.Sprintf("*** Begin Patch\n*** Add File: %s\n+%s\n*** End Patch\n", file, lines)
}

// update returns a patch of lines of a file.
func update(file, old, text string) string {
	return fmt.Sprintf("*** Begin Patch\n*** Update File: %s\n@@\n-%s\n+%s\n*** End Patch\n", file,
		strings.ReplaceAll(old, "\n", "\n-"), strings.ReplaceAll(text, "\n", "\n+"))
}

func applyPatch(file, text string) model.Step { return raw("apply_patch", patch(file, text)) }

// codexNew is Codex with one of its newer models, which call tools from
// JavaScript and give their agents names.
func codexNew() *host {
	h := codex()
	h.name, h.model = "codex-new", "gpt-6-sol"
	h.args[len(h.args)-1] = h.model
	script := func(tool string, value any) model.Step {
		data, _ := json.Marshal(value)
		return in("functions", raw("exec", fmt.Sprintf("text(await tools.%s(%s))\n", tool, data)))
	}
	h.write = func(file, text string) model.Step { return script("apply_patch", patch(file, text)) }
	h.edit = func(file, old, text string) model.Step { return script("apply_patch", update(file, old, text)) }
	h.shell = func(command string) model.Step { return script("exec_command", input{"cmd": command}) }
	h.agent = func(prompt string) model.Step {
		return in("collaboration", model.Call("spawn_agent", input{"task_name": agentName(prompt), "message": prompt, "fork_turns": "none"}))
	}
	h.send = func(prompt string) model.Step {
		return func(t model.Turn) model.Action {
			return in("collaboration", model.Call("followup_task", input{"target": lastID(t, `task_name\\?": ?\\?"([^"\\]+)`), "message": prompt}))(t)
		}
	}
	h.background = h.agent
	h.beside = func(command string) []model.Step {
		return []model.Step{script("exec_command", input{"cmd": command, "yield_time_ms": 250}), func(t model.Turn) model.Action {
			return script("write_stdin", input{"session_id": codexProcess(t), "chars": "", "yield_time_ms": 10000})(t)
		}}
	}
	h.wait = []model.Step{in("collaboration", model.Call("wait_agent", input{"timeout_ms": 20000}))}
	return h
}
