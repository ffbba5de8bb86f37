package teamrules

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
)

// readFormat checks a format and adds it to the table.
func (r *sourceReader) readFormat(e *entry) {
	r.checkData(e, r.contractData.format, e.Node, "")
	if e.Kind != document.Object {
		return
	}
	where := e.Field("where").Strings()
	f := schema.Format{
		Name: document.Format(e.Name), Title: e.Field("title").Str(), Upstream: e.Field("upstream").Str(),
		Origin: e.file.Name, Source: e.file.schemas, Skeleton: e.Field("skeleton").Str(),
		Own: &protocol.Spec{Name: e.Name, IsOwn: true, Form: protocol.Form(e.Field("form").Str()), Where: document.Texts(where)},
	}
	for _, g := range where {
		r.checkGlob(e, g)
	}
	if e.Field("recognised") == nil && e.Field("where") == nil {
		r.problem(e, e.Key, "add where: a list of globs, or recognised: a pattern of the documents", "%s has neither where nor recognised", e.title())
	}
	f.Schema = r.compileSchema(e, e.Field("schema"))
	if f.Schema == nil {
		f.Schema = &schema.Node{Kinds: schema.Only(document.Object)}
	}
	f.Advice = r.compileSchema(e, e.Field("advice"))
	profiles := e.Field("profiles").Fields()
	for _, p := range profiles {
		f.Profiles = append(f.Profiles, schema.Profile{Name: p.Name, Schema: r.compileSchema(e, p.Field("schema"))})
	}
	r.readSections(e, &f)
	r.added.Formats = append(r.added.Formats, f) // first, since the patterns are checked against the added formats
	added := &r.added.Formats[len(r.added.Formats)-1]
	added.Patterns = r.readPatterns(e, e.Field("recognised"), "recognised")
	for i, p := range profiles {
		added.Profiles[i].When = r.readPatterns(e, p.Field("when"), "profiles", p.Name, "when")
	}
}

// compileSchema compiles a schema of a format, which must accept an object. It returns nil if there is none
// or it does not.
func (r *sourceReader) compileSchema(e *entry, pattern *document.Node) *schema.Node {
	node := r.compile(e, pattern)
	if node == nil {
		return nil
	}
	if !node.Kinds.Has(document.Object) {
		r.problem(e, pattern.Value, `write its fields, such as {status!: "open" | "done", ...}`,
			"the %s of %s accepts no object, but a handoff is one", pattern.Name, e.title())
		return nil
	}
	return node
}

// readPatterns returns the pattern of documents, or the list of patterns, in a field of a format that was
// added.
func (r *sourceReader) readPatterns(e *entry, field *document.Node, path ...string) (nodes []*schema.Node) {
	for i, pattern := range patterns(field) {
		at := path
		if pattern != field {
			at = append(slices.Clip(path), strconv.Itoa(i))
		}
		node := r.compile(e, pattern)
		nodes = append(nodes, node)
		r.checkBranches(e, pattern, fieldName(at...), []document.Format{document.Format(e.Name)}, node)
	}
	return nodes
}

// patterns returns a pattern as a list, or the patterns of a list.
func patterns(n *document.Node) []*document.Node {
	if n == nil {
		return nil
	}
	if n.Kind == document.List {
		return n.Items
	}
	return []*document.Node{n}
}

// checkGlob reports a glob that is not valid, or costs too much.
func (r *sourceReader) checkGlob(e *entry, g *document.Node) {
	if files.Alternatives(g.Text) > files.MaxAlternatives {
		r.problem(e, g.Value, "write several globs", "%q has over %d alternatives in its braces", g.Text, files.MaxAlternatives)
	}
	if !doublestar.ValidatePattern(g.Text) {
		r.problem(e, g.Value, "see https://pkg.go.dev/github.com/bmatcuk/doublestar/v4#readme-patterns", "%q is not a valid glob", g.Text)
	}
}

// readSections reads the sections that a format defines for its Markdown, and adds the rules that come with
// them.
func (r *sourceReader) readSections(e *entry, f *schema.Format) {
	sections := e.Field("sections")
	values := e.Field("values")
	rounds := e.Field("rounds")
	form := f.Own.Form
	hasNoHeadings := form == protocol.YAML || form == protocol.JSON
	for _, n := range []*document.Node{sections, values, rounds} {
		if hasNoHeadings && n != nil {
			r.problem(e, n.Key, "remove it, or use the form markdown or frontmatter", "%s has %s, but a %s file has no headings", e.title(), n.Name, form)
		}
	}
	f.Own.Rounds = rounds.Str()
	for _, value := range values.Fields() {
		v := protocol.Value{Name: value.Name}
		_ = json.Unmarshal([]byte(document.JSON(value)), &v) // mismatches have been reported
		f.Own.Values = append(f.Own.Values, v)
	}
	if sections == nil {
		return
	}
	_ = json.Unmarshal([]byte(document.JSON(sections)), &f.Sections)
	for _, name := range []string{"missing-section", "section-too-short"} {
		rule := templateRule(name)
		rule.Name = e.Name + "/" + name
		rule.Formats = []document.Format{f.Name}
		rule.Origin = e.file.Name
		r.added.Rules = append(r.added.Rules, rule)
		r.known["rules"] = append(r.known["rules"], rule.Name)
	}
}
