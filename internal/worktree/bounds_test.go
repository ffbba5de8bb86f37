package worktree

import (
	"fmt"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
)

// The number of git calls is bounded, however many handoffs name commits: further answers are unknown. A
// handoff asks about all its commits at once.
func TestGitIsAskedUpToABound(t *testing.T) {
	s := newScratch(t)
	s.write(1, "a.go")
	s.commit()
	tree, answers := NewTree(s.root), map[ledger.Answer]int{}
	for range 2 { // each is asked about once
		clear(answers)
		for i := range 2 * maxQuestions {
			first, second := fmt.Sprintf("abcdef%04d", i), fmt.Sprintf("fedcba%04d", i)
			found := tree.Commits(Handoff{Path: s.at("out/a.md"), Said: s.now}, []string{first, second}, s.now)
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
