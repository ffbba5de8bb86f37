package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// schemaFolder is where the JSON Schemas of the formats are published.
const schemaFolder = "https://github.com/handofflint/handofflint/raw/main/docs/schemas/"

// JSONSchema returns a format's schema as JSON Schema, draft 2020-12, indented.
// It accepts what the format's schema accepts, with the profile that the data
// selects; advice and rules are not part of it, and 1.0 counts as an integer,
// as always in JSON Schema. It returns an error if there is no such format.
func JSONSchema(name string) (string, error) {
	if SchemaName(name) == "" {
		return "", fmt.Errorf("unknown format %q", name)
	}
	value, err := loadSources(skipAllBut(name))
	if err != nil {
		return "", err
	}
	return jsonSchema(name, value.LookupPath(cue.MakePath(cue.Str("formats"), cue.Str(name))), value, builtInHead)
}

// jsonSchema returns the JSON Schema of a format of the sources, below what
// head makes of its entry.
func jsonSchema(name string, format, sources cue.Value, head func(name string, format *entryReader) []member) (string, error) {
	j, in := &ruleSet{}, reading(format)
	if err := errors.Join(j.compileFormat(format), j.defaultSchema(sources)); err != nil {
		return "", fmt.Errorf("format %s: %w", name, err)
	}
	members, err := j.schemaMembers()
	if err != nil {
		return "", fmt.Errorf("the schema of %s cannot be said in JSON Schema: %w", name, err)
	}
	members = append(head(name, in), members...)
	if in.err != nil {
		return "", fmt.Errorf("format %s: %w", name, in.err)
	}
	return indented(members)
}

func indented(members []member) (string, error) {
	var b bytes.Buffer
	err := json.Indent(&b, object(members), "", "  ")
	return b.String() + "\n", err
}

// member is a key of a JSON object and its value, both as JSON.
type member struct{ key, value []byte }

func object(members []member) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range members {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(m.key)
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

func textMember(key, value string) member {
	return member{[]byte(`"` + key + `"`), []byte(text.JSONQuote(value))}
}

// draft is the JSON Schema that the schemas are written in.
const draft = "https://json-schema.org/draft/2020-12/schema"

// builtInHead returns what precedes the constraints: the schema's URL and what
// it describes.
func builtInHead(name string, format *entryReader) []member {
	title := format.text("title")
	about := fmt.Sprintf("%s: %s, as the project %s has it.", title, format.text("form"), format.text("upstream"))
	if name == string(document.Report) {
		about += " This is the schema of its front matter."
	}
	return []member{
		textMember("$schema", draft),
		textMember("$id", schemaFolder+name+".schema.json"),
		textMember("title", title),
		textMember("description", about),
	}
}

// teamHead is the head for a team's format, which is not published.
func teamHead(_ string, format *entryReader) []member {
	return []member{textMember("$schema", draft), textMember("title", format.text("title"))}
}

// schemaMembers returns a format's constraints: its schema, and that of the
// first profile whose `when` matches.
func (j *ruleSet) schemaMembers() ([]member, error) {
	members, err := exported(j.schema)
	if err != nil {
		return nil, err
	}
	choice, err := profileChoice(j.profiles)
	return append(members, choice...), err
}

// profileChoice returns if, then and, for further profiles, else.
func profileChoice(profiles []profile) ([]member, error) {
	if len(profiles) == 0 {
		return nil, nil
	}
	when, err := anyOf(profiles[0].when)
	if err != nil {
		return nil, err
	}
	then, err := exported(profiles[0].schema)
	if err != nil {
		return nil, err
	}
	choice := []member{{[]byte(`"if"`), when}, {[]byte(`"then"`), object(then)}}
	others, err := profileChoice(profiles[1:])
	if len(others) > 0 {
		choice = append(choice, member{[]byte(`"else"`), object(others)})
	}
	return choice, err
}

// anyOf accepts what one of the checkers accepts.
func anyOf(checkers []*constraint.Checker) ([]byte, error) {
	var branches [][]byte
	for _, c := range checkers {
		members, err := exported(c)
		if err != nil {
			return nil, err
		}
		branches = append(branches, object(members))
	}
	list := append(append([]byte("["), bytes.Join(branches, []byte(","))...), ']')
	return object([]member{{[]byte(`"anyOf"`), list}}), nil
}

// exported returns the members of a checker's JSON Schema without $schema,
// which only the head has. A recursive definition would need $defs; no format
// has one.
func exported(checker *constraint.Checker) ([]member, error) {
	schema, err := checker.JSONSchema(constraint.SchemaOptions{})
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	members, err := membersOf(raw)
	var kept []member
	for _, m := range members {
		switch string(m.key) {
		case `"$schema"`:
		case `"$defs"`:
			return nil, fmt.Errorf("a schema that refers to itself")
		default:
			kept = append(kept, m)
		}
	}
	return kept, err
}

// membersOf returns the members of a JSON object in their order.
func membersOf(raw []byte) ([]member, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	var members []member
	for decoder.More() {
		var m struct{ key, value json.RawMessage }
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		if m.key, err = json.Marshal(key); err != nil {
			return nil, err
		}
		if err := decoder.Decode(&m.value); err != nil {
			return nil, err
		}
		members = append(members, member{m.key, m.value})
	}
	return members, nil
}
