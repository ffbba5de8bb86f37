package rules

import (
	"cmp"
	"slices"
	"strings"
)

var groupOrder = []string{"file", "syntax", "schema", "placeholder", "report", "metadata", "context", "task", "session", "suppression"}

func sortRules(rules []*Rule) {
	slices.SortFunc(rules, func(a, b *Rule) int {
		return cmp.Or(cmp.Compare(groupRank(a), groupRank(b)), strings.Compare(a.Name, b.Name))
	})
}

// groupRank returns a group's rank in groupOrder; a team's groups come last.
func groupRank(r *Rule) int {
	if i := slices.Index(groupOrder, r.Group()); i >= 0 {
		return i
	}
	return len(groupOrder)
}
