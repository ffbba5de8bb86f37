package rules

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
)

// typeVariant returns the variant for a value of the wrong type, which says how to correct it without a
// change of meaning, and sets the values that the variant's words need. It tries corrections that keep the
// value first.
func (c *docCheck) typeVariant(wanted *schema.Node, v schema.Violation, values Values) string {
	if variant := c.unquotedVariant(wanted, v, values); variant != "" {
		return variant
	}
	switch len(v.Allowed) {
	case 0:
	case 1:
		return "only"
	default:
		values["more"] = moreOf(v, "")
		return "choice"
	}
	accepts := func(n *document.Node) bool { return wanted.Match(n, &c.steps) }
	if variant := c.listVariant(v.Node, accepts, values); variant != "" {
		return variant
	}
	if accepts(listOf(&document.Node{Kind: document.String, Text: "a"})) { // a list of texts is wanted
		return "entries"
	}
	i := slices.IndexFunc(kindVariants, func(k kindVariant) bool {
		return wanted.Kinds.Has(k.wanted) && k.is.Has(v.Node.Kind)
	})
	if i < 0 {
		return ""
	}
	return kindVariants[i].name
}

func listOf(items ...*document.Node) *document.Node {
	return &document.Node{Kind: document.List, Items: items}
}

// listVariant returns the variant for a value that the schema accepts with the same meaning in a list, or
// without one, and sets the value that it needs; else "".
func (c *docCheck) listVariant(n *document.Node, accepts func(*document.Node) bool, values Values) string {
	switch n.Kind {
	case document.Null:
		if accepts(listOf()) {
			return "none"
		}
		return "missing"
	case document.String:
		if c.isEmptyAnswer(n.Text) && accepts(listOf()) {
			return "none"
		}
		isOneItem := !strings.ContainsAny(n.Text, ",;\n")
		if isOneItem && accepts(listOf(n)) {
			values["quoted"] = secret.Quote(n.Text)
			return "listed"
		}
	case document.List:
		if len(n.Items) == 1 && n.Items[0].Kind == document.String && accepts(n.Items[0]) {
			values["quoted"] = secret.Quote(n.Items[0].Text)
			return "unlisted"
		}
	}
	return ""
}

// kindVariant is the variant for a value of one of several kinds instead of the wanted one.
type kindVariant struct {
	wanted document.Kind
	is     schema.Kinds
	name   string
}

// kindVariants are in the order of precedence.
var kindVariants = []kindVariant{
	{document.Object, schema.AnyKind, "fields"},
	{document.String, schema.AnyKind &^ schema.Scalars, "joined"},
	{document.Bool, schema.AnyKind, "boolean"},
	{document.Int, schema.Only(document.Float), "whole"},
	{document.Int, schema.Only(document.String), "number"},
}

// unquotedVariant returns the variant for a value that the schema accepts as a text, and sets the value that it needs:
// for a number, or `summary: [one line]`, which is a list in YAML.
func (c *docCheck) unquotedVariant(wanted *schema.Node, v schema.Violation, values Values) string {
	mayBe := false
	switch v.Node.Kind {
	case document.String, document.Null:
	case document.List, document.Object:
		mayBe = len(v.Node.Items) > 0
	default:
		mayBe = c.maybeQuoted(v)
	}
	raw := c.source.Slice(v.Span)
	isQuoted := strings.ContainsAny(raw, "\"'\r\n")
	if !mayBe || isQuoted || !wanted.Match(&document.Node{Kind: document.String, Text: raw}, &c.steps) {
		return ""
	}
	values["quoted"] = secret.Quote(raw)
	return "unquoted"
}

// maybeQuoted reports whether a scalar may be a text without its quotes. A schema with its own words wants more than
// any string, but quotes are easily forgotten in YAML.
func (c *docCheck) maybeQuoted(v schema.Violation) bool {
	return v.Words == "" || c.doc.Spec.Form != protocol.JSON
}

// isEmptyAnswer reports whether a text means "nothing", such as "None".
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
