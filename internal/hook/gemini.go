package hook

// gemini is the Gemini CLI.
var gemini = host{
	name: "gemini",
	decode: func(p *payload, e *Event) {
		decodeCommon(p, e, geminiEvents)
		decodeTool(p, e, geminiTools)
	},
	encode: encodeGemini,
}

var geminiEvents = map[string]string{
	"BeforeTool": PreToolUse, "AfterTool": PostToolUse, "AfterAgent": Stop, SessionStart: SessionStart,
}

var geminiTools = map[string]toolKind{
	"write_file": editTool, "replace": editTool, "edit": editTool,
	"run_shell_command": shellTool,
	"invoke_agent":      agentTool,
	"complete_task":     handbackTool,
}

// encodeGemini says "deny" where others say "block", for every event.
func encodeGemini(v Verdict, e Event) any {
	if !v.Block {
		return encodeClaude(v, e)
	}
	return output{Decision: "deny", Reason: v.Reason, System: v.System}
}
