package hook

// Verdict is what is told to the host, in no host's words. The zero value is
// silence.
type Verdict struct {
	// Block stops what the event is about: the call of a tool before it, the end of
	// an agent's work; after a tool it makes the model look at Reason.
	Block bool
	// Reason is for the model if Block is set, Context if it is not.
	Reason, Context string
	// System is for the user: what kept handoffs from being checked, and what was let
	// through.
	System string
}

// reply is an answer in the words of all hosts; each reads a part of it.
type reply struct {
	Event    string `json:"hookEventName,omitempty"`
	Decision string `json:"decision,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Permit   string `json:"permissionDecision,omitempty"`
	Because  string `json:"permissionDecisionReason,omitempty"`
	Context  string `json:"additionalContext,omitempty"`
	System   string `json:"systemMessage,omitempty"`
	// Specific is the part that belongs to one event.
	Specific *reply `json:"hookSpecificOutput,omitempty"`

	// Cursor's.
	Permission    string `json:"permission,omitempty"`
	User          string `json:"user_message,omitempty"`
	Agent         string `json:"agent_message,omitempty"`
	CursorContext string `json:"additional_context,omitempty"`
	Followup      string `json:"followup_message,omitempty"`
}

// answer words a verdict as the event's host reads it. Context is given only if the
// event takes it: after the end of an agent it would start the agent again.
func answer(v Verdict, e Event) reply {
	host, before, after := e.Host.Name, e.Name == PreToolUse, e.Name == PostToolUse
	out, specific := reply{System: v.System}, reply{}
	switch {
	case host == "cursor":
		return answerCursor(v, e)
	case !v.Block && !before && !after && e.Name != SessionStart:
	case !v.Block && host == "copilot":
		out.Context = v.Context
	case !v.Block:
		specific.Context = v.Context
	case host == "gemini":
		out.Decision, out.Reason = "deny", v.Reason
	case before && host == "copilot":
		out.Permit, out.Because = "deny", v.Reason
	case before:
		specific.Permit, specific.Because = "deny", v.Reason
	case host == "vscode" && !after:
		specific.Decision, specific.Reason = "block", v.Reason
	default:
		out.Decision, out.Reason = "block", v.Reason
		// After a tool the models of these are not shown the reason of a decision.
		switch {
		case after && host == "copilot":
			out.Context = v.Reason
		case after && host == "droid":
			specific.Context = v.Reason
		}
	}
	if specific != (reply{}) {
		specific.Event = e.Native
		out.Specific = &specific
	}
	return out
}

// answerCursor has a key for each kind of event. To the model go agent_message
// before a tool, additional_context after one, and followup_message as its next
// prompt when it stops.
func answerCursor(v Verdict, e Event) (out reply) {
	switch {
	case !v.Block:
		out.User = v.System
		if e.Name == PostToolUse || e.Name == SessionStart {
			out.CursorContext = v.Context
		}
	case e.Name == PreToolUse:
		out.Permission, out.Agent, out.User = "deny", v.Reason, v.System
	case e.Name == PostToolUse:
		out.CursorContext = v.Reason
	default:
		out.Followup = v.Reason
	}
	return out
}
