package config

import (
	"encoding/json"

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
	c, err := loadContract()
	if err != nil {
		return "", err
	}
	schema, err := exported(c.config)
	if err != nil {
		return "", err
	}
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["$id"], schema["title"] = SchemaURL, "Configuration of handofflint"
	schema["description"] = "What .handofflint.yaml may say: " + page
	properties := schema["properties"].(map[string]any)
	for key, property := range properties {
		describe(property, c.doc(key))
	}
	if properties["limits"], err = c.limitsSchema(); err != nil {
		return "", err
	}
	ruleEntries, err := c.rulesSchema()
	if err != nil {
		return "", err
	}
	ruleEntries["description"] = c.doc("rules")
	rule, err := teamRuleSchema()
	if err != nil {
		return "", err
	}
	properties["rules"] = map[string]any{"$ref": "#/$defs/rules"}
	schema["$defs"] = map[string]any{"rules": ruleEntries, "rule": rule}
	overrides := properties["overrides"].(map[string]any)["items"].(map[string]any)
	overrides["properties"].(map[string]any)["rules"] = map[string]any{"$ref": "#/$defs/rules"}
	return indented(schema)
}

func indented(schema map[string]any) (string, error) {
	text, err := text.JSONIndented(schema)
	return string(text), err
}

// describe adds the description of a property unless the schema has one.
func describe(property any, text string) {
	if object, ok := property.(map[string]any); ok && text != "" && object["description"] == nil {
		object["description"] = text
	}
}

// exported returns a Node as JSON Schema, without what that cannot say, such as
// whether a text is a regular expression.
func exported(node *schema.Node) (map[string]any, error) {
	schema, err := node.JSONSchema(true)
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	var object map[string]any
	err = json.Unmarshal(raw, &object)
	return object, err
}

func (c *contract) limitsSchema() (map[string]any, error) {
	schema, err := exported(c.bounds)
	if err != nil {
		return nil, err
	}
	schema["description"] = c.doc("limits")
	return schema, nil
}

// rulesSchema returns the schema of `rules`: every rule by its name, groups by
// theirs, and a team's rules by their contract.
func (c *contract) rulesSchema() (map[string]any, error) {
	severity, err := exported(c.severity)
	if err != nil {
		return nil, err
	}
	properties := map[string]any{}
	for _, group := range (teamSources{catalogue: c.catalogue}).groups() {
		properties[group] = severity
	}
	for _, rule := range c.catalogue.Rules {
		if properties[rule.Name], err = ruleSchema(rule, severity); err != nil {
			return nil, err
		}
	}
	setting, err := exported(c.setting)
	if err != nil {
		return nil, err
	}
	// a rule of another file takes settings; a team's rule is a full entry
	other := map[string]any{"anyOf": []any{severity, setting, map[string]any{"$ref": "#/$defs/rule"}}}
	return map[string]any{"type": "object", "properties": properties, "additionalProperties": other}, nil
}

// ruleSchema returns the schema of the setting of one rule.
func ruleSchema(rule *rules.Rule, severity map[string]any) (map[string]any, error) {
	if rule.Fixed {
		severity = map[string]any{"const": "error"}
	}
	properties := map[string]any{"severity": severity}
	if rule.Params != nil {
		params, err := paramsSchema(rule)
		if err != nil {
			return nil, err
		}
		properties["params"] = params
	}
	object := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	return map[string]any{"description": rule.Summary, "anyOf": []any{severity, object}}, nil
}

func paramsSchema(rule *rules.Rule) (map[string]any, error) {
	params, err := exported(rule.ParamsSchema())
	if err != nil {
		return nil, err
	}
	properties, _ := params["properties"].(map[string]any)
	for name := range properties {
		if rule.SetBy(name) != "" {
			delete(properties, name)
		}
	}
	for _, p := range rule.Parameters() {
		describe(properties[p.Name], p.Doc)
	}
	return params, nil
}

// teamRuleSchema returns the schema of a team's rule that is data. One with patterns
// is written in CUE.
func teamRuleSchema() (map[string]any, error) {
	rule, err := exported(table.Builtin.Definition("#CustomRule"))
	if err != nil {
		return nil, err
	}
	withoutPatterns(rule)
	variants := rule["properties"].(map[string]any)["variants"].(map[string]any)
	withoutPatterns(variants["additionalProperties"].(map[string]any))
	rule["required"] = append(rule["required"].([]any), "check")
	return rule, nil
}

// withoutPatterns removes the properties that only CUE can have.
func withoutPatterns(schema map[string]any) {
	for _, name := range []string{"must", "when", "each", "from"} {
		delete(schema["properties"].(map[string]any), name)
	}
}
