package evidence

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestCounts: what another agent did stands for an agent's own deeds if one of them sent
// the other, or if it read what the other wrote.
func TestCounts(t *testing.T) {
	send := func(agent string) Deed { return Deed{Act: Send, Agent: agent} }
	ledger := func(agent string, deeds ...Deed) *Ledger {
		return &Ledger{Agent: agent, Session: "s", Parent: strings.Repeat("s", min(1, len(agent))), Deeds: deeds}
	}
	for name, c := range map[string]struct {
		ledgers []*Ledger // the first is the agent's
		want    string
	}{
		"a sibling":                      {[]*Ledger{ledger("b"), ledger("", send("a"), send("b")), ledger("a")}, " b"},
		"the same, while it still runs":  {[]*Ledger{ledger("b"), ledger("", send("a"), send("")), ledger("a")}, " b"},
		"both still run":                 {[]*Ledger{ledger("b"), ledger("", send(""), send("")), ledger("a")}, " b"},
		"an agent of its own":            {[]*Ledger{ledger("b", send("c")), ledger("", send("b")), ledger("c", send("d")), ledger("d")}, " bcd"},
		"one that still runs":            {[]*Ledger{ledger("b", send("")), ledger("", send("b")), ledger("c")}, " bc"},
		"an agent above it":              {[]*Ledger{ledger("c"), ledger("", send("a"), send("b")), ledger("a"), ledger("b", send("c"))}, " bc"},
		"the same, while it still runs ": {[]*Ledger{ledger("c"), ledger("", send("a"), send("")), ledger("a"), ledger("b", send(""))}, " bc"},
		"the main agent":                 {[]*Ledger{ledger("", send("a")), ledger("a"), ledger("b")}, " ab"},
		"one whose report it read": {[]*Ledger{ledger("b", Deed{Act: Read, Path: "/w/01.md"}), ledger("", send("a"), send("b")),
			ledger("a", Deed{Act: Write, Path: "/w/01.md"})}, " ab"},
	} {
		d := &Deeds{Agent: c.ledgers[0], Around: c.ledgers[1:]}
		got := map[string]bool{}
		for _, l := range d.All() {
			if d.counts(l) {
				got[l.Agent] = true
			}
		}
		main := ""
		if got[""] {
			main = " "
		}
		if who := main + strings.Join(slices.Sorted(maps.Keys(got)), ""); who != c.want {
			t.Errorf("%s: %q count, want %q", name, who, c.want)
		}
	}
}
