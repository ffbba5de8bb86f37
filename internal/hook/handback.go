package hook

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	payloads "github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/protocol"
)

// agentReturns checks what an agent returns, before it travels to the agent that launched
// it or when the agent stops, whatever else runs in the session: an agent in the
// background is itself among what runs. It checks the handoff that the agent was told to
// write, those that it says to have written, and the result signal if it was told to end
// with one.
func (c *call) agentReturns() (Verdict, error) {
	if c.isReturned() {
		return Verdict{}, nil
	}
	c.noteFault(c.event.AgentID, "")
	due := c.due()
	saysWritten := strings.Contains(strings.ToLower(c.event.Message), "handoff written to")
	nothingDue := due == Due{}
	if !saysWritten && nothingDue {
		return Verdict{}, nil
	}
	paths := slices.DeleteFunc(c.returned(), isInformalAt)
	words := "returned"
	misplaced := ""
	if due.Path != "" {
		var v Verdict
		v, misplaced = c.holdMisplaced(due.Path, paths)
		if v.Block {
			return v, nil
		}
		// What else it has written beside its handoff is no handoff by being named.
		paths = slices.DeleteFunc(paths, func(path string) bool { return !c.isHandoff(path) })
		if len(paths) == 0 {
			words = "notold"
		}
	}
	for i, path := range paths {
		paths[i] = c.actual(path)
	}
	if due.Path != "" {
		paths = appendNew(paths, c.actual(due.Path))
	}
	v, fit, err := c.checkAll(paths, onReturn, words)
	if err != nil {
		return v, err
	}
	if due.Signal {
		v = c.checkSignal(v)
	}
	if v.Block {
		return v, nil
	}
	if misplaced != "" {
		c.noteFault(c.event.AgentID, misplaced)
	}
	return c.letReturn(v, due, paths, fit), nil
}

// holdMisplaced holds an agent that has written a file somewhere, and not the handoff that is
// due. said is what the one that launched it reads if it is let go.
func (c *call) holdMisplaced(due string, written []string) (v Verdict, said string) {
	i := slices.IndexFunc(written, c.exists)
	isPlaced := slices.ContainsFunc(written, c.isHandoff) || c.isWritten(c.actual(due))
	if i < 0 || isPlaced {
		return Verdict{}, ""
	}
	where := places(c.relative(due), c.relative(written[i]))
	if !c.mayBlock(onReturn, due) {
		return Verdict{}, builtin().Say("account-misplaced", where)
	}
	return c.hold(Verdict{}, onReturn, due, builtin().Say("misplaced", where)), ""
}

// isReturned reports whether nothing is asked of an agent that stops: one without a kind,
// which is the host's own, and one whose report was handed back, for its last message is
// another.
func (c *call) isReturned() bool {
	e := c.event
	if e.Name != SubagentStop {
		return false
	}
	if e.AgentType == "" {
		return true
	}
	return c.remembered().agent(e.AgentID).Returned
}

// checkSignal holds an agent whose message lacks the result signal, unless it is held
// already.
func (c *call) checkSignal(v Verdict) Verdict {
	agent := cmp.Or(c.event.AgentID, c.event.AgentType)
	switch {
	case v.Block:
	case payloads.ParseSignal([]byte(c.event.Message)).Outcome == payloads.None:
		return c.hold(v, onSignal, agent, builtin().Words["nosignal"])
	default:
		c.remember(func(s *Session) { s.dropBlocks(onSignal, agent) })
	}
	return v
}

// letReturn notes that an agent returns with its handoffs, of which fit are without
// faults, and adds to the verdict what the agent above it is to know.
func (c *call) letReturn(v Verdict, due Due, paths, fit []string) Verdict {
	for _, path := range fit {
		v.System = join(v.System, c.notePlace(path))
		c.fulfilled(path)
	}
	stops := c.event.Name == SubagentStop
	if stops { // a report that is let through with a fault needs it most
		for _, path := range paths {
			c.addReceipt(path)
		}
	}
	// What was fulfilled is forgotten by now; the rest is marked as ended.
	c.agentEnded(append(paths, due.Path))
	if !stops && c.event.AgentID != "" {
		c.remember(func(s *Session) { s.editAgent(c.event.AgentID).Returned = true })
	}
	return v
}

// returned returns the handoffs that the agent's message names: after "Handoff written
// to" a path in quotes, a link, or the last word of "the file a/b.md".
func (c *call) returned() (paths []string) {
	for _, m := range pattern("returned").FindAllStringSubmatch(c.event.Message, builtin().Listed) {
		named := cmp.Or(m[1], m[2])
		if named != "" && !strings.ContainsRune("`\"", rune(named[0])) && !ledger.IsOnePath(named) {
			words := strings.Fields(named)
			named = words[len(words)-1]
		}
		if path := ledger.TrimPath(named); path != "" && !tooLong(path) {
			paths = appendNew(paths, c.absolute(fromHome(strings.TrimSuffix(path, protocol.MarkerSuffix()))))
		}
	}
	return paths
}
