package rules

import (
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// failures are the pointers, from the document's root, of values that have
// broken the schema.
type failures []string

// covers says whether the value at a pointer, or one around it, has failed.
func (f failures) covers(pointer string) bool {
	for _, failed := range f {
		if within(pointer, failed) {
			return true
		}
	}
	return false
}

// any says whether one of the pointers is covered. In a pointer a step `*`
// stands for any item; what a single item did does not fail the list.
func (f failures) any(pointers []string) bool { return f.anyBelow("", pointers) }

func (f failures) anyBelow(prefix string, pointers []string) bool {
	if len(f) == 0 {
		return false
	}
	for _, p := range pointers {
		if f.covers(prefix + p) {
			return true
		}
	}
	return false
}

// within says whether a pointer is another one or leads below it.
func within(pointer, around string) bool {
	rest, ok := strings.CutPrefix(pointer, around)
	return ok && (rest == "" || rest[0] == '/')
}

func pointerItem(pointer string, i int) string {
	return document.PointerStep(pointer, strconv.Itoa(i))
}

// splitPath splits a path as rules write it, "data.agent_role".
func splitPath(path string) []string { return strings.Split(path, ".") }
