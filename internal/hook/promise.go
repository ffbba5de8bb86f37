package hook

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/tools"
	"github.com/handofflint/handofflint/internal/transcript"
)

// promises returns the promises that are still expected.
func (c *call) promises() []Promise {
	return slices.DeleteFunc(slices.Clone(c.remembered().Promises), func(p Promise) bool { return p.State == givenUp })
}

func (c *call) setPromise(p Promise) { c.remember(func(s *Session) { s.setPromise(p) }) }

func (c *call) dropPromise(path string) {
	c.remember(func(s *Session) { s.Promises = slices.DeleteFunc(s.Promises, promiseOf(path)) })
}

// promise remembers that an agent was launched, or sent a message, to write handoffs.
func (c *call) promise(p prompt) {
	e := c.event
	launch := "" // without an event that confirms the launch, it counts at once
	if e.kind == tools.Send && e.Host.tellsOfLaunches() {
		launch = e.Call
	}
	for _, path := range p.writes {
		c.fulfil(path) // an earlier promise, maybe in another work tree
		c.setPromise(Promise{
			Path: path, AgentType: e.AgentType, AgentID: e.To, Call: launch, There: c.exists(c.actual(path)),
		})
	}
}

// confirmLaunch remembers that the event's call has launched an agent.
func (c *call) confirmLaunch() {
	for _, p := range c.promises() {
		if p.Call == c.event.Call {
			p.Call = ""
			c.setPromise(p)
		}
	}
}

// fulfil forgets the promise of a handoff.
func (c *call) fulfil(path string) { c.dropPromise(c.promised(path).Path) }

// noteMessage remembers a message to an agent: it decides what is due when the agent ends again.
func (c *call) noteMessage(p prompt) {
	to := c.event.To
	if c.event.kind != tools.Message || to == "" {
		return
	}
	due := p.due()
	c.remember(func(s *Session) {
		agent := s.editAgent(to)
		agent.Due = &due
		agent.Returned, agent.Fault = false, "" // it is at work again
	})
	for _, p := range c.promises() {
		if p.AgentID == to && p.State == ended {
			p.State = atWork
			c.setPromise(p)
		}
	}
}

// noteEnd remembers that the agent of the given handoffs has ended.
func (c *call) noteEnd(paths []string) {
	for _, path := range paths {
		p := c.promised(path)
		if p.Path == "" {
			continue
		}
		p.State = ended
		p.Call = ""
		p.AgentID = c.event.AgentID
		c.setPromise(p)
	}
}

// noteDeleted looks for promised handoffs that are gone after a command. Releasing or deleting one ends the
// promise; if an agent did so, the launching agent has to know.
func (c *call) noteDeleted() {
	if !c.event.Host.namesAgents { // who deleted it is unknown
		return
	}
	for _, p := range c.promises() {
		isGone := c.isGone(p)
		byMain := c.event.AgentID == ""
		if isGone && !p.Deleted && byMain {
			p.State = givenUp
		} else {
			p.Deleted = isGone
		}
		c.setPromise(p)
	}
}

// isGone reports whether a promised handoff was there and is gone from every work tree.
func (c *call) isGone(p Promise) bool { return p.There && !c.exists(c.actual(p.Path)) }

// isOfOther reports whether an agent other than the event's is at work on a handoff: only that one is told.
func (c *call) isOfOther(path string) bool {
	e := c.event
	p := c.promised(path)
	if p.Path == "" || p.State != atWork || !e.Host.namesAgents {
		return false
	}
	if e.AgentID == "" {
		return p.Call == "" // its agent was launched
	}
	if p.AgentID != "" {
		return p.AgentID != e.AgentID
	}
	if c.due() != "" {
		return c.identity(c.due()) != c.identity(path)
	}
	return !e.maybeOf(p.AgentType)
}

// maybeOf reports whether the event's agent may be of a type; "" is unknown. Newer models of Codex launch
// agents without a type, and Gemini CLI does not say which agent ends.
func (e Event) maybeOf(agentType string) bool {
	return e.AgentType == agentType || e.AgentType == "" || agentType == ""
}

// due returns the handoff that the event's agent was told to hand back, "" if unknown or no longer expected.
// The last message to the agent decides, else the prompt in its transcript, else what was remembered when
// agents of its type were launched.
func (c *call) due() string {
	if c.cachedDue == nil {
		due := c.findDue()
		p := c.promised(due)
		if p.State == givenUp {
			due = ""
		} else if c.isGone(p) {
			due = ""
			p.Deleted = true
			c.setPromise(p)
		}
		c.cachedDue = &due
	}
	return *c.cachedDue
}

// findDue looks for what due returns. Of several promises to agents of its type, the one that its message names counts.
func (c *call) findDue() string {
	e := c.event
	// Claude Code names the agent's transcript only when the agent stops.
	path := cmp.Or(e.Transcript, transcript.OfAgent(e.Host.client, e.SessionTranscript, e.AgentID))
	if due, isKnown := c.dueOf(e.AgentID, path); isKnown {
		return due
	}
	promises := slices.DeleteFunc(c.promises(), func(p Promise) bool {
		return !e.maybeOf(p.AgentType) || p.AgentID != "" && p.AgentID != e.AgentID
	})
	isOnly := len(promises) == 1 && !slices.ContainsFunc(c.remembered().Others, e.maybeOf)
	if isOnly {
		return promises[0].Path
	}
	isNamed := func(p Promise) bool { return strings.Contains(e.Message, filepath.Base(p.Path)) }
	return find(promises, isNamed).Path
}

// dueOf returns the handoff that an agent was told to hand back by the last message to it, or by the prompts
// in its transcript.
func (c *call) dueOf(agent, path string) (due string, isKnown bool) {
	if sent := c.remembered().agent(agent).Due; sent != nil {
		if *sent != "" {
			return *sent, true
		}
		// The message asked for nothing new: unfinished work is still due.
		for _, p := range c.promises() {
			if p.AgentID == agent {
				due = p.Path
			}
		}
		return due, true
	}
	prompts := transcript.Prompts(path, mayHoldPath)
	for _, prompt := range slices.Backward(prompts) {
		due = c.readPrompt(prompt).due()
		if due != "" {
			break
		}
	}
	return due, len(prompts) > 0
}

// forgetOther forgets an agent with nothing to write when it ends.
func (c *call) forgetOther(v Answer) {
	if !c.event.endsAgent() || v.Block || c.isReturned() || c.due() != "" {
		return
	}
	c.remember(func(s *Session) {
		if i := slices.IndexFunc(s.Others, c.event.maybeOf); i >= 0 {
			s.Others = slices.Delete(s.Others, i, i+1)
		}
	})
}

// due returns the handoff that a prompt asks its agent to hand back: the report in its section, "" for none.
func (p prompt) due() (due string) {
	for _, path := range p.writes {
		if protocol.At(path).IsSealed && p.section {
			due = path
		}
	}
	return due
}
