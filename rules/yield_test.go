package rules

import (
	"math/rand"
	"slices"
	"testing"
)

// yieldSimply is what yield means, as it is said: each finding is held against
// each other one.
func yieldSimply(findings []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool {
		return slices.ContainsFunc(findings, func(other Finding) bool {
			if !slices.Contains(f.yields, other.Rule) {
				return false
			}
			return f.wholeFile || other.wholeFile ||
				other.Range.Start.Offset >= f.scope.Start.Offset && other.Range.End.Offset <= f.scope.End.Offset
		})
	})
}

// randomFindings are crowded enough to yield to each other in every way, and
// sparse enough not to all do so.
func randomFindings(chance *rand.Rand) []Finding {
	rules := []string{"a", "b", "c", "d"}
	findings := make([]Finding, chance.Intn(30))
	for i := range findings {
		start, from := chance.Intn(40), chance.Intn(40)
		f := scoped(at(rules[chance.Intn(4)], start, start+chance.Intn(12)), from, from+chance.Intn(15))
		for range chance.Intn(3) {
			f.yields = append(f.yields, rules[chance.Intn(4)])
		}
		f.wholeFile = chance.Intn(40) == 0
		findings[i] = f
	}
	return findings
}

func TestYieldIsWhatItMeans(t *testing.T) {
	chance := rand.New(rand.NewSource(1))
	dropped, kept := 0, 0
	for range 20_000 {
		findings := randomFindings(chance)
		got, want := names(yield(findings)), names(yieldSimply(findings))
		if got != want {
			t.Fatalf("%+v\n got %s\nwant %s", findings, got, want)
		}
		n := len(yieldSimply(findings))
		dropped, kept = dropped+len(findings)-n, kept+n
	}
	if dropped < kept/10 || kept < dropped/10 {
		t.Errorf("%d were dropped and %d kept: that tries too little", dropped, kept)
	}
}

// manyFindings are n of them, each second one yielding to a rule that has fired
// in other places only.
func manyFindings(n int) []Finding {
	findings := make([]Finding, n)
	for i := range findings {
		findings[i] = at("fired", 10*i, 10*i+5)
		if i%2 == 0 {
			findings[i] = at("yields", 10*i, 10*i+5, "fired", "another")
		}
	}
	return findings
}

func BenchmarkYield(b *testing.B) {
	for _, bb := range []struct {
		name  string
		yield processor
	}{{"indexed", yield}, {"simple", yieldSimply}} {
		b.Run(bb.name, func(b *testing.B) {
			findings := manyFindings(5000)
			for b.Loop() {
				if left := bb.yield(findings); len(left) != len(findings) {
					b.Fatalf("%d are left of %d", len(left), len(findings))
				}
			}
		})
	}
}
