package hook

// copilot is the Copilot CLI. For events configured in camel case it sends
// camel case and leaves the event's name out, for those in Pascal case it
// sends Claude Code's keys and tools.
var copilot = host{name: "copilot", decode: decodeCopilot, encode: encodeCopilot}

var copilotTools = map[string]toolKind{
	"create": editTool, "edit": editTool, "str_replace_editor": editTool, "Write": editTool, "Edit": editTool, "MultiEdit": editTool,
	"apply_patch": patchTool,
	"bash":        shellTool, "powershell": shellTool, "Bash": shellTool,
	"task": agentTool, "Agent": agentTool, "Task": agentTool,
}

var copilotEvents = map[string]string{
	"preToolUse": PreToolUse, "postToolUse": PostToolUse, "subagentStop": SubagentStop, "agentStop": Stop, "sessionStart": SessionStart,
	PreToolUse: PreToolUse, PostToolUse: PostToolUse, toolFailed: PostToolUse, SubagentStop: SubagentStop, Stop: Stop, SessionStart: SessionStart,
}

func decodeCopilot(p *payload, e *Event) {
	decodeCommon(p, e, copilotEvents)
	decodeTool(p, e, copilotTools)
	if e.Native == "" {
		e.Native = copilotEvent(p)
		e.Name = copilotEvents[e.Native]
	}
	// Edit stands for apply_patch too, whose input is a patch.
	if e.kind == editTool && len(e.Files) == 0 {
		e.Files, e.Deleted = patchFiles(p.text("tool_input", "tool_input.input", "tool_input.patch", "toolArgs", "toolArgs.input"))
	}
}

// copilotEvent tells an event without a name by what it carries, from the
// vendor's table of payloads.
func copilotEvent(p *payload) string {
	switch {
	case p.has("toolName") && p.has("toolResult.resultType"):
		return "postToolUse"
	case p.has("toolName"):
		return "preToolUse"
	case p.has("stopReason") && p.has("agentName", "agentId", "agentType"):
		return "subagentStop"
	case p.has("stopReason"):
		return "agentStop"
	case p.has("source"):
		return "sessionStart"
	}
	return ""
}

// copilotOutput is flat. A tool that has run cannot be blocked, so what the
// model has to read about it is given as context too.
type copilotOutput struct {
	Decision string `json:"decision,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Permit   string `json:"permissionDecision,omitempty"`
	Because  string `json:"permissionDecisionReason,omitempty"`
	Context  string `json:"additionalContext,omitempty"`
	System   string `json:"systemMessage,omitempty"`
}

func encodeCopilot(v Verdict, e Event) any {
	out := copilotOutput{System: v.System}
	switch {
	case v.Block && e.Name == PreToolUse:
		out.Permit, out.Because = "deny", v.Reason
	case v.Block && e.Name == PostToolUse:
		out.Decision, out.Reason, out.Context = "block", v.Reason, v.Reason
	case v.Block:
		out.Decision, out.Reason = "block", v.Reason
	case takesContext(e):
		out.Context = v.Context
	}
	if out == (copilotOutput{}) {
		return nil
	}
	return out
}
