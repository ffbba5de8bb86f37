package evidence

import (
	"path/filepath"
	"slices"
	"sync"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/taskfile"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// agents are those of a session, with what is known of each.
type agents struct {
	all []*ledger.Ledger
	// asked counts what is looked at to answer questions, of all handoffs of a run.
	asked      *text.Steps
	incomplete *rules.Incomplete
	// tasks are those of the tree that is worked on, nil if they are not known.
	tasks *taskfile.Tree

	mutex sync.Mutex
	// views are what counts for an agent, by its index, and writers the indexes of agents
	// by the paths of files that they wrote.
	views   map[int]*Deeds
	writers map[string]int
}

// maxAsked bounds what a run looks at to answer questions: a deed, or some of the text of
// one, is a step.
const maxAsked = 200_000_000

// ask counts what a question looks at, and reports whether that is within the bound.
func (d *Deeds) ask(steps int) bool {
	if d.agents == nil || d.agents.asked.Take(int64(steps)) {
		return true
	}
	d.agents.incomplete.Add(rules.KindActions, "the handoffs name more than is looked for in the transcripts")
	return false
}

// Size returns how many deeds there are.
func (d *Deeds) Size() int {
	size := 0
	for _, l := range d.All() {
		size += len(l.Deeds)
	}
	return size
}

// By returns what counts for the agent that wrote a file, or if none did, for the one whose
// transcript was opened: its own deeds, those of the agents that it sent out, and those
// above it before it began. What other agents did says nothing about it. nil has nothing.
func (d *Deeds) By(name string) *Deeds {
	if d == nil {
		return nil
	}
	s := d.agents
	if s == nil {
		s = &agents{all: d.All()}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.writers == nil {
		s.writers, s.views = s.findWriters(), map[int]*Deeds{}
	}
	i := s.writers[filepath.ToSlash(name)]
	if s.views[i] == nil {
		s.views[i] = s.view(i)
	}
	return s.views[i]
}

// findWriters returns who wrote each file: the first that certainly did, else one that
// perhaps did.
func (s *agents) findWriters() map[string]int {
	writers := map[string]int{}
	for _, maybe := range []bool{false, true} {
		for i, l := range s.all {
			for j := range l.Deeds {
				deed := &l.Deeds[j]
				if _, known := writers[deed.Path]; !known && deed.Act == ledger.Write && !deed.Glob && deed.Maybe == maybe {
					writers[deed.Path] = i
				}
			}
		}
	}
	return writers
}

// senders returns who sent each agent out, as far as that is known. One whose call does not
// say whom it sent was sent by the main agent.
func (s *agents) senders() map[*ledger.Ledger]*ledger.Ledger {
	byCall := map[string]*ledger.Ledger{}
	for _, l := range s.all {
		for i := range l.Deeds {
			if deed := &l.Deeds[i]; deed.Act == ledger.Send && deed.Agent != "" {
				byCall[deed.Agent] = l
			}
		}
	}
	senders := map[*ledger.Ledger]*ledger.Ledger{}
	for _, l := range s.all {
		if l.Agent == "" {
			continue
		}
		sender := byCall[l.Agent]
		for _, other := range s.all {
			if sender == nil && other != l && (other.Agent != "" && other.Agent == l.Parent || other.Agent == "" && (other.Session == l.Parent || other.Session == l.Session)) {
				sender = other
			}
		}
		if sender != nil && sender != l {
			senders[l] = sender
		}
	}
	return senders
}

// view returns what counts for an agent.
func (s *agents) view(i int) *Deeds {
	self, senders := s.all[i], s.senders()
	above := map[*ledger.Ledger]*ledger.Ledger{} // to the agent that it sent on the way to this one
	for l := self; senders[l] != nil && above[senders[l]] == nil; l = senders[l] {
		above[senders[l]] = l
	}
	isBelow := func(l *ledger.Ledger) bool {
		for range s.all {
			if l = senders[l]; l == nil || l == self {
				break
			}
		}
		return l == self
	}
	named := map[string]bool{}
	for _, l := range s.all {
		for _, deed := range l.Deeds {
			named[deed.Agent] = named[deed.Agent] || deed.Act == ledger.Send
		}
	}
	view := &Deeds{Agent: without(self, ledger.Missing), agents: s}
	below := []*ledger.Ledger{view.Agent}
	calls := callsWithoutAgent(self) // each may have sent any agent that no other call names
	for _, l := range s.all {
		switch {
		case l == self:
		case above[l] != nil:
			view.Around = append(view.Around, until(l, above[l]))
		case isBelow(l), l.Agent != "" && !named[l.Agent] && calls > 0:
			same := without(l, ledger.Missing)
			view.Around, below = append(view.Around, same), append(below, same)
		}
	}
	if self.Parent != "" && len(above) == 0 {
		view.Agent.AddGap(ledger.Gap{Why: ledger.Missing})
	}
	s.addMissing(below, named)
	view.below = below
	return view
}

// addMissing adds a gap for agents that some ledgers sent out and that are not there. The
// first of them sent out the others.
func (s *agents) addMissing(below []*ledger.Ledger, named map[string]bool) {
	here := map[string]bool{}
	for _, l := range s.all {
		here[l.Agent] = true
	}
	calls := 0
	for i, l := range below {
		if i > 0 && !named[l.Agent] {
			calls--
		}
		calls += callsWithoutAgent(l)
		for _, deed := range l.Deeds {
			if deed.Act == ledger.Send && deed.Agent != "" && !here[deed.Agent] {
				l.AddGap(ledger.Gap{Line: deed.Line, Why: ledger.Missing})
			}
		}
	}
	if calls > 0 {
		below[0].AddGap(ledger.Gap{Why: ledger.Missing})
	}
}

// callsWithoutAgent counts the calls that do not say which agent they sent out.
func callsWithoutAgent(l *ledger.Ledger) int {
	count := 0
	for i := range l.Deeds {
		if deed := &l.Deeds[i]; deed.Act == ledger.Send && deed.Agent == "" {
			count++
		}
	}
	return count
}

// without returns a ledger without gaps of a kind.
func without(l *ledger.Ledger, why ledger.GapWhy) *ledger.Ledger {
	same := *l
	same.Gaps = slices.DeleteFunc(slices.Clone(l.Gaps), func(g ledger.Gap) bool { return g.Why == why })
	return &same
}

// until returns what an agent did before another one began, which it sent out, or was last
// sent on: what it did meanwhile may be what the other one was told. What is without a
// time may be from before.
func until(l, next *ledger.Ledger) *ledger.Ledger {
	before := without(l, ledger.Missing)
	if next.Began.IsZero() {
		return before
	}
	told := next.Began
	if next.Prompted.After(told) {
		told = next.Prompted
	}
	before.Deeds = nil
	for _, deed := range l.Deeds {
		if !deed.Time.After(told) {
			before.Deeds = append(before.Deeds, deed)
		}
	}
	return before
}

// Of returns what counts for an agent of the session, by its ledger, as By does.
func (d *Deeds) Of(agent *ledger.Ledger) *Deeds {
	s := d.agents
	if s == nil || len(s.all) == 1 {
		return d
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.view(slices.Index(s.all, agent))
}
