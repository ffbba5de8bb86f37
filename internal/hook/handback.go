package hook

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// agentReturns checks what an agent returns, before it reaches the launching agent or when the agent stops.
// Other background work does not matter: a background agent is itself part of it. It checks the handoff
// that the agent was told to write, and those that it says it has written.
func (c *call) agentReturns() Answer {
	if c.isReturned() {
		return Answer{}
	}
	c.noteFault(c.event.AgentID, "")
	due, paths := c.due(), c.returned()
	if len(paths) == 0 && due == "" {
		return Answer{}
	}
	paths = slices.DeleteFunc(paths, isInformalAt)
	words := "returned"
	misplaced := ""
	if due != "" {
		var v Answer
		v, misplaced = c.holdMisplaced(due, paths)
		if v.Block {
			return v
		}
		// Other files that it names are not handoffs.
		paths = slices.DeleteFunc(paths, func(path string) bool { return !c.isHandoff(path) })
		if len(paths) == 0 {
			words = "notold" // its message does not name its report
		}
	}
	for i, path := range paths {
		paths[i] = c.actual(path)
	}
	if due != "" {
		paths = text.AppendNew(paths, c.actual(due))
	}
	v, fit := c.checkAll(paths, onReturn, words)
	if v.Block {
		return v
	}
	if misplaced != "" {
		c.noteFault(c.event.AgentID, misplaced)
	}
	return c.letReturn(v, due, paths, fit)
}

// holdMisplaced holds an agent that has written a file elsewhere instead of the handoff that is due. said
// is for the launching agent if the agent is let through.
func (c *call) holdMisplaced(due string, written []string) (v Answer, said string) {
	i := slices.IndexFunc(written, c.exists)
	isPlaced := slices.ContainsFunc(written, c.isHandoff) || c.isWritten(c.actual(due))
	if i < 0 || isPlaced {
		return Answer{}, ""
	}
	where := places(c.relative(due), c.relative(written[i]))
	if !c.mayBlock(onReturn, due) {
		return Answer{}, builtin().Say("account-misplaced", where)
	}
	return c.hold(Answer{}, onReturn, due, builtin().Say("misplaced", where)), ""
}

// isReturned reports whether a stopping agent is not checked: it has no kind and is the host's own, or its
// report was handed back already, and its last message is about something else.
func (c *call) isReturned() bool {
	e := c.event
	return e.Name == SubagentStop && (e.AgentType == "" || c.remembered().agent(e.AgentID).Returned)
}

// letReturn notes that an agent returns with its handoffs, of which fit have no faults, and adds what the
// agent above it should know to the verdict.
func (c *call) letReturn(v Answer, due string, paths, fit []string) Answer {
	for _, path := range fit {
		v.System = join(v.System, c.notePlace(path))
		c.fulfil(path)
	}
	stops := c.event.Name == SubagentStop
	if stops { // a report let through with a fault needs it most
		for _, path := range paths {
			c.addReceipt(path)
		}
	}
	// Fulfilled promises are gone by now; the rest are marked as ended.
	c.noteEnd(append(paths, due))
	if !stops && c.event.AgentID != "" {
		c.remember(func(s *Session) { s.editAgent(c.event.AgentID).Returned = true })
	}
	return v
}

// returned returns the handoffs that the agent's message names after "Handoff written to": each as a quoted
// path, a link, or the last word of "the file a/b.md".
func (c *call) returned() (paths []string) {
	for _, m := range builtin().Patterns["returned"].FindAllStringSubmatch(c.event.Message, builtin().Listed) {
		named := strings.TrimSpace(cmp.Or(m[1], m[2]))
		isQuoted := strings.IndexAny(named, "`\"") == 0
		if !isQuoted && !ledger.IsOnePath(named) {
			named = named[strings.LastIndexAny(named, " \t")+1:]
		}
		if path := ledger.TrimPath(named); path != "" && !tooLong(path) {
			paths = text.AppendNew(paths, c.absolute(fromHome(strings.TrimSuffix(path, protocol.MarkerSuffix()))))
		}
	}
	return paths
}
