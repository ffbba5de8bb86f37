package evidence

import (
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

func TestUnjudged(t *testing.T) {
	whole := &Deeds{Agent: &ledger.Ledger{}}
	part := &Deeds{Agent: &ledger.Ledger{Gaps: []ledger.Gap{{Line: 3, Why: ledger.Missing}}}}
	cut := &rules.Incomplete{}
	cut.Add(rules.KindFiles, "git gave no answer within 10 s")
	const noTranscript = "not judged, no transcript was named (--transcript FILE)"
	tests := map[string]struct {
		facts *Facts
		kind  string
		want  string
	}{
		"nothing was asked for":              {nil, rules.KindClaims, "not judged, not asked for (--evidence)"},
		"nor actions":                        {nil, rules.KindActions, noTranscript},
		"another kind was asked for":         {&Facts{Kinds: []string{rules.KindFiles}}, rules.KindChain, "not judged, not asked for (--evidence)"},
		"the kind was":                       {&Facts{Kinds: []string{rules.KindChain}}, rules.KindChain, ""},
		"all kinds were":                     {&Facts{}, rules.KindClaims, ""},
		"no transcript":                      {&Facts{}, rules.KindActions, noTranscript},
		"a whole transcript":                 {&Facts{Deeds: whole}, rules.KindActions, ""},
		"a transcript with a gap":            {&Facts{Deeds: part}, rules.KindActions, "not all judged, the transcript of another agent of the session is not there"},
		"no git":                             {&Facts{Tree: worktree.NewTree(t.TempDir())}, rules.KindFiles, "not all judged, there is no git repository"},
		"git was not asked to the end":       {&Facts{Tree: worktree.NewTree(t.TempDir()), Incomplete: cut}, rules.KindFiles, ""},
		"which says nothing about a session": {&Facts{Incomplete: cut}, rules.KindChain, ""},
	}
	for name, tt := range tests {
		if got := tt.facts.Unjudged(tt.kind); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}
