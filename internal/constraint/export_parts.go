package constraint

import (
	"encoding/json"
	"regexp"
	"strings"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
)

func (x *exporter) exportScalar(s *scalar, at string) (*Schema, error) {
	switch {
	case s.mask == noKind:
		return &Schema{never: true}, nil
	case s.consts != nil:
		return constants(s.consts), nil
	}
	parts := []*Schema{typed(s.mask)}
	for _, t := range s.tests {
		part, err := x.exportTest(t, at)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return conjoin(parts), nil
}

// typed returns the schema of some kinds. A float is a number that is not an
// integer.
func typed(ks kinds) *Schema {
	s := &Schema{}
	if ks == anyKind {
		return s
	}
	var names []string
	for k := document.Null; k <= document.Object; k++ {
		if ks.has(k) && (k != document.Int || !ks.has(document.Float)) {
			names = append(names, typeNames[k])
		}
	}
	if len(names) == 1 {
		s.set("type", names[0])
	} else {
		s.set("type", names)
	}
	if ks.has(document.Float) && !ks.has(document.Int) {
		s.set("not", (&Schema{}).set("type", "integer"))
	}
	return s
}

func constants(consts []constant) *Schema {
	values := make([]any, len(consts))
	for i, c := range consts {
		values[i] = c.json()
	}
	switch {
	case len(values) == 1 && consts[0].kind == document.Null:
		return typed(only(document.Null))
	case len(values) == 1:
		return (&Schema{}).set("const", values[0])
	}
	return (&Schema{}).set("enum", values)
}

func (c *constant) json() any {
	switch c.kind {
	case document.Null:
		return nil
	case document.Bool:
		return c.text == "true"
	case document.Int, document.Float:
		return jsonNumber(c.text, c.num)
	}
	return c.text
}

// jsonNumber keeps a number's literal if it is valid JSON.
func jsonNumber(literal string, num number) json.Number {
	if json.Valid([]byte(literal)) {
		return json.Number(literal)
	}
	sign := ""
	if num.negative {
		sign = "-"
	}
	return json.Number(sign + num.scientific())
}

func (x *exporter) exportTest(t test, at string) (*Schema, error) {
	s := &Schema{}
	switch t := t.(type) {
	case *numberBound:
		return boundSchema(t), nil
	case *textBound:
		if t.op == cue.NotEqualOp {
			return s.set("not", (&Schema{}).set("const", t.limit)), nil
		}
	case *runes:
		if t.min > 0 {
			s.set("minLength", t.min)
		}
		if t.max >= 0 {
			s.set("maxLength", t.max)
		}
		return s, nil
	case *pattern:
		translated, err := ecma(t.re.String())
		if err != nil {
			return x.cannot(at, err.Error())
		}
		s.set("pattern", translated)
		if t.negated {
			s = (&Schema{}).set("not", s)
		}
		return s, nil
	case *moment:
		if re := t.ecma(); re != "" {
			return s.set("pattern", re), nil
		}
		return x.cannot(at, "a "+t.words())
	}
	return x.cannot(at, "a "+tested(t).want())
}

func boundSchema(t *numberBound) *Schema {
	s, limit := &Schema{}, jsonNumber(t.literal, t.limit)
	switch t.op {
	case cue.LessThanOp:
		return s.set("exclusiveMaximum", limit)
	case cue.LessThanEqualOp:
		return s.set("maximum", limit)
	case cue.GreaterThanOp:
		return s.set("exclusiveMinimum", limit)
	case cue.GreaterThanEqualOp:
		return s.set("minimum", limit)
	}
	return s.set("not", (&Schema{}).set("const", limit))
}

func (x *exporter) exportObject(o *object, at string) (*Schema, error) {
	s := (&Schema{}).set("type", "object")
	var required []string
	var props properties
	for _, f := range o.fields {
		value, err := x.export(f.value, document.PointerStep(at, f.name))
		if err != nil {
			return nil, err
		}
		props = append(props, keyword{f.name, described(value, f.attr)})
		if f.required {
			required = append(required, f.name)
		}
	}
	if required != nil {
		s.set("required", required)
	}
	if props != nil {
		s.set("properties", props)
	}
	return s, x.exportOthers(s, o, at)
}

// described adds the schema's description of a field.
func described(s *Schema, attr Attr) *Schema {
	if attr["words"] == "" || s.never {
		return s
	}
	return &Schema{keywords: append([]keyword{{"description", attr["words"]}}, s.keywords...)}
}

// exportOthers writes the constraints of fields without a name in the schema. A
// single pattern that matches all names needs no patternProperties.
func (x *exporter) exportOthers(s *Schema, o *object, at string) error {
	var patterns properties
	for i := range o.patterns {
		p := &o.patterns[i]
		value, err := x.export(p.value, at+"/*")
		if err != nil {
			return err
		}
		value = described(value, p.attr)
		if len(o.patterns) == 1 && anyName(p.name) {
			s.set("additionalProperties", value)
			return nil
		}
		name, ok := namePattern(p.name)
		if !ok {
			// without it a closed object would reject what the pattern allows
			_, err := x.cannot(at, "fields that are named by a "+p.name.want())
			return err
		}
		patterns = append(patterns, keyword{name, value})
	}
	if patterns != nil {
		s.set("patternProperties", patterns)
	}
	if o.closed {
		s.set("additionalProperties", &Schema{never: true})
	}
	return nil
}

func anyName(s *scalar) bool { return s.consts == nil && s.tests == nil }

// namePattern returns the ECMA pattern of a set of names.
func namePattern(s *scalar) (string, bool) {
	if anyName(s) {
		return "", true
	}
	if s.consts != nil {
		var names []string
		for _, c := range s.consts {
			names = append(names, regexp.QuoteMeta(c.text))
		}
		return "^(?:" + strings.Join(names, "|") + ")$", true
	}
	p, ok := s.tests[0].(*pattern)
	if !ok || len(s.tests) > 1 || p.negated {
		return "", false
	}
	translated, err := ecma(p.re.String())
	return translated, err == nil
}

func (x *exporter) exportList(l *list, at string) (*Schema, error) {
	s := (&Schema{}).set("type", "array")
	prefix, err := x.exportEach(l.prefix, at+"/*")
	if err != nil {
		return nil, err
	}
	if len(prefix) > 0 {
		s.set("prefixItems", prefix).set("minItems", len(prefix))
	}
	if l.rest == nil {
		return s.set("items", &Schema{never: true}), nil
	}
	rest, err := x.export(l.rest, at+"/*")
	if err == nil && (rest.never || len(rest.keywords) > 0) {
		s.set("items", rest)
	}
	return s, err
}
