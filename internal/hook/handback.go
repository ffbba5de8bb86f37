package hook

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/ledger"
	payloads "github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/protocol"
)

// agentReturns checks what an agent returns, before it travels to the agent that sent
// it out or when the agent stops, whatever else runs in the session: an agent in the
// background is itself among what runs. It checks the handoffs that the agent says to
// have written, or else the one that it was told to write, and the result signal if it
// was told to end with one.
func (c *call) agentReturns() (Verdict, error) {
	e := c.event
	stops := e.Name == SubagentStop
	// Agents without a kind are the host's own. One whose report was handed back
	// is left alone when it stops: its last message is another.
	if stops && (e.AgentType == "" || e.AgentID != "" && c.remember().find(kindReturned, e.AgentID) != (record{})) {
		return Verdict{}, nil
	}
	c.remember().forget(kindFault, e.AgentID)
	due := c.due()
	if !strings.Contains(strings.ToLower(e.Message), "handoff written to") && due == (record{}) {
		c.otherEnded()
		return Verdict{}, nil
	}
	isInformal := func(path string) bool { return protocol.IsInformal(string(document.FormatAt(placeOf(path)))) }
	paths, words := slices.DeleteFunc(c.returned(), isInformal), "returned"
	if len(paths) == 0 && due.Key != "" {
		paths, words = []string{due.Key}, "notold"
	}
	for i, path := range paths {
		paths[i] = c.actual(path)
	}
	v, fit, err := c.checkAll(paths, "return", words)
	if err != nil {
		return v, err
	}
	agent := cmp.Or(e.AgentID, e.AgentType)
	switch {
	case v.Block || !due.Signal:
	case payloads.ParseSignal([]byte(e.Message)).Outcome == payloads.None:
		v = c.hold(v, "signal", agent, builtin().Words["nosignal"])
	default:
		c.remember().forget(kindBlocked+"signal", agent)
	}
	if v.Block {
		return v, nil
	}
	if due.Key == "" {
		c.otherEnded()
	}
	for _, path := range fit {
		v.System = join(v.System, c.notePlace(path))
		c.fulfilled(path)
	}
	if stops { // a report that is let through with a fault needs it most
		for _, path := range paths {
			c.addReceipt(path)
		}
	}
	c.agentEnded(append(paths, due.Key))
	if !stops && e.AgentID != "" {
		c.remember().note(record{Kind: kindReturned, Key: e.AgentID})
	}
	return v, nil
}

// returned are the handoffs that the agent's message names: after "Handoff written
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
