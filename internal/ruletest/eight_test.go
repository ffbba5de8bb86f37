package ruletest

import (
	"strings"
	"testing"
)

// TestEightFaults holds that one run reports all faults: a report with eight different ones has eight
// findings, without duplicates and without consequences of others. The golden has their positions and rules.
func TestEightFaults(t *testing.T) {
	c, results := lintTree(t, "../../testdata/eight/report")
	c.compare(t, results)
	seen := map[string]bool{}
	count := 0
	for _, r := range results {
		for _, f := range r.Findings {
			seen[f.Rule] = true
			count++
		}
	}
	if count != 8 || len(seen) != 8 {
		t.Errorf("%d findings of %d rules, want 8 of 8:\n%s", count, len(seen), render(results))
	}
}

// TestExamples checks the repository of the README's example against the README.
func TestExamples(t *testing.T) {
	c, results := lintTree(t, "../../testdata/examples")
	c.compare(t, results)
	formats := map[string]int{}
	passed := 0
	for _, r := range judged(results) {
		formats[string(r.Format)]++
		if len(r.Findings) == 0 {
			passed++
		}
		if strings.Contains(r.Path, "README") {
			t.Errorf("%s is no handoff", r.Path)
		}
	}
	if passed != 4 {
		t.Errorf("%d handoffs pass, want 4", passed)
	}
	for _, format := range []string{"report", "metadata", "context", "task"} {
		if formats[format] != 2 {
			t.Errorf("%d handoffs are %s, want 2", formats[format], format)
		}
	}
}
