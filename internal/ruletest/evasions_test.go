package ruletest

import (
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/rules"
)

// TestEvasions checks handoffs that lie or say nothing in a valid form, from testdata/evasions, and requires
// a finding of each one's rule. They are variations of the handoffs of testdata/silent.
func TestEvasions(t *testing.T) {
	engine := silentEngine(t)
	count := 0
	for format, path := range variedPaths {
		file, silent := readVariations(t, "evasions", string(format)), readVariations(t, "silent", string(format))
		file.Base, file.Phased = silent.Base, silent.Phased
		for _, v := range file.all(t) {
			count++
			result, err := engine.Check(engine.Parse(rules.Input{Path: path, Data: []byte(v.text), As: format, Named: true}), &claims.Facts{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(result.Findings, func(f rules.Finding) bool { return f.Rule == v.rule }) {
				t.Errorf("%s: %s does not report %s, but:\n%s", format, v.rule, v.change, render([]rules.Result{result}))
			}
		}
	}
	t.Logf("%d cases", count)
	if count < 700 {
		t.Errorf("only %d cases", count)
	}
}
