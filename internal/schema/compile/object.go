package compile

import (
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// object compiles a struct.
func (s *Source) object(x *ast.StructLit, closed bool) *schema.Node {
	n := &schema.Node{Kinds: schema.Only(document.Object), Closed: closed}
	for _, elt := range x.Elts {
		switch e := elt.(type) {
		case *ast.Ellipsis:
			n.Closed = false
		case *ast.EmbedDecl:
			s.refuse(e, "embedding", nil)
		case *ast.Field:
			s.field(n, e, closed)
		default:
			s.refuseOther(e, "expression")
		}
	}
	for i := range n.Fields {
		s.applyPatterns(&n.Fields[i], n.Patterns, x)
	}
	if slices.ContainsFunc(n.Fields, isImpossible) {
		s.refuse(x, "nothing", nil)
	}
	s.checkPatterns(n, x)
	s.draft.joinable[n] = n.Closed
	return n
}

// field adds a field of a struct to its Node, or a pattern of names.
func (s *Source) field(n *schema.Node, e *ast.Field, closed bool) {
	node := &schema.Node{}
	optional := e.Constraint == token.OPTION
	_, isBottom := e.Value.(*ast.BottomLit)
	isForbidden := isBottom && optional // `a?: _|_`
	if !isForbidden {
		node = s.value(e.Value, closed)
	}
	node = s.annotate(node, annotation{doc: docOf(e), attr: s.readAttributes(e, node)}, e.Value)
	if list, ok := e.Label.(*ast.ListLit); ok {
		if key := s.keyOf(list); key != nil {
			n.Patterns = append(n.Patterns, schema.PatternField{Name: key, Node: node})
		}
		return
	}
	name, ok := s.label(e)
	if !ok {
		return
	}
	if f := n.Named(name); f != nil {
		f.Required = f.Required || !optional
		f.Node = s.mergeField(f.Node, node, e.Value)
		return
	}
	n.Fields = append(n.Fields, schema.Field{Name: name, Required: !optional, Node: node})
}

// list compiles a list. Its first items are required, and without `...` it has no others.
func (s *Source) list(x *ast.ListLit, closed bool) *schema.Node {
	n := &schema.Node{Kinds: schema.Only(document.List)}
	for _, elt := range x.Elts {
		rest, ok := elt.(*ast.Ellipsis)
		if !ok {
			n.Prefix = append(n.Prefix, s.value(elt, closed))
			continue
		}
		n.Items = anything
		if rest.Type != nil {
			n.Items = s.value(rest.Type, closed)
		}
	}
	if len(n.Prefix) > 0 {
		n.Tests = append(n.Tests, schema.Test{Op: schema.MinItems, N: len(n.Prefix)})
	}
	if n.Items == nil {
		n.Tests = append(n.Tests, schema.Test{Op: schema.MaxItems, N: len(n.Prefix)})
	}
	return n
}

// keyOf compiles the pattern of a field's name, the only element of a list. It returns nil if it is refused.
func (s *Source) keyOf(list *ast.ListLit) *schema.Node {
	if n := s.value(list.Elts[0], unclosed); n.Kinds.Has(document.String) && n.IsScalar() {
		return n
	}
	s.refuse(list, "label", nil)
	return nil
}

// label returns the name of a field in a struct, and whether it is allowed.
func (s *Source) label(f *ast.Field) (string, bool) {
	name, isIdent, err := ast.LabelName(f.Label)
	_, isAlias := f.Label.(*ast.Alias)
	switch {
	case isAlias:
		s.refuse(f.Label, "expression", nil)
	case err != nil:
		s.refuse(f.Label, "label", nil)
	case isIdent && isReferable(name):
		s.refuse(f.Label, "inner", nameValue(name))
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

// readAttributes returns the attributes of a field with the value n, or nil. It keeps the rule that they name, for
// Rules, and refuses unknown attributes and invalid claims.
func (s *Source) readAttributes(f *ast.Field, n *schema.Node) *schema.Attr {
	if len(f.Attrs) == 0 {
		return nil
	}
	attr := &schema.Attr{}
	into := map[string]*string{"words": &attr.Words, "holds": &attr.Holds, "rule": &attr.Rule, "values": &attr.Values, "means": &attr.Means, "claims": &attr.Claims}
	for _, a := range f.Attrs {
		name, body := a.Split()
		value := strings.TrimSpace(body)
		if text, err := literal.Unquote(value); err == nil {
			value = text // of a quoted whole
		}
		switch {
		case name == "engine" && s.trusted:
			attr.Engine = true
		case into[name] == nil:
			s.refuse(a, "attribute", nameValue(name))
		default:
			*into[name] = value
		}
		if name == "claims" {
			s.checkClaims(a, value, n)
		}
		if name == "rule" {
			s.rules = append(s.rules, Name{Text: value, At: spanOf(a)})
		}
	}
	return attr
}

// checkClaims refuses @claims of an unknown kind, or on a field that cannot hold a string or a list of
// strings.
func (s *Source) checkClaims(a *ast.Attribute, kind string, n *schema.Node) {
	if !slices.Contains(schema.ClaimKinds, kind) {
		s.refuse(a, "claims", map[string]string{"kind": text.Quote(kind), "values": strings.Join(schema.ClaimKinds, ", ")})
	} else if !n.MayHoldTexts() {
		s.refuse(a, "claims-nothing", nil)
	}
}
