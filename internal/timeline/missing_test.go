package timeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
)

// TestAddMissing checks which transcripts of a session are missing: those of agents that a call names, of agents
// at work that are more than those that no call names, and of the parent.
func TestAddMissing(t *testing.T) {
	agent := func(id, parent string, launched ...string) *ledger.Ledger {
		l := &ledger.Ledger{Session: "s", Agent: id, Parent: parent}
		for i, kindAndID := range launched {
			kind, id, _ := strings.Cut(kindAndID, " ")
			l.Deeds = append(l.Deeds, ledger.Deed{Act: ledger.Send, Line: i + 1, Name: kind, Agent: id})
		}
		return l
	}
	ofOther := agent("", "")
	ofOther.Session = "other"
	for name, tt := range map[string]struct {
		agents []*ledger.Ledger
		want   string
	}{
		"it is there":              {[]*ledger.Ledger{agent("", "", "coder a"), agent("a", "s")}, ""},
		"it is missing":            {[]*ledger.Ledger{agent("", "", "coder a")}, "missing agent of  on 1"},
		"two are missing":          {[]*ledger.Ledger{agent("", "", "coder a", "coder b")}, "missing agent of  on 1, missing agent of  on 2"},
		"readers are missing":      {[]*ledger.Ledger{agent("", "", "Explore a", "Explore b")}, "missing reader of  on 1"},
		"at work":                  {[]*ledger.Ledger{agent("", "", "coder"), agent("a", "s")}, ""},
		"at work, and missing":     {[]*ledger.Ledger{agent("", "", "coder", "coder"), agent("a", "s")}, "missing agent of  on 2"},
		"another is at work":       {[]*ledger.Ledger{agent("", "", "coder a", "coder"), agent("a", "s")}, "missing agent of  on 2"},
		"at work, of an agent":     {[]*ledger.Ledger{agent("", "", "coder a"), agent("a", "s", "coder")}, "missing agent of a on 1"},
		"the parent is there":      {[]*ledger.Ledger{agent("a", "s"), agent("", "", "coder a")}, ""},
		"the parent is missing":    {[]*ledger.Ledger{agent("a", "s"), agent("b", "s")}, "missing agent of a on 0"},
		"of another session":       {[]*ledger.Ledger{agent("a", "s"), ofOther}, "missing agent of a on 0"},
		"the parent is an agent":   {[]*ledger.Ledger{agent("b", "a"), agent("a", "s")}, ""},
		"another agent is missing": {[]*ledger.Ledger{agent("b", "a"), agent("", "")}, "missing agent of b on 0"},
	} {
		addMissing(tt.agents)
		var got []string
		for _, l := range tt.agents {
			for _, g := range l.Gaps {
				got = append(got, fmt.Sprintf("%s of %s on %d", g.Why, l.Agent, g.Line))
			}
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
