package rules

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
)

// rename gives a field of the object at a pointer its right name, where that
// name is the only one which can be meant, and nothing else can mean it.
func (t *judgement) rename(parent, from, to string) []Replacement {
	object := t.nodeAt(parent)
	field := object.Field(from)
	if field == nil || object.Field(to) != nil || !t.onlyMeant(parent, from, to) {
		return nil
	}
	if !holdsKey(object, field) {
		return nil
	}
	return t.respell(field.Key, from, to)
}

// holdsKey says whether a field's key stands in the object itself. What an
// alias or a merge key of YAML brings in stands elsewhere, be it in the value
// of another field, and is read there too.
func holdsKey(object, field *document.Node) bool {
	within := func(n *document.Node) bool {
		return field.Key.Start >= n.Value.Start && field.Key.End <= n.Value.End
	}
	return within(object) && !slices.ContainsFunc(object.Items, within)
}

// onlyMeant says whether two names of an object belong together: of the names
// that the schema has left only one is like the unknown field's, and no other
// unknown field is like that one.
func (t *judgement) onlyMeant(parent, from, to string) bool {
	unknown := t.unknownIn(parent)
	i := slices.IndexFunc(unknown, func(u Unknown) bool { return u.Node.Name == from })
	if i < 0 {
		return false
	}
	meant := t.judge.misspelling.Near(from, unknown[i].Known)
	return len(meant) == 1 && meant[0] == to && t.likeIt(parent, to) == 1
}

// likeIt counts the unknown fields of an object that are like a name. The
// count is kept, for a hostile object has many fields.
func (t *judgement) likeIt(parent, name string) int {
	key := document.PointerStep(parent, name)
	if _, counted := t.like[key]; !counted {
		if t.like == nil {
			t.like = map[string]int{}
		}
		var names []string
		for _, u := range t.unknownIn(parent) {
			names = append(names, u.Node.Name)
		}
		t.like[key] = len(t.judge.misspelling.Near(name, names))
	}
	return t.like[key]
}
