package teamrules

import (
	"cmp"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// A pattern matches a whole document, whose branches are fixed, and so are the
// fields of `file` and `body`. One that asks for any other field never matches, or
// always: its rule is dead or fires for every file.

var branchNames = []string{"data", "body", "file"}

// checkBranches checks what a pattern at a path of the entry asks of a document of
// one of the formats.
func (r *reader) checkBranches(e *entry, formats []document.Format, node *schema.Node, expr ast.Expr, path []string) {
	top := node.AllFields()
	at := e.file.cue.Span(expr)
	field := fieldName(path)
	switch {
	case !node.Kinds.Has(document.Object):
		got := (&schema.Node{Kinds: node.Kinds}).Want()
		r.report(e, "no-object", at, map[string]string{"field": field, "got": schema.WithArticles(got)})
	case acceptsAny(node), len(top) == 1 && top[0].Name == "data" && acceptsAny(top[0].Node):
		r.report(e, "nothing-asked", at, map[string]string{"field": field})
	}
	for _, f := range top {
		at := r.keyOf(e, expr, f.Name)
		switch f.Name {
		case "file":
			r.checkBranch(e, field, f, expr, r.Branches.File)
		case "body":
			r.checkBody(e, field, f, expr, formats, at)
		case "data":
			r.checkFields(e, f.Node, r.schemas(formats), expr, []string{"data"}, map[*schema.Node]bool{})
		default:
			r.report(e, "branch", at, map[string]string{"field": field, "name": f.Name, "values": strings.Join(branchNames, ", "), "near": r.near(f.Name, branchNames)})
		}
	}
}

// checkBody checks the fields of the Markdown of formats of which some is Markdown.
func (r *reader) checkBody(e *entry, field string, body schema.Field, expr ast.Expr, formats []document.Format, at text.Span) {
	var known []string
	for _, name := range formats {
		key := string(name)
		if f := r.format(name); f != nil && f.Origin != "" {
			key = string(f.Custom.Form)
		} else if key == e.name {
			key = e.field("form").Str() // the format that is being read
		}
		fields, ok := r.Branches.Body[key]
		if !ok {
			return // reported as an unknown format
		}
		known = append(known, fields...)
	}
	if len(known) == 0 {
		names := textsOf(e.field("formats"))
		r.report(e, "no-body", at, map[string]string{"field": field, "formats": cmp.Or(strings.Join(names, ", "), e.name)})
		return
	}
	slices.Sort(known)
	r.checkBranch(e, field, body, expr, slices.Compact(known))
}

// checkBranch checks the fields that a pattern asks of a branch.
func (r *reader) checkBranch(e *entry, field string, branch schema.Field, expr ast.Expr, known []string) {
	for _, f := range branch.Node.AllFields() {
		if !slices.Contains(known, f.Name) {
			values := map[string]string{"field": field, "branch": branch.Name, "name": f.Name, "values": strings.Join(known, ", "), "near": r.near(f.Name, known)}
			r.report(e, "branch-field", r.keyOf(e, expr, branch.Name, f.Name), values)
		}
	}
}

// checkFields warns of a field that a pattern asks of the data and no schema has if
// a field of a schema has a similar name. Others are what a rule adds to a format.
func (r *reader) checkFields(e *entry, pattern *schema.Node, schemas []*schema.Node, expr ast.Expr, path []string, seen map[*schema.Node]bool) {
	if seen[pattern] {
		return
	}
	seen[pattern] = true
	var known []string
	below := map[string][]*schema.Node{}
	for _, n := range schemas {
		for _, f := range n.AllFields() {
			known = append(known, f.Name)
			below[f.Name] = append(below[f.Name], f.Node)
		}
	}
	if len(known) == 0 {
		return
	}
	for _, f := range pattern.AllFields() {
		at := append(slices.Clip(path), f.Name)
		if below[f.Name] != nil {
			r.checkFields(e, f.Node, below[f.Name], expr, at, seen)
		} else if near := r.near(f.Name, known); near != "" {
			r.report(e, "field", r.keyOf(e, expr, at...), map[string]string{"field": fieldName(at), "near": near})
			r.problems[len(r.problems)-1].Warning = true
		}
	}
}

// schemas returns the schemas of formats and of their profiles, none if one of them
// is unknown.
func (r *reader) schemas(formats []document.Format) []*schema.Node {
	var found []*schema.Node
	for _, name := range formats {
		f := r.format(name)
		if f == nil {
			return nil
		}
		found = append(found, f.Schema)
		for _, p := range f.Profiles {
			found = append(found, p.Schema)
		}
	}
	return found
}

// keyOf returns the position of a field in a pattern, that of the pattern if it comes
// from elsewhere.
func (r *reader) keyOf(e *entry, expr ast.Expr, path ...string) text.Span {
	if at, found := e.file.cue.Find(expr, path...); found {
		return at
	}
	return e.file.cue.Span(expr)
}

// acceptsAny reports whether a value accepts every object.
func acceptsAny(n *schema.Node) bool {
	if n.AnyOf != nil {
		return slices.ContainsFunc(n.AnyOf, acceptsAny)
	}
	return n.Kinds.Has(document.Object) && len(n.Fields)+len(n.Patterns)+len(n.Tests) == 0 && !n.Closed && n.Enum == nil
}

// fieldName returns a path within an entry as people write it.
func fieldName(path []string) string {
	pointer := ""
	for _, step := range path {
		pointer = document.PointerStep(pointer, step)
	}
	return document.FieldName(pointer)
}
