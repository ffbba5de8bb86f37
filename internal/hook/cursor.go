package hook

// cursor is Cursor. It names its events in camel case, and may also run Claude
// Code's hooks, with its own keys.
var cursor = host{name: "cursor", decode: decodeCursor, encode: encodeCursor}

var cursorEvents = map[string]string{
	"preToolUse": PreToolUse, "postToolUse": PostToolUse, "afterFileEdit": PostToolUse, "afterShellExecution": PostToolUse,
	"subagentStop": SubagentStop, "stop": Stop, "sessionStart": SessionStart,
	PreToolUse: PreToolUse, PostToolUse: PostToolUse, toolFailed: PostToolUse, SubagentStop: SubagentStop, Stop: Stop, SessionStart: SessionStart,
}

var cursorTools = map[string]toolKind{
	"Write": editTool, "Edit": editTool, "MultiEdit": editTool, "StrReplace": editTool,
	"Shell": shellTool, "Bash": shellTool,
	"Task": agentTool, "Agent": agentTool,
}

func decodeCursor(p *payload, e *Event) {
	decodeCommon(p, e, cursorEvents)
	decodeTool(p, e, cursorTools)
	switch e.Native {
	case "afterFileEdit":
		e.kind, e.Files = editTool, p.texts["file_path"]
	case "afterShellExecution":
		e.kind, e.Command = shellTool, p.text("command")
	}
}

// cursorOutput has a key for each kind of event. To the model go agent_message
// before a tool, additional_context after one, and followup_message as its
// next prompt when it stops.
type cursorOutput struct {
	Permission string `json:"permission,omitempty"`
	User       string `json:"user_message,omitempty"`
	Agent      string `json:"agent_message,omitempty"`
	Context    string `json:"additional_context,omitempty"`
	Followup   string `json:"followup_message,omitempty"`
}

func encodeCursor(v Verdict, e Event) any {
	out := cursorOutput{}
	text := v.Context
	if v.Block {
		text = v.Reason
	}
	switch {
	case e.Native == "afterFileEdit" || e.Native == "afterShellExecution":
		return nil // it reads no output
	case v.Block && e.Name == PreToolUse:
		out.Permission, out.Agent, out.User = "deny", v.Reason, v.System
	case v.Block && (e.Name == Stop || e.Name == SubagentStop):
		out.Followup = v.Reason
	case e.Name == PostToolUse || e.Name == SessionStart:
		out.Context = text
	}
	if !v.Block && v.System != "" {
		out.User = v.System
	}
	if out == (cursorOutput{}) {
		return nil
	}
	return out
}
