package lsp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// property is what schemas say of a field.
type property struct {
	name     string
	required bool
	doc      string
	// want says in words what its value has to be, values are all that it may be, as
	// JSON; they are none if there are others.
	want   string
	values []string
	// kinds are the kinds that its value may have.
	kinds schema.Kinds
}

// propertiesAt returns the fields of the object at a pointer, in the order of the
// schemas.
func propertiesAt(schemas []*schema.Node, pointer string) (properties []property) {
	for _, s := range schemas {
		for _, f := range s.At(pointer, nil).AllFields() {
			if f.Node.Kinds == schema.NoKind {
				continue
			}
			i := slices.IndexFunc(properties, func(p property) bool { return p.name == f.Name })
			if i < 0 {
				i, properties = len(properties), append(properties, property{name: f.Name})
			}
			properties[i].add(f.Node)
			properties[i].required = properties[i].required || f.Required
		}
	}
	return properties
}

// propertyAt returns what schemas say of the value at a pointer.
func propertyAt(schemas []*schema.Node, pointer string) property {
	p := property{name: document.LastStep(pointer)}
	parent := pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
	for _, s := range schemas {
		if node := s.At(pointer, nil); node != nil {
			p.add(node)
		}
		for _, f := range s.At(parent, nil).AllFields() {
			p.required = p.required || f.Required && f.Name == p.name
		}
	}
	return p
}

// add adds what another Node says of the field. The first one that says something
// counts.
func (p *property) add(n *schema.Node) {
	if p.kinds == schema.NoKind {
		p.kinds = n.Kinds
	}
	if p.doc == "" {
		p.doc = n.Doc
	}
	if p.values == nil {
		p.values = valuesOf(n)
	}
	if n.Attr != nil && p.want == "" {
		p.want = n.Attr.Words
		if n.Attr.Holds != "" {
			p.want = n.Attr.Holds
		}
	}
	if n.AnyOf != nil || n.Kinds != schema.AnyKind {
		if p.want == "" {
			p.want = schema.WithArticles(n.Want())
		}
	}
}

// valuesOf returns the values to choose from, as JSON: those that a message lists, else
// all that are accepted if these are few.
func valuesOf(n *schema.Node) (values []string) {
	switch {
	case n.Attr != nil && n.Attr.Values != "":
		for _, value := range strings.Split(n.Attr.Values, ",") {
			values = append(values, text.JSONQuote(strings.TrimSpace(value)))
		}
	case n.AnyOf != nil:
		for _, branch := range n.AnyOf {
			for _, value := range valuesOf(branch) {
				if !slices.Contains(values, value) {
					values = append(values, value)
				}
			}
		}
	case n.Enum != nil:
		for _, scalar := range n.Enum {
			values = append(values, document.JSON(&document.Node{Kind: scalar.Kind, Text: scalar.Text}))
		}
	case n.Kinds == schema.Only(document.Bool):
		values = []string{"true", "false"}
	case n.Kinds == schema.Only(document.Null):
		values = []string{"null"}
	}
	return values
}

// markdown describes the property.
func (p property) markdown() string {
	parts := []string{"**" + text.EscapeMarkdown(p.name) + "**"}
	if p.required {
		parts[0] += ", required"
	}
	if p.doc != "" {
		parts = append(parts, text.EscapeMarkdown(p.doc))
	}
	switch {
	case len(p.values) > 1:
		var list strings.Builder
		for _, value := range p.values {
			list.WriteString("- " + text.EscapeMarkdown(value) + "\n")
		}
		parts = append(parts, strings.TrimSuffix(list.String(), "\n"))
	case p.want != "":
		parts = append(parts, "It has to be "+text.EscapeMarkdown(p.want)+".")
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// stepOf returns the step of a pointer to an item of an object or a list.
func stepOf(n *document.Node, i int) string {
	if n.Kind == document.List {
		return strconv.Itoa(i)
	}
	return n.Items[i].Name
}
