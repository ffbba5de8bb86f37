package config

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// The origins of a value that no file of the configuration has.
const (
	// Default is the contract of a configuration.
	Default = "default"
	// BuiltIn is the catalogue of rules.
	BuiltIn = "built in"
)

// Value is one value of the effective configuration.
type Value struct {
	// Path are its keys.
	Path []string
	// Value is the value as JSON, nil if it cannot be written as one. Note
	// describes it then.
	Value json.RawMessage
	Note  string
	// Beside is set if the value is not part of a file that could replace the
	// tree's: it belongs to a rule defined in that file, or comes from the
	// user's configuration.
	Beside bool
	// Origin is "file:line", Default or BuiltIn.
	Origin string
}

// Values returns all values of the effective configuration for a path, "" for
// files that no override matches, in the order of the contract.
func (c *Config) Values(path string) ([]Value, error) {
	contract, err := loadContract()
	if err != nil {
		return nil, err
	}
	v := &values{config: c, contract: contract, set: c.set(path)}
	options := c.with(v.set, rules.Options{})
	if v.catalogue, err = rules.LoadCatalogueWith(options); err != nil {
		return nil, err
	}
	if v.limits, err = rules.LimitsWith(options); err != nil {
		return nil, err
	}
	for _, key := range contract.keys() {
		v.key(key)
	}
	v.formats()
	if user := c.User(); user != "" {
		for i, value := range v.list {
			v.list[i].Beside = value.Beside || strings.HasPrefix(value.Origin, user+":")
		}
	}
	return v.list, nil
}

// keys returns the keys of a configuration in the contract's order.
func (c *contract) keys() []string {
	var keys []string
	for _, field := range c.config.Fields {
		keys = append(keys, field.Name)
	}
	return keys
}

// fallback returns the contract's default of a key, nil if it has none.
func (c *contract) fallback(keys ...string) json.RawMessage {
	node := c.config
	for _, key := range keys {
		node = node.Field(key)
	}
	if node.Default == "" {
		return nil
	}
	return json.RawMessage(node.Default)
}

type values struct {
	config    *Config
	contract  *contract
	catalogue *rules.Catalogue
	limits    rules.Limits
	// set are the overrides that match.
	set  string
	list []Value
}

func (v *values) add(origin string, value json.RawMessage, path ...string) {
	v.list = append(v.list, Value{Path: path, Value: value, Origin: origin})
}

// root returns the setting at a path, nil if no file has one.
func (v *values) root(path ...string) *setting {
	if v.config == nil {
		return nil
	}
	return v.config.root.at(path...)
}

// overridden returns the setting at a path from the last matching override that
// has it, else from the root.
func (v *values) overridden(path ...string) *setting {
	for _, i := range slices.Backward([]byte(v.set)) {
		if s := v.config.overrides[i].from.at(path...); s != nil {
			return s
		}
	}
	return v.root(path...)
}

func (v *values) key(key string) {
	switch key {
	case "rules":
		for _, rule := range v.catalogue.Rules {
			v.rule(rule)
		}
	case "sections":
		v.sections()
	case "limits":
		v.bounds()
	case "metadata":
		v.plain(key, "profile")
	case "dispatch":
		v.plain(key, "folder")
	case "extends", "rule-files", "files", "exclude", "overrides":
		v.items(key)
	case "hooks":
		v.items(key, "exempt")
	default:
		v.plain(key)
	}
}

// items adds a list, which is empty by default.
func (v *values) items(path ...string) {
	if s := v.root(path...); s != nil {
		v.add(s.origin(), v.written(s), path...)
	} else {
		v.add(Default, json.RawMessage("[]"), path...)
	}
}

func (v *values) plain(path ...string) {
	if s := v.overridden(path...); s != nil {
		v.add(s.origin(), v.written(s), path...)
	} else if value := v.contract.fallback(path...); value != nil {
		v.add(Default, value, path...)
	}
}

// formats adds the team's formats, each with its file.
func (v *values) formats() {
	for _, f := range v.catalogue.Formats {
		if f.Origin != "" {
			v.teamEntry("formats", string(f.Name), f.Title+", "+f.Form, f.Origin)
		}
	}
}

// teamEntry adds a rule or format of the team as a note: its content is in its file.
func (v *values) teamEntry(key, name, note, origin string) {
	v.list = append(v.list, Value{Path: []string{key, name}, Note: note, Origin: origin})
}

// rule adds a rule's severity and parameters. One that the tree's own file defines is
// added as it is there.
func (v *values) rule(rule *rules.Rule) {
	if rule.Origin == "" || rule.Origin != v.config.Files()[0] {
		v.severity(rule)
		v.params(rule, rule.Params, nil)
		return
	}
	s := v.root("rules", rule.Name)
	value := s.json()
	for _, i := range []byte(v.set) {
		if set := v.config.overrides[i].from.at("rules", rule.Name); set != nil {
			value = mergeJSON(value, set.json())
		}
	}
	if rule.Profiles == nil {
		value = mergeJSON(value, json.RawMessage(`{"severity":`+string(jsonString(string(rule.Severity)))+`}`))
	}
	v.add(s.origin(), value, "rules", rule.Name)
}

func (v *values) severity(rule *rules.Rule) {
	origin := BuiltIn
	if placed := v.severityOrigin(rule.Name); placed != "" && !rule.Fixed {
		origin = placed
	}
	switch {
	case rule.Origin != "" && origin == BuiltIn:
		v.teamEntry("rules", rule.Name, teamNote(rule), rule.Origin)
	case rule.Profiles == nil:
		v.add(origin, jsonString(string(rule.Severity)), "rules", rule.Name, "severity")
	default:
		v.profiles(rule, origin)
	}
}

// teamNote describes a team's rule by its severity.
func teamNote(rule *rules.Rule) string {
	severity := string(rule.Severity)
	if rule.Profiles != nil {
		severity = profiles(rule)
	}
	if rule.Generated {
		return severity + ", of a format of your own"
	}
	return severity + ", of your own"
}

// profiles adds a rule whose severity differs by profile, which no setting can
// express.
func (v *values) profiles(rule *rules.Rule, origin string) {
	value := Value{Path: []string{"rules", rule.Name}, Value: json.RawMessage("{}"), Note: profiles(rule), Origin: origin}
	if rule.Params != nil {
		value.Path, value.Value = append(value.Path, "severity"), nil
	}
	v.list = append(v.list, value)
}

func profiles(rule *rules.Rule) string {
	var parts []string
	for _, severity := range []rules.Severity{rules.Error, rules.Warning, rules.Off} {
		for _, name := range []string{"base", "phased"} {
			if rule.Profiles[name] == severity {
				parts = append(parts, string(severity)+" ("+name+")")
			}
		}
	}
	return strings.Join(parts, ", ")
}

func (v *values) severityOrigin(rule string) string {
	origin := v.config.SeverityOrigin(rule)
	for _, i := range []byte(v.set) {
		if placed := originOf(v.config.overrides[i].severities, rule); placed != "" {
			origin = placed
		}
	}
	return origin
}

// params adds the rule's own parameters below a path.
func (v *values) params(rule *rules.Rule, object json.RawMessage, path []string) {
	for _, m := range members(object) {
		at := append(slices.Clone(path), m.name)
		if len(path) == 0 && rule.SetBy(m.name) != "" {
			continue
		}
		if m.value[0] == '{' {
			v.params(rule, m.value, at)
			continue
		}
		full := append([]string{"rules", rule.Name, "params"}, at...)
		origin := BuiltIn
		placed := v.overridden(full...)
		switch {
		case placed == nil && rule.Origin != "":
			continue // its file has it
		case placed == nil && rule.IsEngine(at[0]):
			continue // nobody sets it
		case placed != nil:
			origin = placed.origin()
		}
		v.add(origin, m.value, full...)
	}
}

type member struct {
	name  string
	value json.RawMessage
}

// members returns those of a JSON object in its order, nil for any other value.
func members(object json.RawMessage) (list []member) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil {
		return nil
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return list
		}
		var value json.RawMessage
		text, isName := name.(string)
		if err := decoder.Decode(&value); err != nil || !isName {
			return list
		}
		list = append(list, member{text, bytes.TrimSpace(value)})
	}
	return list
}

func (v *values) sections() {
	for _, s := range sectionsOf(v.catalogue) {
		number := strconv.Itoa(s.Number)
		if placed := v.root("sections", number); placed != nil {
			v.add(placed.origin(), jsonString(s.Title), "sections", number)
			continue
		}
		v.add(BuiltIn, jsonString(s.Starts), "sections", number)
	}
}

// section is a section of a report in the rules' parameters.
type section struct {
	Number        int
	Starts, Title string
}

// sectionsOf returns the sections of a report, from the first rule that has
// them.
func sectionsOf(catalogue *rules.Catalogue) []section {
	for _, rule := range catalogue.Rules {
		if rule.SetBy("sections") == "" {
			continue
		}
		var params struct{ Sections []section }
		if json.Unmarshal(rule.Params, &params) == nil {
			return params.Sections
		}
	}
	return nil
}

func (v *values) bounds() {
	l := v.limits
	for _, b := range []struct {
		name  string
		value int64
	}{
		{"bytes", l.Bytes}, {"depth", int64(l.Depth)}, {"values", int64(l.Values)},
		{"trailing", int64(l.Trailing)}, {"findings", int64(l.Findings)},
	} {
		origin := BuiltIn
		if s := v.root("limits", b.name); s != nil {
			origin = s.origin()
		}
		v.add(origin, json.RawMessage(strconv.FormatInt(b.value, 10)), "limits", b.name)
	}
}
