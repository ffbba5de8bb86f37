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

// checkBranches checks the branches of a document, and their fields, that a pattern requires. field is the
// pattern's name in the entry. The fields of the data are free.
func (r *sourceReader) checkBranches(e *entry, pattern *document.Node, field string, formats []document.Format, node *schema.Node) {
	if !node.Kinds.Has(document.Object) {
		got := (&schema.Node{Kinds: node.Kinds}).Want()
		r.report(e, "no-object", pattern.Value, map[string]string{"field": field, "got": schema.WithArticles(got)})
		return
	}
	branches := map[string][]string{"data": nil, "file": r.Branches.File, "body": r.bodyOf(formats)}
	if r.partial { // a format that could not be read may have the others
		return
	}
	for _, branch := range node.AllFields() {
		values := map[string]string{"field": field, "name": branch.Name, "branch": branch.Name}
		known, isKnown := branches[branch.Name]
		switch {
		case branch.Name == "body" && known == nil:
			values["formats"] = cmp.Or(strings.Join(document.Texts(e.Field("formats").Strings()), ", "), e.Name)
			r.report(e, "no-body", keyOf(e, pattern, branch.Name), values)
		case !isKnown:
			r.reportName(e, "branch", keyOf(e, pattern, branch.Name), values, []string{"data", "body", "file"})
		case branch.Name != "data":
			for _, f := range branch.Node.AllFields() {
				if !slices.Contains(known, f.Name) {
					values["name"] = f.Name
					r.reportName(e, "branch-field", keyOf(e, pattern, branch.Name, f.Name), values, known)
				}
			}
		}
	}
}

// reportName reports a name that is not one of the known ones.
func (r *sourceReader) reportName(e *entry, kind string, at text.Span, values map[string]string, known []string) {
	values["near"] = r.near(values["name"], known)
	values["values"] = strings.Join(known, ", ")
	r.report(e, kind, at, values)
}

// bodyOf returns the fields of the body of a document that has one of the formats, nil if it has no body.
func (r *sourceReader) bodyOf(formats []document.Format) (fields []string) {
	for _, name := range formats {
		f := r.format(name)
		if f.Name == "" {
			continue
		}
		body, isParticular := r.Branches.Body[string(name)]
		if !isParticular {
			body = r.Branches.Body[string(f.Spec().Form)]
		}
		fields = append(fields, body...)
	}
	slices.Sort(fields)
	return slices.Compact(fields)
}

// keyOf returns the position of a field in a pattern, or the pattern's position if the field comes from
// elsewhere.
func keyOf(e *entry, pattern *document.Node, path ...string) text.Span {
	if at, found := e.file.cue.Find(pattern, path...); found {
		return at
	}
	return pattern.Value
}

// fieldName returns a path within an entry as users write it.
func fieldName(path ...string) string { return document.FieldName(document.Pointer(path...)) }
