package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/xrash/smetrics"
)

// groupOrder is the order in which groups are listed.
var groupOrder = []string{"file", "syntax", "schema", "placeholder", "report", "metadata", "context", "task", "session"}

func sortRules(rules []*Rule) {
	slices.SortFunc(rules, func(a, b *Rule) int {
		byGroup := cmp.Compare(slices.Index(groupOrder, a.Group()), slices.Index(groupOrder, b.Group()))
		return cmp.Or(byGroup, strings.Compare(a.Name, b.Name))
	})
}

// nearest are the words sorted by how like they are to one, the likest first;
// of equals the first stays first.
func nearest(word string, words []string) []string {
	sorted := slices.Clone(words)
	slices.SortStableFunc(sorted, func(a, b string) int {
		return cmp.Compare(Distance(word, a), Distance(word, b))
	})
	return sorted
}

// Distance is how many letters have to be added, removed or changed to make
// one word of the other, ignoring case. Words are cut to 64 bytes: nobody
// misspells longer names.
func Distance(a, b string) int {
	cut := func(s string) string { return strings.ToLower(s[:min(len(s), 64)]) }
	return smetrics.WagnerFischer(cut(a), cut(b), 1, 1, 1)
}
