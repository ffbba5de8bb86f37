package rules

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
)

// rename corrects the name of a field of the object at a pointer, if the two
// names match each other only.
func (t *docCheck) rename(parent, from, to string) []Replacement {
	object := t.nodeAt(parent)
	field := object.Field(from)
	if field == nil || object.Field(to) != nil || !t.uniquePair(parent, from, to) {
		return nil
	}
	return t.respell(field.Key, from, to)
}

// uniquePair reports whether two names match each other only: no other unused
// name of the schema is near the unknown field's, and no other unknown field is
// near that name.
func (t *docCheck) uniquePair(parent, from, to string) bool {
	unknown := t.unknownIn(parent)
	i := slices.IndexFunc(unknown, func(u Unknown) bool { return u.Node.Name == from })
	if i < 0 {
		return false
	}
	meant := t.ruleSet.misspelling.Near(from, unknown[i].Known)
	return len(meant) == 1 && meant[0] == to && t.countSimilar(parent, to) == 1
}

// countSimilar counts the unknown fields of an object that are near a name. It
// caches the count, since a hostile object has many fields.
func (t *docCheck) countSimilar(parent, name string) int {
	key := document.PointerStep(parent, name)
	if _, counted := t.similarCount[key]; !counted {
		if t.similarCount == nil {
			t.similarCount = map[string]int{}
		}
		var names []string
		for _, u := range t.unknownIn(parent) {
			names = append(names, u.Node.Name)
		}
		t.similarCount[key] = len(t.ruleSet.misspelling.Near(name, names))
	}
	return t.similarCount[key]
}
