package timeline

import (
	"cmp"
	"path/filepath"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
)

// By returns the timeline that counts for the agent that wrote a file or, if none did, for the agent whose
// transcript was opened: its own actions and those of the agents it launched. For questions of the form
// "was this ever done", it also covers what the agents above it did before they launched it. Other agents
// do not count. By returns nil for a nil timeline. It is safe for concurrent use.
func (t *Timeline) By(file string) *Timeline {
	if t == nil {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.writers == nil {
		t.writers = writersOf(t.Agents)
		t.views = map[*ledger.Ledger]*Timeline{}
	}
	writer := cmp.Or(t.writers[filepath.ToSlash(file)], t.Agent)
	if t.views[writer] == nil {
		t.views[writer] = t.viewOf(writer)
	}
	return t.views[writer]
}

// writersOf returns the writer of each file: the first agent that certainly wrote it, else the first that
// may have.
func writersOf(agents []*ledger.Ledger) map[string]*ledger.Ledger {
	writers := map[string]*ledger.Ledger{}
	for _, maybe := range []bool{true, false} { // the last assignment counts: a certain write, by the first agent
		for _, l := range slices.Backward(agents) {
			for i := range l.Deeds {
				if d := &l.Deeds[i]; d.Act == ledger.Write && d.Maybe == maybe {
					writers[d.Path] = l
				}
			}
		}
	}
	return writers
}

// viewOf returns the timeline that counts for an agent.
func (t *Timeline) viewOf(agent *ledger.Ledger) *Timeline {
	view := t.OfAgent(agent)
	view.session = nil
	chain := chainOf(agent, t.launchers())
	counted := slices.Clip(view.Agents)
	for i, launcher := range chain[1:] {
		counted = append(counted, until(launcher, chain[i]))
	}
	if len(counted) > len(view.Agents) {
		view.session = Build(counted, t.tasks)
	}
	return view
}

// until returns what an agent did before it launched another one, or last sent it a prompt: what it did
// meanwhile may be in that prompt. Actions without a time are kept. Gaps for missing transcripts of other
// launched agents are dropped.
func until(l, next *ledger.Ledger) *ledger.Ledger {
	before := *l
	before.Gaps = slices.DeleteFunc(slices.Clone(l.Gaps), func(g ledger.Gap) bool { return g.Why == ledger.Missing })
	told := slices.MaxFunc([]time.Time{next.Began, next.Prompted}, time.Time.Compare)
	isAfter := func(d ledger.Deed) bool { return !next.Began.IsZero() && d.Time.After(told) }
	before.Deeds = slices.DeleteFunc(slices.Clone(l.Deeds), isAfter)
	return &before
}

// Counted returns the timeline of all agents that count for what the timeline's agent says.
func (t *Timeline) Counted() *Timeline { return cmp.Or(t.session, t) }
