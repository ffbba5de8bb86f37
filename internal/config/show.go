package config

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// BuiltIn is the origin of a value that no file sets.
const BuiltIn = "built in"

// Value is one value of a configuration.
type Value struct {
	// Path are its keys.
	Path  []string
	Value json.RawMessage
	// Origin is "file:line", the file of a team's rule, or BuiltIn.
	Origin string
}

// Values returns what the files set for a path, "" for files that no override
// matches, in the order of the contract; all adds what is built in.
func (c *Config) Values(path string, all bool) (list []Value) {
	contract, catalogue := loadContract(), c.Plain()
	root, severities := c.with(c.set(path))
	if all {
		root = merge(contract.builtIn(catalogue), root)
	}
	// a group may win over a rule's own entry
	entries := object("rules")
	for _, rule := range catalogue.Rules {
		if last := lastFor(severities, rule.Name); last != nil && !rule.Fixed && root.at("rules", rule.Name) != nil {
			entries.items = append(entries.items, object(rule.Name, last.from))
		}
	}
	if len(entries.items) > 0 {
		root = merge(root, object("", entries))
	}
	for _, key := range contract.config.Fields {
		list = append(list, root.at(key.Name).values(nil)...)
	}
	return list
}

// values returns the values of a setting below a path.
func (s *setting) values(above []string) (list []Value) {
	if s == nil {
		return nil
	}
	path := append(slices.Clone(above), s.node.Name)
	if s.node.Kind != document.Object || len(s.items) == 0 {
		return []Value{{path, s.json(), s.origin()}}
	}
	for _, f := range s.items {
		list = append(list, f.values(path)...)
	}
	return list
}

// builtIn returns the settings of a configuration that sets nothing. Rules whose
// severity is fixed are left out.
func (c *contract) builtIn(catalogue *rules.Catalogue) *setting {
	root := object("")
	for _, key := range c.config.Fields {
		switch value := defaultOf(key.Node); {
		case key.Name == "rules":
			entries := object(key.Name)
			for _, rule := range catalogue.Rules {
				if !rule.Fixed {
					entries.items = append(entries.items, builtInRule(rule))
				}
			}
			root.items = append(root.items, entries)
		case value != nil:
			root.items = append(root.items, builtInSetting(key.Name, value, BuiltIn))
		}
	}
	return root
}

// builtInSetting returns a value as a setting.
func builtInSetting(name string, value any, origin string) *setting {
	data, _ := text.JSON(map[string]any{name: value}) // values of the table can be encoded
	root, _, _ := document.ParseJSON(data, document.Limits{Depth: 1_000, Values: 1_000_000})
	if len(fields(root)) == 0 {
		return object(name)
	}
	return settingOf(root.Items[0], &source{shown: origin})
}

// builtInRule returns the severity of a rule, unless it depends on the profile, and
// the parameters that are its own.
func builtInRule(rule *rules.Rule) *setting {
	origin, severity := cmp.Or(rule.Origin, BuiltIn), rule.Severity
	if rule.Profiles != nil {
		origin, severity = origin+"; the severity depends on the profile", ""
	}
	entry := builtInSetting(rule.Name, struct {
		Severity rules.Severity  `json:"severity,omitempty"`
		Params   json.RawMessage `json:"params,omitempty"`
	}{severity, json.RawMessage(rule.Params)}, origin)
	if params := entry.at("params"); params != nil {
		params.items = slices.DeleteFunc(params.items, func(p *setting) bool { return rule.SetBy(p.node.Name) != "" || rule.IsEngine(p.node.Name) })
		if len(params.items) == 0 {
			entry.items = entry.items[:len(entry.items)-1]
		}
	}
	return entry
}

// defaultOf returns the default of a key, or of those below it, nil if there is none.
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

// YAML writes values as YAML, each with its origin in a comment after it.
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

// originColumn is the column of the origins of short values.
const originColumn = 44

// writeYAML calls write for each line of some values as YAML, with the path of its
// key. A key above others has no origin.
func writeYAML(values []Value, write func(path []string, line, origin string)) {
	var open []string
	for _, v := range values {
		shared := 0
		for shared < len(v.Path)-1 && shared < len(open) && open[shared] == v.Path[shared] {
			shared++
		}
		for depth := shared; depth < len(v.Path); depth++ {
			line, origin := strings.Repeat("  ", depth)+yamlKey(v.Path[depth])+":", ""
			if depth == len(v.Path)-1 {
				line, origin = line+" "+string(v.Value), v.Origin
			}
			write(v.Path[:depth+1], line, origin)
		}
		open = v.Path
	}
}

// plainKey matches a key that YAML reads as the same string.
var plainKey = text.MustCompile(`^[A-Za-z_][\w/.-]*$|^[1-9]\d*$`)

// yamlKey returns a key as YAML writes it, in quotes if needed.
func yamlKey(key string) string {
	reserved := slices.Contains([]string{"null", "true", "false"}, strings.ToLower(key))
	if plainKey.MatchString(key) && !reserved {
		return key
	}
	return text.JSONQuote(key)
}

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

## The configuration of handofflint. Everything in it is optional: the lines
## that begin with a single # are the defaults. To change one, remove the # and
## the one space after it, there and from the lines of the keys above it.
##
## ` + page + `
`

// StartAll returns a configuration to begin with, in YAML: every key with its
// description and its default, commented out, or an example if it has none.
func StartAll() string {
	c := loadContract()
	var b strings.Builder
	b.WriteString(startHead)
	builtIn := c.builtIn(c.catalogue)
	for _, key := range c.config.Fields {
		b.WriteString("\n" + comment(key.Node.Doc))
		s := builtIn.at(key.Name)
		if s == nil {
			b.WriteString("## For example: " + key.Name + ": " + c.Shapes[key.Name] + "\n")
			continue
		}
		writeYAML(s.values(nil), func(path []string, line, origin string) {
			if len(path) == 2 && key.Name == "rules" {
				_, note, _ := strings.Cut(origin, BuiltIn)
				b.WriteString(comment(c.catalogue.Rule(path[1]).Summary + note))
			}
			b.WriteString("# " + line + "\n")
		})
	}
	return b.String()
}

// commentWidth is the width of the comments of a start.
const commentWidth = 78

// comment returns prose as a comment.
func comment(prose string) string {
	var b strings.Builder
	line := "##"
	for _, word := range strings.Fields(prose) {
		if len(line)+1+len(word) > commentWidth {
			b.WriteString(line + "\n")
			line = "##"
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}
