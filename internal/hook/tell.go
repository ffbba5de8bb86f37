package hook

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// dropEarly drops the findings of rules that do not apply to a file just written and, while its
// status says that it is being written, those that writing on repairs.
func (f *checked) dropEarly() {
	f.Findings = slices.DeleteFunc(f.Findings, func(finding rules.Finding) bool {
		isLater := slices.Contains(builtin().Later, finding.Rule)
		lasts := slices.Contains(builtin().Lasting, finding.Rule)
		return isLater || f.writing && !lasts
	})
}

// maxMentioned bounds how many findings of a file are remembered.
const maxMentioned = 100

// dropMentioned drops the findings that were mentioned when the file was written before.
func (c *call) dropMentioned(f *checked) {
	path := f.Path
	mentioned := c.remembered().file(path).Mentioned
	var found []string
	for _, finding := range f.Findings {
		if len(found) < maxMentioned {
			found = appendNew(found, finding.Fingerprint())
		}
	}
	if len(found) > 0 || len(mentioned) > 0 {
		c.remember(func(s *Session) { s.editFile(path).Mentioned = found })
	}
	f.Findings = slices.DeleteFunc(f.Findings, func(f rules.Finding) bool { return slices.Contains(mentioned, f.Fingerprint()) })
}

// passed forgets what was held against a file.
func (c *call) passed(at stage, f checked) {
	if at == onWrite && f.writing {
		return // nothing was said of it yet
	}
	path := f.Path
	if c.remembered().blocks(at, path) > 0 || c.remembered().file(path).Released != "" {
		c.remember(func(s *Session) {
			s.dropBlocks(at, path)
			s.editFile(path).Released = ""
		})
	}
}

// once returns what the user is told of a file, "" if that was the last that the user
// was told of it; last is where that is remembered.
func (c *call) once(path, said string, last func(*File) *string) string {
	f := c.remembered().file(path)
	if *last(&f) == said {
		return ""
	}
	c.remember(func(s *Session) { *last(s.editFile(path)) = said })
	return said
}

// heard returns a verdict that says what is for the user where it is read. Some hosts do
// not show what an event of an agent says: it is remembered, and said with the next one
// that is shown. If none is, the main agent reads it when its session starts, or after its
// next tool.
func (c *call) heard(v Verdict) Verdict {
	e := c.event
	agents := e.Name == SubagentStop || e.AgentID != ""
	if agents && e.Host.mutesAgents && v.System != "" {
		if c.remembered().lost != nil {
			return v
		}
		lines := strings.Split(v.System, "\n")
		c.remember(func(s *Session) {
			for _, line := range lines {
				s.Notices = appendNew(s.Notices, text.Shorten(line, builtin().Characters))
			}
		})
		v.System = ""
		return v
	}
	if agents || (e.Name == PostToolUse && c.session == nil) || (e.Name != Stop && e.Name != SessionStart && e.Name != PostToolUse) {
		return v
	}
	earlier := strings.Join(c.remembered().Notices, "\n")
	if earlier != "" {
		c.remember(func(s *Session) { s.Notices = nil })
	}
	said := join(earlier, v.System)
	if !e.Host.mutesAll || e.Name == Stop && !v.Block {
		v.System = text.Shorten(said, builtin().Characters)
		return v
	}
	v.tell(said)
	v.System = ""
	return v
}
