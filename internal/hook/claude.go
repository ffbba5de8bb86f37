package hook

// claude is Claude Code. Its names of events, and its way to answer, are those
// that most other hosts have taken over.
var claude = host{
	name: "claude",
	decode: func(p *payload, e *Event) {
		decodeCommon(p, e, claudeEvents)
		decodeTool(p, e, claudeTools)
	},
	encode: encodeClaude,
}

var claudeTools = map[string]toolKind{
	"Write": editTool, "Edit": editTool, "MultiEdit": editTool, "NotebookEdit": editTool,
	"Bash":  shellTool,
	"Agent": agentTool, "Task": agentTool,
	"SubagentHandback": handbackTool,
}
