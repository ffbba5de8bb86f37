package rules

import (
	"cmp"
	"slices"
	"strings"
)

// groupOrder is the order in which groups are listed.
var groupOrder = []string{"file", "syntax", "schema", "placeholder", "report", "metadata", "context", "task", "session", "suppression"}

func sortRules(rules []*Rule) {
	slices.SortFunc(rules, func(a, b *Rule) int {
		return cmp.Or(cmp.Compare(groupRank(a), groupRank(b)), strings.Compare(a.Name, b.Name))
	})
}

// groupRank is a group's place in the order; those of a team's own come last.
func groupRank(r *Rule) int {
	if i := slices.Index(groupOrder, r.Group()); i >= 0 {
		return i
	}
	return len(groupOrder)
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
