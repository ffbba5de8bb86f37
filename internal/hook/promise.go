package hook

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/tools"
	"github.com/handofflint/handofflint/internal/transcript"
)

// The states of a kindPromised. Its agent is at work until its end was seen; a handoff
// that was released or deleted is not expected any more. One that passes is forgotten.
const (
	atWork  = ""
	ended   = "ended"
	givenUp = "given up"
)

// promises returns the handoffs that are still expected of agents.
func (c *call) promises() []record {
	return slices.DeleteFunc(c.remember().of(kindPromised), func(r record) bool { return r.State == givenUp })
}

// promise remembers that an agent was sent out, or on, to write handoffs.
func (c *call) promise(p prompt) {
	for _, path := range p.writes {
		c.fulfilled(path)
		c.remember().note(record{
			Kind: kindPromised, Key: path, Agent: c.event.AgentType, ID: c.event.To, Signal: p.signal, There: c.exists(c.actual(path)),
		})
	}
}

// fulfilled forgets that a handoff was promised.
func (c *call) fulfilled(path string) {
	for r := c.promised(path); r != (record{}); r = c.promised(path) {
		c.remember().forget(kindPromised, r.Key)
	}
}

// sentOn remembers a message that sends an agent on: it decides what is due when the
// agent ends again.
func (c *call) sentOn(p prompt) {
	to := c.event.To
	if c.event.kind != tools.Message || to == "" {
		return
	}
	c.remember().forget(kindReturned, to)
	c.remember().note(record{Kind: kindSentOn, Key: to, State: p.report(), Signal: p.signal})
	for _, r := range c.promises() {
		if r.ID == to && r.State == ended {
			r.State = atWork
			c.remember().note(r)
		}
	}
}

// agentEnded remembers that the agent of some handoffs is not at work any more.
func (c *call) agentEnded(paths []string) {
	for _, path := range paths {
		r := c.promised(path)
		if r == (record{}) || r.State == givenUp {
			continue
		}
		r.There = r.There || c.exists(path)
		r.State = ended
		r.ID = c.event.AgentID
		c.remember().note(r)
	}
}

// allEnded remembers that no agent is at work.
func (c *call) allEnded() {
	for _, r := range c.promises() {
		r.State = ended
		c.remember().note(r)
	}
}

// giveUpOrMiss returns the name of the words for a promised report that is not there. It gives
// the promise up, and returns "", if somebody but its agent released or deleted a form that
// was there.
func (c *call) giveUpOrMiss(r record) string {
	wasThere := r.There || c.remember().find(kindSeen, r.Key) != (record{})
	switch {
	case r.Deleted:
		return "deleted"
	case wasThere:
		r.State = givenUp
		c.remember().note(r)
		return ""
	}
	return "promised"
}

// noteDeleted looks after a command for handoffs that were promised, and are gone now. To
// release or to delete one ends the promise; if an agent did, who sent it out has to know.
func (c *call) noteDeleted() {
	if !c.event.Host.namesAgents {
		return
	}
	for _, r := range c.promises() {
		gone := r.There && !c.exists(r.Key) && !c.exists(c.actual(r.Key))
		switch {
		case gone && !r.Deleted && c.event.AgentID == "":
			r.State = givenUp
		default:
			r.Deleted = gone
		}
		c.remember().note(r)
	}
}

// isOthers reports whether a handoff is another agent's, who is at work on it: only that
// agent is told of it.
func (c *call) isOthers(path string) bool {
	e := c.event
	r := c.promised(path)
	if r == (record{}) || r.State != atWork || !e.Host.namesAgents {
		return false
	}
	switch {
	case e.AgentID == "":
		return true
	case r.ID != "":
		return r.ID != e.AgentID
	case c.due().Key != "":
		return !c.isSame(c.due().Key, path)
	}
	return !sameKind(r.Agent, e.AgentType)
}

// sameKind reports whether two kinds of agents may be one: "" is not known. Newer models
// of Codex send agents out without a kind, and Gemini CLI does not say whose end it is.
func sameKind(a, b string) bool { return a == b || a == "" || b == "" }

// due returns what the agent of this event was told to hand back: the path of a handoff
// as Key, "" if it is not known or not expected any more, and whether it is to end with a
// result signal. The last message to it decides; else its prompt, if the transcript has
// it, or what was remembered when agents of its kind were sent out.
func (c *call) due() record {
	if c.owed == nil {
		due := c.findDue()
		r := c.promised(due.Key)
		switch {
		case r.State == givenUp:
			due.Key = ""
		case r.There && !c.exists(r.Key) && !c.exists(c.actual(r.Key)):
			due.Key = ""
			r.Deleted = true
			c.remember().note(r)
		}
		c.owed = &due
	}
	return *c.owed
}

func (c *call) findDue() (due record) {
	e := c.event
	if due, isKnown := c.dueOf(e.AgentID, c.agentTranscript()); isKnown {
		return due
	}
	promised := slices.DeleteFunc(c.promises(), func(r record) bool {
		return !sameKind(r.Agent, e.AgentType) || r.ID != "" && r.ID != e.AgentID
	})
	isOnly := len(promised) == 1 && !c.hasOthers()
	for _, r := range promised {
		if isOnly || strings.Contains(e.Message, filepath.Base(r.Key)) {
			return r
		}
	}
	return due
}

// dueOf returns what an agent was told to hand back by the last message to it, or by its
// prompts in its transcript.
func (c *call) dueOf(agent, path string) (due record, isKnown bool) {
	if sent := c.remember().find(kindSentOn, agent); agent != "" && sent != (record{}) {
		if sent.State != "" || sent.Signal {
			return record{Key: sent.State, Signal: sent.Signal}, true
		}
		// It was sent on with a word: what it has left undone is still due.
		for _, r := range c.promises() {
			if r.ID == agent {
				due.Key = r.Key
			}
		}
		return due, true
	}
	prompts := promptsIn(path)
	for _, prompt := range slices.Backward(prompts) {
		p := c.readPrompt(prompt)
		due = record{Key: p.report(), Signal: p.signal}
		if due.Key != "" || due.Signal {
			break
		}
	}
	return due, len(prompts) > 0
}

// sentOther counts an agent of a kind that was sent out with nothing to write: it must
// not be taken for one that has something to write.
func (c *call) sentOther() {
	r := record{Kind: kindOthers, Key: c.event.AgentType}
	r.Count = c.remember().find(r.Kind, r.Key).Count + 1
	c.remember().note(r)
}

// uncountOther takes one of those off the count: an agent that had nothing to write has ended.
func (c *call) uncountOther() {
	for _, r := range c.remember().of(kindOthers) {
		if r.Count > 0 && sameKind(r.Key, c.event.AgentType) {
			c.counted = r
			r.Count--
			c.remember().note(r)
			return
		}
	}
}

// hasOthers reports whether the event's agent may be one that has nothing to write.
func (c *call) hasOthers() bool {
	return slices.ContainsFunc(c.remember().of(kindOthers), func(r record) bool { return r.Count > 0 && sameKind(r.Key, c.event.AgentType) })
}

// report returns the report that the section of a prompt names, "" if it names none.
func (p prompt) report() (report string) {
	for _, path := range p.writes {
		if document.FormatByPath(path) == document.Report && p.section {
			report = path
		}
	}
	return report
}

// agentTranscript returns the path of the transcript of the event's agent, "" if it is
// not known. Claude Code names it only when the agent stops.
func (c *call) agentTranscript() string {
	e := c.event
	if e.Transcript != "" {
		return e.Transcript
	}
	return transcript.OfAgent(e.Host.client, e.SessionTranscript, e.AgentID)
}

// promptsIn returns the prompts of an agent in its transcript. After the first one, those
// without a handoff are left out.
func promptsIn(path string) []string {
	return transcript.Prompts(path, func(record string) bool {
		return mayHoldPath(record) || strings.Contains(record, "CF-RESULT")
	})
}
