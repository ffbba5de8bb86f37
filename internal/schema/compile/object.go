package compile

import (
	"cmp"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// objectPart is what a term says of an object.
type objectPart struct {
	at ast.Expr
	// isNode means that it is a definition, whose fields have what its patterns ask
	// of them already.
	isNode bool
	names  []string
	fields map[string][]declaration
	// patterns are those for names.
	patterns []declaration
	// closed means that it is a definition that allows no other fields, open that it
	// allows them also if it is part of a definition.
	closed, open bool
}

// declaration is a field of a part.
type declaration struct {
	element
	key      *schema.Node // of a pattern
	required bool
	doc      string
	attr     *schema.Attr
}

// member gathers what the parts say of one field.
type member struct {
	terms    []term
	required ast.Expr
	doc      string
	attr     *schema.Attr
}

// fillObject makes an object of what each term asks of each field.
func (s *Source) fillObject(n *schema.Node, terms []term, in scope) {
	var parts []*objectPart
	closed, open := false, false
	for _, t := range terms {
		if t.object == nil && t.node.Kinds != schema.Only(document.Object) {
			continue
		}
		p := s.objectPartOf(t)
		parts = append(parts, p)
		closed, open = closed || p.closed, open || p.open
	}
	n.Closed = closed || in.closed && !open
	in = in.below()
	seen := map[string]bool{}
	for _, p := range parts {
		for _, name := range p.names {
			if seen[name] || !s.step(p.at) {
				continue
			}
			seen[name] = true
			field, cause := s.field(parts, name, in)
			if cause != nil {
				n.Kinds, s.causes[n] = schema.NoKind, cause
				return
			}
			if field.Node != nil {
				n.Fields = append(n.Fields, field)
			}
		}
	}
	n.Patterns = s.patterns(parts, n.Closed, in)
}

// field returns a field, without a Node if it may not be there. The cause is an
// expression that requires it all the same.
func (s *Source) field(parts []*objectPart, name string, in scope) (f schema.Field, cause ast.Node) {
	m := &member{}
	allowed := true
	for _, p := range parts {
		found, matched := false, false
		for _, d := range p.fields[name] {
			s.add(m, p, d, in)
			found = true
		}
		for _, d := range p.patterns {
			if !(found && p.isNode) && s.matches(d.key, name, p.at) {
				s.add(m, p, d, in)
				matched = true
			}
		}
		allowed = allowed && (found || matched || !p.closed)
	}
	f = schema.Field{Name: name, Required: m.required != nil}
	switch {
	case !allowed && f.Required:
		return f, m.required
	case !allowed:
		return f, nil
	}
	f.Node = s.member(m, in)
	if f.Required && s.isEmpty(f.Node) {
		return f, cmp.Or[ast.Node](s.causes[f.Node], m.required)
	}
	s.checkPart(f.Node)
	return f, nil
}

// add adds what a declaration asks of a field.
func (s *Source) add(m *member, p *objectPart, d declaration, in scope) {
	m.terms = s.expandElement(m.terms, p.at, d.element, in)
	m.doc, m.attr = cmp.Or(m.doc, d.doc), m.attr.Join(d.attr)
	if d.required {
		m.required = p.at
	}
}

func (s *Source) matches(key *schema.Node, name string, at ast.Node) bool {
	return s.spend(matchSteps*(len(name)+1), at) && key.Match(&document.Node{Kind: document.String, Text: name}, nil)
}

func (s *Source) objectPartOf(t term) *objectPart {
	p := &objectPart{at: t.at, fields: map[string][]declaration{}}
	if t.object == nil {
		p.isNode, p.closed, p.open = true, t.node.Closed, !t.node.Closed
		for _, f := range t.node.Fields {
			p.declare(f.Name, declaration{element: element{node: f.Node}, required: f.Required, doc: f.Node.Doc, attr: f.Node.Attr})
		}
		for _, f := range t.node.Patterns {
			p.patterns = append(p.patterns, declaration{element: element{node: f.Node}, key: f.Name, doc: f.Node.Doc, attr: f.Node.Attr})
		}
		return p
	}
	for _, elt := range t.object.Elts {
		switch e := elt.(type) {
		case *ast.EmbedDecl:
			s.refuse(e, "embedding", nil)
		case *ast.Ellipsis:
			p.open = true
		case *ast.Field:
			d := declaration{element: element{value: e.Value}, required: e.Constraint != token.OPTION, doc: docOf(e), attr: attributesOf(e)}
			if list, ok := e.Label.(*ast.ListLit); ok {
				d.required = false
				if d.key = s.keyOf(list); d.key != nil {
					p.patterns = append(p.patterns, d)
				}
			} else if name, _, err := ast.LabelName(e.Label); err == nil {
				p.declare(name, d)
			}
		}
	}
	return p
}

func (p *objectPart) declare(name string, d declaration) {
	if p.fields[name] == nil {
		p.names = append(p.names, name)
	}
	p.fields[name] = append(p.fields[name], d)
}

// keyOf compiles the pattern of a field's name.
func (s *Source) keyOf(list *ast.ListLit) *schema.Node {
	if len(list.Elts) == 1 {
		n := s.value(s.expand(nil, list.Elts[0], scope{}), scope{})
		if n.Kinds.Has(document.String) && isScalar(n) {
			return n
		}
	}
	s.refuse(list, "key", nil)
	return nil
}

// patterns returns what applies to fields without a name: of a closed object those
// patterns that all closed parts have.
func (s *Source) patterns(parts []*objectPart, closed bool, in scope) []schema.PatternField {
	var found []schema.PatternField
	structured := 0
	for _, p := range parts {
		if p.patterns == nil {
			continue
		}
		for _, other := range parts {
			if other != p && other.closed {
				if other.patterns != nil {
					s.refuse(p.at, "patterns", nil)
				}
				return nil
			}
		}
		for _, d := range p.patterns {
			m := &member{}
			s.add(m, p, d, in)
			if slices.ContainsFunc(m.terms, func(t term) bool { return t.node == nil }) {
				structured++
			}
			node := s.member(m, in)
			s.checkPart(node)
			found = append(found, schema.PatternField{Name: d.key, Node: node})
		}
	}
	if structured > 1 && closed {
		s.refuse(parts[0].at, "patterns", nil) // a name that fits both has the fields of both
	}
	return found
}

// member returns the Node of a field, with what the field says of it.
func (s *Source) member(m *member, in scope) *schema.Node {
	n := s.value(m.terms, in)
	if m.doc == "" && m.attr == nil {
		return n
	}
	c := nodeCopy{&schema.Node{Doc: m.doc, Attr: m.attr}, n}
	if cause := s.causes[n]; cause != nil {
		s.causes[c.to] = cause
	}
	if s.partial[n] {
		s.partial[c.to] = true
		s.copies = append(s.copies, c)
	} else {
		c.copy()
	}
	return c.to
}

// docOf returns the comment on a field on one line.
func docOf(f *ast.Field) string {
	var words []string
	for _, group := range ast.Comments(f) {
		if group.Doc {
			words = append(words, strings.Fields(group.Text())...)
		}
	}
	return strings.Join(words, " ")
}

// attributesOf returns the attributes of a field, nil if it has none.
func attributesOf(f *ast.Field) *schema.Attr {
	if len(f.Attrs) == 0 {
		return nil
	}
	attr := &schema.Attr{}
	of := map[string]*string{"words": &attr.Words, "holds": &attr.Holds, "rule": &attr.Rule, "values": &attr.Values, "means": &attr.Means}
	for _, a := range f.Attrs {
		if name, _ := a.Split(); of[name] != nil {
			*of[name] = attributeText(a)
		}
	}
	return attr
}

// attributeText returns what is in an attribute's brackets, without the quotes
// around the whole of it.
func attributeText(a *ast.Attribute) string {
	_, body := a.Split()
	body = strings.TrimSpace(body)
	if text, err := literal.Unquote(body); err == nil {
		return text
	}
	return body
}
