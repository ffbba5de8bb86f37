package claims

import (
	"fmt"
	"sync"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

func TestUnjudged(t *testing.T) {
	whole := timeline.Build([]*ledger.Ledger{{}}, nil)
	part := timeline.Build([]*ledger.Ledger{{Gaps: []ledger.Gap{{Line: 3, Why: ledger.Missing}}}}, nil)
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
		"a whole transcript":                 {&Facts{Timeline: whole}, rules.KindActions, ""},
		"a transcript with a gap":            {&Facts{Timeline: part}, rules.KindActions, "not all judged, the transcript of another agent of the session is not there"},
		"no git":                             {&Facts{Tree: worktree.NewTree(t.TempDir())}, rules.KindFiles, "not all judged, there is no git repository"},
		"git":                                {&Facts{Tree: committed(t, "a.go")}, rules.KindFiles, ""},
		"git was not asked to the end":       {&Facts{Tree: worktree.NewTree(t.TempDir()), Incomplete: cut}, rules.KindFiles, ""},
		"which says nothing about a session": {&Facts{Incomplete: cut}, rules.KindChain, ""},
	}
	for name, tt := range tests {
		if got := tt.facts.Unjudged(tt.kind); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

func TestIncomplete(t *testing.T) {
	var none *rules.Incomplete
	none.Add(rules.KindFiles, "why")
	if none.Has(rules.KindFiles) || none.Reasons() != nil {
		t.Error("nil records something")
	}
	i := &rules.Incomplete{}
	facts := &Facts{Kinds: rules.EvidenceKinds, Incomplete: i}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			i.Add(rules.KindChain, "two")
			i.Add(rules.KindClaims, "three")
			i.Add(rules.KindChain, "one")
		})
	}
	group.Wait()
	want := "[claims about the handoff itself were only partly checked: three claims about the other reports of the session were only partly checked: one claims about the other reports of the session were only partly checked: two]"
	if got := fmt.Sprint(i.Reasons()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if (&Facts{Kinds: []string{rules.KindFiles}}).Has(rules.KindChain) {
		t.Error("there is evidence of a kind that was not asked for")
	}
	if !(&Facts{Kinds: []string{rules.KindFiles}}).Has(rules.KindText) {
		t.Error("the text is evidence, whatever was asked for")
	}
	if facts.Has(rules.KindChain) || facts.Has(rules.KindClaims) {
		t.Error("there is evidence of a kind that is incomplete")
	}
	if (&Facts{Kinds: rules.EvidenceKinds, Incomplete: &rules.Incomplete{}}).Has(rules.KindChain) != true {
		t.Error("there is no evidence although nothing is incomplete")
	}
}
