package document

import (
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

var (
	pointerEscaper   = strings.NewReplacer("~", "~0", "/", "~1")
	pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// PointerStep appends one step to a JSON pointer (RFC 6901), escaped.
func PointerStep(pointer, step string) string {
	return pointer + "/" + pointerEscaper.Replace(step)
}

// PointerSteps returns the names and indexes of a JSON pointer.
func PointerSteps(pointer string) []string {
	steps := strings.Split(pointer, "/")[1:]
	for i := range steps {
		steps[i] = pointerUnescaper.Replace(steps[i])
	}
	return steps
}

// LastStep returns the last name or index of a JSON pointer, "" if it has none.
func LastStep(pointer string) string {
	return pointerUnescaper.Replace(pointer[strings.LastIndexByte(pointer, '/')+1:])
}

// plainKey matches a key that needs no quotes in a message.
var plainKey = text.MustCompile(`^[!#-~]{1,60}$`)

// FieldName writes a JSON pointer as people do: handoff.blockers[0].type. A key that
// is not a plain word is quoted.
func FieldName(pointer string) string {
	var b strings.Builder
	for _, step := range PointerSteps(pointer) {
		_, err := strconv.Atoi(step)
		if !plainKey.MatchString(step) {
			step = text.QuoteShort(step)
		}
		switch {
		case err == nil && b.Len() > 0:
			b.WriteString("[" + step + "]")
		case b.Len() > 0:
			b.WriteString("." + step)
		default:
			b.WriteString(step)
		}
	}
	return b.String()
}

// EachString calls a function for the strings in a value, with their pointers. Parsers
// bound how deep they are.
func (n *Node) EachString(pointer string, call func(n *Node, pointer string)) {
	if n == nil {
		return
	}
	if n.Kind == String {
		call(n, pointer)
	}
	for i, item := range n.Items {
		step := item.Name
		if n.Kind == List {
			step = strconv.Itoa(i)
		}
		item.EachString(PointerStep(pointer, step), call)
	}
}
