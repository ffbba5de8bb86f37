package hook

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/rules"
)

// facts returns what the claims of a handoff are held against; nil when a session starts,
// which asks for unfinished handoffs only. What agents did counts only once they hand
// back or stop: right after a tool its transcript may lag behind.
func (i *inspector) facts(path string) rules.Facts {
	if i.event.Name == SessionStart {
		return nil
	}
	facts := &claims.Facts{Tree: i.trees.Of(path), IsLive: true, Incomplete: i.trees.Incomplete}
	if i.event.Name != PostToolUse {
		facts.Timeline = i.timeline().By(path)
	}
	return facts
}

// transcriptPath returns the path of the transcript that the event names, or "" for none.
func (i *inspector) transcriptPath() string {
	return cmp.Or(i.event.Transcript, i.event.SessionTranscript)
}

// readTimeline reads the transcripts of the session, as far as the host names them; nil if
// they cannot be read, or if the host writes them late: then they may lack the last
// deeds.
func (i *inspector) readTimeline() *timeline.Timeline {
	path := i.transcriptPath()
	if path == "" || i.event.Host.client == "" {
		return nil
	}
	isEnd := i.event.Name == Stop || i.event.Name == SubagentStop
	i.complete = isEnd && i.waitForMessage(path)
	session, err := timeline.Open(path, nil, i.trees.Incomplete)
	if err != nil {
		return nil
	}
	return session
}

// tellDoubt returns what the user is told of a file that passes with claims that the evidence
// contradicts, or that are outdated: its agent is not held for a warning. Who launched the agent
// reads it with the agent's answer.
func (c *call) tellDoubt(f checked, at stage) string {
	f.Findings = slices.DeleteFunc(slices.Clone(f.Findings), func(f rules.Finding) bool { return !strings.HasPrefix(f.Rule, "evidence/") })
	if len(f.Findings) == 0 {
		return ""
	}
	words := "outdated"
	if slices.ContainsFunc(f.Findings, func(f rules.Finding) bool { return f.Rule != builtin().Outdated }) {
		words = "doubted"
	}
	first := f.Findings[0]
	said := builtin().Say(words, rules.Values{"path": text.Quote(c.relative(f.Path)), "count": f.count(), "first": oneLine(first, first.Message)})
	if at == onReturn {
		c.noteFault(c.event.AgentID, said)
	}
	return c.once(f.Path, said, func(f *File) *string { return &f.Doubted })
}
