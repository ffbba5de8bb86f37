package config

import "strings"

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
