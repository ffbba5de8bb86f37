package transcript

import (
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/tools"
)

// toolCall is a call of a tool, with what it does on success.
type toolCall struct {
	tool  tools.Kind
	agent string
	line  int
	time  time.Time
	cwd   string
	// deeds have no line and time yet.
	deeds []ledger.Deed
	// shell are its command lines.
	shell []commandLine
	// task is the background command that it asks about.
	task string
	// printed is the end of a background command's output so far.
	printed string
	// written is the text written to a file that names checks.
	written string
	// user is set if a person made it.
	user bool
}

// commandLine is a command line and its folder.
type commandLine struct{ line, dir string }

// openCall adds a call of the record's agent, whose turn goes on, unless the call asks a person. A second one with the
// same id is a copy of a record.
func (r *reader) openCall(id string, c toolCall) {
	if r.done.has(id) || r.calls[id] != nil {
		return
	}
	if len(r.calls) >= maxCalls || !r.keepCall(&c) {
		r.addGap(ledger.Bounded)
		return
	}
	l := r.ledgerOf(r.agent)
	if c.tool == tools.Ask {
		r.endTurn(l)
	}
	r.goesOn(l)
	l.Calls++
	c.agent, c.line, c.time, c.cwd = strings.Clone(r.agent), r.line, r.time, strings.Clone(r.cwd)
	for i := range c.deeds {
		if d := &c.deeds[i]; d.Path != "" {
			d.Path = ledger.Absolute(r.cwd, d.Path)
		}
	}
	r.calls[strings.Clone(id)] = &c
}

// keepCall copies the texts of a call from its record, and reports whether they are within the bound.
func (r *reader) keepCall(c *toolCall) bool {
	size := perDeed
	for i := range c.shell {
		s := &c.shell[i]
		s.line, s.dir = strings.Clone(s.line[:min(len(s.line), shell.MaxLine+1)]), strings.Clone(s.dir)
		size += len(s.line) + len(s.dir)
	}
	for i := range c.deeds {
		size += keepDeed(&c.deeds[i])
	}
	c.task = strings.Clone(c.task)
	return r.kept.Take(int64(size + len(c.task)))
}

// keepDeed copies the texts of a deed, so that its record can be freed, and returns the deed's size in
// bytes without its output.
func keepDeed(d *ledger.Deed) int {
	size := perDeed + 16*len(d.Words)
	for _, s := range []*string{&d.Path, &d.Was, &d.Is, &d.Command, &d.Name, &d.Agent} {
		*s = strings.Clone(*s)
		size += len(*s)
	}
	return size
}

// closeCall returns and removes the call that a result belongs to; nil if there is none, or it has one already.
func (r *reader) closeCall(id string) *toolCall {
	c := r.calls[id]
	if c == nil {
		if len(r.done) == 0 {
			r.addGap(ledger.NoStart)
		}
		return nil
	}
	delete(r.calls, id)
	r.done.add(id)
	return c
}

// skillFile matches the file of a skill: an agent that reads it uses the skill.
var skillFile = text.MustCompile(`/skills/(?:[^/]+/)*([^/]+)/SKILL\.md$`)

// foreign matches files of others below the repository: a search in them shows nothing of it.
var foreign = text.MustCompile(`/(?:node_modules|\.git)/`)

// did adds the deeds of a call. A read of a skill's file is also a use of the skill.
func (r *reader) did(c *toolCall, deeds ...ledger.Deed) {
	l := r.ledgerOf(c.agent)
	output, kept := "", "" // shared by the deeds of a command line
	for _, d := range deeds {
		if d.Act == ledger.Seen && foreign.MatchString(d.Path) {
			continue
		}
		if d.Output != output {
			output = d.Output
			kept = strings.Clone(output)
			r.kept.Take(int64(len(kept))) // if this is too much, the next Take fails
		}
		d.Output = kept
		if !r.kept.Take(int64(keepDeed(&d))) {
			r.addGap(ledger.Bounded)
			return
		}
		d.Line, d.Time = c.line, c.time
		d.User = d.User || c.user && d.Act == ledger.Run
		l.Deeds = append(l.Deeds, d)
		if m := skillFile.FindStringSubmatch(d.Path); m != nil && d.Act == ledger.Read && !d.Glob {
			l.Deeds = append(l.Deeds, ledger.Deed{Act: ledger.Skill, Line: d.Line, Time: d.Time, Name: m[1], Maybe: d.Maybe})
		}
	}
}

// ran adds the deeds of a call's command lines.
func (r *reader) ran(c *toolCall, ended shell.Status, output string) {
	output = text.WithoutStyles(output)
	for _, s := range c.shell {
		if r.kept.Exceeded() {
			r.addGap(ledger.Bounded)
			return
		}
		r.did(c, shell.Deeds(s.line, ledger.Absolute(c.cwd, s.dir), ended, output, r.nodes)...)
		if r.nodes.Exceeded() {
			r.addGap(ledger.Bounded)
		}
	}
}

// mayHaveDone adds the deeds of a call that may not have been carried out.
func (r *reader) mayHaveDone(c *toolCall, ended shell.Status) {
	l := r.ledgerOf(c.agent)
	from := len(l.Deeds)
	r.did(c, c.deeds...)
	r.ran(c, ended, "")
	for i := from; i < len(l.Deeds); i++ {
		l.Deeds[i].Maybe = true
	}
}

// here returns a call for a record that shows an action without one.
func (r *reader) here() *toolCall {
	return &toolCall{agent: r.agent, line: r.line, time: r.time, cwd: r.cwd}
}
