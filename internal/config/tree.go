package config

import (
	"strconv"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// tree builds nodes of CUE values. A value's position is where the file writes
// its path, or for one from a reference or comprehension where that is.
type tree struct {
	source     *source
	limits     document.Limits
	count      int
	places     map[string]written
	incomplete map[*document.Node]string
	failed     bool
}

// written is the position of a field in the file.
type written struct{ key, value text.Span }

func newTree(s *source, c *contract, file *ast.File) *tree {
	t := &tree{source: s, limits: c.limits, places: map[string]written{}, incomplete: map[*document.Node]string{}}
	t.note(file.Decls, "")
	return t
}

// note records the positions of a struct's fields by pointer, the first one if
// a field is written twice.
func (t *tree) note(decls []ast.Decl, pointer string) {
	for _, d := range decls {
		field, ok := d.(*ast.Field)
		if !ok {
			continue
		}
		name, _, err := ast.LabelName(field.Label)
		if err != nil || field.Constraint != 0 {
			continue
		}
		at := document.PointerStep(pointer, name)
		if _, known := t.places[at]; !known {
			t.places[at] = written{t.source.span(field.Label), t.source.span(field.Value)}
		}
		t.noteExpr(field.Value, at)
	}
}

func (t *tree) noteExpr(e ast.Expr, pointer string) {
	switch e := e.(type) {
	case *ast.StructLit:
		t.note(e.Elts, pointer)
	case *ast.ListLit:
		for i, item := range e.Elts {
			at := document.PointerStep(pointer, strconv.Itoa(i))
			t.places[at] = written{value: t.source.span(item)}
			t.noteExpr(item, at)
		}
	}
}

// value returns the node of a value that is inside of depth-1 collections.
func (t *tree) value(v cue.Value, pointer string, depth int) *document.Node {
	v, _ = v.Default()
	n := &document.Node{Value: t.place(v, pointer), Key: t.places[pointer].key}
	if t.count++; t.count > t.limits.Values || depth > t.limits.Depth {
		t.tooMuch(n, depth)
		return n
	}
	kind := v.IncompleteKind()
	switch {
	case kind == cue.BottomKind:
		t.broken(v)
	case kind == cue.StructKind:
		t.object(n, v, pointer, depth)
	case kind == cue.ListKind && v.IsConcrete():
		t.list(n, v, pointer, depth)
	case !v.IsConcrete():
		t.incomplete[n] = kind.String()
	default:
		t.scalar(n, v, kind)
	}
	return n
}

// tooMuch ends the reading and reports it once.
func (t *tree) tooMuch(n *document.Node, depth int) {
	if t.failed {
		return
	}
	t.failed = true
	kind, limit := "too-many", t.limits.Values
	if depth > t.limits.Depth {
		kind, limit = "too-deep", t.limits.Depth
	}
	t.source.add(kind, n.Value, "limit", strconv.Itoa(limit))
}

// place returns the position of a value.
func (t *tree) place(v cue.Value, pointer string) text.Span {
	if at, known := t.places[pointer]; known {
		return at.value
	}
	if expr := v.Source(); expr != nil && pointer != "" {
		if field, ok := expr.(*ast.Field); ok {
			return t.source.span(field.Value)
		}
		return t.source.span(expr)
	}
	return text.At(t.source.text.Start())
}

func (t *tree) object(n *document.Node, v cue.Value, pointer string, depth int) {
	n.Kind = document.Object
	fields, err := v.Fields()
	for err == nil && fields.Next() && !t.failed {
		name := fields.Selector().Unquoted()
		child := t.value(fields.Value(), document.PointerStep(pointer, name), depth+1)
		child.Name = name
		n.Items = append(n.Items, child)
	}
	if err != nil {
		t.broken(v)
	}
}

// broken ends the reading of a value that is an error in CUE, so that no part
// of it passes as absent. An incomplete value is not one.
func (t *tree) broken(v cue.Value) {
	if err := v.Validate(cue.All()); err != nil && !t.failed {
		t.failed = true
		t.source.cueErrors(err)
	}
}

func (t *tree) list(n *document.Node, v cue.Value, pointer string, depth int) {
	n.Kind = document.List
	items, err := v.List()
	for i := 0; err == nil && items.Next() && !t.failed; i++ {
		n.Items = append(n.Items, t.value(items.Value(), document.PointerStep(pointer, strconv.Itoa(i)), depth+1))
	}
	if err != nil {
		t.broken(v)
	}
}

// scalar reads a concrete value. A configuration has no bytes.
func (t *tree) scalar(n *document.Node, v cue.Value, kind cue.Kind) {
	switch kind {
	case cue.NullKind:
		n.Kind = document.Null
	case cue.BoolKind:
		b, _ := v.Bool()
		n.Kind, n.Text = document.Bool, strconv.FormatBool(b)
	case cue.IntKind, cue.FloatKind, cue.NumberKind:
		n.Kind = document.Int
		if kind != cue.IntKind {
			n.Kind = document.Float
		}
		literal, _ := v.MarshalJSON()
		n.Text = string(literal)
	case cue.StringKind:
		n.Kind = document.String
		n.Text, _ = v.String()
	default:
		t.incomplete[n] = kind.String()
	}
}

// checkIncomplete reports the values of a CUE file that are not concrete,
// except in a team's rules and formats, where they are patterns.
func (s *source) checkIncomplete(c *contract) {
	s.leaves(c, s.root, "", func(n *document.Node, pointer string) {
		got, open := s.incomplete[n]
		switch {
		case got == cue.BytesKind.String():
			s.add("cue-bytes", n.Value, "path", rules.FieldName(pointer))
		case open:
			s.add("cue-incomplete", keySpan(n), "path", rules.FieldName(pointer), "got", got)
		}
	})
}

// leaves visits every node outside of the team's rules and formats.
func (s *source) leaves(c *contract, n *document.Node, pointer string, visit func(*document.Node, string)) {
	visit(n, pointer)
	for i, item := range n.Items {
		name := item.Name
		if n.Kind == document.List {
			name = strconv.Itoa(i)
		}
		at := document.PointerStep(pointer, name)
		own := strings.HasSuffix(pointer, "/rules") && c.isTeamRule(item)
		if at != "/formats" && !own {
			s.leaves(c, item, at, visit)
		}
	}
}
