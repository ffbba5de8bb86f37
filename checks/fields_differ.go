package checks

import (
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type fieldsDifferParams struct {
	// Fields are paths such as data.from.
	Fields []string `json:"fields"`
}

// fieldsDiffer reports each field that equals an earlier one. It ignores fields that are empty, missing, or
// violate the schema.
func fieldsDiffer(p *fieldsDifferParams, pass *rules.Pass) {
	type field struct {
		name string
		at   text.Span
	}
	seen := firsts[string, field]{}
	for _, path := range p.Fields {
		n := pass.Doc.Root.Find(path)
		pointer := ""
		name, inData := strings.CutPrefix(path, "data.")
		if inData {
			pointer = document.PathPointer(name)
		}
		if n.SaysNothing() || inData && pass.Failed(pointer) {
			continue
		}
		if earlier, equal := seen.add(document.JSON(n), field{name, n.Value}); equal {
			pass.Report(rules.Report{
				At: n.Value, Pointer: pointer,
				Related: []document.Related{{Span: earlier.at}},
				Values:  rules.Values{"field": name, "first": earlier.name, "value": secret.Quote(n.Text)},
			})
		}
	}
}
