package teamrules

import (
	"cmp"
	"slices"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// contractData is the plain data of rules/custom.cue.
type contractData struct {
	// Names are the patterns of names, by kind.
	Names    map[string]string
	Reserved []string
	// Defaults are the default parameters of rules, by check.
	Defaults map[string]map[string]any
	// Branches are the fields of a document besides its data. Body is keyed by built-in format, or by the
	// form of a team's format.
	Branches struct {
		File []string
		Body map[string][]string
	}

	rule, format, checks *schema.Node
}

// contract is read once, and only if there are sources.
var contract = sync.OnceValue(func() *contractData {
	c := table.Load[contractData]("custom")
	c.rule = table.Builtin.Definition("#CustomRule")
	c.format = table.Builtin.Definition("#CustomFormat")
	c.checks = table.Builtin.Definition("#CustomChecks")
	return &c
})

// words are the messages for a source that breaks its contract.
var words = sync.OnceValue(func() map[string]schema.Words { return table.Load[map[string]schema.Words]("customWords") })

// isName reports whether a name is valid for a kind of entries: "rules" or "formats".
func (c *contractData) isName(kind, name string) bool {
	return text.Compiled(c.Names[kind]).Match(name, nil)
}

// namesOfChecks returns the names of the checks that a team's rules may use, sorted.
func namesOfChecks() []string {
	var names []string
	for _, f := range contract().checks.Fields {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

// checkData reports violations of a contract; pointer is the data's pointer in the entry.
func (r *sourceReader) checkData(e *entry, contract *schema.Node, data *document.Node, pointer string) {
	for _, v := range contract.Check(data, nil) {
		v.Pointer = pointer + v.Pointer
		if v.Kind != schema.Missing && e.file.isRefused(v.Node.Value) {
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

// templateRule returns a rule that comes with a team's format.
func templateRule(name string) schema.Rule {
	rules := table.Builtin.Templates
	rule := rules[slices.IndexFunc(rules, func(r schema.Rule) bool { return r.Name == name })]
	rule.Generated = true
	return rule
}

// ruleYAML is the rule for formats in YAML files.
const ruleYAML = "syntax/yaml"

// addYAMLRule adds the rule for formats in YAML files, if there are any.
func (r *sourceReader) addYAMLRule() {
	rule := templateRule(ruleYAML)
	for _, f := range r.added.Formats {
		if f.Own.Form == protocol.YAML {
			rule.Formats = append(rule.Formats, f.Name)
			rule.Origin = f.Origin
		}
	}
	if rule.Formats != nil {
		r.added.Rules = append(r.added.Rules, rule)
	}
}
