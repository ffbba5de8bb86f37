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

// Distance is how many bytes have to be added, removed or changed to make one
// word of the other, ignoring case: Levenshtein's, found with one machine word
// for a column of the table (Myers 1999, in the form of Hyyrö 2003), for a
// hostile file compares a great many names. Words are cut to 64 bytes: nobody
// misspells longer names.
//
// Internal: it serves the commands of handofflint.
func Distance(a, b string) int {
	a, b = comparable(a), comparable(b)
	if a == "" {
		return len(b)
	}
	var at [256]uint64 // where each byte stands in a
	for i := range len(a) {
		at[a[i]] |= 1 << i
	}
	up, down, last, distance := ^uint64(0), uint64(0), uint64(1)<<(len(a)-1), len(a)
	for i := range len(b) {
		equal := at[b[i]]
		diagonal := equal | down
		across := (((equal & up) + up) ^ up) | equal
		right, left := down|^(across|up), up&across
		if right&last != 0 {
			distance++
		} else if left&last != 0 {
			distance--
		}
		right, left = right<<1|1, left<<1
		up, down = left|^(diagonal|right), right&diagonal
	}
	return distance
}

// comparable is a word in lower case, cut to the bits of a machine word. Case
// can change the length, so it is cut twice.
func comparable(s string) string {
	s = strings.ToLower(s[:min(len(s), 64)])
	return s[:min(len(s), 64)]
}
