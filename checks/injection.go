package checks

import (
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type injectionParams struct {
	Orders []string `json:"orders"`
}

// injection reports orders to a model in comments, attributes and the like. Its
// patterns are compiled when the first handoff has such a place.
func injection(raw rules.Params) (rules.Run, error) {
	var p injectionParams
	if err := raw.Decode(&p); err != nil {
		return nil, err
	}
	orders := sync.OnceValue(func() (orders []*rules.Pattern) {
		for _, source := range p.Orders {
			orders = append(orders, text.Compiled(source))
		}
		return orders
	})
	return func(pass *rules.Pass) {
		if body := pass.Doc.Body; body != nil {
			for _, u := range document.UnseenIn(pass.Doc.Source, body.Span) {
				reportOrder(pass, orders(), u, pass.Doc.Source, rules.Report{At: u.Span})
			}
		}
		pass.Doc.Data().EachString("", func(n *rules.Node, pointer string) {
			source := text.NewSource([]byte(n.Text))
			for _, u := range document.UnseenIn(source, rules.Span{End: len(n.Text)}) {
				reportOrder(pass, orders(), u, source, rules.Report{At: n.Value, Pointer: pointer})
			}
		})
	}, nil
}

// reportOrder reports the first order in a text that no reader sees.
func reportOrder(pass *rules.Pass, orders []*rules.Pattern, u document.Unseen, source *rules.SourceText, r rules.Report) {
	said := strings.Join(strings.Fields(text.Visible(source.Slice(u.Span))), " ")
	for _, order := range orders {
		if at := order.Find(strings.ToLower(said), pass.Steps()); at != nil {
			said = strings.Trim(said[min(at[0], len(said)):], ` -<>/"'`) // lower case may have another length
			r.Values = rules.Values{"where": u.Where, "text": rules.Quote(strings.ToValidUTF8(said, ""))}
			pass.Report(r)
			return
		}
	}
}
