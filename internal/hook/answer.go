package hook

import "github.com/handofflint/handofflint/internal/text"

// Answer is what a hook says to an event, in a form common to all hosts. The zero value is silence.
type Answer struct {
	// Block stops what the event is about: a tool's call before it runs, or the end of an agent's work.
	// After a tool, it makes the model read Reason.
	Block bool
	// Reason is for the model if Block is set, Context otherwise.
	Reason, Context string
	// System is for the user: what kept handoffs from being checked, and what was let through.
	System string
}

// tell adds a text for the model: to the reason of a block, else to the context.
func (v *Answer) tell(said string) {
	read := &v.Context
	if v.Block {
		read = &v.Reason
	}
	*read = text.Shorten(join(*read, said), builtin().Characters)
}

// reply is an answer in Claude Code's form, which other hosts share in part.
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
}

// specific returns a reply for one event, with the user's part around it.
func specific(v Answer, e Event, part reply) reply {
	part.Event = e.Native
	return reply{System: v.System, Specific: &part}
}

// claudeReply returns an answer in Claude Code's form. An answer to the end of an agent has no Context, which
// would restart the agent.
func claudeReply(v Answer, e Event) reply {
	if v.Block && e.Name == PreToolUse {
		return specific(v, e, reply{Permit: "deny", Because: v.Reason})
	}
	if v.Block {
		return reply{System: v.System, Decision: "block", Reason: v.Reason}
	}
	if v.Context != "" {
		return specific(v, e, reply{Context: v.Context})
	}
	return reply{System: v.System}
}

func answerClaude(v Answer, e Event) any { return claudeReply(v, e) }

// answerDroid repeats the reason of a block after a tool as context: its models do not see the reason of a
// decision.
func answerDroid(v Answer, e Event) any {
	out := claudeReply(v, e)
	if v.Block && e.Name == PostToolUse {
		out.Specific = &reply{Event: e.Native, Context: v.Reason}
	}
	return out
}

// answerCopilot has at the top level what Claude Code has in the part for one event. After a tool, the
// reason is also the context, as in answerDroid.
func answerCopilot(v Answer, e Event) any {
	out := claudeReply(v, e)
	if out.Specific != nil {
		out = *out.Specific
		out.Event = ""
		out.System = v.System
	}
	if v.Block && e.Name == PostToolUse {
		out.Context = v.Reason
	}
	return out
}

// answerVSCode has the decision about the end of a turn in the part for that event.
func answerVSCode(v Answer, e Event) any {
	out := claudeReply(v, e)
	if out.Decision != "" && e.Name != PostToolUse {
		return specific(v, e, reply{Decision: out.Decision, Reason: out.Reason})
	}
	return out
}

// answerGemini calls every block a denial.
func answerGemini(v Answer, e Event) any {
	if v.Block {
		return reply{System: v.System, Decision: "deny", Reason: v.Reason}
	}
	return claudeReply(v, e)
}

// cursorReply is an answer in Cursor's form, with a key for each kind of event.
type cursorReply struct {
	Permission string `json:"permission,omitempty"`
	User       string `json:"user_message,omitempty"`
	Agent      string `json:"agent_message,omitempty"`
	Context    string `json:"additional_context,omitempty"`
	Followup   string `json:"followup_message,omitempty"`
}

// answerCursor gives the model agent_message before a tool, additional_context after one, and
// followup_message as its next prompt at a stop.
func answerCursor(v Answer, e Event) any {
	if !v.Block {
		out := cursorReply{User: v.System}
		if e.Name == PostToolUse || e.Name == SessionStart {
			out.Context = v.Context
		}
		return out
	}
	switch e.Name {
	case PreToolUse:
		return cursorReply{Permission: "deny", Agent: v.Reason, User: v.System}
	case PostToolUse:
		return cursorReply{Context: v.Reason}
	}
	return cursorReply{Followup: v.Reason}
}
