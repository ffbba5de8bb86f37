package evidence

import (
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
)

const failed = "1 go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL\texample.com/a\t0.1s\nFAIL"

// TestSummaryIsOfTheAgent leaves out what the one that launched it did before.
func TestSummaryIsOfTheAgent(t *testing.T) {
	main, agent := timelinetest.Acts("edit main.go", failed).Agent, timelinetest.Acts("edit a.go").Agent
	agent.Agent, agent.Parent = "a1", "s"
	main.Deeds = append(main.Deeds, ledger.Deed{Act: ledger.Send, Line: 3, Name: "coder", Agent: "a1"})
	all := &Deeds{Agent: agent, Around: []*ledger.Ledger{main}}
	got := strings.Join(timeline.ReceiptLines(all.By("").SummaryOf("")), "\n")
	if want := `By its transcript, the agent changed "a.go".` + "\nIt ran no tests."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	main.Deeds = append(main.Deeds, ledger.Deed{Act: ledger.Write, Line: 4, Path: "/w/b.go", Time: time.Unix(9, 0)})
	all = &Deeds{Agent: main, Around: []*ledger.Ledger{agent}}
	got = timeline.ReceiptLines(all.By("").SummaryOf(""))[0]
	if want := `By its transcript, the agent and those that it launched changed "a.go", "b.go" and 1 more.`; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
