package claims

import (
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/timeline"
)

// TestUntestedLooksAtAllThatCounts checks that tests count as run if the agent ran them after writing its
// report, or the one above it did before: the report is checked again at the end of a session.
func TestUntestedLooksAtAllThatCounts(t *testing.T) {
	start := time.Date(2026, time.May, 31, 12, 0, 0, 0, time.UTC)
	add := func(l *ledger.Ledger, minute int, deeds ...ledger.Deed) {
		for _, d := range deeds {
			d.Line, d.Time = minute, start.Add(time.Duration(minute)*time.Minute)
			l.Deeds = append(l.Deeds, d)
		}
	}
	run := func(command string) []ledger.Deed { return shell.Deeds(command, "/w", shell.Zero, "9 passed\n", nil) }
	const path = "outputs/a.md"
	in := labelled{where: "text", claim: "Ran `sh tests.sh`: 9 passed"}.handoff(t, nil)
	for _, tt := range []struct {
		name                         string
		before, first, last, sibling string
		want                         int
	}{
		{name: "nobody ran tests", first: "ls", want: 1},
		{name: "the agent ran them before", first: "sh tests.sh"},
		{name: "after it wrote the report", first: "ls", last: "sh tests.sh"},
		{name: "with a runner", first: "ls", last: "go test ./..."},
		{name: "the one above before", before: "sh tests.sh", first: "ls"},
		{name: "another agent beside it", first: "ls", sibling: "sh tests.sh", want: 1},
	} {
		main := &ledger.Ledger{Session: "s", Cwd: "/w", Began: start}
		agent := &ledger.Ledger{Session: "s", Agent: "a", Parent: "s", Cwd: "/w", Began: start.Add(2 * time.Minute)}
		other := &ledger.Ledger{Session: "s", Agent: "b", Parent: "s", Cwd: "/w", Began: start.Add(2 * time.Minute)}
		add(main, 1, run(tt.before)...)
		add(main, 2, ledger.Deed{Act: ledger.Send, Agent: "a"}, ledger.Deed{Act: ledger.Send, Agent: "b"})
		add(agent, 3, run(tt.first)...)
		add(agent, 4, ledger.Deed{Act: ledger.Write, Path: path})
		add(agent, 5, run(tt.last)...)
		add(other, 3, run(tt.sibling)...)
		session := timeline.Build([]*ledger.Ledger{main, agent, other}, nil)
		found := 0
		for _, said := range accusations(t, evidenceEngine(t), in, &Facts{Timeline: session.By(path)}) {
			if strings.HasPrefix(said, "evidence/never-ran:") {
				found++
			}
		}
		if found != tt.want {
			t.Errorf("%s: %d findings, want %d", tt.name, found, tt.want)
		}
	}
}
