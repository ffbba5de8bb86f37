package config

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// SchemaURL is where the JSON Schema of a configuration in YAML is published.
const SchemaURL = "https://github.com/handofflint/handofflint/raw/main/docs/schemas/config.schema.json"

// Start is a configuration to begin with, in YAML: what most teams want to set,
// commented out.
const Start = `# yaml-language-server: $schema=` + SchemaURL + `
## To set something, remove the # and the one space after it.
## ` + page + `
# exclude: [archive/, "*.draft.md"]
# rules:
#   report/no-action: off
#   "session/*": error
#   report/too-few-words: {params: {roles: {writer: 300, code-reviewer: 250}}}
# fail-on: error                         # or warning, the default, or never
# baseline: .handofflint-baseline.json   # check --update-baseline writes it
# failure-log: failures.jsonl            # or false for none
## ` + "`handofflint config init --all`" + ` lists every setting.
`

// startHead is the head of a configuration with all settings.
const startHead = `# yaml-language-server: $schema=` + SchemaURL + `

## The configuration of handofflint. Everything in it is optional: what stands
## behind a single # holds anyway. To change something, take the # away with the
## one space behind it, from the lines above that it belongs to as well. Below
## ## stands what it is for.
##
## ` + page + `
`

// commentWidth is the width of the comments of a start.
const commentWidth = 78

// StartAll returns a configuration to begin with, in YAML: every key with its
// description and default, commented out. Texts and defaults come from the
// contract and the catalogue.
func StartAll() (string, error) {
	c, err := loadContract()
	if err != nil {
		return "", err
	}
	w := &startWriter{contract: c}
	if w.limits, err = rules.LimitsWith(rules.Options{}); err != nil {
		return "", err
	}
	w.text.WriteString(startHead)
	for _, key := range c.keys() {
		w.text.WriteString("\n")
		w.comment(c.doc(key))
		w.key(key)
	}
	return w.text.String(), nil
}

func (c *contract) doc(key string) string { return c.config.Field(key).Doc }

type startWriter struct {
	contract *contract
	limits   rules.Limits
	text     strings.Builder
}

func (w *startWriter) comment(prose string) {
	line := "##"
	for _, word := range strings.Fields(prose) {
		if len(line)+1+len(word) > commentWidth {
			w.text.WriteString(line + "\n")
			line = "##"
		}
		line += " " + word
	}
	w.text.WriteString(line + "\n")
}

// setting writes a setting that is commented out.
func (w *startWriter) setting(depth int, name, value string) {
	line := "# " + indent(depth) + yamlKey(name) + ":"
	if value != "" {
		line += " " + value
	}
	w.text.WriteString(line + "\n")
}

// examples are values for keys whose default shows little.
var examples = map[string]string{
	"extends":    `For example: extends: "team/handofflint.yaml"`,
	"rule-files": `For example: rule-files: ["team/rules/*.cue"]`,
	"baseline":   `For example: baseline: ".handofflint-baseline.json"`,
	"files":      `For example: files: [{paths: "notes/**/*.md", format: "metadata"}]`,
	"exclude":    `For example: exclude: ["archive/", "*.draft.md"]`,
	"hooks":      `For example: hooks: {exempt: ["*-reader"]}`,
	"overrides":  `For example: overrides: [{paths: "drafts/", rules: {"report/*": "warning"}}]`,
}

func (w *startWriter) key(key string) {
	switch key {
	case "rules":
		w.setting(0, key, "")
		for _, rule := range w.contract.catalogue.Rules {
			w.rule(rule)
		}
	case "sections":
		w.setting(0, key, "")
		for _, s := range sectionsOf(w.contract.catalogue) {
			w.setting(1, strconv.Itoa(s.Number), string(jsonString(s.Starts)))
		}
	case "limits":
		w.setting(0, key, "")
		v := &values{limits: w.limits}
		v.bounds()
		for _, bound := range v.list {
			w.setting(1, bound.Path[1], string(bound.Value))
		}
	case "hooks":
		w.comment(examples[key])
		w.setting(0, key, "")
		w.setting(1, "exempt", "[]")
	case "metadata":
		w.setting(0, key, "")
		w.setting(1, "profile", string(w.contract.fallback(key, "profile")))
	case "dispatch":
		w.setting(0, key, "")
		w.setting(1, "folder", string(w.contract.fallback(key, "folder")))
	default:
		w.plain(key)
	}
}

// plain writes a key whose value is not an object of settings.
func (w *startWriter) plain(key string) {
	if example := examples[key]; example != "" {
		w.comment(example)
	}
	value := w.contract.fallback(key)
	switch {
	case value != nil:
		w.setting(0, key, string(value))
	case examples[key] != "":
		w.setting(0, key, "[]")
	default:
		w.comment("Without it the log is in the user's own folders.")
	}
}

// rule writes a rule whose severity can be changed; the others have nothing to
// set.
func (w *startWriter) rule(rule *rules.Rule) {
	own := slices.DeleteFunc(members(rule.Params), func(m member) bool { return rule.SetBy(m.name) != "" || rule.IsEngine(m.name) })
	if rule.Fixed {
		return
	}
	if rule.Profiles != nil {
		w.comment(rule.Summary + ": " + profiles(rule) + ", by the profile; a severity here is one for both")
		w.setting(1, rule.Name, "{}")
		return
	}
	w.comment(rule.Summary)
	if len(own) == 0 {
		w.setting(1, rule.Name, string(rule.Severity))
		return
	}
	w.setting(1, rule.Name, "")
	w.setting(2, "severity", string(rule.Severity))
	w.setting(2, "params", "")
	w.params(own, 3)
}

func (w *startWriter) params(list []member, depth int) {
	for _, m := range list {
		if m.value[0] == '{' {
			w.setting(depth, m.name, "")
			w.params(members(m.value), depth+1)
			continue
		}
		w.setting(depth, m.name, string(plainJSON(m.value)))
	}
}

// plainJSON returns JSON without HTML escapes.
func plainJSON(raw json.RawMessage) json.RawMessage {
	var text string
	var list []json.RawMessage
	switch {
	case json.Unmarshal(raw, &text) == nil:
		return jsonString(text)
	case json.Unmarshal(raw, &list) == nil:
		parts := make([]string, len(list))
		for i, item := range list {
			parts[i] = string(plainJSON(item))
		}
		return json.RawMessage("[" + strings.Join(parts, ", ") + "]")
	}
	return raw
}
