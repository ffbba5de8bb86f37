package teamrules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// A pattern matches a whole document, whose branches are fixed, and so are the
// fields of `file` and `body`. One that asks for any other field never matches, or
// always: its rule is dead or fires for every file.

var branchNames = []string{"data", "body", "file"}

// asked is a pattern and what it is for.
type asked struct {
	*entry
	// pattern is where it is written, field its name in the entry.
	pattern *document.Node
	field   string
	formats []document.Format
}

// checkBranches checks what a pattern asks of a document.
func (r *reader) checkBranches(a asked, node *schema.Node) {
	top := node.AllFields()
	switch {
	case !node.Kinds.Has(document.Object):
		got := (&schema.Node{Kinds: node.Kinds}).Want()
		r.report(a.entry, "no-object", a.pattern.Value, map[string]string{"field": a.field, "got": schema.WithArticles(got)})
	case acceptsAny(node), len(top) == 1 && top[0].Name == "data" && acceptsAny(top[0].Node):
		r.report(a.entry, "nothing-asked", a.pattern.Value, map[string]string{"field": a.field})
	}
	for _, f := range top {
		switch f.Name {
		case "file":
			r.checkBranch(a, f, r.Branches.File)
		case "body":
			r.checkBody(a, f)
		case "data":
			r.checkFields(a, f.Node, r.schemas(a.formats), []string{"data"}, map[*schema.Node]bool{})
		default:
			r.report(a.entry, "branch", r.keyOf(a, f.Name), map[string]string{"field": a.field, "name": f.Name, "values": strings.Join(branchNames, ", "), "near": r.near(f.Name, branchNames)})
		}
	}
}

// checkBody checks the fields of the Markdown of formats of which some is Markdown.
func (r *reader) checkBody(a asked, body schema.Field) {
	var known []string
	for _, name := range a.formats {
		key := string(name)
		if f := r.format(name); f != nil && f.Origin != "" {
			key = string(f.Custom.Form)
		} else if key == a.Name {
			key = a.Field("form").Str() // the format that is being read
		}
		fields, ok := r.Branches.Body[key]
		if !ok {
			return // reported as an unknown format
		}
		known = append(known, fields...)
	}
	if len(known) == 0 {
		names := strings.Join(textsOf(a.Field("formats")), ", ")
		r.report(a.entry, "no-body", r.keyOf(a, "body"), map[string]string{"field": a.field, "formats": cmp.Or(names, a.Name)})
		return
	}
	slices.Sort(known)
	r.checkBranch(a, body, slices.Compact(known))
}

// checkBranch checks the fields that a pattern asks of a branch.
func (r *reader) checkBranch(a asked, branch schema.Field, known []string) {
	for _, f := range branch.Node.AllFields() {
		if !slices.Contains(known, f.Name) {
			values := map[string]string{"field": a.field, "branch": branch.Name, "name": f.Name, "values": strings.Join(known, ", "), "near": r.near(f.Name, known)}
			r.report(a.entry, "branch-field", r.keyOf(a, branch.Name, f.Name), values)
		}
	}
}

// checkFields warns of a field that a pattern asks of the data and no schema has if
// a field of a schema has a similar name. Others are what a rule adds to a format.
func (r *reader) checkFields(a asked, node *schema.Node, schemas []*schema.Node, path []string, seen map[*schema.Node]bool) {
	var known []string
	below := map[string][]*schema.Node{}
	for _, n := range schemas {
		for _, f := range n.AllFields() {
			known = append(known, f.Name)
			below[f.Name] = append(below[f.Name], f.Node)
		}
	}
	if seen[node] || len(known) == 0 {
		return
	}
	seen[node] = true
	for _, f := range node.AllFields() {
		at := append(slices.Clip(path), f.Name)
		if below[f.Name] != nil {
			r.checkFields(a, f.Node, below[f.Name], at, seen)
		} else if near := r.near(f.Name, known); near != "" {
			r.report(a.entry, "field", r.keyOf(a, at...), map[string]string{"field": fieldName(at...), "near": near})
			r.problems[len(r.problems)-1].Warning = true
		}
	}
}

// schemas returns the schemas of formats and of their profiles, none if one of them
// is unknown.
func (r *reader) schemas(formats []document.Format) (found []*schema.Node) {
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
func (r *reader) keyOf(a asked, path ...string) text.Span {
	if at, found := a.file.cue.Find(a.pattern, path...); found {
		return at
	}
	return a.pattern.Value
}

// acceptsAny reports whether a value accepts every object.
func acceptsAny(n *schema.Node) bool {
	if n.AnyOf != nil {
		return slices.ContainsFunc(n.AnyOf, acceptsAny)
	}
	return n.Kinds.Has(document.Object) && len(n.Fields)+len(n.Patterns)+len(n.Tests) == 0 && !n.Closed && n.Enum == nil
}

// fieldName returns a path within an entry as people write it.
func fieldName(path ...string) string {
	pointer := ""
	for _, step := range path {
		pointer = document.PointerStep(pointer, step)
	}
	return document.FieldName(pointer)
}
