package checks

import (
	"strings"

	"github.com/handofflint/handofflint/rules"
)

type duplicateEntriesParams struct {
	Lists []string `json:"lists"`
}

// duplicateEntries reports entries of a list that an earlier one equals, but for
// case and white space.
var duplicateEntries = rules.NewCheck(func(p *duplicateEntriesParams, pass *rules.Pass) {
	for _, name := range p.Lists {
		list := pass.Doc.Data().Field(name)
		if list == nil || pass.Failed("/"+name) {
			continue
		}
		first := map[string]int{}
		for i, item := range list.Items {
			said := strings.ToLower(strings.Join(strings.Fields(item.Str()), " "))
			pointer := itemPointer("/"+name, i)
			if said == "" || pass.Failed(pointer) {
				continue
			}
			j, repeated := first[said]
			if !repeated {
				first[said] = i
				continue
			}
			pass.Report(rules.Report{
				At: item.Value, Pointer: pointer,
				Related: []rules.Place{{Span: list.Items[j].Value}},
				Values: rules.Values{
					"field": rules.FieldName(pointer),
					"first": rules.FieldName(itemPointer("/"+name, j)),
				},
			})
		}
	}
})
