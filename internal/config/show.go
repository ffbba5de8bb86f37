package config

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// BuiltIn is the origin of a value that no file sets.
const BuiltIn = "built in"

// Value is one value of a configuration. Its JSON is a contract with programs.
type Value struct {
	// Path are its keys.
	Path  []string        `json:"path"`
	Value json.RawMessage `json:"value"`
	// Origin is "file:line", the file of a team's rule, or BuiltIn.
	Origin string `json:"origin"`
}

// Values returns the values that files set for a path, "" for files that no override matches, in the order of
// the contract; all adds built-in values.
func (c *Config) Values(path string, all bool) (list []Value) {
	catalogue := c.Plain()
	c = c.with(c.matching(path))
	if all {
		c.root = c.merge(defaults(catalogue), c.root)
	}
	c.mergeSeverities(catalogue)
	for _, key := range configSchema().Fields {
		eachValue(c.at(key.Name), nil, func(path []string, n *document.Node) {
			list = append(list, Value{path, json.RawMessage(document.JSON(n)), c.originText(catalogue, path, n)})
		})
	}
	return list
}

// mergeSeverities sets the severity of each rule that has an entry to the one that holds: that of a group may win
// over the rule's own.
func (c *Config) mergeSeverities(catalogue *rules.Catalogue) {
	entries := &document.Node{Kind: document.Object, Name: "rules"}
	for _, rule := range catalogue.Rules {
		last := lastFor(c.severities, rule.Name)
		if last == nil || rule.Fixed || c.at("rules", rule.Name) == nil {
			continue
		}
		severity := *last.from
		severity.Name = "severity"
		c.origins[&severity] = c.origins[last.from]
		entries.Items = append(entries.Items, &document.Node{Kind: document.Object, Name: rule.Name, Items: []*document.Node{&severity}})
	}
	if len(entries.Items) > 0 {
		c.root = c.merge(c.root, &document.Node{Kind: document.Object, Items: []*document.Node{entries}})
	}
}

// originText returns the origin of the value at a path of keys, as Value has it.
func (c *Config) originText(catalogue *rules.Catalogue, path []string, n *document.Node) string {
	origin := cmp.Or(c.origin(n), BuiltIn)
	second := path[min(1, len(path)-1)] // below "rules" it is the name of a rule
	if rule := catalogue.Rule(second); rule != nil && origin == BuiltIn {
		origin = cmp.Or(rule.Origin, BuiltIn) + profileNote(rule)
	}
	base := nearestRuleFiles(c.files[:c.base]) // a tree adds to its list
	if path[0] == "rule-files" && base != nil && base != c.origins[n] {
		origin += ", added to those of " + c.origin(base.root.Field("rule-files"))
	}
	return origin
}

// profileNote returns a note on a rule whose severity differs by profile.
func profileNote(rule *rules.Rule) string {
	if rule.Profiles == nil {
		return ""
	}
	return "; the severity depends on the profile"
}

// defaults returns the settings of an empty configuration. Rules with a fixed severity are left out.
func defaults(catalogue *rules.Catalogue) *document.Node {
	root := &document.Node{Kind: document.Object}
	for _, key := range configSchema().Fields {
		if key.Name == "rules" {
			entries := &document.Node{Kind: document.Object, Name: key.Name}
			for _, rule := range catalogue.Rules {
				if !rule.Fixed {
					entries.Items = append(entries.Items, defaultsOf(rule))
				}
			}
			root.Items = append(root.Items, entries)
		} else if value := defaultOf(key.Node); value != nil {
			root.Items = append(root.Items, settingOf(key.Name, value))
		}
	}
	return root
}

// settingOf returns a value as a setting.
func settingOf(name string, value any) *document.Node {
	data, _ := text.JSON(map[string]any{name: value}) // values of the table can be encoded
	root, _, _ := document.ParseJSON(data, document.Limits{Depth: 1_000, Values: 1_000_000})
	return root.Items[0]
}

// defaultsOf returns the severity of a rule, unless it depends on the profile, and the rule's own parameters.
func defaultsOf(rule *rules.Rule) *document.Node {
	entry := &document.Node{Kind: document.Object, Name: rule.Name}
	if rule.Profiles == nil {
		entry.Items = append(entry.Items, &document.Node{Kind: document.String, Name: "severity", Text: string(rule.Severity)})
	}
	if rule.Params == "" {
		return entry
	}
	params := settingOf("params", json.RawMessage(rule.Params))
	params.Items = slices.DeleteFunc(params.Items, func(p *document.Node) bool { return rule.IsEngine(p.Name) })
	if len(params.Items) > 0 {
		entry.Items = append(entry.Items, params)
	}
	return entry
}

// defaultOf returns the default of a key, or the defaults below it, or nil.
func defaultOf(n *schema.Node) any {
	if n.Default != "" {
		return json.RawMessage(n.Default)
	}
	below := map[string]any{}
	for _, f := range n.Fields {
		if value := defaultOf(f.Node); value != nil {
			below[f.Name] = value
		}
	}
	if len(below) == 0 {
		return nil
	}
	return below
}

// YAML returns values as YAML, each followed by its origin in a comment.
func YAML(values []Value) string {
	var b strings.Builder
	writeYAML(values, func(_ []string, line, origin string) {
		if origin != "" {
			line += strings.Repeat(" ", max(2, originColumn-utf8.RuneCountInString(line))) + "# " + origin
		}
		b.WriteString(line + "\n")
	})
	return b.String()
}

// originColumn is the column of the origins after short values.
const originColumn = 44

// writeYAML calls write for each line of values as YAML, with the path of its key. A key above others has no
// origin.
func writeYAML(values []Value, write func(path []string, line, origin string)) {
	var open []string
	for _, v := range values {
		shared := 0 // the number of its keys that are written already
		for shared < len(v.Path)-1 && shared < len(open) && open[shared] == v.Path[shared] {
			shared++
		}
		for depth := shared; depth < len(v.Path); depth++ {
			line := strings.Repeat("  ", depth) + yamlKey(v.Path[depth]) + ":"
			origin := ""
			if depth == len(v.Path)-1 {
				line = line + " " + string(v.Value)
				origin = v.Origin
			}
			write(v.Path[:depth+1], line, origin)
		}
		open = v.Path
	}
}

// plainKey matches a key that needs no quotes in YAML.
var plainKey = text.MustCompile(`^[A-Za-z_][\w/.-]*$|^[1-9]\d*$`)

// yamlKey returns a key in YAML, quoted if needed.
func yamlKey(key string) string {
	reserved := slices.Contains([]string{"null", "true", "false"}, strings.ToLower(key))
	if plainKey.MatchString(key) && !reserved {
		return key
	}
	return text.JSONQuote(key)
}

// SchemaURL is the address of the JSON Schema of a configuration in YAML.
const SchemaURL = "https://github.com/handofflint/handofflint/raw/main/docs/schemas/config.schema.json"

// Start is a configuration to start with, in YAML: what most teams set, commented out.
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

// StartFor returns Start for a repository with a handoff that is kept up to date, or "". There, commits that
// do not update the handoff deserve a warning.
func StartFor(handoff string) string {
	if handoff == "" {
		return Start
	}
	line := "#   handoff/stale: warning               # 20 commits since " + text.Fold(handoff) + " was changed\n"
	return strings.Replace(Start, "# rules:\n", "# rules:\n"+line, 1)
}

// startHead is the head of a configuration with all settings.
const startHead = `# yaml-language-server: $schema=` + SchemaURL + `

## The configuration of handofflint. Everything in it is optional: the lines
## that begin with a single # are the defaults. To change one, remove the # and
## the one space after it, there and from the lines of the keys above it.
##
## ` + page + `
`

// StartAll returns a configuration to start with, in YAML: every key with its description and its default, or
// an example if it has none, commented out.
func StartAll() string {
	var b strings.Builder
	b.WriteString(startHead)
	const all = true
	values := (*Config)(nil).Values("", all)
	for _, key := range configSchema().Fields {
		b.WriteString("\n" + comment(key.Node.Doc))
		of := slices.DeleteFunc(slices.Clone(values), func(v Value) bool { return v.Path[0] != key.Name })
		if len(of) == 0 {
			b.WriteString("## For example: " + key.Name + ": " + loadReading().Shapes[key.Name] + "\n")
		}
		writeYAML(of, func(path []string, line, _ string) {
			if len(path) == 2 && key.Name == "rules" {
				rule := rules.BuiltIn().Rule(path[1])
				b.WriteString(comment(rule.Summary + profileNote(rule)))
			}
			b.WriteString("# " + line + "\n")
		})
	}
	return b.String()
}

// commentWidth is the width of the comments in StartAll.
const commentWidth = 78

// comment returns prose as a comment.
func comment(prose string) string {
	const mark = "## "
	lines := terminal.Screen{Columns: commentWidth - len(mark)}.WrapLine(strings.Join(strings.Fields(prose), " "), 0)
	return mark + strings.ReplaceAll(lines, "\n", "\n"+mark) + "\n"
}
