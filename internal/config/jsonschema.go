package config

import (
	"cmp"
	"errors"
	"slices"

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
	x := &exporter{contract: c}
	s := x.export(c.config)
	s.Schema, s.ID, s.Title = schema.Draft, SchemaURL, "Configuration of handofflint"
	s.Description = "What .handofflint.yaml may say: " + page
	entries := &schema.JSONSchema{Ref: "#/$defs/rules"}
	*property(s, "rules") = *entries
	*property(property(s, "overrides").Items, "rules") = *entries
	for _, p := range s.Properties {
		p.Schema.Description = cmp.Or(p.Schema.Description, c.config.Field(p.Name).Doc)
	}
	s.Defs = schema.Properties{{Name: "rules", Schema: x.rules()}, {Name: "rule", Schema: x.teamRule()}}
	if x.err != nil {
		return "", x.err
	}
	data, err := text.JSONIndented(s)
	return string(data), err
}

// exporter writes Nodes as JSON Schema and keeps its errors.
type exporter struct {
	contract *contract
	err      error
}

// export returns a Node as JSON Schema, without what that cannot say, such as
// whether a text is a regular expression.
func (x *exporter) export(node *schema.Node) *schema.JSONSchema {
	s, err := node.JSONSchema(true)
	if err != nil {
		x.err = errors.Join(x.err, err)
		return &schema.JSONSchema{}
	}
	return s
}

// property returns a property of a schema that has it.
func property(s *schema.JSONSchema, name string) *schema.JSONSchema {
	i := slices.IndexFunc(s.Properties, func(p schema.Property) bool { return p.Name == name })
	return s.Properties[i].Schema
}

// rules returns the schema of `rules`: every rule by its name, groups by theirs, and
// a team's rules by their contract.
func (x *exporter) rules() *schema.JSONSchema {
	severity := x.export(x.contract.severity)
	entries := &schema.JSONSchema{Type: "object"}
	for _, group := range (&teamSources{catalogue: x.contract.catalogue}).groups() {
		entries.Properties = append(entries.Properties, schema.Property{Name: group, Schema: severity})
	}
	for _, rule := range x.contract.catalogue.Rules {
		entries.Properties = append(entries.Properties, schema.Property{Name: rule.Name, Schema: x.rule(rule, severity)})
	}
	// a rule of another file takes settings; a team's rule is a full entry
	entries.AdditionalProperties = &schema.JSONSchema{AnyOf: []*schema.JSONSchema{severity, x.export(x.contract.setting), {Ref: "#/$defs/rule"}}}
	return entries
}

// rule returns the schema of the setting of one rule.
func (x *exporter) rule(rule *rules.Rule, severity *schema.JSONSchema) *schema.JSONSchema {
	if rule.Fixed {
		severity = &schema.JSONSchema{Const: "error"}
	}
	object := &schema.JSONSchema{Type: "object", AdditionalProperties: &schema.JSONSchema{False: true}}
	object.Properties = schema.Properties{{Name: "severity", Schema: severity}}
	if rule.Params != nil {
		node := rule.ParamsSchema()
		params := x.export(node)
		params.Properties = slices.DeleteFunc(params.Properties, func(p schema.Property) bool { return rule.SetBy(p.Name) != "" })
		for _, p := range params.Properties {
			p.Schema.Description = cmp.Or(p.Schema.Description, node.Field(p.Name).Doc)
		}
		object.Properties = append(object.Properties, schema.Property{Name: "params", Schema: params})
	}
	return &schema.JSONSchema{Description: rule.Summary, AnyOf: []*schema.JSONSchema{severity, object}}
}

// teamRule returns the schema of a team's rule that is data. One with patterns is
// written in CUE.
func (x *exporter) teamRule() *schema.JSONSchema {
	rule := x.export(table.Builtin.Definition("#CustomRule"))
	for _, s := range []*schema.JSONSchema{rule, property(rule, "variants").AdditionalProperties} {
		s.Properties = slices.DeleteFunc(s.Properties, func(p schema.Property) bool {
			return slices.Contains([]string{"must", "when", "each", "from"}, p.Name)
		})
	}
	rule.Required = append(rule.Required, "check")
	return rule
}
