package main

import (
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// params are those of the rule that brief stands behind.
type params struct {
	Words int `json:"words"`
}

// brief reports a summary of few words, whatever they are, and points at the
// first one.
var brief rules.Check = rules.NewCheck(func(p *params, pass *rules.Pass) {
	summary := pass.Doc.Data().Field("summary")
	if !isText(summary) || len(strings.Fields(summary.Text)) >= p.Words {
		return
	}
	pass.Report(rules.Report{
		At:      firstWord(pass.Doc, summary.Value),
		Scope:   summary.Value,
		Pointer: rules.PointerStep("", "summary"),
		Values:  rules.Values{"text": rules.Quote(summary.Text)},
	})
})

// field reports a payload that does not have a field.
var field rules.Check = rules.NewCheck(func(p *struct{ Name string }, pass *rules.Pass) {
	data := pass.Doc.Data().Field("data")
	if data == nil || data.Field(p.Name) != nil {
		return
	}
	pass.Report(rules.Report{At: data.Value, Pointer: "/data", Values: rules.Values{"name": p.Name}})
})

func isText(n *rules.Node) bool { return n != nil && n.Kind == rules.StringKind }

// firstWord is the part of a quoted span up to its first space.
func firstWord(doc *rules.Document, at rules.Span) rules.Span {
	text := doc.Source.Slice(at)
	word, _, _ := strings.Cut(strings.Trim(text, `"`), " ")
	start := at.Start + strings.Index(text, word)
	return rules.Span{Start: start, End: start + len(word)}
}
