package hook

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// facts returns what the claims of a handoff are held against; nil when a session starts,
// which asks for unfinished handoffs only. What agents did counts only once they hand
// back or stop: right after a tool its transcript may lag behind.
func (c *call) facts(path string) rules.Facts {
	if c.event.Name == SessionStart {
		return nil
	}
	facts := &evidence.Facts{Tree: c.trees.Of(path), Incomplete: c.trees.Incomplete}
	if c.event.Name != PostToolUse {
		facts.Deeds = c.deeds().By(path)
	}
	return facts
}

// transcriptPath returns the path of the transcript that the event names, or "" for none.
func (c *call) transcriptPath() string {
	return cmp.Or(c.event.Transcript, c.event.SessionTranscript)
}

// readDeeds reads the transcripts of the session, as far as the host names them; nil if
// they cannot be read, or if the host writes them late: then they may lack the last
// deeds.
func (c *call) readDeeds() *evidence.Deeds {
	path := c.transcriptPath()
	if path == "" || c.event.Host.client == "" {
		return nil
	}
	c.complete = c.waitForMessage(path)
	deeds, err := evidence.OpenDeeds(path, c.trees.Incomplete)
	if err != nil {
		return nil
	}
	return deeds
}

// doubted tells the user of a file that passes with claims that the evidence
// contradicts, or that are outdated: its agent is not held for a warning.
func (c *call) doubted(f checked) string {
	f.Findings = slices.DeleteFunc(slices.Clone(f.Findings), func(f rules.Finding) bool { return !strings.HasPrefix(f.Rule, "evidence/") })
	if len(f.Findings) == 0 {
		return ""
	}
	words := "outdated"
	if slices.ContainsFunc(f.Findings, func(f rules.Finding) bool { return f.Rule != builtin().Outdated }) {
		words = "doubted"
	}
	first := f.Findings[0]
	values := rules.Values{"path": text.Quote(c.relative(f.Path)), "count": f.count(), "first": oneLine(first, first.Message)}
	return c.once(kindDoubted, f.Path, builtin().Say(words, values))
}
