package hook

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// keepLasting drops, while a report is being written, the findings that writing on can
// mend.
func (f *checked) keepLasting() {
	lasts := func(f rules.Finding) bool { return slices.Contains(builtin().Lasting, f.Rule) }
	if f.writing {
		f.Findings = slices.DeleteFunc(f.Findings, func(f rules.Finding) bool { return !lasts(f) })
	}
}

// dropMentioned drops the findings that were mentioned when the file was written before.
func (c *call) dropMentioned(f *checked) {
	mentioned := strings.Fields(c.remember().find(kindMentioned, f.Path).State)
	var found []string
	for _, finding := range f.Findings {
		found = appendNew(found, finding.Fingerprint())
	}
	if len(found) == 0 {
		c.remember().forget(kindMentioned, f.Path)
		return
	}
	state := text.Head(strings.Join(found, " "), maxKey-len(f.Path))
	c.remember().note(record{Kind: kindMentioned, Key: f.Path, State: state})
	f.Findings = slices.DeleteFunc(f.Findings, func(f rules.Finding) bool { return slices.Contains(mentioned, f.Fingerprint()) })
}

// passed forgets what was held against a file.
func (c *call) passed(stage string, f checked) {
	if stage == "write" && f.writing {
		return // nothing was said of it yet
	}
	c.remember().forget(kindBlocked+stage, f.Path)
	c.remember().forget(kindTold, f.Path)
}

// once returns what the user is told of a file, "" if that was the last that the user
// was told of it.
func (c *call) once(kind, path, said string) string {
	if c.remember().find(kind, path).State == said {
		return ""
	}
	c.remember().note(record{Kind: kind, Key: path, State: said})
	return said
}

// heard returns a verdict that says what is for the user where it is read. Some hosts do
// not show what an event of an agent says: it is remembered, and said with the next one
// that is shown. If none is, the main agent reads it after its next tool.
func (c *call) heard(v Verdict) Verdict {
	e := c.event
	agents := e.Name == SubagentStop || e.AgentID != ""
	switch {
	case agents && e.Host.mutesAgents && v.System != "":
		m := c.remember()
		if m.lost != nil {
			return v
		}
		for _, line := range strings.Split(v.System, "\n") {
			m.note(record{Kind: kindNotice, Key: text.Shorten(line, maxKey/utf8.UTFMax)})
		}
		v.System = ""
		return v
	case agents, e.Name == PostToolUse && c.memory == nil, e.Name != Stop && e.Name != SessionStart && e.Name != PostToolUse:
		return v
	}
	earlier := ""
	for _, r := range c.remember().of(kindNotice) {
		c.remember().forget(kindNotice, r.Key)
		earlier = join(earlier, r.Key)
	}
	read := &v.Context
	if v.Block {
		read = &v.Reason
	}
	if e.Host.mutesAll && e.Name == PostToolUse {
		*read = text.Shorten(join(*read, earlier), builtin().Characters)
		return v
	}
	v.System = text.Shorten(join(earlier, v.System), builtin().Characters)
	return v
}
