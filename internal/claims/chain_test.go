package claims

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/rules"
)

// sessionOf returns a session of reports, each of which names the one before and some other files.
func sessionOf(engine *rules.Engine, reports, names int) *rules.Session {
	s := &rules.Session{Path: "s"}
	for i := range reports {
		var text strings.Builder
		fmt.Fprintf(&text, "---\nagent_role: \"role%d\"\nsequence: %d\n---\n\n## 1. What Was Done\n\nReport %d was read.\n", i%5, i+1, i)
		for j := range names {
			fmt.Fprintf(&text, "Report %d was not.\n", 999-j)
		}
		doc := document.Parse(document.Input{Path: fmt.Sprintf("s/%03d-role%d-report.md", i+1, i%5), Data: []byte(text.String()), As: "report"}, engine.Limits().Limits)
		m := rules.MemberOf(doc)
		m.AddChain(doc)
		s.Members = append(s.Members, m)
	}
	return s
}

// TestComparisonsAreBounded checks the bound for comparing reports of a session, which real sessions do not
// reach. Beyond it the chain is not judged.
func TestComparisonsAreBounded(t *testing.T) {
	engine := evidenceEngine(t)
	// The last agent's transcript shows that it wrote its report and read another file.
	wrote := func(report string) []ledger.Deed {
		return []ledger.Deed{{Act: ledger.Read, Path: "a.go", Whole: true, Line: 1}, {Act: ledger.Write, Path: report, Line: 2}}
	}
	for _, tt := range []struct {
		name                    string
		reports, names, reasons int
	}{
		{"a long session", 200, 5, 0},
		{"many names", 700, 99, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			session := sessionOf(engine, tt.reports, tt.names)
			last, before := session.Members[tt.reports-1], session.Members[tt.reports-2]
			agents := []*ledger.Ledger{{Deeds: wrote(last.Path)}, {Agent: "a", Deeds: wrote(before.Path)}}
			incomplete := &rules.Incomplete{}
			results, err := engine.CheckSession(session, &Facts{Timeline: timeline.Build(agents, nil), Incomplete: incomplete})
			if err != nil {
				t.Fatal(err)
			}
			if reasons := incomplete.Reasons(); len(reasons) != tt.reasons || tt.reasons > 0 && reasons[0].Kind != rules.KindChain {
				t.Errorf("%v", reasons)
			}
			found := 0
			for _, r := range results {
				for _, f := range r.Findings {
					if strings.HasPrefix(f.Rule, "chain/") {
						found++
					}
				}
			}
			if said := found > 0; said != (tt.reasons == 0) {
				t.Errorf("%d findings about the chain", found)
			}
		})
	}
}
