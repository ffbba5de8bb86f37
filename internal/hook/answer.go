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
	Decision string    `json:"decision,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	Permit   string    `json:"permissionDecision,omitempty"`
	Because  string    `json:"permissionDecisionReason,omitempty"`
	Context  string    `json:"additionalContext,omitempty"`
	System   string    `json:"systemMessage,omitempty"`
	Specific *specific `json:"hookSpecificOutput,omitempty"`

	// Cursor's.
	Permission    string `json:"permission,omitempty"`
	User          string `json:"user_message,omitempty"`
	Agent         string `json:"agent_message,omitempty"`
	CursorContext string `json:"additional_context,omitempty"`
	Followup      string `json:"followup_message,omitempty"`
}

// specific is the part of a reply that belongs to one event.
type specific struct {
	Event    string `json:"hookEventName"`
	Decision string `json:"decision,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Permit   string `json:"permissionDecision,omitempty"`
	Because  string `json:"permissionDecisionReason,omitempty"`
	Context  string `json:"additionalContext,omitempty"`
}

// answerClaude tells a verdict as Claude Code reads it, and those hosts that follow
// it. Context is given only if the host takes it: after the end of an agent it
// would start the agent again.
func answerClaude(v Verdict, e Event) reply {
	out := reply{System: v.System}
	switch {
	case v.Block && e.Name == PreToolUse:
		out.Specific = &specific{Event: e.Native, Permit: "deny", Because: v.Reason}
	case v.Block:
		out.Decision, out.Reason = "block", v.Reason
	case v.Context != "" && takesContext(e):
		out.Specific = &specific{Event: e.Native, Context: v.Context}
	}
	return out
}

func takesContext(e Event) bool {
	return e.Name == PreToolUse || e.Name == PostToolUse || e.Name == SessionStart
}

// answerDroid gives the model the reason after a tool as context too: it is not
// shown the one of a decision.
func answerDroid(v Verdict, e Event) reply {
	out := answerClaude(v, e)
	if v.Block && e.Name == PostToolUse {
		out.Specific = &specific{Event: e.Native, Context: v.Reason}
	}
	return out
}

// answerGemini says "deny" for "block", for every event.
func answerGemini(v Verdict, e Event) reply {
	if v.Block {
		return reply{Decision: "deny", Reason: v.Reason, System: v.System}
	}
	return answerClaude(v, e)
}

// answerVSCode differs at the end of an agent: the decision is in
// hookSpecificOutput.
func answerVSCode(v Verdict, e Event) reply {
	if v.Block && (e.Name == Stop || e.Name == SubagentStop) {
		return reply{System: v.System, Specific: &specific{Event: e.Native, Decision: "block", Reason: v.Reason}}
	}
	return answerClaude(v, e)
}

// answerCopilot is flat. A tool that has run cannot be blocked, so what the model
// has to read about it is given as context too.
func answerCopilot(v Verdict, e Event) reply {
	out := reply{System: v.System}
	switch {
	case v.Block && e.Name == PreToolUse:
		out.Permit, out.Because = "deny", v.Reason
	case v.Block:
		out.Decision, out.Reason = "block", v.Reason
		if e.Name == PostToolUse {
			out.Context = v.Reason
		}
	case takesContext(e):
		out.Context = v.Context
	}
	return out
}

// answerCursor has a key for each kind of event. To the model go agent_message
// before a tool, additional_context after one, and followup_message as its next
// prompt when it stops.
func answerCursor(v Verdict, e Event) reply {
	out := reply{}
	switch {
	case v.Block && e.Name == PreToolUse:
		out.Permission, out.Agent, out.User = "deny", v.Reason, v.System
	case v.Block && (e.Name == Stop || e.Name == SubagentStop):
		out.Followup = v.Reason
	case v.Block && e.Name == PostToolUse:
		out.CursorContext = v.Reason
	case e.Name == PostToolUse || e.Name == SessionStart:
		out.CursorContext = v.Context
	}
	if !v.Block {
		out.User = v.System
	}
	return out
}
