package hook

// codex is OpenAI's Codex. It refuses outputs with keys that it does not know;
// all that Claude Code's have, it knows.
var codex = host{
	name: "codex",
	decode: func(p *payload, e *Event) {
		decodeCommon(p, e, claudeEvents)
		decodeTool(p, e, codexTools)
	},
	escapes: []string{Stop, SubagentStop},
	encode:  encodeClaude,
}

var codexTools = map[string]toolKind{
	"apply_patch": patchTool,
	"Bash":        shellTool, "shell": shellTool, "exec_command": shellTool, "local_shell": shellTool,
	"spawn_agent": agentTool, "collaborationspawn_agent": agentTool, "Agent": agentTool, "Task": agentTool,
	"Write": editTool, "Edit": editTool,
}
