package compile

import (
	"cmp"

	"cuelang.org/go/cue/ast"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// nodeCopy is a Node that is another one with the comment and the attributes of a
// field.
type nodeCopy struct{ to, from *schema.Node }

func (c nodeCopy) copy() {
	words := *c.to
	*c.to = *c.from
	c.to.Doc, c.to.Attr = cmp.Or(words.Doc, c.from.Doc), words.Attr.Join(c.from.Attr)
}

// nodeAt is a Node with its expression.
type nodeAt struct {
	*schema.Node
	at ast.Expr
}

// finish completes what depends on definitions that were not complete when they
// were referred to, and refuses unions whose branches cannot be told apart.
func (s *Source) finish() {
	for _, c := range s.copies {
		c.copy()
		delete(s.partial, c.to)
	}
	for _, c := range s.copies {
		c.to.Kinds = kindsOf(c.to)
	}
	for _, u := range s.unions {
		u.Kinds = kindsOf(u.Node)
		for i, a := range u.AnyOf {
			for _, b := range u.AnyOf[:i] {
				if reason := together(a, b); reason != "" {
					s.refuse(u.at, reason, nil)
				}
			}
		}
	}
	s.copies, s.unions = nil, nil
}

// kindsOf returns the kinds of all branches.
func kindsOf(n *schema.Node) schema.Kinds {
	kinds := n.Kinds
	for _, b := range n.AnyOf {
		kinds |= kindsOf(b)
	}
	return kinds
}

// together returns why two branches of a union cannot be told apart, "" if they
// can: by their kinds, or by a required field that is another constant in each.
func together(a, b *schema.Node) string {
	common := kindsOf(a) & kindsOf(b)
	switch {
	case common.Has(document.List):
		return "lists"
	case !common.Has(document.Object):
		return ""
	}
	for _, f := range a.Fields {
		for _, g := range b.Fields {
			if f.Name == g.Name && f.Required && g.Required && differ(f.Node, g.Node) {
				return ""
			}
		}
	}
	return "objects"
}

// differ reports whether two Nodes are constants, and have none in common.
func differ(a, b *schema.Node) bool {
	constants := a.Enum
	if a.Kinds == schema.Only(document.Null) {
		constants = []schema.Scalar{{Kind: document.Null}}
	}
	if b.Enum == nil && b.Kinds != schema.Only(document.Null) {
		return false
	}
	for _, c := range constants {
		if b.Match(&document.Node{Kind: c.Kind, Text: c.Text}, nil) {
			return false
		}
	}
	return constants != nil
}
