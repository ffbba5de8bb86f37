package hook

// vscode is the agent of VS Code.
var vscode = host{
	name: "vscode",
	decode: func(p *payload, e *Event) {
		decodeCommon(p, e, claudeEvents)
		decodeTool(p, e, vscodeTools)
	},
	encode: encodeVSCode,
}

var vscodeTools = map[string]toolKind{
	"editFiles": editTool, "createFile": editTool, "create_file": editTool, "insert_edit_into_file": editTool,
	"replace_string_in_file": editTool, "multi_replace_string_in_file": editTool, "edit_file": editTool,
	"Write": editTool, "Edit": editTool, "MultiEdit": editTool,
	"apply_patch": patchTool,
	"runCommands": shellTool, "runInTerminal": shellTool, "run_in_terminal": shellTool, "Bash": shellTool,
	"runSubagent": agentTool, "Agent": agentTool, "Task": agentTool,
}

// encodeVSCode differs from Claude Code where an agent ends: the decision
// stands in hookSpecificOutput.
func encodeVSCode(v Verdict, e Event) any {
	if !v.Block || e.Name != Stop && e.Name != SubagentStop {
		return encodeClaude(v, e)
	}
	return output{System: v.System, Specific: &specific{Event: e.Native, Decision: "block", Reason: v.Reason}}
}
