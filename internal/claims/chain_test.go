package claims

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/rules"
)

// sessionOf returns a session of so many reports, each with some next actions of so many
// words and some artifacts.
func sessionOf(engine *rules.Engine, reports, actions, words, artifacts int) *rules.Session {
	s := &rules.Session{Path: "s"}
	for i := range reports {
		var text strings.Builder
		fmt.Fprintf(&text, "---\nagent_role: \"role%d\"\nsequence: %d\n---\n\n## 1. What Was Done\n\nWork %d.\n\n## 2. Output Artifacts\n\n", i%5, i+1, i)
		for j := range artifacts {
			fmt.Fprintf(&text, "- `src/a%d.go`\n", j)
		}
		text.WriteString("\n## 5. Next Agent Actions\n\n")
		for j := range actions {
			fmt.Fprintf(&text, "%d. Do%s\n", j+1, strings.Repeat(fmt.Sprintf(" task%dof%d", j, i), words))
		}
		doc := document.Parse(document.Input{Path: fmt.Sprintf("s/%03d-role%d-report.md", i+1, i%5), Data: []byte(text.String()), As: document.Report}, engine.Limits().Limits)
		m := rules.MemberOf(doc)
		m.AddChain(doc)
		s.Members = append(s.Members, m)
	}
	return s
}

// Reports of a session are compared up to a bound, which no session of people reaches.
// Beyond it nothing is said about the chain.
func TestComparisonsAreBounded(t *testing.T) {
	engine := evidenceEngine(t)
	for _, tt := range []struct {
		name    string
		session *rules.Session
		reasons int
	}{
		{"a long session", sessionOf(engine, 400, 4, 15, 5), 0},
		{"many actions", sessionOf(engine, 300, 100, 10, 0), 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			incomplete := &rules.Incomplete{}
			results, err := engine.CheckSession(tt.session, &evidence.Facts{Incomplete: incomplete})
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
