package teamrules

import (
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/schema"
)

// forms describe the forms of formats.
var forms = map[document.Form]string{
	document.FormYAML:        "a YAML file",
	document.FormJSON:        "a JSON file",
	document.FormMarkdown:    "a Markdown file",
	document.FormFrontMatter: "Markdown with YAML front matter",
}

// readFormat checks a format beyond its contract, and adds it to the table.
func (r *reader) readFormat(e *entry) {
	form := document.Form(e.field("form").Str())
	name := document.Format(e.name)
	f := schema.Format{
		Name: name, Title: e.field("title").Str(), Upstream: e.field("upstream").Str(), Form: forms[form],
		Recognised: "its path fits `where` in " + e.file.Name,
		Origin:     e.file.Name, Source: standalone(e), Skeleton: e.field("skeleton").Str(),
		Custom: document.Custom{Name: name, Form: form, Level: 2}, Globs: textsOf(e.field("where")),
	}
	f.FrontMatter = r.frontMatter(e.name, f.Skeleton)
	for _, glob := range f.Globs {
		f.Where = append(f.Where, "`"+glob+"`")
	}
	for _, g := range texts(e.field("where")) {
		r.checkGlob(e, g)
	}
	exprs := e.file.exprs(e.expr)
	if f.Patterns = r.patterns(e, exprs["recognised"], "recognised"); e.field("recognised") != nil {
		f.Recognised = "its content fits `recognised` in " + e.file.Name
		if f.Where != nil {
			f.Recognised = "its path fits `where`, or its content fits `recognised` in " + e.file.Name
		}
	} else if where := e.field("where"); where == nil || where.Kind == document.List && len(where.Items) == 0 {
		r.problem(e, e.key, "add where: a list of globs, or recognised: a pattern of the documents", "%s has neither where nor recognised", e.title())
	}
	if f.Schema = r.compile(e, exprs["schema"]); f.Schema == nil {
		f.Schema = &schema.Node{Kinds: schema.Only(document.Object)}
	}
	f.Advice = r.compile(e, exprs["advice"])
	profiles := e.file.exprs(exprs["profiles"])
	for _, p := range e.items("profiles") {
		exprs := e.file.exprs(profiles[p.Name])
		f.Profiles = append(f.Profiles, schema.Profile{Name: p.Name, When: r.patterns(e, exprs["when"], ""), Schema: r.compile(e, exprs["schema"])})
	}
	r.readSections(e, &f)
	r.added.Formats = append(r.added.Formats, f)
}

// standalone returns the file of a format for readers of its schema.
func standalone(e *entry) string {
	label := e.name
	if !ast.IsValidIdent(label) {
		label = `"` + label + `"`
	}
	return "// The schema of " + e.name + " is formats." + label + ".schema.\n\n" + strings.Trim(string(e.file.Data[e.file.text.Start():]), "\r\n\t ") + "\n"
}

func (r *reader) checkGlob(e *entry, g *document.Node) {
	if files.Alternatives(g.Text) > files.MaxAlternatives {
		r.problem(e, g.Value, "write several globs", "%q has over %d alternatives in its braces", g.Text, files.MaxAlternatives)
	}
	if !document.ValidGlob(g.Text) {
		r.problem(e, g.Value, "see https://pkg.go.dev/github.com/bmatcuk/doublestar/v4#readme-patterns", "%q is not a valid glob", g.Text)
	}
}

// patterns compiles a pattern, or each of a list. Those at a path are over whole
// documents, others over the data.
func (r *reader) patterns(e *entry, expr ast.Expr, path string) []*schema.Node {
	node := r.compile(e, expr)
	if node == nil {
		return nil
	}
	list, isList := expr.(*ast.ListLit)
	if node.Kinds != schema.Only(document.List) {
		if path != "" {
			r.checkBranches(e, []document.Format{document.Format(e.name)}, node, expr, []string{path})
		}
		return []*schema.Node{node}
	}
	for i, item := range node.Prefix {
		at := expr
		if isList {
			at = list.Elts[i]
		}
		if path != "" {
			r.checkBranches(e, []document.Format{document.Format(e.name)}, item, at, []string{path, strconv.Itoa(i)})
		}
	}
	return node.Prefix
}

// readSections reads the keys that only Markdown has, and adds the rules that
// `sections` brings.
func (r *reader) readSections(e *entry, f *schema.Format) {
	sections, level := e.field("sections"), e.field("level")
	for _, n := range []*document.Node{sections, level} {
		if form := f.Custom.Form; n != nil && (form == document.FormYAML || form == document.FormJSON) {
			r.problem(e, n.Key, "remove it, or use the form markdown or frontmatter", "%s has %s, but a %s file has no headings", e.title(), n.Name, form)
		}
	}
	params := &document.Node{Kind: document.Object}
	if level != nil && level.Kind == document.Int && len(level.Text) == 1 {
		f.Custom.Level = int(level.Text[0] - '0')
		params.Items = []*document.Node{level}
	}
	if sections == nil {
		return
	}
	params.Items = slices.Insert(params.Items, 0, sections)
	missing, short := r.Sections.Missing.rule(e.name+"/missing-section", f.Name), r.Sections.Short.rule(e.name+"/section-too-short", f.Name)
	for _, rule := range []schema.Rule{missing, short} {
		rule.Origin, rule.ParamNode, rule.Params = e.file.Name, r.checks.Field(rule.Check).Field("params"), r.withDefaults(rule.Check, params)
		r.added.Rules = append(r.added.Rules, rule)
	}
}
