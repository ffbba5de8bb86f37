package timeline_test

import (
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
)

// TestBy checks that a report belongs to the agent that wrote it, whichever transcript was opened, and that
// only the actions of that agent, of agents it launched, and of those above it before it began count.
func TestBy(t *testing.T) {
	start := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	at := func(minute int) time.Time { return start.Add(time.Duration(minute) * time.Minute) }
	run := func(minute int, command string) ledger.Deed {
		return ledger.Deed{Act: ledger.Run, Command: command, Invocation: shell.InvocationOf(command, nil), Time: at(minute)}
	}
	launched := func(minute int, agent string) ledger.Deed {
		return ledger.Deed{Act: ledger.Send, Agent: agent, Time: at(minute)}
	}
	wrote := func(path string) ledger.Deed { return ledger.Deed{Act: ledger.Write, Path: path} }
	agent := func(agent, parent string, began int, deeds ...ledger.Deed) *ledger.Ledger {
		return &ledger.Ledger{Session: "s", Agent: agent, Parent: parent, Began: at(began), Deeds: deeds}
	}
	all := []*ledger.Ledger{
		agent("", "", 0, run(1, "wc"), launched(2, "a"), launched(2, "b"), run(9, "du"), wrote("/w/main.go"), ledger.Deed{Act: ledger.Write, Path: "/w/01.md", Maybe: true}),
		agent("a", "s", 2, wrote("/w/01.md"), run(3, "ls"), launched(4, "c")),
		agent("b", "s", 2, wrote("/w/02.md"), run(3, "df")),
		agent("c", "s", 4, run(5, "ps")),
	}
	commandsFor := func(path string) string {
		var commands []string
		for _, l := range timeline.Build(all, nil).By(path).Counted().Agents {
			for _, d := range l.Deeds {
				if d.Act == ledger.Run {
					commands = append(commands, d.Command)
				}
			}
		}
		return strings.Join(commands, " ")
	}
	for _, tt := range []struct{ path, agent, want string }{
		{"/w/01.md", "a", "ls ps wc"},
		{"/w/02.md", "b", "df wc"},
		{"/w/main.go", "", "wc du ls df ps"},
		{"/w/else.md", "", "wc du ls df ps"},
	} {
		if got := timeline.Build(all, nil).By(tt.path).Agent.Agent; got != tt.agent {
			t.Errorf("%s: by %q, want %q", tt.path, got, tt.agent)
		}
		if got := commandsFor(tt.path); got != tt.want {
			t.Errorf("%s: what counts is %q, want %q", tt.path, got, tt.want)
		}
	}
	once := timeline.Build(all, nil)
	view := once.By("/w/01.md")
	if once.By("/w/01.md") != view || once.By("/w/01.md") == once.By("/w/02.md") {
		t.Error("an agent has one timeline")
	}
	// A transcript may claim that agents launched each other.
	all[3].Deeds = append(all[3].Deeds, launched(6, "a"), launched(7, ""))
	all[2].Deeds = append(all[2].Deeds, launched(6, "b"))
	for path, want := range map[string]string{"/w/01.md": "ls ps", "/w/02.md": "df", "/w/main.go": "wc du"} {
		if got := commandsFor(path); got != want {
			t.Errorf("%s, of a cycle: what counts is %q, want %q", path, got, want)
		}
	}
	all[3].Deeds, all[2].Deeds = all[3].Deeds[:1], all[2].Deeds[:2]
	// A later prompt may tell an agent what the one above it did meanwhile.
	all[1].Prompted = at(10)
	if got := commandsFor("/w/01.md"); got != "ls ps wc du" {
		t.Errorf("of an agent that was sent on %q counts", got)
	}
	// Without times, everything that the one above it did counts.
	all[1].Began, all[1].Prompted = time.Time{}, time.Time{}
	if got := commandsFor("/w/01.md"); got != "ls ps wc du" {
		t.Errorf("of an agent without times %q counts", got)
	}
	// A missing agent that a sibling launched hides nothing.
	all[0].Gaps = []ledger.Gap{{Line: 9, Why: ledger.Missing}}
	for path, isHidden := range map[string]bool{"/w/01.md": false, "/w/02.md": false, "/w/main.go": true} {
		if why := timeline.Build(all, nil).By(path).Counted().Incomplete(); (why != "") != isHidden {
			t.Errorf("%s: incomplete is %q", path, why)
		}
	}
	if got := timeline.Build(all[1:2], nil).By("/w/01.md").Agent.Agent; got != "a" {
		t.Errorf("without the main agent, the writer is %q", got)
	}
	if (*timeline.Timeline)(nil).By("/w/01.md") != nil {
		t.Error("nothing is by nobody")
	}
}

// TestReceiptIsOfTheAgent checks that a receipt leaves out what the launching agent did before.
func TestReceiptIsOfTheAgent(t *testing.T) {
	const failed = "1 go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL\texample.com/a\t0.1s\nFAIL"
	main, agent := timelinetest.Acts("edit main.go", failed).Agent, timelinetest.Acts("edit a.go").Agent
	agent.Agent, agent.Parent = "a1", "s"
	main.Deeds = append(main.Deeds, ledger.Deed{Act: ledger.Send, Line: 3, Name: "coder", Agent: "a1"})
	got := strings.Join(timeline.ReceiptLines(timeline.Build([]*ledger.Ledger{agent, main}, nil).By("").Receipt("")), "\n")
	if want := `By its transcript, the agent changed "a.go".` + "\nIt ran no tests."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	main.Deeds = append(main.Deeds, ledger.Deed{Act: ledger.Write, Line: 4, Path: "/w/b.go", Time: time.Unix(9, 0)})
	if s := timeline.Build([]*ledger.Ledger{main, agent}, nil).Receipt(""); s.Runs[0].Line != 2 {
		t.Errorf("%+v", s.Runs)
	}
	if s := timeline.Build([]*ledger.Ledger{agent, main}, nil).Receipt(""); s.Runs[0].Line != 0 {
		t.Errorf("a line of another transcript: %+v", s.Runs)
	}
	got = timeline.ReceiptLines(timeline.Build([]*ledger.Ledger{main, agent}, nil).By("").Receipt(""))[0]
	if want := `By its transcript, the agent and those that it launched changed "a.go", "b.go" and 1 more.`; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	agent.Cwd, agent.Deeds = "/v", timelinetest.Acts("0 pytest /v/tests/unit").Agent.Deeds
	main.Deeds = main.Deeds[:1]
	if s := timeline.Build([]*ledger.Ledger{main, agent}, nil).Receipt(""); s.Runs[0].Command != "pytest tests/unit" {
		t.Errorf("in a folder of its own: %+v", s.Runs)
	}
}
