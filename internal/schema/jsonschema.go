package schema

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Draft is the `$schema` of a JSONSchema.
const Draft = "https://json-schema.org/draft/2020-12/schema"

// JSONSchema is a JSON Schema of Draft: its keywords, or the named schemas in one of
// them, in order. Without keywords it accepts anything, and is written as `true`.
type JSONSchema []Keyword

// Keyword is a member of a JSONSchema. Its value may be one.
type Keyword struct {
	Name  string
	Value any
}

// MarshalJSON writes the schema.
func (s JSONSchema) MarshalJSON() ([]byte, error) {
	if len(s) == 0 {
		return []byte("true"), nil
	}
	var members []string
	for _, k := range s {
		value, err := text.JSON(k.Value)
		if err != nil {
			return nil, err
		}
		members = append(members, text.JSONQuote(k.Name)+":"+string(value))
	}
	return []byte("{" + strings.Join(members, ",") + "}"), nil
}

func (s *JSONSchema) add(name string, value any) { *s = append(*s, Keyword{name, value}) }

// addUnlessEmpty adds a keyword with a schema, or with named schemas.
func (s *JSONSchema) addUnlessEmpty(name string, value JSONSchema) {
	if len(value) > 0 {
		s.add(name, value)
	}
}

// JSONSchema returns the Node as JSON Schema, in which 1.0 is an integer and equal to 1. Constraints that
// JSON Schema cannot express are left out, such as an order of strings, a pattern that ECMA 262 reads
// differently, or the content of a recursive Node: then the schema accepts more and is not exact. @words and
// comments become descriptions. Shared Nodes are written once.
func (n *Node) JSONSchema(shared ...Definition) (s JSONSchema, exact bool) {
	x := &exporter{exact: true, inside: map[*Node]bool{}, shared: shared}
	s = x.export(n)
	var definitions JSONSchema
	for _, d := range shared {
		definitions.add(d.Name, x.exportBody(d.Node))
	}
	s.addUnlessEmpty("$defs", definitions)
	return s, x.exact
}

type exporter struct {
	exact  bool
	inside map[*Node]bool
	shared []Definition
}

// leaveOut returns a schema that accepts anything.
func (x *exporter) leaveOut() JSONSchema {
	x.exact = false
	return nil
}

// export returns the schema of a Node, or a reference to a shared one.
func (x *exporter) export(n *Node) JSONSchema {
	shared := slices.IndexFunc(x.shared, func(d Definition) bool { return d.Node == n })
	if shared >= 0 {
		return JSONSchema{{"$ref", "#/$defs/" + x.shared[shared].Name}}
	}
	if x.inside[n] {
		return x.leaveOut()
	}
	x.inside[n] = true
	defer delete(x.inside, n)
	return x.exportBody(n)
}

// exportBody returns the schema of a Node itself.
func (x *exporter) exportBody(n *Node) JSONSchema {
	var s JSONSchema
	switch {
	case n.AnyOf != nil:
		return JSONSchema{{"anyOf", x.exportEach(n.AnyOf)}}
	case n.Kinds == NoKind:
		return not(nil)
	case n.Enum != nil:
		return constants(n.Enum)
	case n.Kinds == Only(document.Object):
		s = x.exportObject(n)
	case n.Kinds == Only(document.List):
		s = x.exportList(n)
	default:
		s = typed(n.Kinds)
	}
	all := []JSONSchema{s}
	for i := range n.Tests {
		test := x.exportTest(&n.Tests[i])
		isRepeated := func(k Keyword) bool { return len(test) > 0 && k.Name == test[0].Name }
		if slices.ContainsFunc(all[0], isRepeated) { // a schema has a keyword once, and a test at most one
			all = append(all, test)
		} else {
			all[0] = append(all[0], test...)
		}
	}
	if len(all) > 1 {
		return JSONSchema{{"allOf", all}}
	}
	return all[0]
}

func not(s JSONSchema) JSONSchema { return JSONSchema{{"not", s}} }

func (x *exporter) exportEach(nodes []*Node) []JSONSchema {
	schemas := make([]JSONSchema, len(nodes))
	for i, n := range nodes {
		schemas[i] = x.export(n)
	}
	return schemas
}

// typeNames are the kinds' names in JSON Schema.
var typeNames = [...]string{
	document.Null: "null", document.Bool: "boolean", document.Int: "integer", document.Float: "number",
	document.String: "string", document.List: "array", document.Object: "object",
}

// typed returns the schema of kinds. A float is a number that is not an integer.
func typed(ks Kinds) JSONSchema {
	if ks == AnyKind {
		return nil
	}
	var names []string
	for _, kind := range ks.distinct() {
		names = append(names, typeNames[kind])
	}
	s := JSONSchema{{"type", names}}
	if len(names) == 1 {
		s[0].Value = names[0]
	}
	if ks&Numbers == Only(document.Float) {
		s.add("not", typed(Only(document.Int)))
	}
	return s
}

func constants(enum []Scalar) JSONSchema {
	var values []any
	for _, s := range enum {
		values = append(values, s.jsonValue())
	}
	if len(enum) > 1 {
		return JSONSchema{{"enum", values}}
	}
	if enum[0].Kind == document.Null {
		return typed(Only(document.Null))
	}
	return JSONSchema{{"const", values[0]}}
}

// jsonValue returns a constant for JSON; a number keeps its literal if that is valid JSON.
func (s *Scalar) jsonValue() any {
	switch s.Kind {
	case document.Null:
		return nil
	case document.Bool:
		return s.Text == "true"
	case document.String:
		return s.Text
	}
	if json.Valid([]byte(s.Text)) {
		return json.Number(s.Text)
	}
	x, _ := document.ParseNumber(s.Text)
	return json.Number(x.Canonical())
}

// keywords are the keywords for tests with a number.
var keywords = map[Op]string{
	Less: "exclusiveMaximum", AtMost: "maximum", Greater: "exclusiveMinimum", AtLeast: "minimum",
	MinRunes: "minLength", MaxRunes: "maxLength", MinItems: "minItems", MaxItems: "maxItems",
}

// exportTest returns the schema of a test. It leaves out an order of strings, IsPattern, and untranslatable patterns.
func (x *exporter) exportTest(t *Test) JSONSchema {
	operand := Scalar{document.String, t.Text}
	if t.Number {
		operand.Kind = document.Float
	}
	switch t.Op {
	case UniqueItems:
		return JSONSchema{{"uniqueItems", true}}
	case NotEqual:
		return not(constants([]Scalar{operand}))
	case MinRunes, MaxRunes, MinItems, MaxItems:
		return JSONSchema{{keywords[t.Op], t.N}}
	case Less, AtMost, Greater, AtLeast:
		if t.Number {
			return JSONSchema{{keywords[t.Op], operand.jsonValue()}}
		}
	case Match, NotMatch:
		translated, ok := ecmaPattern(t.Text)
		if !ok {
			break
		}
		pattern := JSONSchema{{"pattern", translated}}
		if t.Op == NotMatch {
			return not(pattern)
		}
		return pattern
	}
	return x.leaveOut()
}

// exportObject exports the named fields and the schema of the others. A single pattern that matches all names
// needs no patternProperties.
func (x *exporter) exportObject(n *Node) JSONSchema {
	var required []string
	var properties, patterns JSONSchema
	for _, f := range n.Fields {
		properties.add(f.Name, x.exportField(f.Node))
		if f.Required {
			required = append(required, f.Name)
		}
	}
	var others any
	if n.Closed {
		others = false
	}
	for _, p := range n.Patterns {
		name, ok := namePattern(p.Name)
		if !ok { // without it a closed object would reject what the pattern allows
			patterns, others = x.leaveOut(), nil
			break
		}
		if name == "" && len(n.Patterns) == 1 {
			others = x.exportField(p.Node)
		} else {
			patterns.add(name, x.exportField(p.Node))
		}
	}
	s := typed(n.Kinds)
	if required != nil {
		s.add("required", required)
	}
	s.addUnlessEmpty("properties", properties)
	s.addUnlessEmpty("patternProperties", patterns)
	if others != nil {
		s.add("additionalProperties", others)
	}
	return s
}

// exportField adds the description of a field.
func (x *exporter) exportField(n *Node) JSONSchema {
	s := x.export(n)
	words := cmp.Or(n.attributes().Words, n.Doc)
	if words == "" {
		return s
	}
	return append(JSONSchema{{"description", words}}, s...)
}

// namePattern returns the ECMA pattern for a set of names, "" for any name.
func namePattern(name *Node) (pattern string, ok bool) {
	if name.Enum == nil && name.isBare() {
		return "", true
	}
	if len(name.Tests) != 1 || name.Tests[0].Op != Match {
		return "", false
	}
	return ecmaPattern(name.Tests[0].Text)
}

func (x *exporter) exportList(n *Node) JSONSchema {
	s := typed(n.Kinds)
	if n.Prefix != nil {
		s.add("prefixItems", x.exportEach(n.Prefix))
	}
	if n.Items == nil {
		s.add("items", false)
	} else {
		s.addUnlessEmpty("items", x.export(n.Items))
	}
	return s
}
