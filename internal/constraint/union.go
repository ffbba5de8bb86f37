package constraint

import (
	"slices"
	"strings"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
)

// anyOf is a disjunction that is not a single scalar.
type anyOf struct {
	branches []checker
	// value is the disjunction itself, with all that is unified with it: CUE
	// decides if more than one branch matches an object or list, since it finds
	// some of those ambiguous.
	value cue.Value
	// byKind are the branches that may accept values of a kind.
	byKind [document.Object + 1][]checker
	// ties are the kinds of values that may match several branches at once.
	ties kinds
}

// indexByKind groups the branches by the kinds they accept, once all
// definitions are compiled.
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
	// of several that match CUE keeps one, finds them equal, or gives up: it
	// never accepts a value that no branch accepts
	return strict && (fits == 1 || !u.ties.has(n.Kind) || agrees(u.value, n))
}

// matchAny matches any branch: a concrete scalar stays the same value whatever
// branches it matches.
func matchAny(branches []checker, n *document.Node, loose bool, steps *Steps) bool {
	for _, b := range branches {
		if b.match(n, loose, steps) {
			return true
		}
	}
	return false
}
