package checks

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type duplicateEntriesParams struct {
	Lists []string `json:"lists"`
}

// duplicateEntries reports entries of a list that equal an earlier one,
// ignoring case, width, white space, invisible characters and a final full
// stop.
var duplicateEntries = rules.NewCheck(func(p *duplicateEntriesParams, pass *rules.Pass) {
	for _, name := range p.Lists {
		list := pass.Doc.Data().Field(name)
		if list == nil || pass.Failed("/"+name) {
			continue
		}
		first := map[string]int{}
		for i, item := range list.Items {
			plain := norm.NFKC.String(text.Visible(item.Str()))
			said := strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(plain), " ")), ".。")
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
