package rules

import (
	"fmt"
	"slices"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// schemaFolder is where the JSON Schemas of the formats are published.
const schemaFolder = "https://github.com/handofflint/handofflint/raw/main/docs/schemas/"

// JSONSchema returns a format's schema as JSON Schema, draft 2020-12, indented. It accepts what the format's
// schema accepts, with the profile that the data selects. Advice and rules are not part of it, and 1.0 counts
// as an integer, as always in JSON Schema. Constraints of a team's format that JSON Schema cannot express are
// left out.
func JSONSchema(f *FormatInfo) (string, error) {
	head := schema.JSONSchema{{Name: "$schema", Value: schema.Draft}}
	if f.Origin == "" {
		head = append(head, schema.Keyword{Name: "$id", Value: schemaFolder + string(f.Name) + ".schema.json"})
	}
	head = append(head, schema.Keyword{Name: "title", Value: f.Title})
	if f.Origin == "" {
		description := fmt.Sprintf("%s: %s, as the project %s has it.", f.Title, f.Spec().Written(), f.Upstream)
		if f.Spec().Form == protocol.FrontMatter {
			description += " This is the schema of its front matter."
		}
		head = append(head, schema.Keyword{Name: "description", Value: description})
	}
	s, _ := f.Schema.JSONSchema()
	data, err := text.JSONIndented(slices.Concat(head, s, profileConditions(f.Profiles)))
	return string(data), err
}

// profileConditions returns the requirements of the first profile whose `when` matches. A `when` that JSON Schema
// cannot express would match too much, so it ends the list.
func profileConditions(list []schema.Profile) schema.JSONSchema {
	if len(list) == 0 {
		return nil
	}
	when, exact := dataOf(list[0].When)
	if !exact {
		return nil
	}
	then, _ := list[0].Schema.JSONSchema()
	s := schema.JSONSchema{{Name: "if", Value: when}, {Name: "then", Value: then}}
	if others := profileConditions(list[1:]); others != nil {
		s = append(s, schema.Keyword{Name: "else", Value: others})
	}
	return s
}

// dataOf returns what patterns of documents require of the data, and whether they require nothing else.
func dataOf(patterns []*schema.Node) (when schema.JSONSchema, exact bool) {
	var data []*schema.Node
	for _, pattern := range patterns {
		if len(pattern.Fields) != 1 || pattern.Fields[0].Name != "data" {
			return nil, false
		}
		data = append(data, pattern.Fields[0].Node)
	}
	return schema.Union(data).JSONSchema()
}
