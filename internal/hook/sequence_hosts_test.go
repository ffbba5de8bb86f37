package hook

import (
	"os"
	"path/filepath"
	"testing"
)

// Sequences of events from hosts other than Claude Code.

// codex turns an event into one of Codex.
func codex(event map[string]any) map[string]any {
	event["turn_id"] = "t1"
	return event
}

// namedAgent returns the event in which newer models of Codex launch an agent: it has a name and no kind,
// although its own events have one.
func namedAgent(name, prompt string) map[string]any {
	return codex(map[string]any{"hook_event_name": "PreToolUse", "tool_name": "collaborationspawn_agent",
		"tool_input": map[string]any{"task_name": name, "message": prompt, "fork_turns": "none"}})
}

// An agent that was launched by name is held to its report, and told only about it.
func TestAnAgentWithoutAKindIsHeldToItsReport(t *testing.T) {
	b := newSealing(t)
	path, prompt := b.dispatched("tester")
	b.silent(namedAgent("test", prompt))
	other, prompt := b.dispatched("critic")
	b.silent(namedAgent("doubt", prompt))
	b.fill(path, "<!-- handoff-end -->", "")
	b.silent(codex(by("a2", "default", ranCommand("ls "+filepath.Dir(path)))))
	b.silent(codex(ranCommand("ls " + filepath.Dir(path))))
	b.says(codex(by("a1", "default", ranCommand("cp /tmp/x "+path))), `"decision":"block"`, "01-tester-report.md")
	b.fill(path)
	b.silent(codex(ends("a1", "default", "Handoff written to `"+path+"`. Summary: x", false)))
	b.says(codex(ends("a2", "default", "I found nothing.", false)), `"decision":"block"`, "02-critic-report.md\\\" is your report")
	b.fill(other)
	b.silent(codex(ends("a2", "default", "Handoff written to `"+other+"`. Summary: x", true)))
	b.silent(codex(stops(false)))
}

// It also gets messages by its name, which its own events do not have.
func TestAnAgentIsSentOnByItsName(t *testing.T) {
	for _, target := range []string{"/root/test", "test", "worker-2"} {
		b := newSealing(t)
		b.silent(namedAgent("test", "Look around."))
		b.silent(codex(ends("a1", "default", "Nothing there.", false)))
		path, prompt := b.dispatched("tester")
		b.silent(codex(map[string]any{"hook_event_name": "PreToolUse", "tool_name": "collaborationfollowup_task",
			"tool_input": map[string]any{"target": target, "message": prompt}}))
		b.fill(path, "<!-- handoff-end -->", "")
		b.says(codex(by("a1", "default", ranCommand("cp /tmp/x "+path))), `"decision":"block"`, "01-tester-report.md")
		b.says(codex(ends("a1", "default", "I have written it.", false)), `"decision":"block"`, "01-tester-report.md")
	}
}

// Codex never shows texts for the user: the main agent reads them when it has waited for its agents, or
// after its next command.
func TestTheMainAgentIsToldWhereNoUserIs(t *testing.T) {
	for _, next := range []map[string]any{
		{"hook_event_name": "PostToolUse", "tool_name": "multi_agent_v1wait_agent", "tool_input": map[string]any{"targets": []string{"a1"}}},
		{"hook_event_name": "PostToolUse", "tool_name": "collaborationwait_agent", "tool_input": map[string]any{}},
		ranCommand("git status agent-handoffs/s1"),
	} {
		b := newBench(t)
		broken := b.report("02-implementer-report.md")
		message := "Handoff written to `" + broken + "`."
		b.says(codex(ends("a1", "default", message, false)), `"decision":"block"`)
		b.silent(codex(ends("a1", "default", message, true)))
		b.says(codex(next), `"additionalContext":"handofflint: `, "02-implementer-report.md\\\" was let through")
		b.silent(codex(next))
	}
}

// Gemini CLI does not say which agent hands back.
func TestAnAgentOfGeminiIsHeldToItsReport(t *testing.T) {
	b := newSealing(t)
	path, prompt := b.dispatched("tester")
	b.silent(map[string]any{"hook_event_name": "BeforeTool", "tool_name": "invoke_agent", "tool_input": map[string]any{"agent_name": "generalist", "prompt": prompt}})
	back := func(message string) map[string]any {
		return map[string]any{"hook_event_name": "BeforeTool", "tool_name": "complete_task", "tool_input": map[string]any{"result": map[string]any{"response": message}}}
	}
	b.fill(path, "<!-- handoff-end -->", "")
	b.says(map[string]any{"hook_event_name": "AfterTool", "tool_name": "run_shell_command", "tool_input": map[string]any{"command": "cp /tmp/x " + path}}, "end-marker")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	path, _ = b.dispatched("tester")
	b.says(back("I found nothing."), `"decision":"deny"`, "01-tester-report.md\\\" is your report")
	b.fill(path)
	b.silent(back("Handoff written to `" + path + "`. Summary: x"))
}

// Copilot CLI sends an agent a message with write_agent.
func TestAnAgentOfCopilotIsSentOn(t *testing.T) {
	b := newBench(t)
	b.says(map[string]any{"hook_event_name": "PreToolUse", "timestamp": "2026-01-01T00:00:00Z", "stop_reason": "x", "tool_name": "write_agent",
		"tool_input": map[string]any{"agent_id": "a1", "message": "Read the report `" + b.report("02-implementer-report.md") + "` first."}},
		`"permissionDecision":"deny"`, "which is not fit to be read")
}
