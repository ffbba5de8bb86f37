package hook

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Whatever blocks is decided in this file: files that fail (decide), another reason (hold), claims of a
// message that ends a turn (holdClaims), texts that the main agent has not read (tellAccounts), and a check
// that does not end (late). Only save takes a block back, if it cannot be counted.

// checkAll checks files that must pass. stage is where their blocks are counted, words are the opening
// words. Files of informal formats are left out, reports that are handed back sealed. fit are the files that pass.
func (c *call) checkAll(paths []string, stage blockStage, words string) (v Answer, fit []string) {
	var list []checked
	var doubts string
	for _, path := range paths {
		f, ok := c.check(path, mustBeHandoff)
		if !ok || f.isInformal() {
			continue
		}
		if stage == onReturn {
			c.seal(&f)
		}
		f.fails = f.broken() || protocol.Named(f.Format).IsSealed && !f.sealed
		if f.fails {
			f.words = words
		} else {
			fit = append(fit, path)
			doubts = join(doubts, c.tellDoubt(f, stage))
		}
		list = append(list, f)
	}
	v = c.decide(stage, list)
	v.System = join(v.System, doubts)
	return v, fit
}

// seal seals a report that passes, again if it was changed since.
func (c *call) seal(f *checked) {
	if f.sealed || !f.sealable() {
		return
	}
	if err := c.checker.Seal(f.Path); err != nil {
		return // its finding says that it has no seal
	}
	f.sealed = true
	f.Findings = slices.DeleteFunc(f.Findings, func(f rules.Finding) bool { return f.Sealing })
}

// decide blocks for the files that fail; texts about the others become context. A file that was blocked too
// often at the same stage of a session is let through, with a message to the user: an agent that cannot fix
// it would loop forever.
func (c *call) decide(stage blockStage, list []checked) Answer {
	var blocked, noted []checked
	var released []string
	for _, f := range list {
		mayBlock := c.mayBlock(stage, f.Path) // before this block is counted
		c.noteChecked(stage, f)
		switch {
		case f.fails && mayBlock:
			blocked = append(blocked, f)
		case f.fails:
			released = append(released, c.letThrough(f))
		case f.words != "":
			noted = append(noted, f)
		}
	}
	v := Answer{System: firstFew(released, "\n"), Block: len(blocked) > 0}
	v.tell(c.reason(append(blocked, noted...)))
	return v
}

// noteChecked remembers the result for a file.
func (c *call) noteChecked(stage blockStage, f checked) {
	if len(f.Findings) > 0 && !f.isForm {
		c.failures = append(c.failures, f.Result)
	}
	if !f.fails {
		c.forgetBlocks(stage, f)
		return
	}
	if stage == onReturn {
		c.noteFault(c.event.AgentID, c.sayFault(f, "unfit"))
	}
	c.noteBlock(stage, f.Path)
}

// letThrough returns what the user is told about a file that was blocked too often, "" if already told. A promise
// of it is given up.
func (c *call) letThrough(f checked) string {
	path := filepath.FromSlash(f.Path)
	said := c.sayFault(f, "released")
	if f.isMissing {
		c.dropPromise(path) // the launching agent was told
	}
	return c.once(f.Path, said, func(f *File) *string { return &f.Released })
}

// hold blocks for a reason other than a file.
func (c *call) hold(v Answer, stage blockStage, subject, reason string) Answer {
	mayBlock := c.mayBlock(stage, subject)
	c.noteBlock(stage, subject)
	if !mayBlock {
		v.System = join(v.System, builtin().Say("ungated", rules.Values{"reason": reason}))
		return v
	}
	v.Block = true
	v.Reason = text.Shorten(join(reason, v.Reason), builtin().Characters)
	return v
}

// mayBlock reports whether another block is within the bound.
func (c *call) mayBlock(stage blockStage, subject string) bool {
	return c.canHold(stage) && c.remembered().blocks(stage, subject) < builtin().Blocks
}

// noteBlock counts a block, even beyond the bound.
func (c *call) noteBlock(stage blockStage, subject string) {
	if c.canHold(stage) {
		c.remember(func(s *Session) { s.addBlock(stage, subject) })
	}
}

// canHold reports whether the agent can be held at a stage. It is held once in a turn, and not for a file
// that the host may not let it write.
func (c *call) canHold(stage blockStage) bool {
	isEnd := stage == onReturn || stage == onStop
	if isEnd && slices.Contains(builtin().Unwritable, c.event.Mode) {
		return false
	}
	return !c.wasHeld()
}

// wasHeld reports whether the agent continues because this hook held it in the same turn.
func (c *call) wasHeld() bool {
	return c.event.StopHookActive && slices.Contains(c.remembered().HeldTurns, c.event.turn())
}

// turn identifies whose turn a stop ends: the session's, or an agent's.
func (e Event) turn() string { return e.Name + "/" + e.AgentID }

// holdClaims holds the agent for firm claims, once for each in a session and once in a turn. The user is
// told about repeated and other claims.
func (c *call) holdClaims(v Answer, claims []unprovedClaim) Answer {
	var held []unprovedClaim
	for _, claim := range claims {
		now := Claim{Turn: c.event.turn(), Text: secret.Mask(text.Shorten(claim.text, builtin().Quote))}
		earlier := find(c.remembered().Claims, claimOf(now))
		isNew := earlier.Text == ""
		if claim.isFirm && isNew && !c.wasHeld() {
			held = append(held, claim)
		} else {
			now.Told = builtin().Say("insisted", claim.values)
			if now.Told != earlier.Told {
				v.System = join(v.System, now.Told+" "+builtin().Say("dismiss", claim.values))
			}
		}
		c.remember(func(s *Session) { *touch(&s.Claims, claimOf(now), now) = now })
	}
	if len(held) > 0 {
		v.Block = true
		v.tell(reproach(held))
	}
	return v
}

// reproach returns the words for an agent that is held: what is wrong with each claim, then what to do, and
// how to disagree.
func reproach(claims []unprovedClaim) string {
	said := ""
	var orders []string
	for _, claim := range claims {
		said = join(said, builtin().Say(claim.words, claim.values))
		orders = text.AppendNew(orders, builtin().Orders[claim.words])
	}
	return said + " " + strings.Join(orders, ". ") + ".\n" + builtin().Words["appeal"]
}

// tellAccounts tells the main agent what was kept for it, after a tool or else at the end of its turn, which
// then goes on.
func (c *call) tellAccounts(v Answer) Answer {
	e := c.event
	isForMain := e.AgentID == "" && slices.Contains([]string{PostToolUse, Stop}, e.Name)
	if !e.Host.mutesAll || !isForMain {
		return v
	}
	said := ""
	for _, agent := range slices.Clone(c.remembered().Agents) {
		if agent.Account != "" {
			c.remember(func(s *Session) { s.editAgent(agent.ID).Account = "" })
			said = join(said, agent.Account)
		}
	}
	if said != "" && e.Name == Stop {
		v.Block = true
	}
	v.tell(said)
	return v
}

// late returns the answer to an event whose check does not end. It is not a verdict on any handoff, but it
// blocks the launch of an agent and a stop once per session, so that someone notices.
func (c *call) late() Answer {
	v := unchecked(fmt.Errorf("no verdict within %s", patience))
	words, blocks := map[string]string{PreToolUse: "latecall", SubagentStop: "late", Stop: "late"}[c.event.Name]
	if !blocks {
		return v
	}
	counted := make(chan bool, 1)
	// The count is on a disk that may hang as well, and c is still in use.
	go func() {
		again := newCall(c.config, c.event)
		isFirst := again.remembered().blocks(onTimeout, c.event.Name) == 0
		again.remember(func(s *Session) { s.addBlock(onTimeout, c.event.Name) })
		_, err := again.session.save(c.event.Cwd, answeredEvent{}, c.now)
		counted <- isFirst && err == nil
	}()
	select {
	case v.Block = <-counted:
	case <-time.After(countWait):
	}
	if v.Block {
		v.Reason = builtin().Say(words, rules.Values{"why": v.System})
	}
	return v
}

// noteStop remembers whether this hook holds the agent in the ending turn. The host only says whether any
// hook did; if none did, this is the turn's first stop.
func (c *call) noteStop(held bool) {
	if !held && c.event.StopHookActive {
		return
	}
	turn := c.event.turn()
	c.remember(func(s *Session) {
		s.HeldTurns = slices.DeleteFunc(s.HeldTurns, func(other string) bool { return other == turn })
		if held {
			s.HeldTurns = append(s.HeldTurns, turn)
		}
	})
}
