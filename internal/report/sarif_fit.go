package report

import "github.com/handofflint/handofflint/rules"

// mostSarifResults is the limit of GitHub's code scanning for one run
// (docs.github.com, "SARIF results exceed one or more limits").
const mostSarifResults = 25_000

// keepWorst keeps so many results, errors before warnings and earlier ones
// before later ones. The order stays.
func keepWorst(results []sarifEncoded, most int) []sarifEncoded {
	if most >= len(results) {
		return results
	}
	keep := worstFirst(len(results), func(i int) rules.Severity { return results[i].severity })
	kept := make([]sarifEncoded, 0, most)
	for i, place := range keep {
		if place < most {
			kept = append(kept, results[i])
		}
	}
	return kept
}

// worstFirst is the place, from 0, that each of n findings has among all where
// errors come first.
func worstFirst(n int, severity func(i int) rules.Severity) []int {
	places := make([]int, n)
	next := 0
	for _, errors := range []bool{true, false} {
		for i := range places {
			if (severity(i) == rules.Error) == errors {
				places[i] = next
				next++
			}
		}
	}
	return places
}
