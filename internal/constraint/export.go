package constraint

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// SchemaOptions says how a JSON Schema is written.
type SchemaOptions struct {
	Title string
	// LeaveOut leaves out what JSON Schema cannot express, so that the schema
	// accepts more than the checker. Otherwise that is an error.
	LeaveOut bool
}

const draft2020 = "https://json-schema.org/draft/2020-12/schema"

// JSONSchema returns an equivalent JSON Schema, draft 2020-12, except that in
// JSON Schema 1.0 is an integer and equal to 1. It returns an error with
// position and reason for what cannot be expressed, unless LeaveOut is set.
//
// Times are patterns, not formats: a format is only an annotation, and a
// validator that asserts it accepts other strings than CUE. @words attributes
// become descriptions.
func (c *Checker) JSONSchema(opts SchemaOptions) (*Schema, error) {
	x := &exporter{leaveOut: opts.LeaveOut, names: map[*ref]string{}}
	schema, err := x.export(c.root, "")
	if err != nil {
		return nil, err
	}
	if schema.never {
		schema = (&Schema{}).set("not", &Schema{})
	}
	head := (&Schema{}).set("$schema", draft2020)
	if opts.Title != "" {
		head.set("title", opts.Title)
	}
	head.keywords = append(head.keywords, schema.keywords...)
	if len(x.defs) > 0 {
		head.set("$defs", x.defs)
	}
	return head, nil
}

type exporter struct {
	leaveOut bool
	// names are the recursive definitions met so far, defs their schemas.
	names map[*ref]string
	defs  properties
}

// cannot leaves something out, or returns an error with the reason.
func (x *exporter) cannot(at, what string) (*Schema, error) {
	if x.leaveOut {
		return &Schema{}, nil
	}
	if at == "" {
		at = "the value itself"
	}
	return nil, fmt.Errorf("%s: JSON Schema cannot express %s", at, what)
}

func (x *exporter) export(c checker, at string) (*Schema, error) {
	switch c := c.(type) {
	case never:
		return &Schema{never: true}, nil
	case *scalar:
		return x.exportScalar(c, at)
	case *object:
		return x.exportObject(c, at)
	case *list:
		return x.exportList(c, at)
	case *fieldCount:
		return limited("object", "Properties", c.min, c.max), nil
	case *itemCount:
		return limited("array", "Items", c.min, c.max), nil
	case unique:
		return (&Schema{}).set("type", "array").set("uniqueItems", true), nil
	case *all:
		parts, err := x.exportEach(c.parts, at)
		return conjoin(parts), err
	case *anyOf:
		return x.exportUnion(c, at)
	case *counted:
		return x.exportCounted(c, at)
	case *ref:
		return x.exportRef(c, at)
	case *cueChecker:
		return x.cannot(at, "what only CUE can check")
	}
	return nil, errors.New("a checker of an unknown type")
}

func (x *exporter) exportEach(parts []checker, at string) ([]*Schema, error) {
	schemas := make([]*Schema, len(parts))
	for i, p := range parts {
		var err error
		if schemas[i], err = x.export(p, at); err != nil {
			return nil, err
		}
	}
	return schemas, nil
}

func limited(kind, unit string, lo, hi int) *Schema {
	s := (&Schema{}).set("type", kind)
	if lo > 0 {
		s.set("min"+unit, lo)
	}
	if hi >= 0 {
		s.set("max"+unit, hi)
	}
	return s
}

// exportUnion uses anyOf for a disjunction if no value can match two branches
// and be ambiguous to CUE.
func (x *exporter) exportUnion(u *anyOf, at string) (*Schema, error) {
	if u.ties != noKind {
		return x.cannot(at, "a disjunction whose branches a value can fit several of, which CUE takes for ambiguous")
	}
	branches, err := x.exportEach(u.branches, at)
	return (&Schema{}).set("anyOf", branches), err
}

func (x *exporter) exportCounted(m *counted, at string) (*Schema, error) {
	if x.leaveOut {
		// a branch with less left may match more often, or wrongly exclude
		strict := *x
		strict.leaveOut, strict.names = false, maps.Clone(x.names)
		if _, err := strict.exportEach(m.branches, at); err != nil {
			return &Schema{}, nil
		}
	}
	branches, err := x.exportEach(m.branches, at)
	if err != nil {
		return nil, err
	}
	if name := m.quantity(); name != "" {
		return (&Schema{}).set(name, branches), nil
	}
	if m.none() {
		return (&Schema{}).set("not", (&Schema{}).set("anyOf", branches)), nil
	}
	return x.cannot(at, "a match of "+m.literal+" of several schemas")
}

// exportRef writes a recursive definition once, and refers to it.
func (x *exporter) exportRef(r *ref, at string) (*Schema, error) {
	name, known := x.names[r]
	if !known {
		name = x.newName(r)
		x.names[r] = name
		place := len(x.defs)
		x.defs = append(x.defs, keyword{name: name})
		schema, err := x.export(r.target, at)
		if err != nil {
			return nil, err
		}
		x.defs[place].value = schema
	}
	return (&Schema{}).set("$ref", "#/$defs/"+name), nil
}

// newName returns a definition's name without CUE's marks, numbered if it is
// taken.
func (x *exporter) newName(r *ref) string {
	plain := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, r.name)
	name := plain
	for i := 2; name == "" || x.taken(name); i++ {
		name = fmt.Sprintf("%s%d", plain, i)
	}
	return name
}

func (x *exporter) taken(name string) bool {
	for _, d := range x.defs {
		if d.name == name {
			return true
		}
	}
	return false
}

// typeNames are JSON Schema's names of the kinds.
var typeNames = map[document.Kind]string{
	document.Null: "null", document.Bool: "boolean", document.Int: "integer", document.Float: "number",
	document.String: "string", document.List: "array", document.Object: "object",
}
