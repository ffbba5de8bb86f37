package timeline

import (
	"cmp"
	"slices"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/taskfile"
	"github.com/handofflint/handofflint/internal/tools"
	"github.com/handofflint/handofflint/internal/transcript"
	"github.com/handofflint/handofflint/rules"
)

// Open reads a transcript and those of its session next to it, like transcript.Open. Tasks are read only
// from the tree of the working folder: no path in a transcript decides what is opened.
func Open(name string, heads *transcript.Heads, incomplete *rules.Incomplete) (*Timeline, error) {
	agents, err := transcript.Open(name, heads, incomplete)
	if err != nil {
		return nil, err
	}
	addMissing(agents)
	return Build(agents, taskfile.In(".")), nil
}

// addMissing adds a gap for each launched agent whose transcript is missing, and for a missing parent of
// the first agent.
func addMissing(agents []*ledger.Ledger) {
	addMissingAgents(agents)
	own := agents[0]
	isParent := func(l *ledger.Ledger) bool { return cmp.Or(l.Agent, l.Session) == own.Parent } // the main agent has its session's id
	if own.Parent != "" && !slices.ContainsFunc(agents[1:], isParent) {
		own.AddGap(ledger.Gap{Why: ledger.Missing})
	}
}

// addMissingAgents adds a gap for each call that launched an agent whose transcript is missing. A call that is still
// running does not name its agent, which may be any agent here that no other call names.
func addMissingAgents(agents []*ledger.Ledger) {
	here := map[string]bool{}
	for _, l := range agents {
		here[l.Agent] = true
	}
	launched := map[string]bool{"": true} // no call launches the main agent
	unnamed := 0
	var addLastUnnamed func()
	for _, l := range agents {
		for i := range l.Deeds {
			d := &l.Deeds[i]
			addGap := func() { l.Gaps = append(slices.Clip(l.Gaps), ledger.Gap{Line: d.Line, Why: ledger.Missing}) }
			switch {
			case d.Act != ledger.Send:
			case d.Agent == "":
				unnamed++
				addLastUnnamed = addGap
			case here[d.Agent]:
				launched[d.Agent] = true
			case tools.IsReader(d.Name):
				l.AddGap(ledger.Gap{Line: d.Line, Why: ledger.MissingReader})
			default:
				addGap()
			}
		}
	}
	for _, l := range agents {
		if !launched[l.Agent] {
			unnamed--
		}
	}
	if unnamed > 0 { // more calls than agents; which of them lacks its agent is unknown
		addLastUnnamed()
	}
}

// Incomplete returns why actions of the session's agents may be missing, in words; "" if none are.
func (t *Timeline) Incomplete() string {
	for _, l := range t.Agents {
		if len(l.Gaps) > 0 {
			return l.Gaps[0].Words()
		}
	}
	return ""
}
