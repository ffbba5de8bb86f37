package hook

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/rules"
)

// beforeAgent checks the prompt that an agent is sent out with. The handoffs
// that it tells the agent to read must be fit to be read, and one that it tells
// the agent to write must not be lost with a worktree. Only if the user requires
// a handoff of every agent does a prompt have to name one. What it promises is
// remembered.
func (c *call) beforeAgent() (Verdict, error) {
	e := c.event
	if !strings.ContainsAny(strings.TrimSpace(e.Prompt), " \t\r\n") && e.Prompt != "" {
		return Verdict{}, nil // it is encrypted: nobody but the model's provider can read it
	}
	if !c.config.Require && !mayHoldPath(e.Prompt) {
		return Verdict{}, nil
	}
	p := c.readPrompt(e.Prompt)
	v, err := c.checkAll(p.reads, "upstream", "upstream")
	switch {
	case err != nil || p.optedOut:
		return v, err
	case e.Isolated && len(p.writes) > 0:
		return c.hold(v, "worktree", promptKey(e), builtin().Words["worktree"]), nil
	case c.config.Require && len(p.writes) == 0:
		if err := c.load(); err != nil {
			return v, err
		}
		if !slices.ContainsFunc(slices.Concat(builtin().Exempt, c.checker.Exempt), func(glob string) bool {
			matches, err := path.Match(strings.ToLower(glob), strings.ToLower(e.AgentType))
			return err == nil && matches
		}) {
			session := ""
			if handoff.CheckSession(e.Session) == nil {
				session = " --session " + argument(e.Session)
			}
			v = c.hold(v, "prompt", promptKey(e), builtin().Say("lacks", rules.Values{
				"role": argument(handoff.RoleFrom(e.AgentType)), "task": argument(handoff.RoleFrom(e.Task)), "session": session,
			}))
		}
	}
	if !v.Block && !e.Isolated {
		c.remember().passed("prompt", promptKey(e))
		for _, path := range p.writes {
			r := record{Kind: kindTold, Key: path, Agent: e.AgentType}
			if p.signal {
				r.N = 1
			}
			c.remember().note(r)
		}
	}
	return v, nil
}

// promptKey identifies an agent that is sent out. The prompt changes once it is
// repaired, so a description is taken if there is one.
func promptKey(e Event) string {
	sum := sha256.Sum256([]byte(e.AgentType + "\x00" + cmp.Or(e.Task, e.Prompt)))
	return hex.EncodeToString(sum[:8])
}
