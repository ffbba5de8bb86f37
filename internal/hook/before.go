package hook

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/tools"
	"github.com/handofflint/handofflint/rules"
)

// beforeAgent checks the launch of an agent, or a message to it.
func (c *call) beforeAgent() Answer {
	v, p := c.checkPrompt()
	if c.event.kind == tools.Send && !v.Block && len(p.writes) == 0 {
		// It is not to be mistaken for one that has something to write.
		c.remember(func(s *Session) { s.Others = append(s.Others, c.event.AgentType) })
	}
	return v
}

// checkPrompt checks the prompt of an agent that is launched, or a message to an agent. Handoffs that it
// tells the agent to read must pass; one that it tells the agent to write must not be lost with a worktree.
// A prompt must name a handoff only if the user requires one of every agent. checkPrompt remembers what the
// prompt promises.
func (c *call) checkPrompt() (v Answer, p prompt) {
	e := c.event
	if !strings.ContainsAny(strings.TrimSpace(e.Prompt), " \t\r\n") {
		return v, p // it is encrypted: only the model's provider can read it
	}
	if !c.requiresHandoff() && !mayHoldPath(e.Prompt) {
		c.noteMessage(prompt{})
		return v, p
	}
	p = c.readPrompt(e.Prompt)
	if e.kind == tools.Message {
		// The agent may be told to finish its own report.
		p.reads = slices.DeleteFunc(p.reads, func(path string) bool {
			promised := c.promised(path)
			return promised.Path != "" && (promised.AgentID == "" || promised.AgentID == e.To)
		})
	}
	moved := c.dropMoved(&p)
	v, _ = c.checkAll(p.reads, onUpstream, "upstream")
	if moved != "" {
		v = c.hold(v, onUpstream, moved, moved)
	}
	if p.optedOut {
		return v, p
	}
	// The prompt changes once it is fixed, so a description identifies the agent better.
	key := hashOf(e.AgentType + "\x00" + cmp.Or(e.Task, e.Prompt))
	v = c.holdWrites(v, p, key)
	if !v.Block && !e.Isolated { // a handoff in a worktree of its own is not expected: it may be deleted with that
		c.remember(func(s *Session) { s.dropBlocks(onPrompt, key) })
		c.promise(p)
		c.noteMessage(p)
	}
	return v, p
}

// dropMoved removes from a prompt's reads the reports that were written in another work tree, and returns a
// note about them.
func (c *call) dropMoved(p *prompt) (moved string) {
	p.reads = slices.DeleteFunc(p.reads, func(path string) bool {
		actual := c.actual(path)
		isMoved := actual != path && c.isWritten(actual)
		if isMoved {
			moved = join(moved, builtin().Say("moved", places(path, actual)))
		}
		return isMoved
	})
	return moved
}

// holdWrites blocks a prompt whose agent would lose its handoff with a worktree, or is to write none
// although the user requires one. key identifies the agent.
func (c *call) holdWrites(v Answer, p prompt, key string) Answer {
	e := c.event
	if e.Isolated && len(p.writes) > 0 {
		return c.hold(v, onWorktree, key, builtin().Words["worktree"])
	}
	if !c.requiresHandoff() || len(p.writes) > 0 || p.writesOther {
		return v
	}
	c.load()
	if c.exempt(e.AgentType) {
		return v
	}
	session := ""
	if handoff.CheckSession(e.Session) == nil {
		session = " --session " + argument(e.Session)
	}
	return c.hold(v, onPrompt, key, builtin().Say("lacks", rules.Values{
		"role": argument(handoff.RoleFrom(e.AgentType)), "task": argument(handoff.RoleFrom(e.Task)), "session": session,
	}))
}

// requiresHandoff reports whether the event's prompt must name a handoff to write: a message need not.
func (c *call) requiresHandoff() bool { return c.config.Require && c.event.kind != tools.Message }

// exempt reports whether a kind of agent needs no handoff even if they are required.
func (c *call) exempt(agent string) bool {
	return slices.ContainsFunc(slices.Concat(builtin().Exempt, c.checker.Settings.Exempt()), func(glob string) bool {
		matches, _ := path.Match(strings.ToLower(glob), strings.ToLower(agent)) // a broken glob matches nothing
		return matches
	})
}

// prompt is what an agent's prompt says about handoffs.
type prompt struct {
	// section reports whether it has the section that `dispatch` makes, optedOut whether it says that the
	// agent leaves no handoff.
	section, optedOut bool
	// writesOther reports whether it says where to write an output with a metadata block, or a file of an
	// informal format.
	writesOther bool
	// writes and reads are the absolute paths of handoffs that the agent is to write and to read.
	writes, reads []string
}

// maxVerbDistance bounds the bytes between a verb and its path: the verb may be above a list of paths.
const maxVerbDistance = 4096

// readPrompt reads a prompt. The last verb before a handoff decides whether it is to be read or written.
// Without a verb, an existing handoff is to be read if another is to be written.
func (c *call) readPrompt(said string) prompt {
	patterns := builtin().Patterns
	p := prompt{
		section: patterns["section"].MatchString(said), optedOut: patterns["optout"].MatchString(said),
		writesOther: patterns["output"].MatchString(said),
	}
	var unclear []string
	handoffs := 0
	for _, m := range ledger.PathWords(said) {
		path := strings.TrimSuffix(m.Path, protocol.MarkerSuffix()) // a marker means its report
		isTemplate := strings.ContainsAny(path, "{}<>*$")
		isElsewhere := strings.Contains(path, "://") || strings.HasPrefix(path, "~")
		if tooLong(path) || isTemplate || isElsewhere || patterns["optional"].MatchString(said[min(len(said), m.At+len(m.Path)):]) {
			continue
		}
		path = c.absolute(path)
		format := formatAt(path)
		if format == document.Unknown {
			continue
		}
		handoffs++
		if handoffs > maxItems {
			break
		}
		path = c.inMain(path)
		before := said[max(0, m.At-maxVerbDistance):m.At]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		if patterns["repair"].MatchString(text.LastSentence(line)) { // it need not pass: the agent is to repair it, or not to read it
			continue
		}
		lastRead, lastWrite := lastIndex(patterns["read"], before), lastIndex(patterns["write"], before)
		switch {
		case protocol.Named(format).IsInformal:
			p.writesOther = p.writesOther || lastWrite >= lastRead
		case lastWrite > lastRead:
			p.writes = text.AppendNew(p.writes, path)
		case lastRead > lastWrite:
			p.reads = text.AppendNew(p.reads, path)
		default:
			unclear = text.AppendNew(unclear, path)
		}
	}
	for _, path := range unclear {
		if _, err := c.door().Stat(path); err == nil && len(p.writes)+len(unclear) > 1 {
			p.reads = text.AppendNew(p.reads, path)
		} else {
			p.writes = text.AppendNew(p.writes, path)
		}
	}
	p.reads = slices.DeleteFunc(p.reads, func(path string) bool { return slices.Contains(p.writes, path) })
	return p
}

// lastIndex returns the offset of the last match, -1 for none.
func lastIndex(re *text.Regexp, s string) int {
	matches := re.FindAllStringIndex(s, -1)
	if len(matches) == 0 {
		return -1
	}
	return matches[len(matches)-1][0]
}
