package lint_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/rules"
)

// TestExamplesUnderSettings fixes a sample of the examples under random severities, the same on every run.
// With any severities, a fix causes no new finding and needs no second run, and what could not be checked is
// reported.
func TestExamplesUnderSettings(t *testing.T) {
	catalogue, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files := examples(t)
	paths := slices.Sorted(maps.Keys(files))
	random := rand.New(rand.NewPCG(6, 6))
	plain := exampleEngine(t)
	fixed := 0
	for range 6 {
		options := randomOptions(random, catalogue)
		e, err := rules.NewEngine(claims.Add(checks.All()), options)
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			path := paths[random.IntN(len(paths))]
			data := []byte(files[path])
			fixed += len(expectSound(t, path, data, judgeAs(e, path)).Fixed)
			expectFirm(t, catalogue, path, data, plain, e)
		}
	}
	if fixed == 0 {
		t.Error("nothing was fixed")
	}
}

// randomOptions sets random severities for about half of the rules.
func randomOptions(random *rand.Rand, catalogue *rules.Catalogue) rules.Options {
	o := rules.Options{Now: noon, Strict: random.IntN(2) == 0, NoInline: random.IntN(2) == 0}
	severities := []rules.Severity{rules.Error, rules.Warning, rules.Off}
	if random.IntN(3) == 0 {
		o.Overrides = append(o.Overrides, rules.Override{Pattern: "*", Severity: severities[random.IntN(3)]})
	}
	for _, r := range catalogue.Rules {
		override := rules.Override{Pattern: r.Name, Severity: severities[random.IntN(3)]}
		if !r.Fixed && random.IntN(2) == 0 {
			o.Overrides = append(o.Overrides, override)
		}
	}
	return o
}

// expectFirm checks that findings about files that were not checked appear under all settings.
func expectFirm(t *testing.T, catalogue *rules.Catalogue, path string, data []byte, plain, set *rules.Engine) {
	t.Helper()
	want, err := judgeAs(plain, path)(data)
	if err != nil {
		t.Fatal(err)
	}
	got, err := judgeAs(set, path)(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range want.Findings {
		same := func(g rules.Finding) bool { return g.Rule == f.Rule && g.Range == f.Range && g.Severity == rules.Error }
		if catalogue.Rule(f.Rule).Fixed && !slices.ContainsFunc(got.Findings, same) {
			t.Errorf("%s: not told under settings: %s at line %d", path, f.Rule, f.Range.Start.Line)
		}
	}
}
