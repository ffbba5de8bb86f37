package teamrules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// A pattern matches a whole document, whose branches are fixed, as are the fields of `file` and `body`. A
// pattern that requires any other field never matches, or always: its rule is dead or fires for every file.

// asked is a pattern and where it is used.
type asked struct {
	*entry
	// pattern is where it is written, field its name in the entry.
	pattern *document.Node
	field   string
	formats []document.Format
}

// checkBranches checks the fields of a document that a pattern requires.
func (r *sourceReader) checkBranches(a asked, node *schema.Node) {
	top := node.AllFields()
	if !node.Kinds.Has(document.Object) {
		got := (&schema.Node{Kinds: node.Kinds}).Want()
		r.report(a.entry, "no-object", a.pattern.Value, map[string]string{"field": a.field, "got": schema.WithArticles(got)})
	} else if acceptsAny(node) || len(top) == 1 && top[0].Name == "data" && acceptsAny(top[0].Node) {
		r.report(a.entry, "nothing-asked", a.pattern.Value, map[string]string{"field": a.field})
	}
	if known := r.documents(a.formats); known != nil {
		r.checkFields(a, node, known, nil, map[*schema.Node]bool{})
	}
}

// documents returns Nodes for documents of the formats, with the fields that they may have, or nil if one of
// the formats is unknown.
func (r *sourceReader) documents(formats []document.Format) (found []*schema.Node) {
	object := func(names []string) *schema.Node {
		n := &schema.Node{Kinds: schema.Only(document.Object)}
		for _, name := range names {
			n.Fields = append(n.Fields, schema.Field{Name: name, Node: &schema.Node{}})
		}
		return n
	}
	for _, name := range formats {
		f := r.format(name)
		if f == nil {
			return nil
		}
		body, isParticular := r.Branches.Body[string(name)]
		if !isParticular {
			body = r.Branches.Body[string(f.Spec().Form)]
		}
		fields := []schema.Field{{Name: "data", Node: f.Schema}, {Name: "file", Node: object(r.Branches.File)}}
		if len(body) > 0 {
			fields = append(fields, schema.Field{Name: "body", Node: object(body)})
		}
		found = append(found, &schema.Node{Fields: fields})
		for _, p := range f.Profiles {
			found = append(found, &schema.Node{Fields: []schema.Field{{Name: "data", Node: p.Schema}}})
		}
	}
	return found
}

// checkFields reports fields of a pattern that no document has. In the data it warns only if a field of a
// schema has a similar name; a rule may add other fields to a format.
func (r *sourceReader) checkFields(a asked, node *schema.Node, documents []*schema.Node, path []string, seen map[*schema.Node]bool) {
	var known []string
	below := map[string][]*schema.Node{}
	for _, n := range documents {
		for _, f := range n.AllFields() {
			if below[f.Name] == nil {
				known = append(known, f.Name)
			}
			below[f.Name] = append(below[f.Name], f.Node)
		}
	}
	if seen[node] || len(known) == 0 {
		return
	}
	seen[node] = true
	for _, f := range node.AllFields() {
		at := append(slices.Clip(path), f.Name)
		values := map[string]string{"field": a.field, "name": f.Name}
		kind := "branch"
		switch {
		case below[f.Name] != nil:
			r.checkFields(a, f.Node, below[f.Name], at, seen)
			continue
		case path == nil && f.Name == "body":
			kind = "no-body"
			values["formats"] = cmp.Or(strings.Join(document.Texts(a.Field("formats").Strings()), ", "), a.Name)
		case path == nil:
			known = []string{"data", "body", "file"}
		case path[0] == "data":
			kind = "field"
			values["field"] = fieldName(at...)
		default:
			kind = "branch-field"
			values["branch"] = path[0]
		}
		values["near"] = r.near(f.Name, known)
		values["values"] = strings.Join(known, ", ")
		if kind == "field" && values["near"] == "" {
			continue
		}
		r.report(a.entry, kind, r.keyOf(a, at...), values)
		r.problems[len(r.problems)-1].Warning = kind == "field"
	}
}

// keyOf returns the position of a field in a pattern, or the pattern's position if the field comes from
// elsewhere.
func (r *sourceReader) keyOf(a asked, path ...string) text.Span {
	if at, found := a.file.cue.Find(a.pattern, path...); found {
		return at
	}
	return a.pattern.Value
}

// acceptsAny reports whether a value accepts every object.
func acceptsAny(n *schema.Node) bool {
	return n.AnyOf == nil && n.Kinds.Has(document.Object) && len(n.Fields)+len(n.Patterns) == 0 && !n.Closed
}

// fieldName returns a path within an entry as users write it.
func fieldName(path ...string) string {
	pointer := ""
	for _, step := range path {
		pointer = document.PointerStep(pointer, step)
	}
	return document.FieldName(pointer)
}
