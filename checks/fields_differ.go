package checks

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

type fieldsDifferParams struct {
	// Fields are paths such as data.from.
	Fields []string `json:"fields"`
}

// fieldsDiffer reports each field that equals an earlier one. Empty and missing
// fields are ignored, and so are those that violate the schema.
func fieldsDiffer(p *fieldsDifferParams, pass *rules.Pass) {
	var seen []*rules.Node
	var names []string
	for _, path := range p.Fields {
		steps := strings.Split(path, ".")
		n := pass.Doc.Root.Lookup(steps...)
		pointer := ""
		if steps[0] == "data" {
			for _, step := range steps[1:] {
				pointer = document.PointerStep(pointer, step)
			}
		}
		if isNothing(n) || pointer != "" && pass.Failed(pointer) {
			continue
		}
		name := strings.TrimPrefix(path, "data.")
		if i := slices.IndexFunc(seen, func(other *rules.Node) bool { return isSame(n, other) }); i >= 0 {
			pass.Report(rules.Report{
				At: n.Value, Pointer: pointer,
				Related: []rules.Place{{Span: seen[i].Value}},
				Values:  rules.Values{"field": name, "first": names[i], "value": rules.Quote(n.Text)},
			})
			continue
		}
		seen, names = append(seen, n), append(names, name)
	}
}

// isNothing reports whether a value is missing, null, or a text of white space.
func isNothing(n *rules.Node) bool { return n == nil || n.Kind == rules.NullKind || n.Blank() }

// isSame reports whether two values are equal. The order of fields does not count.
func isSame(a, b *rules.Node) bool {
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Items) != len(b.Items) {
		return false
	}
	for i, item := range a.Items {
		other := b.Items[i]
		if a.Kind == rules.ObjectKind {
			other = b.Field(item.Name)
		}
		if other == nil || !isSame(item, other) {
			return false
		}
	}
	return true
}
