package hook

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// dropEarly drops findings that do not apply to a file just written and, while its status is "writing",
// those that further writing fixes.
func (f *checked) dropEarly() {
	f.Findings = slices.DeleteFunc(f.Findings, func(finding rules.Finding) bool {
		isLater := slices.Contains(builtin().Later, finding.Rule)
		lasts := slices.Contains(builtin().Lasting, finding.Rule)
		return isLater || f.writing && !lasts
	})
}

// maxMentioned bounds the remembered findings of a file.
const maxMentioned = 100

// dropMentioned drops the findings that were mentioned at an earlier write of the file.
func (c *call) dropMentioned(f *checked) {
	path := f.Path
	mentioned := c.remembered().file(path).Mentioned
	var found []string
	for _, finding := range f.Findings[:min(len(f.Findings), maxMentioned)] {
		found = append(found, finding.Fingerprint())
	}
	c.remember(func(s *Session) { s.editFile(path).Mentioned = found })
	f.Findings = slices.DeleteFunc(f.Findings, func(f rules.Finding) bool { return slices.Contains(mentioned, f.Fingerprint()) })
}

// forgetBlocks forgets the blocks of a file that passes.
func (c *call) forgetBlocks(stage blockStage, f checked) {
	if stage == onWrite && f.writing {
		return // nothing was said of it yet
	}
	path := f.Path
	if c.remembered().blocks(stage, path) > 0 || c.remembered().file(path).Released != "" {
		c.remember(func(s *Session) {
			s.dropBlocks(stage, path)
			s.editFile(path).Released = ""
		})
	}
}

// once returns a text about a file for the user, "" if it was the last one that the user was told; last is
// where that is stored.
func (c *call) once(path, said string, last func(*File) *string) string {
	f := c.remembered().file(path)
	if *last(&f) == said {
		return ""
	}
	c.remember(func(s *Session) { *last(s.editFile(path)) = said })
	return said
}

// routeSystem moves the user's text in an answer to where it is read. Some hosts do not show the text of an
// agent's event: it is stored, and sent with the next event that is shown. If none is, the main agent reads
// it when its session starts, or after its next tool.
func (c *call) routeSystem(v Answer) Answer {
	e := c.event
	if e.Name == SubagentStop || e.AgentID != "" {
		if e.Host.mutesAgents {
			c.keepNotices(v.System)
			v.System = ""
		}
		return v
	}
	isShown := slices.Contains([]string{SessionStart, PostToolUse, Stop}, e.Name)
	if !isShown {
		return v
	}
	earlier := strings.Join(c.remembered().Notices, "\n")
	if earlier != "" {
		c.remember(func(s *Session) { s.Notices = nil })
	}
	said := join(earlier, v.System)
	wouldRestart := e.Name == Stop && !v.Block // at the end of a turn, a text for the model starts it again
	if !e.Host.mutesAll || wouldRestart {
		v.System = text.Shorten(said, builtin().Characters)
		return v
	}
	v.tell(said)
	v.System = ""
	return v
}

// keepNotices keeps the lines of a text for the user.
func (c *call) keepNotices(said string) {
	lines := strings.FieldsFunc(said, func(r rune) bool { return r == '\n' })
	c.remember(func(s *Session) {
		for _, line := range lines {
			s.Notices = text.AppendNew(s.Notices, text.Shorten(line, builtin().Characters))
		}
	})
}

// sayFault returns what is said about a file that does not pass: the named words, or that no one wrote it.
func (c *call) sayFault(f checked, words string) string {
	path := filepath.FromSlash(f.Path)
	promised := c.promised(path)
	isMissing := promised.Path != "" && !c.exists(path)
	if isMissing && promised.There {
		words = "deleted"
	} else if isMissing || f.isForm {
		words = "absent"
	}
	return c.sayFirst(words, f)
}

// sayFirst fills in words about a file and its first finding.
func (c *call) sayFirst(words string, f checked) string {
	const longest = 150
	name := c.relative(f.Path)
	if len(name) > longest { // the end says more
		name = "…" + text.Tail(name, longest)
	}
	var first rules.Finding // empty if only its marker is missing
	if sorted := grouped(f.Findings); len(sorted) > 0 {
		first = sorted[0]
	}
	return builtin().Say(words, rules.Values{"path": text.Quote(name), "count": f.count(), "first": oneLine(first, first.Message)})
}

// firstFew returns the first texts that are not empty, and the number of the rest.
func firstFew(lines []string, separator string) string {
	lines = text.NonEmpty(lines...)
	listed := min(len(lines), builtin().Listed)
	few := strings.Join(lines[:listed], separator)
	if more := len(lines) - listed; more > 0 {
		few += fmt.Sprintf(" (and %d more)", more)
	}
	return few
}
