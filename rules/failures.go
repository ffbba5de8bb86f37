package rules

import (
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// failures are the pointers, from the document's root, of values that have
// broken the schema. A hostile file has many, so they are looked up and not
// searched.
type failures map[string]struct{}

// covers says whether the value at a pointer, or one around it, has failed.
func (f failures) covers(pointer string) bool {
	for len(f) > 0 {
		if _, failed := f[pointer]; failed {
			return true
		}
		cut := strings.LastIndexByte(pointer, '/')
		if cut < 0 {
			return false
		}
		pointer = pointer[:cut]
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

func pointerItem(pointer string, i int) string {
	return document.PointerStep(pointer, strconv.Itoa(i))
}

// splitPath splits a path as rules write it, "data.agent_role".
func splitPath(path string) []string { return strings.Split(path, ".") }
