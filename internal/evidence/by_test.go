package evidence

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
)

// TestBy holds that a report belongs to the agent that wrote it, whoever's transcript was
// opened, and that only its own deeds, those of agents that it sent out and those above it
// before it began say something about it.
func TestBy(t *testing.T) {
	start := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	at := func(minute int) time.Time { return start.Add(time.Duration(minute) * time.Minute) }
	run := func(minute int, command string) ledger.Deed {
		return ledger.Deed{Act: ledger.Run, Command: command, Invocation: shell.InvocationOf(command, nil), Time: at(minute)}
	}
	sent := func(minute int, agent string) ledger.Deed {
		return ledger.Deed{Act: ledger.Send, Agent: agent, Time: at(minute)}
	}
	wrote := func(path string) ledger.Deed { return ledger.Deed{Act: ledger.Write, Path: path} }
	agent := func(agent, parent string, began int, deeds ...ledger.Deed) *ledger.Ledger {
		return &ledger.Ledger{Session: "s", Agent: agent, Parent: parent, Began: at(began), Deeds: deeds}
	}
	all := []*ledger.Ledger{
		agent("", "", 0, run(1, "wc"), sent(2, "a"), sent(2, "b"), run(9, "du"), wrote("/w/main.go"), ledger.Deed{Act: ledger.Write, Path: "/w/01.md", Maybe: true}),
		agent("a", "s", 2, wrote("/w/01.md"), run(3, "ls"), sent(4, "c")),
		agent("b", "s", 2, wrote("/w/02.md"), run(3, "df")),
		agent("c", "s", 4, run(5, "ps")),
	}
	for _, tt := range []struct{ path, agent, want string }{
		{"/w/01.md", "a", "wc ls ps"},
		{"/w/02.md", "b", "wc df"},
		{"/w/main.go", "", "wc du ls df ps"},
		{"/w/else.md", "", "wc du ls df ps"},
	} {
		by := (&Deeds{Agent: all[0], Around: all[1:]}).By(tt.path)
		if by.Agent.Agent != tt.agent {
			t.Errorf("%s: by %q, want %q", tt.path, by.Agent.Agent, tt.agent)
		}
		for _, command := range strings.Fields("wc du ls df ps") {
			want := ledger.No
			if slices.Contains(strings.Fields(tt.want), command) {
				want = ledger.Yes
			}
			if got := by.Ran(shell.InvocationOf(command, nil)).Answer; got != want {
				t.Errorf("%s: whether %q ran is %v, want %v; %s", tt.path, command, got, want, by.Incomplete())
			}
		}
	}
	// An agent that is sent on may say what the one above it has done meanwhile.
	all[1].Prompted = at(10)
	if by := (&Deeds{Agent: all[0], Around: all[1:]}).By("/w/01.md"); by.Ran(shell.InvocationOf("du", nil)).Answer != ledger.Yes {
		t.Error("what was done before an agent was sent on does not count")
	}
	all[1].Prompted = time.Time{}
	// An agent of a sibling that is not there hides nothing, one of its own may hide all.
	all[2].Deeds = append(all[2].Deeds, sent(4, "none"))
	for path, want := range map[string]bool{"/w/01.md": true, "/w/02.md": false, "/w/main.go": false} {
		if by := (&Deeds{Agent: all[0], Around: all[1:]}).By(path); by.Complete() != want {
			t.Errorf("%s: complete is %t, %q", path, !want, by.Incomplete())
		}
	}
	// A call that still runs may have sent any agent that nobody else did.
	all[1].Deeds[2].Agent, all[3].Parent = "", "s"
	if by := (&Deeds{Agent: all[0], Around: all[1:]}).By("/w/01.md"); by.Ran(shell.InvocationOf("ps", nil)).Answer != ledger.Yes || !by.Complete() {
		t.Errorf("the agent that is not named: %q", by.Incomplete())
	}
	if (*Deeds)(nil).By("/w/01.md") != nil {
		t.Error("nothing is by nobody")
	}
}
