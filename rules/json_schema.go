package rules

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/handofflint/handofflint/internal/schema"
)

// schemaFolder is where the JSON Schemas of the formats are published.
const schemaFolder = "https://github.com/handofflint/handofflint/raw/main/docs/schemas/"

// JSONSchema returns a format's schema as JSON Schema, draft 2020-12, indented. It
// accepts what the format's schema accepts, with the profile that the data selects;
// advice and rules are not part of it, and 1.0 counts as an integer, as always in
// JSON Schema. It returns an error if there is no such format.
func (c *Catalogue) JSONSchema(name string) (string, error) {
	f := c.Format(name)
	if f == nil {
		return "", fmt.Errorf("unknown format %q", name)
	}
	s, err := f.entry.Schema.JSONSchema(false)
	if err == nil {
		err = addProfiles(s, f.entry.Profiles)
	}
	if err != nil {
		return "", fmt.Errorf("the schema of %s cannot be said in JSON Schema: %w", name, err)
	}
	s.Schema, s.Title = schema.Draft, f.Title
	if f.Origin == "" {
		s.ID = schemaFolder + name + ".schema.json"
		s.Description = fmt.Sprintf("%s: %s, as the project %s has it.", f.Title, f.Form, f.Upstream)
		if f.Name == ReportFormat {
			s.Description += " This is the schema of its front matter."
		}
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = json.Indent(&b, raw, "", "  ")
	return b.String() + "\n", err
}

// addProfiles adds what the first profile asks for whose `when` matches.
func addProfiles(s *schema.JSONSchema, profiles []schema.Profile) (err error) {
	for i, p := range profiles {
		if i > 0 {
			s.Else = &schema.JSONSchema{}
			s = s.Else
		}
		if s.If, err = schema.Union(p.When).JSONSchema(false); err != nil {
			return err
		}
		if s.Then, err = p.Schema.JSONSchema(false); err != nil {
			return err
		}
	}
	return nil
}
