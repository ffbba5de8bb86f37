package checks

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type duplicateEntriesParams struct {
	Lists []string `json:"lists"`
}

// duplicateEntries reports list entries that equal an earlier one, ignoring case, width, white space,
// invisible characters and a final full stop.
func duplicateEntries(p *duplicateEntriesParams, pass *rules.Pass) {
	type entry struct{ list, text string }
	seen := firsts[entry, int]{}
	pass.Doc.Data().EachElement(p.Lists, pass.Failed, func(list *document.Node, i int, pointer string) {
		item := list.Items[i]
		plain := norm.NFKC.String(text.Visible(item.Str()))
		e := entry{list.Name, strings.TrimRight(strings.ToLower(text.Fold(plain)), ".。")}
		if e.text == "" {
			return
		}
		j, repeated := seen.add(e, i)
		if !repeated {
			return
		}
		pass.Report(rules.Report{
			At: item.Value, Pointer: pointer,
			Related: []document.Related{{Span: list.Items[j].Value}},
			Values:  rules.Values{"field": document.FieldName(pointer), "first": document.FieldName(list.ItemPointer("/"+list.Name, j))},
		})
	})
}
