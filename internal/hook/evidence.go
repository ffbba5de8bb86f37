package hook

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// facts is what the claims of a handoff are held against. What agents did counts only
// once they hand back or stop: right after a tool its transcript may lag behind.
func (c *call) facts(path string) *evidence.Facts {
	facts := &evidence.Facts{Tree: evidence.NewTree(files.Root(filepath.Dir(filepath.FromSlash(path))))}
	if c.event.Name != PostToolUse && c.event.Name != SessionStart {
		facts.Deeds = c.deeds().By(path)
	}
	return facts
}

// readDeeds reads the transcripts of the session, as far as the host names them; nil if
// they cannot be read.
func (c *call) readDeeds() *evidence.Deeds {
	for _, path := range []string{c.event.Transcript, c.event.SessionTranscript} {
		if path == "" {
			continue
		}
		if deeds, err := evidence.OpenDeeds(path); err == nil {
			return deeds
		}
	}
	return nil
}

// doubted tells the user of a file that passes with claims that the evidence
// contradicts: its agent is not held for a warning.
func (c *call) doubted(f checked) string {
	f.Findings = slices.DeleteFunc(slices.Clone(f.Findings), func(f rules.Finding) bool { return !strings.HasPrefix(f.Rule, "evidence/") })
	if len(f.Findings) == 0 {
		return ""
	}
	c.log(f)
	first := f.Findings[0]
	return builtin().Say("doubted", rules.Values{"path": text.Quote(c.relative(f.Path)), "count": f.count(), "first": said(first, first.Message)})
}
