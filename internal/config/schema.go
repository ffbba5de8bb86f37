package config

import (
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// reading has the settings for reading a configuration: `config` of config.cue, where they are explained.
type reading struct {
	Tree         map[string]int64
	Files, Globs int
	Bytes        int64
	document.Limits
	Mistakes int
	More     string
	Shapes   map[string]string
}

var loadReading = sync.OnceValue(func() reading { return table.Load[reading]("config") })

// configSchema returns the schema of a configuration without the entries of rules: #Config of config.cue,
// with the bounds of limits.
var configSchema = sync.OnceValue(func() *schema.Node { return withLimits("#Config") })

// userSchema returns the schema of the user's own configuration: #User. It applies to every tree, so it
// cannot change how handoffs are checked.
var userSchema = sync.OnceValue(func() *schema.Node { return withLimits("#User") })

func withLimits(definition string) *schema.Node {
	n := table.Builtin.Definition(definition)
	limits := *rules.LimitsSchema()
	limits.Doc = n.Field("limits").Doc
	return withField(n, "limits", &limits)
}

// withEntries returns the schema of a configuration with a schema for the entries of `rules`, also in
// overrides.
func withEntries(entries *schema.Node) *schema.Node {
	overrides := *configSchema().Field("overrides")
	overrides.Items = withField(table.Builtin.Definition("#Override"), "rules", entries)
	return withField(withField(configSchema(), "rules", entries), "overrides", &overrides)
}

// withField returns an object with another Node for a field.
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

// entriesOf returns the schema of `rules`: rules by name, and groups of them.
func entriesOf(catalogue *rules.Catalogue, names []string) *schema.Node {
	entries := &schema.Node{Kinds: schema.Only(document.Object), Closed: true, Doc: configSchema().Field("rules").Doc}
	for _, name := range names {
		if rule := catalogue.Rule(name); rule != nil {
			entries.Fields = append(entries.Fields, schema.Field{Name: name, Node: entryOf(rule)})
		} else if len(catalogue.Match(name)) > 0 {
			entries.Fields = append(entries.Fields, schema.Field{Name: name, Node: table.Builtin.Definition("#Severity")})
		}
	}
	return entries
}

// entryOf returns the schema of the settings of one rule.
func entryOf(rule *rules.Rule) *schema.Node {
	severity := table.Builtin.Definition("#Severity")
	if rule.Fixed {
		severity = &schema.Node{Kinds: schema.Only(document.String), Enum: []schema.Scalar{{Kind: document.String, Text: string(rules.Error)}}}
	}
	setting := &schema.Node{Kinds: schema.Only(document.Object), Closed: true, Fields: []schema.Field{{Name: "severity", Node: severity}}}
	if rule.Params != "" && !rule.Fixed { // limits.bytes sets that of file/too-large
		setting.Fields = append(setting.Fields, schema.Field{Name: "params", Node: rule.ParamNode.Partial()})
	}
	entry := *schema.Union([]*schema.Node{severity, setting})
	entry.Doc = rule.Summary
	return &entry
}

// groupsOf returns the patterns for groups of rules.
func groupsOf(names []string) []string {
	groups := []string{"*"}
	for _, name := range names {
		group, _, grouped := strings.Cut(name, "/")
		if pattern := group + "/*"; grouped && !slices.Contains(groups, pattern) {
			groups = append(groups, pattern)
		}
	}
	return groups
}

// JSONSchema returns the JSON Schema, draft 2020-12, of a configuration in YAML, for editors: the contract,
// with an entry for every rule and its parameters. It accepts every configuration that Load accepts, and some
// that Load rejects, such as one that names a missing file.
func JSONSchema() (string, error) {
	names := namesOf(rules.BuiltIn())
	entries := entriesOf(rules.BuiltIn(), slices.Concat(groupsOf(names), names))
	others := schema.Union([]*schema.Node{table.Builtin.Definition("#Severity"), table.Builtin.Definition("#Setting")}) // of the team's rules
	entries.Closed = false
	entries.Patterns = []schema.PatternField{{Name: &schema.Node{Kinds: schema.Only(document.String)}, Node: others}}
	s, _ := withEntries(entries).JSONSchema(schema.Definition{Name: "rules", Node: entries})
	head := schema.JSONSchema{
		{Name: "$schema", Value: schema.Draft}, {Name: "$id", Value: SchemaURL}, {Name: "title", Value: "Configuration of handofflint"},
		{Name: "description", Value: "What .handofflint.yaml may say: " + page},
	}
	data, err := text.JSONIndented(append(head, s...))
	return string(data), err
}
