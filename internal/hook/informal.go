package hook

import (
	"path/filepath"
	"slices"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/rules"
)

// compareInformal compares the informal handoffs that an agent wrote in the ending turn with its
// transcript. It holds no agent, but tells the user and the launching agent.
func (c *call) compareInformal(v Answer) Answer {
	stage := c.event.turnEnd()
	if stage == "" || v.Block {
		return v
	}
	if c.remembered().agent(c.event.AgentID).Fault != "" { // a doubt would replace it
		return v
	}
	for _, file := range slices.Clone(c.remembered().Files) {
		if !isInformalAt(file.Path) {
			continue
		}
		c.load()
		write := c.writtenInTurn(file.Path)
		if write == nil {
			continue
		}
		f, _ := c.check(file.Path, mustBeHandoff)
		isTold := map[string]bool{
			builtin().Contradicted: true,
			builtin().Outdated:     true,
			builtin().NeverRan:     write.Created, // else an earlier session may have run it
		}
		f.Findings = slices.DeleteFunc(f.Findings, func(f rules.Finding) bool { return !isTold[f.Rule] })
		v.System = join(v.System, c.tellDoubt(f, stage))
	}
	return v
}

// isInformalAt reports whether hooks never hold an agent for files at a path.
func isInformalAt(path string) bool {
	return protocol.Named(formatAt(path)).IsInformal
}

// writtenInTurn returns the first certain write of a file by the event's agent in the turn that ends, nil if none is
// known. A turn goes on after a message that a hook held back.
func (c *call) writtenInTurn(file string) *ledger.Deed {
	t := c.wholeTurn()
	if t == nil {
		return nil
	}
	began := 0 // the line of the message that ended the turn before
	for _, m := range t.Agent.Messages[:max(0, len(t.Agent.Messages)-1)] {
		if !m.IsHeld {
			began = m.Line
		}
	}
	i := slices.IndexFunc(t.Agent.Deeds, func(d ledger.Deed) bool {
		isCertain := d.Act == ledger.Write && !d.Maybe
		return isCertain && d.Line > began && d.IsOf(filepath.ToSlash(file)) == ledger.Yes
	})
	if i < 0 {
		return nil
	}
	return &t.Agent.Deeds[i]
}
