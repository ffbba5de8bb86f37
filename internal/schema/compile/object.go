package compile

import (
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// object compiles a struct.
func (s *Source) object(x *ast.StructLit, in scope) *schema.Node {
	n := &schema.Node{Kinds: schema.Only(document.Object), Closed: in.closed}
	index := map[string]int{}
	for _, elt := range x.Elts {
		switch e := elt.(type) {
		case *ast.CommentGroup:
		case *ast.Ellipsis:
			n.Closed = false
		case *ast.EmbedDecl:
			if _, isComprehension := e.Expr.(*ast.Comprehension); isComprehension {
				s.refuseSyntax(e.Expr, "")
				break
			}
			s.refuse(e, "embedding", nil)
		case *ast.Attribute:
			s.refuse(e, "attribute", named(e.Name()))
		case *ast.Field:
			node := s.copy(s.value(e.Value, in.below()), docOf(e), s.attributesOf(e), "")
			if list, ok := e.Label.(*ast.ListLit); ok {
				if key := s.keyOf(list); key != nil {
					n.Patterns = append(n.Patterns, schema.PatternField{Name: key, Node: node})
				}
				break
			}
			name, ok := s.label(e)
			if !ok {
				break
			}
			required := e.Constraint != token.OPTION
			if i, known := index[name]; known {
				f := &n.Fields[i]
				f.Required, f.Node = f.Required || required, s.mergeField(f.Node, node, e.Value)
				break
			}
			index[name] = len(n.Fields)
			n.Fields = append(n.Fields, schema.Field{Name: name, Required: required, Node: node})
		default:
			s.refuseSyntax(e, "expression")
		}
	}
	for i := range n.Fields {
		f := &n.Fields[i]
		s.allow(f, n, false, x)
		if f.Required && isEmpty(f.Node) {
			n.Kinds = schema.NoKind
		}
	}
	s.checkPatterns(n, x)
	s.unclosed[n] = n.Closed
	return n
}

// list compiles a list.
func (s *Source) list(x *ast.ListLit, in scope) *schema.Node {
	n := &schema.Node{Kinds: schema.Only(document.List)}
	for _, elt := range x.Elts {
		if rest, ok := elt.(*ast.Ellipsis); ok {
			n.Items = anything
			if rest.Type != nil {
				n.Items = s.value(rest.Type, in.below())
			}
			break
		}
		item := s.value(elt, in.below())
		n.Prefix = append(n.Prefix, item)
		if isEmpty(item) {
			n.Kinds = schema.NoKind
		}
	}
	return n
}

// keyOf compiles the pattern of a field's name, nil if it is refused.
func (s *Source) keyOf(list *ast.ListLit) *schema.Node {
	if len(list.Elts) == 1 {
		if n := s.value(list.Elts[0], scope{}); n.Kinds.Has(document.String) && isScalar(n) {
			return n
		}
	}
	s.refuse(list, "key", nil)
	return nil
}

// label returns the name of a field in a struct, and whether it may have it.
func (s *Source) label(f *ast.Field) (string, bool) {
	name, isIdent, err := ast.LabelName(f.Label)
	_, isAlias := f.Label.(*ast.Alias)
	switch {
	case isAlias || f.Alias != nil:
		s.refuse(f.Label, "alias", nil)
	case err != nil:
		s.refuse(f.Label, "label", nil)
	case isIdent && isReferable(name):
		s.refuse(f.Label, "inner", named(name))
	default:
		return name, true
	}
	return "", false
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

// attributesOf returns the attributes of a field, nil if it has none, and records the
// rule that it names.
func (s *Source) attributesOf(f *ast.Field) *schema.Attr {
	if len(f.Attrs) == 0 {
		return nil
	}
	attr := &schema.Attr{}
	of := map[string]*string{"words": &attr.Words, "holds": &attr.Holds, "rule": &attr.Rule, "values": &attr.Values, "means": &attr.Means}
	for _, a := range f.Attrs {
		name, body := a.Split()
		if of[name] == nil {
			s.refuse(a, "attribute", named(name))
			continue
		}
		value := strings.TrimSpace(body)
		if text, err := literal.Unquote(value); err == nil {
			value = text // of a quoted whole
		}
		*of[name] = value
		if rule := (Name{Text: value, At: spanOf(a)}); name == "rule" && !slices.Contains(s.rules, rule) {
			s.rules = append(s.rules, rule)
		}
	}
	return attr
}
