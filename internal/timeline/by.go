package timeline

import (
	"cmp"
	"path/filepath"
	"slices"
	"sync"

	"github.com/handofflint/handofflint/internal/ledger"
)

// views are what counts for the agents that wrote the files of a session, made when it is asked for.
type views struct {
	mutex   sync.Mutex
	writers map[string]*ledger.Ledger
	of      map[*ledger.Ledger]*Timeline
}

// By returns what counts for the agent that wrote a file or, if none did, for the one whose transcript
// was opened: what it and those that it launched did. For what was never done, that counts as well
// which those above it did before they launched it. What other agents did says nothing about it. nil
// has nothing. It is safe for concurrent use.
func (t *Timeline) By(file string) *Timeline {
	if t == nil {
		return nil
	}
	v := &t.views
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if v.writers == nil {
		v.writers = writersOf(t.Agents)
		v.of = map[*ledger.Ledger]*Timeline{}
	}
	writer := cmp.Or(v.writers[filepath.ToSlash(file)], t.Agent)
	if v.of[writer] == nil {
		v.of[writer] = t.viewOf(writer)
	}
	return v.of[writer]
}

// writersOf returns who wrote each file: the first that certainly did, else one that perhaps did.
func writersOf(agents []*ledger.Ledger) map[string]*ledger.Ledger {
	writers := map[string]*ledger.Ledger{}
	for _, maybe := range []bool{false, true} {
		for _, l := range agents {
			for i := range l.Deeds {
				d := &l.Deeds[i]
				isWrite := d.Act == ledger.Write && !d.Glob && d.Maybe == maybe
				if isWrite && writers[d.Path] == nil {
					writers[d.Path] = l
				}
			}
		}
	}
	return writers
}

// viewOf returns what counts for an agent.
func (t *Timeline) viewOf(agent *ledger.Ledger) *Timeline {
	view := t.Of(agent)
	view.session = nil
	launchers := t.launchers()
	counted := slices.Clip(view.Agents)
	next := agent
	for range t.Agents { // as deep as they can launch each other
		launcher := launchers[next]
		if launcher == nil || launcher == agent {
			break
		}
		counted = append(counted, until(launcher, next))
		next = launcher
	}
	if len(counted) > len(view.Agents) {
		view.session = Build(counted, t.tasks)
	}
	return view
}

// until returns what an agent did before another one began, which it launched, or was last sent on: what
// it did meanwhile may be what the other one was told. What is without a time may be from before. The
// transcripts of others that it launched may be missing.
func until(l, next *ledger.Ledger) *ledger.Ledger {
	before := *l
	before.Gaps = slices.DeleteFunc(slices.Clone(l.Gaps), func(g ledger.Gap) bool { return g.Why == ledger.Missing })
	told := next.Began
	if next.Prompted.After(told) {
		told = next.Prompted
	}
	isAfter := func(d ledger.Deed) bool { return !next.Began.IsZero() && d.Time.After(told) }
	before.Deeds = slices.DeleteFunc(slices.Clone(l.Deeds), isAfter)
	return &before
}

// Counted returns the timeline of all agents that count for what the timeline's agent says.
func (t *Timeline) Counted() *Timeline { return cmp.Or(t.session, t) }
