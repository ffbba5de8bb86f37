package timeline

import (
	"slices"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/taskfile"
	"github.com/handofflint/handofflint/internal/tools"
	"github.com/handofflint/handofflint/internal/transcript"
	"github.com/handofflint/handofflint/rules"
)

// Open reads a transcript and those of its session that lie next to it, as transcript.Open does.
// What tasks run is asked of the tree of the working folder alone: no path of a transcript decides
// what is opened.
func Open(name string, heads *transcript.Heads, incomplete *rules.Incomplete) (*Timeline, error) {
	agents, err := transcript.Open(name, heads, incomplete)
	if err != nil {
		return nil, err
	}
	addMissing(agents)
	return Build(agents, taskfile.In(".")), nil
}

// addMissing adds a gap for each agent that was launched and whose transcript is not there, and for
// the one that launched the first.
func addMissing(agents []*ledger.Ledger) {
	here := map[string]bool{}
	for _, l := range agents {
		here[l.Agent] = true
	}
	// A call that still runs does not name its agent: any that nobody else launched may be it.
	launched := map[string]bool{}
	unnamed, unnamedLine := 0, 0
	for _, l := range agents {
		for i := range l.Deeds {
			d := &l.Deeds[i]
			switch {
			case d.Act != ledger.Send, tools.IsReader(d.Name) && !here[d.Agent]:
			case d.Agent == "":
				unnamed++
				unnamedLine = d.Line
			case here[d.Agent]:
				launched[d.Agent] = true
			default:
				l.Gaps = append(slices.Clip(l.Gaps), ledger.Gap{Line: d.Line, Why: ledger.Missing})
			}
		}
	}
	for _, l := range agents {
		if l.Agent != "" && !launched[l.Agent] {
			unnamed--
		}
	}
	own := agents[0]
	isParent := func(l *ledger.Ledger) bool { return l.Session == own.Parent && l.Agent == "" || l.Agent == own.Parent }
	if unnamed > 0 {
		own.Gaps = append(slices.Clip(own.Gaps), ledger.Gap{Line: unnamedLine, Why: ledger.Missing})
	}
	if own.Parent != "" && !slices.ContainsFunc(agents[1:], isParent) {
		own.AddGap(ledger.Gap{Why: ledger.Missing})
	}
}

// Incomplete returns why something may be missing that an agent of the session did, in words; "" if
// all of it is known.
func (t *Timeline) Incomplete() string {
	for _, l := range t.Agents {
		if len(l.Gaps) > 0 {
			return l.Gaps[0].Words()
		}
	}
	return ""
}
