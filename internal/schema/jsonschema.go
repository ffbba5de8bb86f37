package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Draft is the `$schema` of a JSONSchema.
const Draft = "https://json-schema.org/draft/2020-12/schema"

// JSONSchema is a JSON Schema of Draft, its keywords in the usual, fixed order. One
// without keywords accepts anything, and marshals as `true`.
type JSONSchema struct {
	Keywords []Keyword
	// nothing is the schema `false`.
	nothing bool
}

// Keyword is a keyword of a JSON Schema, or the schema of a property.
type Keyword struct {
	Name  string
	Value any
}

var keywordOrder = []string{
	"description", "type", "const", "enum",
	"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum",
	"minLength", "maxLength", "pattern",
	"required", "properties", "patternProperties", "additionalProperties",
	"prefixItems", "items", "minItems", "maxItems", "uniqueItems",
	"not", "anyOf", "allOf",
}

func with(name string, value any) *JSONSchema { return (&JSONSchema{}).set(name, value) }

func (s *JSONSchema) set(name string, value any) *JSONSchema {
	rank := func(k Keyword) int { return slices.Index(keywordOrder, k.Name) }
	s.Keywords = append(s.Keywords, Keyword{name, value})
	slices.SortStableFunc(s.Keywords, func(x, y Keyword) int { return rank(x) - rank(y) })
	return s
}

func (s *JSONSchema) get(name string) any {
	for _, k := range s.Keywords {
		if k.Name == name {
			return k.Value
		}
	}
	return nil
}

// MarshalJSON writes the schema with its keywords in order.
func (s *JSONSchema) MarshalJSON() ([]byte, error) {
	switch {
	case s.nothing:
		return []byte("false"), nil
	case len(s.Keywords) == 0:
		return []byte("true"), nil
	}
	return properties(s.Keywords).MarshalJSON()
}

// properties are named schemas in the schema's order.
type properties []Keyword

// MarshalJSON writes an object with its fields in order.
func (p properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, k := range p {
		value, err := text.JSON(k.Value)
		if err != nil {
			return nil, err
		}
		b.WriteByte("{,"[min(i, 1)])
		b.WriteString(text.JSONQuote(k.Name) + ":")
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// conjoin returns the schema that accepts what all accept: one schema if no keyword
// would occur twice, else allOf.
func conjoin(schemas []*JSONSchema) *JSONSchema {
	merged, rest := &JSONSchema{}, []*JSONSchema{}
	for _, s := range schemas {
		if !merged.absorb(s) {
			rest = append(rest, s)
		}
	}
	if len(rest) == 0 {
		return merged
	}
	return with("allOf", append([]*JSONSchema{merged}, rest...))
}

// absorb adds another schema's keywords, and returns false if one of them has
// another value already.
func (s *JSONSchema) absorb(other *JSONSchema) bool {
	for _, k := range other.Keywords {
		if value := s.get(k.Name); value != nil && !(k.Name == "type" && reflect.DeepEqual(value, k.Value)) {
			return false
		}
	}
	for _, k := range other.Keywords {
		if s.get(k.Name) == nil {
			s.set(k.Name, k.Value)
		}
	}
	return true
}

// JSONSchema returns an equivalent JSON Schema, except that in JSON Schema 1.0 is an
// integer and equal to 1. It returns an error for what cannot be expressed, such as
// a recursive Node; leaveOut leaves out a test that cannot, so that the schema
// accepts more than the Node. @words become descriptions.
func (n *Node) JSONSchema(leaveOut bool) (*JSONSchema, error) {
	x := &exporter{leaveOut: leaveOut, inside: map[*Node]bool{}}
	s, err := x.export(n, "")
	if err == nil && s.nothing {
		s = with("not", &JSONSchema{})
	}
	return s, err
}

type exporter struct {
	leaveOut bool
	inside   map[*Node]bool
}

// cannot leaves something out, or returns an error with the reason.
func (x *exporter) cannot(at, what string) (*JSONSchema, error) {
	if x.leaveOut {
		return &JSONSchema{}, nil
	}
	if at == "" {
		at = "the value itself"
	}
	return nil, fmt.Errorf("%s: JSON Schema cannot express %s", at, what)
}

func (x *exporter) export(n *Node, at string) (*JSONSchema, error) {
	if x.inside[n] {
		return nil, errors.New("a schema that refers to itself")
	}
	x.inside[n] = true
	defer delete(x.inside, n)
	var s *JSONSchema
	var err error
	switch {
	case n.AnyOf != nil:
		branches, err := x.exportEach(n.AnyOf, at)
		return with("anyOf", branches), err
	case n.Kinds == NoKind:
		return &JSONSchema{nothing: true}, nil
	case n.Enum != nil:
		return constants(n.Enum), nil
	case n.Kinds == Only(document.Object):
		s, err = x.exportObject(n, at)
	case n.Kinds == Only(document.List):
		s, err = x.exportList(n, at)
	default:
		s = typed(n.Kinds)
	}
	parts := []*JSONSchema{s}
	for i := 0; err == nil && i < len(n.Tests); i++ {
		s, err = x.exportTest(&n.Tests[i], at)
		parts = append(parts, s)
	}
	if err != nil {
		return nil, err
	}
	return conjoin(parts), nil
}

func (x *exporter) exportEach(nodes []*Node, at string) ([]*JSONSchema, error) {
	schemas := make([]*JSONSchema, len(nodes))
	for i, n := range nodes {
		var err error
		if schemas[i], err = x.export(n, at); err != nil {
			return nil, err
		}
	}
	return schemas, nil
}

// typeNames are JSON Schema's names of the kinds.
var typeNames = [...]string{
	document.Null: "null", document.Bool: "boolean", document.Int: "integer", document.Float: "number",
	document.String: "string", document.List: "array", document.Object: "object",
}

// typed returns the schema of some kinds. A float is a number that is not an
// integer.
func typed(ks Kinds) *JSONSchema {
	if ks == AnyKind {
		return &JSONSchema{}
	}
	var names []string
	for k := document.Null; k <= document.Object; k++ {
		if ks.Has(k) && (k != document.Int || !ks.Has(document.Float)) {
			names = append(names, typeNames[k])
		}
	}
	s := with("type", names)
	if len(names) == 1 {
		s = with("type", names[0])
	}
	if ks.Has(document.Float) && !ks.Has(document.Int) {
		s.set("not", with("type", "integer"))
	}
	return s
}

func constants(enum []Scalar) *JSONSchema {
	values := make([]any, len(enum))
	for i, s := range enum {
		switch s.Kind {
		case document.Null:
		case document.Bool:
			values[i] = s.Text == "true"
		case document.Int, document.Float:
			values[i] = jsonNumber(s.Text)
		default:
			values[i] = s.Text
		}
	}
	switch {
	case len(enum) == 1 && enum[0].Kind == document.Null:
		return typed(Only(document.Null))
	case len(enum) == 1:
		return with("const", values[0])
	}
	return with("enum", values)
}

// jsonNumber keeps a number's literal if it is valid JSON.
func jsonNumber(literal string) json.Number {
	if json.Valid([]byte(literal)) {
		return json.Number(literal)
	}
	x, _ := parseNumber(literal)
	return json.Number(x.canonical())
}

var keywordOf = map[Op]string{
	Less: "exclusiveMaximum", AtMost: "maximum", Greater: "exclusiveMinimum", AtLeast: "minimum",
	MinRunes: "minLength", MaxRunes: "maxLength", MinItems: "minItems", MaxItems: "maxItems",
}

func (x *exporter) exportTest(t *Test, at string) (*JSONSchema, error) {
	switch t.Op {
	case MinRunes, MinItems:
		if t.N == 0 {
			return &JSONSchema{}, nil
		}
		return with(keywordOf[t.Op], t.N), nil
	case MaxRunes, MaxItems:
		return with(keywordOf[t.Op], t.N), nil
	case UniqueItems:
		return with("uniqueItems", true), nil
	case Match, NotMatch:
		translated, err := ecma(t.Text)
		switch {
		case err != nil:
			return x.cannot(at, err.Error())
		case t.Op == NotMatch:
			return with("not", with("pattern", translated)), nil
		}
		return with("pattern", translated), nil
	case NotEqual:
		if !t.Number {
			return with("not", with("const", t.Text)), nil
		}
		return with("not", with("const", jsonNumber(t.Text))), nil
	case IsPattern:
		return x.cannot(at, "that a text is a regular expression")
	}
	if !t.Number {
		return x.cannot(at, "an order of texts")
	}
	return with(keywordOf[t.Op], jsonNumber(t.Text)), nil
}

func (x *exporter) exportObject(n *Node, at string) (*JSONSchema, error) {
	s := with("type", "object")
	var required []string
	var named properties
	for _, f := range n.Fields {
		value, err := x.exportField(f.Node, document.PointerStep(at, f.Name))
		if err != nil {
			return nil, err
		}
		named = append(named, Keyword{f.Name, value})
		if f.Required {
			required = append(required, f.Name)
		}
	}
	if required != nil {
		s.set("required", required)
	}
	if named != nil {
		s.set("properties", named)
	}
	return s, x.exportOthers(s, n, at)
}

// exportField adds the schema's description of a field.
func (x *exporter) exportField(n *Node, at string) (*JSONSchema, error) {
	s, err := x.export(n, at)
	if err != nil || n.Attr == nil || n.Attr.Words == "" || s.nothing {
		return s, err
	}
	return s.set("description", n.Attr.Words), nil
}

// exportOthers writes what is asked of fields without a name. A single pattern that
// matches all names needs no patternProperties.
func (x *exporter) exportOthers(s *JSONSchema, n *Node, at string) error {
	var patterns properties
	for _, p := range n.Patterns {
		value, err := x.exportField(p.Node, at+"/*")
		if err != nil {
			return err
		}
		if len(n.Patterns) == 1 && p.Name.isBare() && p.Name.Enum == nil {
			s.set("additionalProperties", value)
			return nil
		}
		name, ok := namePattern(p.Name)
		if !ok {
			// without it a closed object would reject what the pattern allows
			_, err := x.cannot(at, "fields that are named by a "+p.Name.Want())
			return err
		}
		patterns = append(patterns, Keyword{name, value})
	}
	if patterns != nil {
		s.set("patternProperties", patterns)
	}
	if n.Closed {
		s.set("additionalProperties", &JSONSchema{nothing: true})
	}
	return nil
}

// namePattern returns the ECMA pattern of a set of names.
func namePattern(name *Node) (pattern string, ok bool) {
	switch {
	case name.Enum != nil:
		var names []string
		for _, s := range name.Enum {
			names = append(names, regexp.QuoteMeta(s.Text))
		}
		return "^(?:" + strings.Join(names, "|") + ")$", true
	case name.isBare():
		return "", true
	case len(name.Tests) != 1 || name.Tests[0].Op != Match:
		return "", false
	}
	pattern, err := ecma(name.Tests[0].Text)
	return pattern, err == nil
}

func (x *exporter) exportList(n *Node, at string) (*JSONSchema, error) {
	s := with("type", "array")
	prefix, err := x.exportEach(n.Prefix, at+"/*")
	if err != nil {
		return nil, err
	}
	if len(prefix) > 0 {
		s.set("prefixItems", prefix).set("minItems", len(prefix))
	}
	if n.Items == nil {
		return s.set("items", &JSONSchema{nothing: true}), nil
	}
	items, err := x.export(n.Items, at+"/*")
	if err == nil && (items.nothing || len(items.Keywords) > 0) {
		s.set("items", items)
	}
	return s, err
}
