package rules

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
)

// typeVariant returns the variant for a value of the wrong type: how to make one of
// the right type of it, without a change of what it says. It adds what the variant's words
// need to the values. Of several ways the first counts: those that keep the value first.
func (c *docCheck) typeVariant(checker *schema.Node, v schema.Violation, values Values) string {
	wanted := checker.At(strings.TrimPrefix(v.Pointer, "/data"), &c.steps)
	if wanted == nil {
		return ""
	}
	if variant := c.unquoted(wanted, v, values); variant != "" {
		return variant
	}
	accepts := func(n *document.Node) bool { return wanted.Match(n, &c.steps) }
	list := func(items ...*document.Node) *document.Node { return &document.Node{Kind: document.List, Items: items} }
	n, kinds := v.Node, wanted.AllKinds()
	switch isText := n.Kind == document.String; {
	case len(v.Allowed) == 1:
		return "only"
	case len(v.Allowed) > 0:
		values["more"] = moreOf(v, "")
		return "choice"
	case n.Kind == document.Null && accepts(list()):
		return "none"
	case n.Kind == document.Null:
		return "missing"
	case isText && c.isEmptyAnswer(n.Text) && accepts(list()):
		return "none"
	case isText && !strings.ContainsAny(n.Text, ",;\n") && accepts(list(n)):
		values["quoted"] = secret.Quote(n.Text)
		return "listed"
	case n.Kind == document.List && len(n.Items) == 1 && n.Items[0].Kind == document.String && accepts(n.Items[0]):
		values["quoted"] = secret.Quote(n.Items[0].Text)
		return "unlisted"
	case accepts(list(&document.Node{Kind: document.String, Text: "a"})):
		return "entries"
	case kinds.Has(document.Object):
		return "fields"
	case kinds.Has(document.String) && n.Kind.IsContainer():
		return "joined"
	case kinds.Has(document.Bool):
		return "boolean"
	case n.Kind == document.Float && kinds.Has(document.Int):
		return "whole"
	case isText && kinds.Has(document.Int):
		return "number"
	}
	return ""
}

// unquoted returns the variant for a value that the schema accepts as a text: a number,
// or `summary: [one line]`, which is a list in YAML. A schema of scalars with its own
// words wants more than any string, but in YAML quotes are easily forgotten.
func (c *docCheck) unquoted(wanted *schema.Node, v schema.Violation, values Values) string {
	raw, compound := c.source.Slice(v.Span), v.Node.Kind.IsContainer()
	if compound && len(v.Node.Items) == 0 || v.Node.Kind == document.String || v.Node.Kind == document.Null || strings.ContainsAny(raw, "\"'\r\n") || !compound && !c.maybeQuoted(v) {
		return ""
	}
	if !wanted.Match(&document.Node{Kind: document.String, Text: raw}, &c.steps) {
		return ""
	}
	values["quoted"] = secret.Quote(raw)
	return "unquoted"
}

// maybeQuoted reports whether a scalar may be a text that lacks its quotes.
func (c *docCheck) maybeQuoted(v schema.Violation) bool {
	return v.Words == "" || c.doc.Format == document.Report
}

// isEmptyAnswer reports whether a text says that there is nothing, such as "None".
func (c *docCheck) isEmptyAnswer(s string) bool {
	var params struct {
		Empty []string `json:"empty"`
	}
	decodeParams(c.ruleSet.rules[rulePlaceholder], &params)
	bare := strings.TrimRight(strings.TrimSpace(s), ".")
	return slices.ContainsFunc(params.Empty, func(answer string) bool {
		return strings.EqualFold(strings.TrimRight(answer, "."), bare)
	})
}

// rulePlaceholder is the rule that has the words for empty answers.
const rulePlaceholder = "placeholder"
