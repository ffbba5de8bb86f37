package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Draft is the `$schema` of a JSONSchema.
const Draft = "https://json-schema.org/draft/2020-12/schema"

// JSONSchema is a JSON Schema of Draft, with its keywords in the usual order. One
// without keywords accepts anything, and is written as `true`.
type JSONSchema struct {
	Schema      string `json:"$schema,omitempty"`
	ID          string `json:"$id,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Ref         string `json:"$ref,omitempty"`
	// Type is a string, or a []string.
	Type             any         `json:"type,omitempty"`
	Const            any         `json:"const,omitempty"`
	Enum             []any       `json:"enum,omitempty"`
	Minimum          json.Number `json:"minimum,omitempty"`
	ExclusiveMinimum json.Number `json:"exclusiveMinimum,omitempty"`
	Maximum          json.Number `json:"maximum,omitempty"`
	ExclusiveMaximum json.Number `json:"exclusiveMaximum,omitempty"`
	MinLength        int         `json:"minLength,omitempty"`
	MaxLength        *int        `json:"maxLength,omitempty"`
	Pattern          string      `json:"pattern,omitempty"`

	Required             []string    `json:"required,omitempty"`
	Properties           Properties  `json:"properties,omitempty"`
	PatternProperties    Properties  `json:"patternProperties,omitempty"`
	AdditionalProperties *JSONSchema `json:"additionalProperties,omitempty"`

	PrefixItems []*JSONSchema `json:"prefixItems,omitempty"`
	Items       *JSONSchema   `json:"items,omitempty"`
	MinItems    int           `json:"minItems,omitempty"`
	MaxItems    *int          `json:"maxItems,omitempty"`
	UniqueItems bool          `json:"uniqueItems,omitempty"`

	Not   *JSONSchema   `json:"not,omitempty"`
	AnyOf []*JSONSchema `json:"anyOf,omitempty"`
	AllOf []*JSONSchema `json:"allOf,omitempty"`
	If    *JSONSchema   `json:"if,omitempty"`
	Then  *JSONSchema   `json:"then,omitempty"`
	Else  *JSONSchema   `json:"else,omitempty"`
	Defs  Properties    `json:"$defs,omitempty"`

	// False means the schema `false`, which accepts nothing.
	False bool `json:"-"`
}

// Properties are named schemas in an order.
type Properties []Property

// Property is a named schema.
type Property struct {
	Name   string
	Schema *JSONSchema
}

// MarshalJSON writes the schema.
func (s *JSONSchema) MarshalJSON() ([]byte, error) {
	type plain JSONSchema
	switch {
	case s.False:
		return []byte("false"), nil
	case s.isTrue():
		return []byte("true"), nil
	}
	return text.JSON((*plain)(s))
}

func (s *JSONSchema) isTrue() bool { return reflect.ValueOf(s).Elem().IsZero() }

// MarshalJSON writes an object with its fields in order.
func (p Properties) MarshalJSON() ([]byte, error) {
	var fields [][]byte
	for _, property := range p {
		value, err := text.JSON(property.Schema)
		if err != nil {
			return nil, err
		}
		fields = append(fields, []byte(text.JSONQuote(property.Name)+":"+string(value)))
	}
	return []byte("{" + string(bytes.Join(fields, []byte(","))) + "}"), nil
}

// absorb adds another schema's keywords, and returns false if one of them has a
// value already.
func (s *JSONSchema) absorb(other *JSONSchema) bool {
	to, from := reflect.ValueOf(s).Elem(), reflect.ValueOf(other).Elem()
	for i := range from.NumField() {
		if !from.Field(i).IsZero() && !to.Field(i).IsZero() {
			return false
		}
	}
	for i := range from.NumField() {
		if !from.Field(i).IsZero() {
			to.Field(i).Set(from.Field(i))
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
	if err == nil && s.False {
		s = &JSONSchema{Not: &JSONSchema{}}
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

func (x *exporter) export(n *Node, at string) (s *JSONSchema, err error) {
	if x.inside[n] {
		return nil, errors.New("a schema that refers to itself")
	}
	x.inside[n] = true
	defer delete(x.inside, n)
	switch {
	case n.AnyOf != nil:
		branches, err := x.exportEach(n.AnyOf, at)
		return &JSONSchema{AnyOf: branches}, err
	case n.Kinds == NoKind:
		return &JSONSchema{False: true}, nil
	case n.Enum != nil:
		return constants(n.Enum), nil
	case n.Kinds == Only(document.Object):
		s, err = x.exportObject(n, at)
	case n.Kinds == Only(document.List):
		s, err = x.exportList(n, at)
	default:
		s = typed(n.Kinds)
	}
	var rest []*JSONSchema
	for i := 0; err == nil && i < len(n.Tests); i++ {
		var test *JSONSchema
		if test, err = x.exportTest(&n.Tests[i], at); err == nil && !s.absorb(test) {
			rest = append(rest, test)
		}
	}
	if err == nil && rest != nil {
		s = &JSONSchema{AllOf: append([]*JSONSchema{s}, rest...)}
	}
	return s, err
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
	s := &JSONSchema{Type: names}
	if len(names) == 1 {
		s.Type = names[0]
	}
	if ks&Numbers == Only(document.Float) {
		s.Not = &JSONSchema{Type: typeNames[document.Int]}
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
		return &JSONSchema{Const: values[0]}
	}
	return &JSONSchema{Enum: values}
}

// jsonNumber keeps a number's literal if it is valid JSON.
func jsonNumber(literal string) json.Number {
	if json.Valid([]byte(literal)) {
		return json.Number(literal)
	}
	x, _ := parseNumber(literal)
	return json.Number(x.canonical())
}

func (x *exporter) exportTest(t *Test, at string) (*JSONSchema, error) {
	switch t.Op {
	case MinRunes:
		return &JSONSchema{MinLength: t.N}, nil
	case MaxRunes:
		return &JSONSchema{MaxLength: &t.N}, nil
	case MinItems:
		return &JSONSchema{MinItems: t.N}, nil
	case MaxItems:
		return &JSONSchema{MaxItems: &t.N}, nil
	case UniqueItems:
		return &JSONSchema{UniqueItems: true}, nil
	case IsPattern:
		return x.cannot(at, "that a text is a regular expression")
	case Match, NotMatch:
		translated, err := ecma(t.Text)
		switch {
		case err != nil:
			return x.cannot(at, err.Error())
		case t.Op == NotMatch:
			return &JSONSchema{Not: &JSONSchema{Pattern: translated}}, nil
		}
		return &JSONSchema{Pattern: translated}, nil
	}
	switch limit := jsonNumber(t.Text); {
	case !t.Number && t.Op == NotEqual:
		return &JSONSchema{Not: &JSONSchema{Const: t.Text}}, nil
	case !t.Number:
		return x.cannot(at, "an order of texts")
	case t.Op == Less:
		return &JSONSchema{ExclusiveMaximum: limit}, nil
	case t.Op == AtMost:
		return &JSONSchema{Maximum: limit}, nil
	case t.Op == Greater:
		return &JSONSchema{ExclusiveMinimum: limit}, nil
	case t.Op == AtLeast:
		return &JSONSchema{Minimum: limit}, nil
	default:
		return &JSONSchema{Not: &JSONSchema{Const: limit}}, nil
	}
}

// exportObject writes the named fields, and what is asked of the others. A single
// pattern that matches all names needs no patternProperties.
func (x *exporter) exportObject(n *Node, at string) (*JSONSchema, error) {
	s := &JSONSchema{Type: "object"}
	for _, f := range n.Fields {
		value, err := x.exportField(f.Node, document.PointerStep(at, f.Name))
		if err != nil {
			return nil, err
		}
		s.Properties = append(s.Properties, Property{f.Name, value})
		if f.Required {
			s.Required = append(s.Required, f.Name)
		}
	}
	if n.Closed {
		s.AdditionalProperties = &JSONSchema{False: true}
	}
	for _, p := range n.Patterns {
		value, err := x.exportField(p.Node, at+"/*")
		if err != nil {
			return nil, err
		}
		name, ok := namePattern(p.Name)
		switch {
		case !ok:
			// without it a closed object would reject what the pattern allows
			s.PatternProperties, s.AdditionalProperties = nil, nil
			_, err := x.cannot(at, "fields that are named by a "+p.Name.Want())
			return s, err
		case name == "" && len(n.Patterns) == 1:
			s.AdditionalProperties = value
		default:
			s.PatternProperties = append(s.PatternProperties, Property{name, value})
		}
	}
	return s, nil
}

// exportField adds the schema's description of a field.
func (x *exporter) exportField(n *Node, at string) (*JSONSchema, error) {
	s, err := x.export(n, at)
	if err == nil && n.Attr != nil && !s.False {
		s.Description = n.Attr.Words
	}
	return s, err
}

// namePattern returns the ECMA pattern of a set of names, "" for any name.
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
	prefix, err := x.exportEach(n.Prefix, at+"/*")
	if err != nil {
		return nil, err
	}
	s := &JSONSchema{Type: "array", PrefixItems: prefix, MinItems: len(prefix)}
	if n.Items == nil {
		s.Items = &JSONSchema{False: true}
		return s, nil
	}
	items, err := x.export(n.Items, at+"/*")
	if err == nil && !items.isTrue() {
		s.Items = items
	}
	return s, err
}
