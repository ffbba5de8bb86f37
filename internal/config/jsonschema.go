package config

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// JSONSchema returns the JSON Schema, draft 2020-12, of a configuration in
// YAML, for editors: the contract, with an entry for every rule and its
// parameters. It accepts every configuration that Load accepts, and some that
// Load rejects, such as one that names a missing file.
func JSONSchema() (string, error) {
	c := loadContract()
	entries := c.ruleEntries()
	override := table.Builtin.Definition("#Override")
	overrides := *c.config.Field("overrides")
	overrides.Items = withField(override, "rules", entries)
	whole := withField(withField(c.config, "rules", entries), "overrides", &overrides)
	s, _ := whole.JSONSchema(schema.Definition{Name: "rules", Node: entries})
	head := schema.JSONSchema{
		{Name: "$schema", Value: schema.Draft}, {Name: "$id", Value: SchemaURL}, {Name: "title", Value: "Configuration of handofflint"},
		{Name: "description", Value: "What .handofflint.yaml may say: " + page},
	}
	data, err := text.JSONIndented(append(head, s...))
	return string(data), err
}

// withField returns an object with another Node for one of its fields.
func withField(n *schema.Node, name string, field *schema.Node) *schema.Node {
	changed := *n
	changed.Fields = slices.Clone(n.Fields)
	for i, f := range changed.Fields {
		if f.Name == name {
			changed.Fields[i].Node = field
		}
	}
	return &changed
}

// without returns an object without some of its fields.
func without(n *schema.Node, unwanted func(name string) bool) *schema.Node {
	changed := *n
	changed.Fields = slices.DeleteFunc(slices.Clone(n.Fields), func(f schema.Field) bool { return unwanted(f.Name) })
	return &changed
}

// ruleEntries returns what `rules` may have: every rule by its name, groups by theirs,
// and a team's rules by their contract.
func (c *contract) ruleEntries() *schema.Node {
	entries := &schema.Node{Kinds: schema.Only(document.Object), Doc: c.config.Field("rules").Doc}
	for _, group := range (&teamSources{catalogue: c.catalogue}).groups() {
		entries.Fields = append(entries.Fields, schema.Field{Name: group, Node: c.severity})
	}
	for _, rule := range c.catalogue.Rules {
		entries.Fields = append(entries.Fields, schema.Field{Name: rule.Name, Node: c.ruleEntry(rule)})
	}
	// a rule of another file takes settings; a team's rule is a full entry
	others := schema.Union([]*schema.Node{c.severity, c.setting, teamRule()})
	entries.Patterns = []schema.PatternField{{Name: &schema.Node{Kinds: schema.Only(document.String)}, Node: others}}
	return entries
}

// ruleEntry returns what may be set of one rule.
func (c *contract) ruleEntry(rule *rules.Rule) *schema.Node {
	severity := c.severity
	if rule.Fixed {
		severity = &schema.Node{Kinds: schema.Only(document.String), Enum: []schema.Scalar{{Kind: document.String, Text: "error"}}}
	}
	setting := &schema.Node{Kinds: schema.Only(document.Object), Closed: true, Fields: []schema.Field{{Name: "severity", Node: severity}}}
	if rule.Params != "" {
		params := without(rule.ParamsSchema(), func(name string) bool { return rule.SetBy(name) != "" })
		setting.Fields = append(setting.Fields, schema.Field{Name: "params", Node: params})
	}
	entry := schema.Union([]*schema.Node{severity, setting})
	entry.Doc = rule.Summary
	return entry
}

// teamRule returns a team's rule that is data. One with patterns is written in CUE.
func teamRule() *schema.Node {
	inCUE := func(name string) bool { return slices.Contains([]string{"must", "when", "each", "from"}, name) }
	rule := without(table.Builtin.Definition("#CustomRule"), inCUE)
	for i, f := range rule.Fields {
		switch f.Name {
		case "check":
			rule.Fields[i].Required = true
		case "variants":
			variants := *f.Node
			variants.Patterns = slices.Clone(variants.Patterns)
			variants.Patterns[0].Node = without(variants.Patterns[0].Node, inCUE)
			rule.Fields[i].Node = &variants
		}
	}
	return rule
}
