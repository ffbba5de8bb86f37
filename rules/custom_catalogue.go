package rules

import (
	"fmt"
	"slices"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
)

// addToCatalogue adds what the sources hold, now that nothing is wrong with it.
func (r *customReader) addToCatalogue() error {
	for _, e := range r.entries {
		if e.Kind == "formats" {
			r.catalogue.Formats = append(r.catalogue.Formats, e.formatInfo())
			continue
		}
		if err := r.addRule(e.Name, e.value, e.file.Name); err != nil {
			return err
		}
	}
	if err := r.addGenerated(); err != nil {
		return err
	}
	r.catalogue.custom = r.custom
	sortRules(r.catalogue.Rules)
	return nil
}

func (r *customReader) addRule(name string, v cue.Value, origin string) error {
	rule, err := r.options.readRule(name, v)
	if err != nil {
		return err
	}
	rule.readTexts(v)
	rule.Origin, rule.url = origin, stringAt(v, "url")
	r.catalogue.add(rule)
	return nil
}

func (c *Catalogue) add(rule *Rule) {
	c.Rules = append(c.Rules, rule)
	c.byName[rule.Name] = rule
}

// addGenerated adds the rules that formats bring with them.
func (r *customReader) addGenerated() error {
	fields, err := r.root.LookupPath(hidden(generated)).Fields()
	if err != nil {
		return err
	}
	for fields.Next() {
		name := fields.Selector().Unquoted()
		if err := r.addRule(name, fields.Value(), r.originOf(listAt(fields.Value(), "formats"))); err != nil {
			return err
		}
		r.catalogue.byName[name].Generated = true
	}
	if yaml := r.custom.yamlRule(lookup(r.root, "custom.yaml")); yaml != nil {
		r.catalogue.add(yaml)
	}
	return nil
}

// originOf is the source that a format stands in.
func (r *customReader) originOf(formats []string) string {
	for _, f := range r.custom.formats {
		if slices.Contains(formats, string(f.Name)) {
			return f.file.Name
		}
	}
	return ""
}

// yamlRule is the rule for the formats that are YAML files, nil where there is
// none of them.
func (c *custom) yamlRule(v cue.Value) *Rule {
	rule, err := readRule(ruleYAML, v)
	if err != nil {
		return nil
	}
	rule.readTexts(v)
	for _, f := range c.formats {
		if f.Form == document.FormYAML {
			rule.Formats = append(rule.Formats, f.Name)
			rule.Origin, rule.Generated = f.file.Name, true
		}
	}
	if rule.Formats == nil {
		return nil
	}
	return rule
}

// forms say in words how a format is written.
var forms = map[document.Form]string{
	document.FormYAML:        "a YAML file",
	document.FormJSON:        "a JSON file",
	document.FormMarkdown:    "a Markdown file",
	document.FormFrontMatter: "Markdown with YAML front matter",
}

func (e *entry) formatInfo() *FormatInfo {
	info := &FormatInfo{
		Name:     document.Format(e.Name),
		Title:    stringAt(e.value, "title"),
		Upstream: stringAt(e.value, "upstream"),
		Form:     forms[document.Form(stringAt(e.value, "form"))],
		Origin:   e.file.Name,
		Skeleton: stringAt(e.value, "skeleton"),
		schema:   e.file.Standalone(e.Name),
	}
	for _, glob := range listAt(e.value, "where") {
		info.Where = append(info.Where, "`"+glob+"`")
	}
	recognised := lookup(e.value, "recognised").Exists()
	switch {
	case recognised && info.Where != nil:
		info.Recognised = "its path fits `where`, or its content fits `recognised` in " + e.file.Name
	case recognised:
		info.Recognised = "its content fits `recognised` in " + e.file.Name
	default:
		info.Recognised = "its path fits `where` in " + e.file.Name
	}
	return info
}

// byPath is the format of the team's own that a path's place tells, Unknown
// where it tells none.
func (c *custom) byPath(path string) document.Format {
	if c == nil {
		return document.Unknown
	}
	for _, f := range c.formats {
		for _, glob := range f.where {
			if document.MatchGlob(glob, path) {
				return f.Name
			}
		}
	}
	return document.Unknown
}

// format is a format of the team's own, nil for any other.
func (c *custom) format(name document.Format) *customFormat {
	if c == nil {
		return nil
	}
	for _, f := range c.formats {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// recognise finds the format whose pattern a file fits, and the file as a
// document of it; nil where there is none.
func (c *custom) recognise(in Input, limits document.Limits) *document.Document {
	for _, f := range c.formats {
		if len(f.recognised) == 0 || !f.Form.May(in.Path) {
			continue
		}
		doc := document.ParseCustom(in, limits, f.Custom)
		if doc.Fatal {
			continue
		}
		for _, pattern := range f.recognised {
			if pattern.Match(doc.Root) {
				return doc
			}
		}
	}
	return nil
}

// compileCustom compiles the format, and the rules that the sources have for
// any format.
func (e *Engine) compileCustom(j *judge, format document.Format, root cue.Value) error {
	if f := e.custom.format(format); f != nil {
		v := f.file.entry(root, "formats", string(format))
		if err := j.compileFormat(v); err != nil {
			return fmt.Errorf("format %s: %w", format, err)
		}
		if err := j.ownSchema(root); err != nil {
			return err
		}
		if err := j.ownInline(root); err != nil {
			return err
		}
		j.ownFrontMatter(root, string(format), lookup(v, "skeleton").Exists())
	}
	return e.compileCustomRules(j, format, root)
}

// compileCustomRules compiles the rules of the sources, and those that formats
// bring with them.
func (e *Engine) compileCustomRules(j *judge, format document.Format, root cue.Value) error {
	for _, f := range e.custom.files {
		for _, entry := range f.Entries {
			if entry.Kind != "rules" {
				continue
			}
			if err := e.compileCustomRule(j, format, entry.Name, f.entry(root, "rules", entry.Name)); err != nil {
				return err
			}
		}
	}
	return e.compileGenerated(j, format, root)
}

// compileCustomRule compiles a rule and gives it what only the catalogue knows
// of it.
func (e *Engine) compileCustomRule(j *judge, format document.Format, name string, v cue.Value) error {
	if err := e.compileRule(j, format, name, v); err != nil {
		return err
	}
	if rule := j.rules[name]; rule != nil {
		known := e.catalogue.Rule(name)
		rule.Origin, rule.url = known.Origin, known.url
	}
	return nil
}

func (e *Engine) compileGenerated(j *judge, format document.Format, root cue.Value) error {
	fields, err := root.LookupPath(hidden(generated)).Fields()
	if err != nil {
		return err
	}
	for fields.Next() {
		if err := e.compileCustomRule(j, format, fields.Selector().Unquoted(), fields.Value()); err != nil {
			return err
		}
	}
	if yaml := e.custom.yamlRule(lookup(root, "custom.yaml")); yaml != nil {
		j.rules[yaml.Name] = yaml
	}
	return nil
}

// SchemaSource is the schema of a format as one CUE file: SchemaSource for the
// four, the source that it stands in for one of the team's own.
func (c *Catalogue) SchemaSource(name string) (string, error) {
	if f := c.Format(name); f != nil && f.Origin != "" {
		return f.schema, nil
	}
	return SchemaSource(name)
}

// JSONSchema is the schema of a format in JSON Schema: JSONSchema for the four,
// and as that has it for one of the team's own.
func (c *Catalogue) JSONSchema(name string) (string, error) {
	f := c.custom.format(document.Format(name))
	if f == nil {
		return JSONSchema(name)
	}
	return boundedResult("evaluating "+f.file.Name, func() (string, error) {
		root, err := loadWith(c.custom, skipAllBut(""))
		if err != nil {
			return "", err
		}
		return jsonSchema(name, f.file.entry(root, "formats", name), root)
	})
}

func jsonSchema(name string, v, root cue.Value) (string, error) {
	j := &judge{}
	if err := j.compileFormat(v); err != nil {
		return "", fmt.Errorf("format %s: %w", name, err)
	}
	if err := j.ownSchema(root); err != nil {
		return "", err
	}
	members, err := j.schemaMembers()
	if err != nil {
		return "", fmt.Errorf("the schema of %s cannot be said in JSON Schema: %w", name, err)
	}
	head := []member{
		textMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
		textMember("title", stringAt(v, "title")),
	}
	return indented(append(head, members...))
}

// ownSchema gives a format that has no schema one that takes any object.
func (j *judge) ownSchema(root cue.Value) (err error) {
	if j.schema == nil {
		j.schema, err = compileAt(root, "custom.anything")
	}
	return err
}
