package constraint

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/handofflint/handofflint/internal/text"
)

// Schema is a JSON Schema, draft 2020-12. It marshals with its keywords in the
// usual, fixed order.
type Schema struct {
	// never is the schema `false`.
	never    bool
	keywords []keyword
}

type keyword struct {
	name  string
	value any
}

var keywordOrder = []string{
	"$schema", "title", "description", "$ref", "type", "const", "enum",
	"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum",
	"minLength", "maxLength", "pattern",
	"required", "properties", "patternProperties", "additionalProperties", "minProperties", "maxProperties",
	"prefixItems", "items", "minItems", "maxItems", "uniqueItems",
	"not", "anyOf", "oneOf", "allOf", "$defs",
}

func (s *Schema) set(name string, value any) *Schema {
	s.keywords = append(s.keywords, keyword{name, value})
	return s
}

func (s *Schema) get(name string) (any, bool) {
	for _, k := range s.keywords {
		if k.name == name {
			return k.value, true
		}
	}
	return nil, false
}

// MarshalJSON writes the schema, `true` for one that accepts anything.
func (s *Schema) MarshalJSON() ([]byte, error) {
	if s.never {
		return []byte("false"), nil
	}
	if len(s.keywords) == 0 {
		return []byte("true"), nil
	}
	sorted := slices.Clone(s.keywords)
	slices.SortStableFunc(sorted, func(x, y keyword) int {
		return slices.Index(keywordOrder, x.name) - slices.Index(keywordOrder, y.name)
	})
	return marshalOrdered(sorted)
}

// properties are named schemas in the CUE schema's order.
type properties []keyword

// MarshalJSON writes an object with its fields in order.
func (p properties) MarshalJSON() ([]byte, error) { return marshalOrdered(p) }

func marshalOrdered(fields []keyword) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := text.JSON(f.name)
		if err != nil {
			return nil, err
		}
		value, err := text.JSON(f.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// conjoin returns the schema that accepts what all accept: one schema if no
// keyword would occur twice, else allOf.
func conjoin(schemas []*Schema) *Schema {
	merged, rest := &Schema{}, []*Schema{}
	for _, s := range schemas {
		if s.never {
			return s
		}
		if !merged.absorb(s) {
			rest = append(rest, s)
		}
	}
	if len(rest) == 0 {
		return merged
	}
	if len(merged.keywords) > 0 {
		rest = append([]*Schema{merged}, rest...)
	}
	return (&Schema{}).set("allOf", rest)
}

// coupled are keywords that change the meaning of others in the same schema.
var coupled = []string{"additionalProperties", "properties", "patternProperties", "prefixItems", "items"}

// absorb adds another schema's keywords, and returns false if one of them has
// another value already.
func (s *Schema) absorb(other *Schema) bool {
	if s.has(coupled) && other.has(coupled) {
		return false
	}
	for _, k := range other.keywords {
		if value, known := s.get(k.name); known && !(k.name == "type" && reflect.DeepEqual(value, k.value)) {
			return false
		}
	}
	for _, k := range other.keywords {
		if _, known := s.get(k.name); !known {
			s.set(k.name, k.value)
		}
	}
	return true
}

func (s *Schema) has(names []string) bool {
	return slices.ContainsFunc(s.keywords, func(k keyword) bool { return slices.Contains(names, k.name) })
}
