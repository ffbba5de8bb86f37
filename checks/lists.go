package checks

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// entries calls each for the entries of some lists of the handoff's own object,
// except those that violate the schema.
func entries(pass *rules.Pass, lists []string, each func(list *document.Node, i int, pointer string)) {
	for _, name := range lists {
		list := pass.Doc.Data().Field(name)
		for i := range list.Elements() {
			if pointer := list.ItemPointer("/"+name, i); !pass.Failed(pointer) {
				each(list, i, pointer)
			}
		}
	}
}

// firsts are the first values of keys.
type firsts[K comparable, V any] map[K]V

// before returns the first value of a key and whether there was one; otherwise the
// given value is the first.
func (f firsts[K, V]) before(key K, value V) (first V, repeated bool) {
	if first, repeated = f[key]; !repeated {
		f[key] = value
	}
	return first, repeated
}
