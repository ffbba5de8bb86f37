package hook

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// checkAll checks files that must pass. stage is where their blocks are counted, words are the opening
// words. Files of informal formats are left out. A report that passes is sealed when it is handed back,
// again if it was changed since sealing. fit are the files that pass.
func (c *call) checkAll(paths []string, at stage, words string) (v Verdict, fit []string) {
	var list []checked
	var doubts string
	for _, path := range paths {
		f, ok := c.check(path, true)
		if !ok || f.isInformal() {
			continue
		}
		if at == onReturn && !f.sealed && f.sealable() && c.checker.Seal(path) == nil {
			f.sealed = true
			f.Findings = slices.DeleteFunc(f.Findings, func(f rules.Finding) bool { return f.Sealing })
		}
		f.fails = f.broken() || protocol.Named(f.Format).IsSealed && !f.sealed
		if f.fails {
			f.words = words
		} else {
			fit = append(fit, path)
			doubts = join(doubts, c.tellDoubt(f, at))
		}
		list = append(list, f)
	}
	v = c.decide(at, list)
	v.System = join(v.System, doubts)
	return v, fit
}

// decide blocks for the files that fail; texts about the others become context. A file that was blocked too
// often at the same stage of a session is let through, with a message to the user: an agent that cannot fix
// it would loop forever.
func (c *call) decide(at stage, list []checked) Verdict {
	var blocked, noted []checked
	var released []string
	for _, f := range list {
		mayBlock := c.mayBlock(at, f.Path)
		c.noteChecked(at, f)
		switch {
		case f.fails && mayBlock:
			blocked = append(blocked, f)
		case f.fails:
			released = append(released, c.letThrough(f))
		case f.words != "":
			noted = append(noted, f)
		}
	}
	v := Verdict{System: firstFew(released, "\n"), Block: len(blocked) > 0}
	v.tell(c.reason(append(blocked, noted...)))
	return v
}

// noteChecked remembers the result for a file.
func (c *call) noteChecked(at stage, f checked) {
	if len(f.Findings) > 0 && !f.form {
		c.failures = append(c.failures, f.Result)
	}
	if !f.fails {
		c.passed(at, f)
		return
	}
	if at == onReturn {
		c.noteFault(c.event.AgentID, c.sayFault(f, "unfit"))
	}
	c.noteBlock(at, f.Path)
}

// firstFew returns the first texts that are not empty, and the number of the rest.
func firstFew(lines []string, separator string) string {
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	listed := min(len(lines), builtin().Listed)
	few := strings.Join(lines[:listed], separator)
	if more := len(lines) - listed; more > 0 {
		few += fmt.Sprintf(" (and %d more)", more)
	}
	return few
}

// hold blocks for a reason other than a file.
func (c *call) hold(v Verdict, at stage, subject, reason string) Verdict {
	mayBlock := c.mayBlock(at, subject)
	c.noteBlock(at, subject)
	if !mayBlock {
		v.System = join(v.System, builtin().Say("ungated", rules.Values{"reason": reason}))
		return v
	}
	v.Block = true
	v.Reason = text.Shorten(join(reason, v.Reason), builtin().Characters)
	return v
}

// mayBlock reports whether another block is within the bound.
func (c *call) mayBlock(at stage, subject string) bool {
	return c.canHold(at) && c.remembered().blocks(at, subject) < builtin().Blocks
}

// noteBlock counts a block, even beyond the bound.
func (c *call) noteBlock(at stage, subject string) {
	if c.canHold(at) {
		c.remember(func(s *Session) { s.addBlock(at, subject) })
	}
}

// canHold reports whether the agent can be held at a stage. It is not held again if it continues because
// this hook held it in the same turn, nor for a file that the host may not let it write.
func (c *call) canHold(at stage) bool {
	isEnd := at == onReturn || at == onStop
	if isEnd && slices.Contains(builtin().Unwritable, c.event.Mode) {
		return false
	}
	return !c.event.StopHookActive || !c.remembered().wasHeld(c.event.turn())
}

// turn identifies whose turn a stop ends: the session's, or an agent's.
func (e Event) turn() string { return e.Name + "/" + e.AgentID }

// noteStop remembers whether this hook holds the agent in the ending turn. The host only says whether any
// hook did; if none did, this is the turn's first stop.
func (c *call) noteStop(held bool) {
	turn, isFirst := c.event.turn(), !c.event.StopHookActive
	if !held && !isFirst {
		return
	}
	c.remember(func(s *Session) {
		s.HeldTurns = slices.DeleteFunc(s.HeldTurns, func(other string) bool { return other == turn })
		if held {
			s.HeldTurns = append(s.HeldTurns, turn)
		}
	})
}

// letThrough returns what the user is told about a file that was blocked too often, "" if already told. A promise
// of it is given up.
func (c *call) letThrough(f checked) string {
	path := filepath.FromSlash(f.Path)
	said := c.sayFault(f, "released")
	if f.words == "promised" || f.words == "deleted" {
		c.dropPromise(path) // the launching agent was told
	}
	return c.once(f.Path, said, func(f *File) *string { return &f.Released })
}

// sayFault returns what is said about a file that does not pass: the named words, or that no one wrote it.
func (c *call) sayFault(f checked, words string) string {
	path := filepath.FromSlash(f.Path)
	promised := c.promised(path)
	isMissing := promised.Path != "" && !c.exists(path)
	if isMissing && promised.There {
		words = "deleted"
	} else if isMissing || f.form {
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
