package hook

// Verdict is what is told to the host, in no host's words. The zero value is
// silence.
type Verdict struct {
	// Block stops what the event is about: the call of a tool before it, the
	// end of an agent's work; after a tool it makes the model look at Reason.
	Block bool
	// Reason is for the model, where Block is set.
	Reason string
	// Context is for the model, where nothing is blocked.
	Context string
	// System is for the user: what kept handoffs from being checked, and what
	// was let go.
	System string
}

// empty says that there is nothing to tell.
func (v Verdict) empty() bool { return !v.Block && v.Context == "" && v.System == "" }

// specific is the part of an output that belongs to one event.
type specific struct {
	Event    string `json:"hookEventName"`
	Decision string `json:"decision,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Permit   string `json:"permissionDecision,omitempty"`
	Because  string `json:"permissionDecisionReason,omitempty"`
	Context  string `json:"additionalContext,omitempty"`
}

// output is what Claude Code reads, and those hosts that follow it.
type output struct {
	Decision string    `json:"decision,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	System   string    `json:"systemMessage,omitempty"`
	Specific *specific `json:"hookSpecificOutput,omitempty"`
}

// encodeClaude tells a verdict as Claude Code reads it. Context is given only
// where the host takes it: behind the end of an agent it would start the agent
// again.
func encodeClaude(v Verdict, e Event) any {
	out := output{System: v.System}
	switch {
	case v.Block && e.Name == PreToolUse:
		out.Specific = &specific{Event: e.Native, Permit: "deny", Because: v.Reason}
	case v.Block:
		out.Decision, out.Reason = "block", v.Reason
	case v.Context != "" && takesContext(e):
		out.Specific = &specific{Event: e.Native, Context: v.Context}
	}
	if out == (output{}) {
		return nil
	}
	return out
}

func takesContext(e Event) bool {
	return e.Name == PreToolUse || e.Name == PostToolUse || e.Name == SessionStart
}
