package teamrules

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// contractData is what rules/custom.cue says as plain data.
type contractData struct {
	Names    map[string]string
	Reserved []string
	// Defaults are parameters that a rule need not give, by check.
	Defaults map[string]map[string]value
	// Branches are the fields of a document beside its data. Body is keyed by
	// built-in format, or by the form of a team's.
	Branches struct {
		File []string
		Body map[string][]string
	}
	Sections    struct{ Missing, Short generatedRule }
	YAML        generatedRule
	FrontMatter map[string]schema.Words `json:"front-matter"`
	Skeleton    string

	names                map[string]*regexp.Regexp
	rule, format, checks *schema.Node
}

// value is a value as JSON without white space.
type value string

// UnmarshalJSON takes the value as it is.
func (v *value) UnmarshalJSON(raw []byte) error {
	var b bytes.Buffer
	err := json.Compact(&b, raw)
	*v = value(b.String())
	return err
}

// contract is read once, and only if there are sources.
var contract = sync.OnceValue(func() *contractData {
	c := table.Load[contractData]("custom")
	c.names = map[string]*regexp.Regexp{}
	c.rule = table.Builtin.Definition("#CustomRule")
	c.format = table.Builtin.Definition("#CustomFormat")
	c.checks = table.Builtin.Definition("#CustomChecks")
	for kind, pattern := range c.Names {
		c.names[kind] = regexp.MustCompile(pattern)
	}
	return &c
})

// words are those for a source that breaks its contract.
var words = sync.OnceValue(func() map[string]schema.Words { return table.Load[map[string]schema.Words]("customWords") })

// Checks returns the names of the checks that a team's rules may use, sorted.
//
// Internal: it serves the commands of handofflint.
func Checks() []string {
	var names []string
	for _, f := range contract().checks.Fields {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

// checkData reports violations of a contract; pointer is the data's in the entry.
func (r *reader) checkData(e *entry, contract *schema.Node, data *document.Node, pointer string) {
	for _, v := range contract.Check(data, nil) {
		v.Pointer = pointer + v.Pointer
		if v.Kind != schema.Missing && v.Kind != schema.NotAllowed && e.file.isRefused(v.Node.Value) {
			continue // reported
		}
		values := near.Values(&v, v.Pointer)
		values["field"] = cmp.Or(values["field"], "the value")
		values["near"] = near.Suffix(near.Value(&v))
		at := v.Span
		switch v.Kind {
		case schema.Missing:
			at = e.Key
		case schema.NotAllowed:
			values["near"] = r.near(values["name"], v.Allowed)
		}
		r.report(e, v.Kind.String(), at, values)
	}
}

// generatedRule is a rule that a team's format brings.
type generatedRule struct {
	schema.Rule
	Variants map[string]schema.Words
	Examples struct{ Bad, Good string }
}

func (g *generatedRule) rule(name string, formats ...document.Format) schema.Rule {
	rule := g.Rule
	rule.Name, rule.Formats, rule.Variants, rule.Generated = name, formats, variants(g.Variants), true
	rule.Bad, rule.Good = g.Examples.Bad, g.Examples.Good
	return rule
}

func variants(words map[string]schema.Words) []schema.Variant {
	var out []schema.Variant
	for _, name := range slices.Sorted(maps.Keys(words)) {
		out = append(out, schema.Variant{Name: name, Words: words[name]})
	}
	return out
}

// ruleYAML is the rule for formats that are YAML files.
const ruleYAML = "syntax/yaml"

// yamlRule returns the rule for formats that are YAML files, if there are any.
func (r *reader) yamlRule() []schema.Rule {
	rule := r.YAML.rule(ruleYAML)
	for _, f := range r.added.Formats {
		if f.Custom.Form == document.FormYAML {
			rule.Formats, rule.Origin = append(rule.Formats, f.Name), f.Origin
		}
	}
	if rule.Formats == nil {
		return nil
	}
	return []schema.Rule{rule}
}

// frontMatter returns the words of syntax/front-matter for a format: its own mention
// reports.
func (c *contractData) frontMatter(format, skeleton string) []schema.Variant {
	if skeleton != "" {
		skeleton = text.Fill(c.Skeleton, map[string]string{"format": format})
	}
	out := variants(c.FrontMatter)
	for i := range out {
		out[i].Help = text.Fill(out[i].Help, map[string]string{"new": skeleton})
	}
	return out
}
