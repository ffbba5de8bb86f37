package evidence

import (
	"fmt"
	"testing"
)

// What git is asked is bounded, however many commits are named: what was not asked is
// not known.
func TestGitIsAskedUpToABound(t *testing.T) {
	s := newScratch(t)
	s.write(1, "a.go")
	s.commit()
	tree, answers := NewTree(s.root), map[Answer]int{}
	for range 2 { // each is asked about once
		clear(answers)
		for i := range 2 * maxQuestions {
			answers[tree.Commit(Handoff{Path: s.at("out/a.md")}, fmt.Sprintf("abcdef%04d", i))]++
		}
	}
	asked := answers[No]
	if asked == 0 || asked > maxQuestions || answers[Unknown] != 2*maxQuestions-asked {
		t.Errorf("%d are not there, %d unknown", asked, answers[Unknown])
	}
}
