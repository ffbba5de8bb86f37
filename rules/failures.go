package rules

import "strings"

// failures are the pointers, from the document's root, of values that have
// violated the schema. It is a set because a hostile file has many.
type failures map[string]struct{}

// covers reports whether the value at a pointer, or one around it, has failed.
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

// anyBelow reports whether one of the pointers below a prefix is covered.
func (f failures) anyBelow(prefix string, pointers []string) bool {
	for _, p := range pointers {
		if f.covers(prefix + p) {
			return true
		}
	}
	return false
}

// splitPath splits a path of a rule, "data.agent_role".
func splitPath(path string) []string { return strings.Split(path, ".") }

// pointerOf converts a path of a rule, "data.agent_role", to a JSON pointer.
func pointerOf(path string) string { return "/" + strings.ReplaceAll(path, ".", "/") }
