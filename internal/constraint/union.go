package constraint

import (
	"slices"
	"strings"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
)

// anyOf is a disjunction that is no single scalar.
type anyOf struct {
	branches []checker
	// value is the disjunction itself, with all that is unified with it: CUE is
	// asked where more than one branch fits an object or list, because it takes
	// some of those for ambiguous.
	value cue.Value
	// byKind are the branches that may accept values of a kind.
	byKind [document.Object + 1][]checker
	// ties are the kinds of values that several branches may fit at once.
	ties kinds
}

// indexByKind sorts the branches by the kinds they accept, once all definitions are
// compiled.
func (u *anyOf) indexByKind() {
	for _, b := range u.branches {
		ks := b.kinds()
		for k := range u.byKind {
			if ks.has(document.Kind(k)) {
				u.byKind[k] = append(u.byKind[k], b)
			}
		}
	}
}

func (u *anyOf) kinds() kinds {
	ks := noKind
	for _, b := range u.branches {
		ks |= b.kinds()
	}
	return ks
}

func (u *anyOf) want() string { return wantAny(u.branches) }

func wantAny(branches []checker) string {
	var words []string
	for _, b := range branches {
		if w := b.want(); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return strings.Join(words, " or ")
}

func (u *anyOf) match(n *document.Node, loose bool, steps *Steps) bool {
	fit := u.byKind[n.Kind]
	if len(fit) < 2 || scalars.has(n.Kind) {
		return matchAny(fit, n, loose, steps)
	}
	fits, strict := 0, false
	for _, b := range fit {
		if !b.match(n, true, steps) {
			continue
		}
		if loose {
			return true
		}
		fits++
		strict = strict || b.match(n, false, steps)
	}
	// Among several that fit CUE keeps one, takes them for one, or gives up:
	// in no case is a value accepted that no branch accepts.
	return strict && (fits == 1 || !u.ties.has(n.Kind) || agrees(u.value, n))
}

// matchAny takes any branch: whatever branches a concrete scalar fits, it
// stays the same value.
func matchAny(branches []checker, n *document.Node, loose bool, steps *Steps) bool {
	for _, b := range branches {
		if b.match(n, loose, steps) {
			return true
		}
	}
	return false
}
