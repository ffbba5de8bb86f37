package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

// referenceNote opens every generated page of docs/reference.
const referenceNote = "<!-- Made by `go generate ./...`. Do not edit. -->\n\n"

// ruleFilesReference is the page about files of rules and formats, made of the contract
// in rules/custom.cue and of an example that a test of package teamrules reads.
func ruleFilesReference(t *testing.T) string {
	return referenceNote + `# Reference: files of rules and formats

How to write them: [a rule](../custom-rules.md), [a format](../custom-formats.md). A file has ` + "`rules`, `formats`" + `,
definitions and hidden fields, and nothing else. Nothing in it is evaluated.

## A rule

` + keyTable("#CustomRule") + `
## A format

` + keyTable("#CustomFormat") + `
## A section

An item of ` + "`sections`." + `

` + keyTable("#Section") + `
## A value

A field of ` + "`values`." + `

` + keyTable("#Values") + `
## Checks

` + "`check` of a rule. Its words may have the values in braces." + `

` + checkTable() + `
## The language

handofflint supports this subset of CUE. The file shows each construct once.

` + "```cue\n" + string(testkit.Read(t, "../../teamrules/testdata/language.cue")) + "```\n"
}

// settingsReference is the page about the keys of a configuration, made of its contract.
func settingsReference() string {
	return referenceNote + `# Reference: settings

The keys of ` + "`.handofflint.yaml`" + `. [Configuration](../configuration.md) says how to write one.

` + keyTable("#Config") + `
## An item of files

` + keyTable("#Files") + `
## An item of overrides

` + keyTable("#Override") + `
## Your own configuration

It is [in your home](../security.md#to-trust-more).

` + keyTable("#User")
}

// formatsReference is the page about the built-in formats, made of cue/formats.cue.
func formatsReference() string {
	page := referenceNote + `# Reference: formats

[The formats](../formats.md) says how a file is recognised, and where handofflint differs from upstream.
`
	for _, f := range table.Builtin.Formats {
		page += fmt.Sprintf("\n## `%s`\n\n%s, from %s: %s.\n\n", f.Name, f.Title, f.Upstream, f.Spec().Written())
		for _, place := range f.Spec().Where {
			page += "- Place: `" + place + "`\n"
		}
		page += "- It is recognised if " + f.Recognised + "\n"
		for _, s := range f.Sections {
			page += "- Section: " + strings.Join(append([]string{s.Title}, s.Also...), ", ") + "\n"
		}
	}
	return page
}

// keyTable is a table of the keys of a definition, with their comments.
func keyTable(definition string) string {
	n := table.Builtin.Definition(definition)
	fields := slices.Clone(n.Fields)
	for _, p := range n.Patterns {
		fields = p.Node.Fields
	}
	rows := "| key | value | meaning |\n|---|---|---|\n"
	for _, f := range fields {
		words := cell(f.Node.Doc)
		if f.Required {
			words = strings.TrimSuffix("Required. "+words, " ")
		}
		if f.Node.Default != "" {
			words = strings.TrimSuffix(words+" Default: "+"`"+f.Node.Default+"`"+".", " ")
		}
		rows += fmt.Sprintf("| `%s` | %s | %s |\n", f.Name, cell(wanted(f.Node)), words)
	}
	return rows
}

// wanted returns what a value has to be, of an object its fields.
func wanted(n *schema.Node) string {
	if len(n.Fields) == 0 {
		return n.Want()
	}
	var names []string
	for _, f := range n.Fields {
		names = append(names, "`"+f.Name+"`")
	}
	return "object of " + strings.Join(names, ", ")
}

// checkTable is a table of the checks that a team's rules may have.
func checkTable() string {
	rows := "| check | reports | `params` |\n|---|---|---|\n"
	for _, f := range table.Builtin.Definition("#CustomChecks").Fields {
		words := f.Node.Doc
		if f.Node.Field("of").Enum[0].Text == "session" {
			words += " For the format `session`."
		}
		for _, value := range f.Node.Field("values").Prefix {
			words += " `{" + value.Enum[0].Text + "}`"
		}
		var params []string
		for _, p := range f.Node.Field("params").Fields {
			param := "`" + p.Name + "`: " + p.Node.Want()
			if !p.Required {
				param += ", optional"
			}
			params = append(params, param)
		}
		rows += fmt.Sprintf("| `%s` | %s | %s |\n", f.Name, cell(words), cell(strings.Join(params, "; ")))
	}
	return rows
}

// cell returns text as it is written in a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }

// fixesReference is the page about the rules whose findings can have a fix.
func fixesReference(catalogue *rules.Catalogue) string {
	page := referenceNote + `# Reference: fixes

What ` + "`handofflint check --fix`" + ` does. Words in braces are values of the finding. [Fixes](../fixes.md) says when
nothing is fixed.

| rule | fix |
|---|---|
`
	for _, rule := range catalogue.Rules {
		messages := slices.Compact(slices.Sorted(maps.Values(rule.FixMessages())))
		if len(messages) > 0 {
			page += fmt.Sprintf("| [`%s`](../rules/%[1]s.md) | %s |\n", rule.Name, cell(strings.Join(messages, "; ")))
		}
	}
	return page
}

// actionReference is the page about the inputs and outputs of the GitHub Action, made of
// action.yml.
func actionReference(t *testing.T) string {
	page := referenceNote + `# Reference: the GitHub Action

[In CI](../ci.md#github-actions) has examples. Outputs are set if the step fails, too.
`
	var action struct{ Inputs, Outputs yaml.Node }
	if err := yaml.Unmarshal(testkit.Read(t, "../../action.yml"), &action); err != nil {
		t.Fatal(err)
	}
	page += "\n## Inputs\n\n| input | meaning | default |\n|---|---|---|\n"
	page += actionRows(t, action.Inputs, func(i actionItem) string { return cell(i.Description) + " | " + i.Default })
	page += "\n## Outputs\n\n| output | meaning |\n|---|---|\n"
	return page + actionRows(t, action.Outputs, func(i actionItem) string { return cell(i.Description) })
}

// actionItem is an input or output of the action.
type actionItem struct{ Description, Default string }

// actionRows returns a row for each input or output in their order, with its cells after
// the name.
func actionRows(t *testing.T, items yaml.Node, cells func(actionItem) string) string {
	t.Helper()
	rows := ""
	for i := 0; i < len(items.Content); i += 2 {
		var item actionItem
		if err := items.Content[i+1].Decode(&item); err != nil {
			t.Fatal(err)
		}
		rows += fmt.Sprintf("| `%s` | %s |\n", items.Content[i].Value, cells(item))
	}
	return rows
}
