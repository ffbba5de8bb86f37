package evidence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
)

// What git is asked is bounded, however many handoffs name commits: what was not asked is
// not known. A handoff asks about all of its commits at once.
func TestGitIsAskedUpToABound(t *testing.T) {
	s := newScratch(t)
	s.write(1, "a.go")
	s.commit()
	tree, answers := NewTree(s.root), map[ledger.Answer]int{}
	for range 2 { // each is asked about once
		clear(answers)
		for i := range 2 * maxQuestions {
			first, second := fmt.Sprintf("abcdef%04d", i), fmt.Sprintf("fedcba%04d", i)
			found := tree.Commits(Handoff{Path: s.at("out/a.md")}, []string{first, second})
			if found[first] != found[second] {
				t.Errorf("%v", found)
			}
			answers[found[first]]++
		}
	}
	asked := answers[ledger.No]
	if asked == 0 || asked > maxQuestions || answers[ledger.Unknown] != 2*maxQuestions-asked {
		t.Errorf("%d are not there, %d unknown", asked, answers[ledger.Unknown])
	}
}

// What is done beyond the bounds of a command line may be anything: nobody is accused of
// not having done it.
func TestCommandsBeyondABoundMayHaveDoneAnything(t *testing.T) {
	for name, line := range map[string]string{
		"deeds":    strings.Repeat("cat a.go; ", 5_000) + "npm audit",
		"operands": "cat " + strings.Repeat("a.go ", 5_000) + "; npm audit",
		"chain":    strings.Repeat("cd a && ", 5_000) + "npm audit",
		"targets":  "npm audit " + strings.Repeat("> a.go ", 5_000),
		"nested":   "echo $(" + strings.Repeat("cat a.go; ", 5_000) + ") && npm audit",
	} {
		deeds := shellDeeds(line, "/repo", nonzero, "FAIL", nil)
		d := &Deeds{Agent: &ledger.Ledger{Deeds: deeds}}
		if len(deeds) > maxShellDeeds+3 {
			t.Errorf("%s: %d deeds are kept", name, len(deeds))
		}
		tests := d.TestsBefore("", func(s *Step) bool { return s.HasWords(InvocationOf("go test", nil)) })
		if d.Ran(InvocationOf("npm audit", nil)).Answer == ledger.No || d.Read("b.go").Answer == ledger.No || d.Wrote("b.go").Answer == ledger.No || !tests.Open {
			t.Errorf("%s: something is said not to have been done", name)
		}
	}
}
