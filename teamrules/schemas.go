package teamrules

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// compileSchema compiles a schema of a format. It returns nil if there is none or it is rejected. The schema
// must accept an object. A list of constants in it is reported, since one of them was probably meant.
func (r *sourceReader) compileSchema(e *entry, pattern *document.Node) *schema.Node {
	node := r.compile(e, pattern)
	if node == nil {
		return nil
	}
	if !node.Allows(document.Object) {
		r.problem(e, pattern.Value, `write its fields, such as {status!: "open" | "done", ...}`,
			"the %s of %s accepts no object, but a handoff is one", pattern.Name, e.title())
		return nil
	}
	r.checkLists(asked{entry: e, pattern: pattern}, node, nil, map[*schema.Node]bool{})
	return node
}

// checkLists reports the lists of constants in a schema, at their fields.
func (r *sourceReader) checkLists(a asked, node *schema.Node, path []string, seen map[*schema.Node]bool) {
	if seen[node] {
		return
	}
	seen[node] = true
	if values := constantsOf(node); len(values) > 1 {
		list := text.Shorten(strings.Join(values, ", "), maxListed)
		choice := text.Shorten(strings.Join(values, " | "), maxListed)
		r.problem(a.entry, r.keyOf(a, path...), "for one of them write "+choice+", for a list of them [...("+choice+")]",
			"%s of %s can only be the list [%s]", fieldName(path...), a.title(), list)
	}
	for _, f := range node.AllFields() {
		r.checkLists(a, f.Node, append(slices.Clip(path), f.Name), seen)
	}
	for _, below := range slices.Concat(node.AnyOf, node.Prefix, []*schema.Node{node.Items}) {
		if below != nil {
			r.checkLists(a, below, path, seen)
		}
	}
}

// maxListed bounds the values of a list in a message, in bytes.
const maxListed = 80

// constantsOf returns the items of a closed list of constants, as CUE writes them, or nil for any other node.
func constantsOf(node *schema.Node) (values []string) {
	if node.AnyOf != nil || node.Items != nil {
		return nil
	}
	for _, item := range node.Prefix {
		if item.AnyOf != nil || len(item.Enum) != 1 {
			return nil
		}
		switch constant := item.Enum[0]; constant.Kind {
		case document.Null:
			values = append(values, "null")
		case document.String:
			values = append(values, text.Quote(constant.Text))
		default:
			values = append(values, constant.Text)
		}
	}
	return values
}
