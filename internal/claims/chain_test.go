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

// TestUnreadUpstream checks when a report that names the one before is reported: its agent did not open it.
func TestUnreadUpstream(t *testing.T) {
	engine := evidenceEngine(t)
	wrote := func(names ...string) (deeds []ledger.Deed) {
		for _, name := range names {
			deeds = append(deeds, ledger.Deed{Act: ledger.Write, Path: name})
		}
		return deeds
	}
	const first, second = "s/001-role0-report.md", "s/002-role1-report.md"
	author, before := &ledger.Ledger{Deeds: wrote(second)}, &ledger.Ledger{Agent: "a", Deeds: wrote(first)}
	searcher := &ledger.Ledger{Deeds: append(wrote(second), ledger.Deed{Act: ledger.Run, Command: "grep -rn lock s"})}
	torn := &ledger.Ledger{Agent: "a", Deeds: wrote(first), Gaps: []ledger.Gap{{Line: 3, Why: ledger.Torn}}}
	both := []*ledger.Ledger{author, before}
	for name, tt := range map[string]struct {
		agents []*ledger.Ledger
		change func(*rules.Session) // nil for none
		want   bool
	}{
		"it was not opened":               {both, nil, true},
		"a third is not read":             {both, func(s *rules.Session) { s.Members = append(s.Members, rules.MemberByName("s/003-c-report.md")) }, true},
		"one has no number":               {both, func(s *rules.Session) { s.Members[1].Sequence = nil }, false},
		"both have one number":            {both, func(s *rules.Session) { s.Members[1].Sequence = s.Members[0].Sequence }, false},
		"it names none":                   {both, func(s *rules.Session) { s.Members[1].Chain.Cites = nil }, false},
		"another read the second":         {[]*ledger.Ledger{author, before, {Agent: "b", Deeds: []ledger.Deed{{Act: ledger.Read, Path: second}}}}, nil, true},
		"its folder was searched":         {[]*ledger.Ledger{searcher, before}, nil, false},
		"one agent wrote both":            {[]*ledger.Ledger{{Deeds: wrote(first, second)}, before}, nil, false},
		"a command may have written both": {[]*ledger.Ledger{{Deeds: wrote(second, ledger.Anything)}, before}, nil, false},
		"its writer wrote both":           {[]*ledger.Ledger{author, {Agent: "a", Deeds: wrote(first, second)}}, nil, false},
		"nobody wrote the first":          {[]*ledger.Ledger{author, {Agent: "a"}}, nil, false},
		"two wrote the second":            {[]*ledger.Ledger{author, before, author}, nil, false},
		"a transcript has a gap":          {[]*ledger.Ledger{author, torn}, nil, false},
	} {
		session := sessionOf(engine, 2, 0)
		if tt.change != nil {
			tt.change(session)
		}
		results, err := engine.CheckSession(session, &Facts{Timeline: timeline.Build(tt.agents, nil)})
		if err != nil {
			t.Fatal(err)
		}
		if isReported := strings.Contains(fmt.Sprint(results), "chain/unread-upstream"); isReported != tt.want {
			t.Errorf("%s: reported: %t", name, isReported)
		}
	}
	if results, err := engine.CheckSession(sessionOf(engine, 2, 0), &Facts{}); err != nil || len(results) > 0 {
		t.Errorf("without a transcript: %v, %v", results, err)
	}
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
