package hook

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/rules"
)

// facts returns the evidence for a handoff. It is nil at the start of a session, which asks only for
// unfinished handoffs. What agents did counts only when they hand back or stop: right after a tool, the
// transcript may lag behind.
func (c *call) facts(path string) rules.Facts {
	if c.event.Name == SessionStart {
		return nil
	}
	facts := &claims.Facts{Tree: c.trees.Of(path), IsLive: true, Incomplete: c.trees.Incomplete}
	if c.event.Name != PostToolUse {
		facts.Timeline = c.timeline().By(path)
	}
	return facts
}

// readTimeline reads the session's transcripts that the host names. It returns nil if they cannot be read. At a
// stop it first waits for the agent's last message, and sets complete if that came.
func (c *call) readTimeline() *timeline.Timeline {
	path := cmp.Or(c.event.Transcript, c.event.SessionTranscript)
	if path == "" || c.event.Host.client == "" {
		return nil
	}
	c.complete = c.event.isStop() && c.waitForMessage(path)
	session, err := timeline.Open(path, nil, c.trees.Incomplete)
	if err != nil {
		return nil
	}
	return session
}

// wholeTurn returns the timeline if the transcript has the message that ends the agent's turn, else nil.
func (c *call) wholeTurn() *timeline.Timeline {
	t := c.timeline()
	if !c.complete {
		return nil
	}
	return t
}

// tellDoubt returns what the user is told about a file that passes with contradicted or outdated claims:
// its agent is not held for a warning. The launching agent reads it with the agent's answer.
func (c *call) tellDoubt(f checked, stage blockStage) string {
	f.Findings = slices.DeleteFunc(slices.Clone(f.Findings), func(f rules.Finding) bool { return !strings.HasPrefix(f.Rule, "evidence/") })
	if len(f.Findings) == 0 {
		return ""
	}
	words := "outdated"
	if slices.ContainsFunc(f.Findings, func(f rules.Finding) bool { return f.Rule != builtin().Outdated }) {
		words = "doubted"
	}
	said := c.sayFirst(words, f)
	if stage == onReturn {
		c.noteFault(c.event.AgentID, said)
	}
	return c.once(f.Path, said, func(f *File) *string { return &f.Doubted })
}
