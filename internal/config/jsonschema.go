package config

import (
	"encoding/json"
	"fmt"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/jsontext"
	"github.com/handofflint/handofflint/rules"
)

// JSONSchema is the JSON Schema, draft 2020-12, of a configuration in YAML,
// for editors: what the contract says, with an entry for every rule and the
// parameters of its own. It accepts every configuration that Load does; what
// only a program can see, such as a file that is not there, is left out.
func JSONSchema() (string, error) {
	c, err := loadContract()
	if err != nil {
		return "", err
	}
	schema, err := exported(c.config)
	if err != nil {
		return "", err
	}
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
	rule, format, err := teamSchemas()
	if err != nil {
		return "", err
	}
	properties["formats"] = map[string]any{
		"type": "object", "description": c.doc("formats"),
		"additionalProperties": map[string]any{"$ref": "#/$defs/format"},
	}
	properties["rules"] = map[string]any{"$ref": "#/$defs/rules"}
	schema["$defs"] = map[string]any{"rules": ruleEntries, "rule": rule, "format": format}
	overrides := properties["overrides"].(map[string]any)["items"].(map[string]any)
	overrides["properties"].(map[string]any)["rules"] = map[string]any{"$ref": "#/$defs/rules"}
	return indented(schema)
}

func indented(schema map[string]any) (string, error) {
	text, err := jsontext.Indented(schema)
	return string(text), err
}

// describe says what a property is for, unless the schema says it already.
func describe(property any, text string) {
	if object, ok := property.(map[string]any); ok && text != "" && object["description"] == nil {
		object["description"] = text
	}
}

// exported is a checker in JSON Schema. What only CUE can judge, such as
// whether a text is a regular expression, is left out.
func exported(checker *constraint.Checker) (map[string]any, error) {
	schema, err := checker.JSONSchema(constraint.SchemaOptions{LeaveOut: true})
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	var object map[string]any
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, fmt.Errorf("a schema that is no object: %w", err)
	}
	return object, nil
}

func (c *contract) limitsSchema() (map[string]any, error) {
	schema, err := exported(c.bounds)
	if err != nil {
		return nil, err
	}
	delete(schema, "$schema")
	schema["description"] = c.doc("limits")
	return schema, nil
}

// rulesSchema is the schema of `rules`: every rule by its name, groups by
// theirs, and rules of a team's own by their shape.
func (c *contract) rulesSchema() (map[string]any, error) {
	severity, err := exported(c.severity)
	if err != nil {
		return nil, err
	}
	delete(severity, "$schema")
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
	delete(setting, "$schema")
	// A rule that another file has is given what settings are; one of the team's
	// own is all of itself.
	other := map[string]any{"anyOf": []any{severity, setting, map[string]any{"$ref": "#/$defs/rule"}}}
	return map[string]any{"type": "object", "properties": properties, "additionalProperties": other}, nil
}

// ruleSchema is the schema of what is said of one rule.
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
	checker, err := rule.ParamsChecker()
	if err != nil {
		return nil, err
	}
	params, err := exported(checker)
	if err != nil {
		return nil, err
	}
	delete(params, "$schema")
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

// teamSchemas are the schemas of a rule and of a format of the team's own.
func teamSchemas() (rule, format map[string]any, err error) {
	ruleChecker, formatChecker, err := rules.CustomContracts()
	if err != nil {
		return nil, nil, err
	}
	if rule, err = exported(ruleChecker); err != nil {
		return nil, nil, err
	}
	if format, err = exported(formatChecker); err != nil {
		return nil, nil, err
	}
	delete(rule, "$schema")
	delete(format, "$schema")
	rule["anyOf"], format["anyOf"] = eitherOf("must", "check"), eitherOf("where", "recognised")
	return rule, format, nil
}

// eitherOf asks for one of some keys at least.
func eitherOf(keys ...string) (list []any) {
	for _, key := range keys {
		list = append(list, map[string][]string{"required": {key}})
	}
	return list
}
