package evidence

import (
	"slices"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/taskfile"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/transcript"
	"github.com/handofflint/handofflint/rules"
)

// OpenDeeds reads a transcript and those of its session that lie beside it, as
// transcript.Open does. What tasks run is asked of the tree of the working folder alone: no
// path of a transcript decides what is opened.
func OpenDeeds(name string, incomplete *rules.Incomplete) (*Deeds, error) {
	return OpenDeedsWith(name, nil, incomplete)
}

// OpenDeedsWith is OpenDeeds of a run that reads many sessions and keeps what it knows of
// their transcripts.
func OpenDeedsWith(name string, heads *transcript.Heads, incomplete *rules.Incomplete) (*Deeds, error) {
	all, err := transcript.Open(name, heads, incomplete)
	if err != nil {
		return nil, err
	}
	d := &Deeds{Agent: all[0], Around: all[1:]}
	d.addMissing()
	d.agents = &agents{all: d.All(), asked: text.NewSteps(maxAsked), incomplete: incomplete, tasks: taskfile.In(".")}
	return d, nil
}

// All returns the ledgers of the session, that of the agent first.
func (d *Deeds) All() []*ledger.Ledger { return append([]*ledger.Ledger{d.Agent}, d.Around...) }

// addMissing adds a gap for an agent that was sent out whose ledger is not here, and for
// the one that sent this one.
func (d *Deeds) addMissing() {
	isHere := func(agent string) bool {
		return slices.ContainsFunc(d.All(), func(l *ledger.Ledger) bool { return l.Agent == agent })
	}
	// A call that still runs does not name its agent: any that nobody else sent may be it.
	sent, unnamed := map[string]bool{}, 0
	for _, l := range d.All() {
		for _, deed := range l.Deeds {
			switch {
			case deed.Act != ledger.Send:
			case deed.Agent == "":
				unnamed++
			case !isHere(deed.Agent):
				l.AddGap(ledger.Gap{Line: deed.Line, Why: ledger.Missing})
			default:
				sent[deed.Agent] = true
			}
		}
	}
	for _, l := range d.All() {
		if l.Agent != "" && !sent[l.Agent] {
			unnamed--
		}
	}
	isParent := func(l *ledger.Ledger) bool {
		return l.Session == d.Agent.Parent && l.Agent == "" || l.Agent == d.Agent.Parent
	}
	if unnamed > 0 || d.Agent.Parent != "" && !slices.ContainsFunc(d.Around, isParent) {
		d.Agent.AddGap(ledger.Gap{Why: ledger.Missing})
	}
}

// Incomplete returns why something may be missing that an agent of the session did, in words;
// "" if all of it is known.
func (d *Deeds) Incomplete() string {
	for _, l := range d.All() {
		if len(l.Gaps) > 0 {
			return l.Gaps[0].Words()
		}
	}
	return ""
}

// Complete reports whether all that the agents of the session did is known.
func (d *Deeds) Complete() bool { return d.Incomplete() == "" }
