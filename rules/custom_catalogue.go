package rules

import (
	"fmt"
	"slices"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
)

// addToCatalogue adds the sources' entries once they have no mistakes.
func (r *customReader) addToCatalogue() error {
	for _, e := range r.entries {
		if e.Kind == "formats" {
			info, err := e.formatInfo()
			if err != nil {
				return err
			}
			r.catalogue.Formats = append(r.catalogue.Formats, info)
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
	v, err := withDefaults(r.root, v)
	if err != nil {
		return fmt.Errorf("rule %s: %w", name, err)
	}
	rule, err := r.options.readRule(name, v)
	if err != nil {
		return err
	}
	if err := rule.readTexts(v); err != nil {
		return err
	}
	in := reading(v)
	rule.Origin, rule.url = origin, in.text("url")
	r.catalogue.add(rule)
	return in.err
}

func (c *Catalogue) add(rule *Rule) {
	c.Rules = append(c.Rules, rule)
	c.byName[rule.Name] = rule
}

// addGenerated adds the rules generated for formats.
func (r *customReader) addGenerated() error {
	err := eachField(r.root.LookupPath(hidden(generated)), func(name string, field cue.Value) error {
		in := reading(field)
		if err := r.addRule(name, field, r.originOf(in.list("formats"))); err != nil {
			return err
		}
		r.catalogue.byName[name].Generated = true
		return in.err
	})
	if err != nil {
		return err
	}
	yaml, err := r.custom.yamlRule(lookup(r.root, "custom.yaml"))
	if yaml != nil {
		r.catalogue.add(yaml)
	}
	return err
}

// originOf returns the source that defines a format.
func (r *customReader) originOf(formats []string) string {
	for _, f := range r.custom.formats {
		if slices.Contains(formats, string(f.Name)) {
			return f.file.Name
		}
	}
	return ""
}

// yamlRule returns the rule for formats that are YAML files, nil if there are
// none.
func (c *custom) yamlRule(v cue.Value) (*Rule, error) {
	rule, err := readRule(ruleYAML, v)
	if err != nil {
		return nil, err
	}
	if err := rule.readTexts(v); err != nil {
		return nil, err
	}
	for _, f := range c.formats {
		if f.Form == document.FormYAML {
			rule.Formats = append(rule.Formats, f.Name)
			rule.Origin, rule.Generated = f.file.Name, true
		}
	}
	if rule.Formats == nil {
		return nil, nil
	}
	return rule, nil
}

var forms = map[document.Form]string{
	document.FormYAML:        "a YAML file",
	document.FormJSON:        "a JSON file",
	document.FormMarkdown:    "a Markdown file",
	document.FormFrontMatter: "Markdown with YAML front matter",
}

func (e *entry) formatInfo() (*FormatInfo, error) {
	in := reading(e.value)
	info := &FormatInfo{
		Name:     document.Format(e.Name),
		Title:    in.text("title"),
		Upstream: in.text("upstream"),
		Form:     forms[document.Form(in.text("form"))],
		Origin:   e.file.Name,
		Skeleton: in.text("skeleton"),
		schema:   e.file.Standalone(e.Name),
	}
	for _, glob := range in.list("where") {
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
	if in.err != nil {
		return nil, fmt.Errorf("format %s: %w", e.Name, in.err)
	}
	return info, nil
}

// byPath returns the team's format whose globs match a path, Unknown if none
// does.
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

// format returns a team's format, nil if it is not one.
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

// recognise finds the format whose pattern a file matches and parses it as that
// format; nil if none matches. If matching takes too many steps, the document
// has a fault.
func (c *custom) recognise(in Input, limits document.Limits) *document.Document {
	var steps constraint.Steps
	for _, f := range c.formats {
		if len(f.recognised) == 0 || !f.Form.May(in.Path) {
			continue
		}
		doc := document.ParseCustom(in, limits, f.Custom)
		if doc.Fatal {
			continue
		}
		for _, pattern := range f.recognised {
			switch fits := pattern.MatchWithin(doc.Root, &steps); {
			case steps.Exceeded():
				return unread(in, tooManySteps("format "+string(f.Name)))
			case fits:
				return doc
			}
		}
	}
	return nil
}

// compileCustom compiles the format, and the sources' rules for any format.
func (e *Engine) compileCustom(j *ruleSet, format document.Format, root cue.Value) error {
	if f := e.custom.format(format); f != nil {
		v := f.file.entry(root, "formats", string(format))
		if err := j.compileFormat(v); err != nil {
			return fmt.Errorf("format %s: %w", format, err)
		}
		if err := j.defaultSchema(root); err != nil {
			return err
		}
		if err := j.compileTeamInline(root); err != nil {
			return err
		}
		if err := j.teamFrontMatter(root, string(format), lookup(v, "skeleton").Exists()); err != nil {
			return err
		}
	}
	return e.compileCustomRules(j, format, root)
}

// compileCustomRules compiles the sources' rules and those generated for
// formats.
func (e *Engine) compileCustomRules(j *ruleSet, format document.Format, root cue.Value) error {
	for _, f := range e.custom.files {
		for _, entry := range f.Entries {
			if entry.Kind != "rules" {
				continue
			}
			if err := e.compileCustomRule(j, root, format, entry.Name, f.entry(root, "rules", entry.Name)); err != nil {
				return err
			}
		}
	}
	return e.compileGenerated(j, format, root)
}

// compileCustomRule compiles a rule and copies what only the catalogue knows of
// it.
func (e *Engine) compileCustomRule(j *ruleSet, root cue.Value, format document.Format, name string, v cue.Value) error {
	v, err := withDefaults(root, v)
	if err != nil {
		return fmt.Errorf("rule %s: %w", name, err)
	}
	if err := e.compileRule(j, format, name, v); err != nil {
		return err
	}
	if rule := j.rules[name]; rule != nil {
		known := e.catalogue.Rule(name)
		rule.Origin, rule.url = known.Origin, known.url
	}
	return nil
}

// withDefaults fills in the parameters that a rule leaves out from custom.cue.
func withDefaults(root, rule cue.Value) (cue.Value, error) {
	in := reading(rule)
	check := in.text("check")
	if check == "" || in.err != nil {
		return rule, in.err
	}
	defaults := lookup(root, "custom.defaults."+check)
	if !defaults.Exists() {
		return rule, nil
	}
	params := cue.MakePath(cue.Str("params"))
	rule = rule.FillPath(params, defaults)
	return rule, rule.LookupPath(params).Err()
}

func (e *Engine) compileGenerated(j *ruleSet, format document.Format, root cue.Value) error {
	err := eachField(root.LookupPath(hidden(generated)), func(name string, field cue.Value) error {
		return e.compileCustomRule(j, root, format, name, field)
	})
	if err != nil {
		return err
	}
	yaml, err := e.custom.yamlRule(lookup(root, "custom.yaml"))
	if yaml != nil {
		j.rules[yaml.Name] = yaml
	}
	return err
}

// SchemaSource returns the schema of a format as one CUE file, for a team's
// format the source that defines it.
func (c *Catalogue) SchemaSource(name string) (string, error) {
	if f := c.Format(name); f != nil && f.Origin != "" {
		return f.schema, nil
	}
	return SchemaSource(name)
}

// JSONSchema returns the JSON Schema of a format, built in or a team's.
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
		return jsonSchema(name, f.file.entry(root, "formats", name), root, teamHead)
	})
}

// defaultSchema gives a format without a schema one that accepts any object.
func (j *ruleSet) defaultSchema(root cue.Value) (err error) {
	if j.schema == nil {
		j.schema, err = compileAt(root, "custom.anything")
	}
	return err
}
