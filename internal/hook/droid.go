package hook

// droid is Factory Droid.
var droid = host{
	name: "droid",
	decode: func(p *payload, e *Event) {
		decodeCommon(p, e, claudeEvents)
		decodeTool(p, e, droidTools)
	},
	encode: encodeClaude,
}

var droidTools = map[string]toolKind{
	"Create": editTool, "Edit": editTool, "MultiEdit": editTool, "Write": editTool,
	"ApplyPatch": patchTool,
	"Execute":    shellTool, "Bash": shellTool,
	"Task": agentTool, "Agent": agentTool,
}
