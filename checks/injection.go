package checks

import (
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type injectionParams struct {
	Orders []string `json:"orders"`
}

// injection reports orders to a model in comments, attributes and the like.
func injection(p *injectionParams, pass *rules.Pass) {
	if body := pass.Doc.Body; body != nil {
		for _, u := range document.UnseenIn(pass.Doc.Source, body.Span) {
			p.report(pass, u, pass.Doc.Source, rules.Report{At: u.Span})
		}
	}
	pass.Doc.Data().EachString("", func(n *rules.Node, pointer string) {
		source := text.NewSource([]byte(n.Text))
		for _, u := range document.UnseenIn(source, rules.Span{End: len(n.Text)}) {
			p.report(pass, u, source, rules.Report{At: n.Value, Pointer: pointer})
		}
	})
}

// report reports the first order in a text that no reader sees.
func (p *injectionParams) report(pass *rules.Pass, u document.Unseen, source *rules.SourceText, r rules.Report) {
	shown := strings.Join(strings.Fields(text.Visible(source.Slice(u.Span))), " ")
	for _, order := range p.Orders {
		if at := text.Compiled(order).Find(strings.ToLower(shown), pass.Steps()); at != nil {
			shown = strings.Trim(shown[min(at[0], len(shown)):], ` -<>/"'`) // lower case may have another length
			r.Values = rules.Values{"where": u.Where, "text": rules.Quote(strings.ToValidUTF8(shown, ""))}
			pass.Report(r)
			return
		}
	}
}
