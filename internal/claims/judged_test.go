package claims

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// TestResultsOfEarlierRounds checks that a later round replaces earlier results.
func TestResultsOfEarlierRounds(t *testing.T) {
	const said = "# Quota\n\nAll tests pass.\n"
	deeds := append([]ledger.Deed{{Act: ledger.Write, Path: "/w/a.go"}}, shell.Deeds("go test ./...", "/w", shell.Exited(1), "--- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s", nil)...)
	for text, want := range map[string]int{
		said: 1,
		said + "\n## Notes\n\nThe lock is held.\n":       1,
		said + "\n## Fix round 1\n\nThe lock is held.\n": 0,
		said + "\n## Fix round 1\n\nAll tests pass.\n":   1,
	} {
		in := rules.Input{Path: ".superpowers/sdd/task-1-report.md", Data: []byte(text)}
		found := accusations(t, evidenceEngine(t), in, factsOfDeeds(deeds))
		if len(found) != want || want > 0 && !strings.HasPrefix(found[0], "evidence/contradicted:") {
			t.Errorf("%q: %q, want %d", text, found, want)
		}
	}
}

// TestOfThisTree checks from how many files in unknown folders a handoff is about another tree.
func TestOfThisTree(t *testing.T) {
	p := referenceParams{Foreign: 3}
	foreign := mention{File: worktree.File{Path: "lib/a.go", State: worktree.Absent}, listed: true}
	for count, want := range []int{0, 1, 2, 0, 0} {
		var all []mention
		for range count {
			all = append(all, foreign)
		}
		if got := len(p.ofThisTree(all)); got != want {
			t.Errorf("%d files of another tree: %d are of this one, want %d", count, got, want)
		}
	}
}
