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

// part is what one term says of an object.
type part struct {
	at       ast.Expr
	node     *schema.Node // a definition
	fields   map[string][]*ast.Field
	names    []string
	patterns []keyPattern
	open     bool
}

// keyPattern is `[name]: value`.
type keyPattern struct {
	name  *schema.Node
	value *schema.Node // of a definition
	field *ast.Field   // of a literal
}

// member gathers what the parts say of one field.
type member struct {
	terms    []term
	found    bool
	required ast.Expr
	doc      string
	attr     *schema.Attr
}

// fillObject makes an object of what each term asks of each field.
func (s *Source) fillObject(n *schema.Node, terms []term, in scope) {
	var parts []*part
	n.Closed = in.closed
	for i := range terms {
		switch t := &terms[i]; {
		case t.object != nil:
			parts = append(parts, s.partOf(t.object))
		case t.node.Kinds == schema.Only(document.Object):
			parts = append(parts, partOfNode(t))
		}
	}
	for _, p := range parts {
		n.Closed = n.Closed && !p.open
	}
	in = in.below()
	seen := map[string]bool{}
	for _, p := range parts {
		n.Closed = n.Closed || p.isClosed()
		for _, name := range p.names {
			if seen[name] || !s.step(p.at) {
				continue
			}
			seen[name] = true
			m := &member{}
			allowed := true
			for _, p := range parts {
				found := s.add(m, p, name, in)
				allowed = allowed && (found || !p.isClosed())
			}
			if !allowed && m.required == nil {
				continue
			}
			field := schema.Field{Name: name, Required: m.required != nil, Node: s.member(m, in)}
			if field.Required && (!allowed || s.isEmpty(field.Node)) {
				n.Kinds, s.causes[n] = schema.NoKind, cmp.Or[ast.Node](s.causes[field.Node], m.required)
				return
			}
			s.checkPart(field.Node)
			n.Fields = append(n.Fields, field)
		}
	}
	n.Patterns = s.patterns(parts, n.Closed, in)
}

// partOf reads a literal.
func (s *Source) partOf(lit *ast.StructLit) *part {
	p := &part{at: lit, fields: map[string][]*ast.Field{}}
	for _, elt := range lit.Elts {
		switch e := elt.(type) {
		case *ast.EmbedDecl:
			s.refuse(e, "embedding", nil)
		case *ast.Ellipsis:
			p.open = true
		case *ast.Field:
			if list, ok := e.Label.(*ast.ListLit); ok {
				if name := s.keyOf(list); name != nil {
					p.patterns = append(p.patterns, keyPattern{name: name, field: e})
				}
				continue
			}
			name, _, err := ast.LabelName(e.Label)
			if err != nil {
				continue // refused already
			}
			if p.fields[name] == nil {
				p.names = append(p.names, name)
			}
			p.fields[name] = append(p.fields[name], e)
		}
	}
	return p
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

func partOfNode(t *term) *part {
	p := &part{at: t.at, node: t.node, open: !t.node.Closed}
	for _, f := range t.node.Fields {
		p.names = append(p.names, f.Name)
	}
	for _, pattern := range t.node.Patterns {
		p.patterns = append(p.patterns, keyPattern{name: pattern.Name, value: pattern.Node})
	}
	return p
}

// isClosed reports whether a part allows no other fields. A definition around a
// literal allows those of other parts.
func (p *part) isClosed() bool { return p.node != nil && p.node.Closed }

// add adds what a part asks of a field, and reports whether it has the field.
func (s *Source) add(m *member, p *part, name string, in scope) (found bool) {
	if p.node != nil {
		for _, f := range p.node.Fields {
			if f.Name != name {
				continue
			}
			if f.Required {
				m.required = p.at
			}
			m.addNode(p.at, f.Node)
			return true
		}
	}
	for _, f := range p.fields[name] {
		if found = true; f.Constraint != token.OPTION {
			m.required = p.at
		}
		s.addField(m, f, in)
	}
	for _, pattern := range p.patterns {
		if pattern.name.Match(&document.Node{Kind: document.String, Text: name}, &s.matches) {
			found = true
			s.addPattern(m, p, pattern, in)
		}
	}
	return found
}

func (s *Source) addPattern(m *member, p *part, pattern keyPattern, in scope) {
	if pattern.field == nil {
		m.addNode(p.at, pattern.value)
		return
	}
	s.addField(m, pattern.field, in)
}

func (s *Source) addField(m *member, f *ast.Field, in scope) {
	m.terms = s.expand(m.terms, f.Value, in)
	m.doc = cmp.Or(m.doc, docOf(f))
	m.attr = m.attr.Join(attributesOf(f))
}

func (m *member) addNode(at ast.Expr, n *schema.Node) {
	m.terms = append(m.terms, term{at: at, node: n})
	m.doc = cmp.Or(m.doc, n.Doc)
	m.attr = m.attr.Join(n.Attr)
}

// patterns returns what applies to fields without a name: of a closed object those
// patterns that all closed parts have.
func (s *Source) patterns(parts []*part, closed bool, in scope) []schema.PatternField {
	var found []schema.PatternField
	structured := 0
	for _, p := range parts {
		if len(p.patterns) == 0 {
			continue
		}
		for _, other := range parts {
			switch {
			case other == p || !other.isClosed():
			case len(other.patterns) == 0:
				return nil
			default:
				s.refuse(p.at, "patterns", nil)
				return nil
			}
		}
		for _, pattern := range p.patterns {
			m := &member{}
			s.addPattern(m, p, pattern, in)
			if slices.ContainsFunc(m.terms, func(t term) bool { return t.node == nil }) {
				structured++
			}
			node := s.member(m, in)
			s.checkPart(node)
			found = append(found, schema.PatternField{Name: pattern.name, Node: node})
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
