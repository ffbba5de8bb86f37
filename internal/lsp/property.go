package lsp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// property is a field as schemas describe it.
type property struct {
	name     string
	required bool
	doc      string
	// want describes a valid value. values are the values to choose from, as JSON, or nil.
	want   string
	values []string
}

// propertiesAt returns the fields of the object at a pointer, in the order of the
// schemas.
func propertiesAt(schemas []*schema.Node, pointer string) (properties []property) {
	for _, s := range schemas {
		for _, f := range s.At(pointer, nil).AllFields() {
			known := func(p property) bool { return p.name == f.Name }
			if f.Node.Kinds != schema.NoKind && !slices.ContainsFunc(properties, known) {
				properties = append(properties, propertyAt(schemas, document.PointerStep(pointer, f.Name)))
			}
		}
	}
	return properties
}

// propertyAt returns the description of the value at a pointer. For each part, the first schema that has it
// wins.
func propertyAt(schemas []*schema.Node, pointer string) property {
	p := property{name: document.LastStep(pointer)}
	parent := document.ParentPointer(pointer)
	for _, s := range schemas {
		isRequired := func(f schema.Field) bool { return f.Required && f.Name == p.name }
		p.required = p.required || slices.ContainsFunc(s.At(parent, nil).AllFields(), isRequired)
		n := s.At(pointer, nil)
		if n == nil {
			continue
		}
		p.doc = cmp.Or(p.doc, n.Doc)
		if p.values == nil {
			p.values = valuesOf(n)
		}
		if n.Attr != nil {
			p.want = cmp.Or(p.want, n.Attr.Holds, n.Attr.Words)
		}
		if !n.IsAnything() {
			p.want = cmp.Or(p.want, schema.WithArticles(n.Want()))
		}
	}
	return p
}

// valuesOf returns the values to choose from, as JSON: those that a message lists, else all accepted ones if
// they are few.
func valuesOf(n *schema.Node) (values []string) {
	switch {
	case n.Attr != nil && n.Attr.Values != "":
		for value := range strings.SplitSeq(n.Attr.Values, ",") {
			values = append(values, text.JSONQuote(strings.TrimSpace(value)))
		}
	case n.AnyOf != nil:
		for _, branch := range n.AnyOf {
			values = append(values, valuesOf(branch)...)
		}
	case n.Enum != nil:
		for _, scalar := range n.Enum {
			values = append(values, document.JSON(&document.Node{Kind: scalar.Kind, Text: scalar.Text}))
		}
	case n.Kinds == schema.Only(document.Bool):
		values = []string{"true", "false"}
	}
	return values
}

func (p property) detail() string {
	if p.required {
		return "required"
	}
	return ""
}

// markdown describes the property.
func (p property) markdown() string {
	var b strings.Builder
	b.WriteString("**" + text.EscapeMarkdown(p.name) + "**")
	if p.required {
		b.WriteString(", required")
	}
	if p.doc != "" {
		b.WriteString("\n\n" + text.EscapeMarkdown(p.doc))
	}
	if len(p.values) > 1 {
		b.WriteString("\n")
		for _, value := range p.values {
			b.WriteString("\n- " + text.EscapeMarkdown(value))
		}
	} else if p.want != "" {
		b.WriteString("\n\nIt has to be " + text.EscapeMarkdown(p.want) + ".")
	}
	return b.String() + "\n"
}
