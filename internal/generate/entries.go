package generate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/schema"
)

// formats are the built-in ones in the order of lists.
var formats = []string{"report", "metadata", "context", "task"}

// table reads all that the sources say.
func (c *compiler) table(sources cue.Value) (*schema.Table, error) {
	t := &schema.Table{}
	err := eachField(sources, func(name string, v cue.Value) (err error) {
		switch {
		case strings.HasPrefix(name, "#"):
			err = c.define(t, name, v)
		case name == "rules":
			err = eachField(v, func(name string, v cue.Value) error {
				rule, err := c.rule(name, v)
				t.Rules = append(t.Rules, rule)
				return err
			})
		case name == "formats":
			err = eachField(v, func(name string, v cue.Value) error {
				format, err := c.format(name, v)
				t.Formats = append(t.Formats, format)
				return err
			})
		case name == "custom":
			err = c.custom(t, v)
		default:
			if name == "limits" {
				err = c.define(t, name, v)
			}
			t.Data = append(t.Data, data(name, read(&err, v, marshal)))
		}
		return err
	})
	slices.SortFunc(t.Formats, func(a, b schema.Format) int {
		return slices.Index(formats, a.Name) - slices.Index(formats, b.Name)
	})
	slices.SortFunc(t.Definitions, func(a, b schema.Definition) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(t.Data, func(a, b schema.Data) int { return strings.Compare(a.Name, b.Name) })
	return t, err
}

// define adds a definition.
func (c *compiler) define(t *schema.Table, name string, v cue.Value) error {
	node, err := c.reference(v, false)
	t.Definitions = append(t.Definitions, schema.Definition{Name: name, Node: node})
	return at(v, err)
}

// custom adds the fields of `custom` that are plain data, as one object, and the
// open structs as definitions, "custom.inline". References to definitions are left
// out.
func (c *compiler) custom(t *schema.Table, v cue.Value) error {
	var members []string
	err := eachField(v, func(name string, field cue.Value) error {
		if cue.Dereference(field) != field {
			return nil
		}
		if hasEllipsis(field.Source()) {
			return c.define(t, "custom."+name, field)
		}
		var err error
		members = append(members, fmt.Sprintf("%q:%s", name, read(&err, field, marshal)))
		return err
	})
	t.Data = append(t.Data, data("custom", "{"+strings.Join(members, ",")+"}"))
	return err
}

// data indents JSON and keeps it free of backquotes, so that Go can quote it as it
// is, and a change of the sources is a change of few lines.
func data(name, text string) schema.Data {
	var b bytes.Buffer
	if json.Indent(&b, []byte(strings.ReplaceAll(text, "`", `\u0060`)), "", "\t") != nil {
		return schema.Data{} // the caller has an error
	}
	return schema.Data{Name: name, JSON: b.String()}
}

func (c *compiler) format(name string, v cue.Value) (f schema.Format, err error) {
	in := &reader{v: v, c: c}
	f = schema.Format{
		Name: name, Title: in.text("title"), Upstream: in.text("upstream"), Form: in.text("form"),
		Where: in.list("where"), Recognised: in.text("recognised"),
		Schema: in.node("schema"), Advice: in.node("advice"),
	}
	in.each("profiles", func(name string, in *reader) {
		f.Profiles = append(f.Profiles, schema.Profile{Name: name, When: in.nodes("when"), Schema: in.node("schema")})
	})
	return f, in.finish()
}

func (c *compiler) rule(name string, v cue.Value) (schema.Rule, error) {
	in := &reader{v: v, c: c}
	r := schema.Rule{
		Name: name, Summary: in.text("summary"), Why: in.text("why"), Since: in.text("since"),
		Bad: in.text("examples.bad"), Good: in.text("examples.good"),
		Formats: in.list("formats"), Pattern: in.pattern(), Each: in.text("each"), Check: in.text("check"),
		Violations: in.list("violations"), From: in.text("from"), Needs: in.text("needs"), Reads: in.list("reads"), Yields: in.list("yields"),
		Final: in.flag("final"), Fixed: in.flag("fixed"), Unjudged: in.flag("unjudged"), Sealing: in.flag("sealing"),
		Consumer: in.text("consumer"), Words: in.words(), Fix: in.fix(),
	}
	r.Severity, r.Profiles = in.choices("severity")
	for _, p := range r.Profiles {
		if p.Name == "base" {
			r.Severity = p.Value
		}
	}
	r.Upstream, r.UpstreamAt = in.choices("upstream")
	r.Params, r.Defaults = in.params()
	in.each("variants", func(name string, in *reader) {
		r.Variants = append(r.Variants, schema.Variant{
			Name: name, Pattern: in.pattern(), Words: in.words(), Fix: in.fix(), Final: in.flag("final"),
		})
	})
	return r, in.finish()
}

// reader reads the fields of an entry by path. A missing one gives the zero value.
type reader struct {
	v cue.Value
	c *compiler
	// known are the fields that were asked for, err is the first error.
	known []string
	err   error
}

func (r *reader) at(path string) cue.Value {
	var steps []cue.Selector
	for _, name := range strings.Split(path, ".") {
		steps = append(steps, cue.Str(name))
	}
	r.known = append(r.known, steps[0].Unquoted())
	return r.v.LookupPath(cue.MakePath(steps...))
}

// finish returns the first error, one for a field that nobody has asked for.
func (r *reader) finish() error {
	if r.err != nil {
		return r.err
	}
	return eachField(r.v, func(name string, v cue.Value) error {
		if !slices.Contains(r.known, name) {
			return at(v, errors.New("unknown field"))
		}
		return nil
	})
}

// read keeps the first error.
func read[T any](first *error, v cue.Value, as func(cue.Value) (T, error)) (value T) {
	if v.Exists() && *first == nil {
		value, *first = as(v)
		*first = at(v, *first)
	}
	return value
}

func marshal(v cue.Value) (string, error) {
	text, err := v.MarshalJSON()
	return string(text), err
}

func (r *reader) text(path string) string { return read(&r.err, r.at(path), cue.Value.String) }
func (r *reader) flag(path string) bool   { return read(&r.err, r.at(path), cue.Value.Bool) }

func (r *reader) list(path string) []string {
	return read(&r.err, r.at(path), func(v cue.Value) (list []string, err error) {
		return list, v.Decode(&list)
	})
}

func (r *reader) node(path string) *schema.Node {
	return read(&r.err, r.at(path), func(v cue.Value) (*schema.Node, error) { return r.c.node(v, false) })
}

func (r *reader) nodes(path string) []*schema.Node {
	return read(&r.err, r.at(path), func(v cue.Value) ([]*schema.Node, error) {
		node, err := r.c.node(v, false)
		if err != nil {
			return nil, err
		}
		return node.Prefix, nil
	})
}

// each calls a function for each field of the struct at a path.
func (r *reader) each(path string, do func(name string, in *reader)) {
	read(&r.err, r.at(path), func(v cue.Value) (struct{}, error) {
		return struct{}{}, eachField(v, func(name string, v cue.Value) error {
			in := &reader{v: v, c: r.c}
			do(name, in)
			return in.finish()
		})
	})
}

// choices reads a text, or one for each name.
func (r *reader) choices(path string) (text string, choices []schema.Choice) {
	if v := r.at(path); v.IncompleteKind() != cue.StructKind {
		return r.text(path), nil
	}
	read(&r.err, r.at(path), func(v cue.Value) (struct{}, error) {
		return struct{}{}, eachField(v, func(name string, v cue.Value) error {
			value, err := v.String()
			choices = append(choices, schema.Choice{Name: name, Value: value})
			return at(v, err)
		})
	})
	return "", choices
}

func (r *reader) pattern() schema.Pattern {
	return schema.Pattern{When: r.node("when"), Must: r.node("must"), At: r.text("at")}
}

func (r *reader) words() schema.Words {
	return schema.Words{Message: r.text("message"), Help: r.text("help"), Related: r.text("related")}
}

func (r *reader) fix() *schema.Fix {
	if !r.at("fix").Exists() {
		return nil
	}
	in := &reader{v: r.at("fix"), c: r.c}
	fix := &schema.Fix{
		Message: in.text("message"), At: in.text("at"), Set: read(&in.err, in.at("set"), marshal),
		From: in.text("rename.from"), To: in.text("rename.to"), Edit: in.text("edit"),
	}
	_, fix.Replace = in.choices("replace")
	if err := in.finish(); r.err == nil {
		r.err = err
	}
	return fix
}

// params reads what the parameters of a check may be, each with its default, and
// all defaults.
func (r *reader) params() (*schema.Node, string) {
	node := r.node("params")
	if node == nil {
		return nil, ""
	}
	node = clone(node)
	node.Fields = slices.Clone(node.Fields)
	for i, f := range node.Fields {
		if f.Node.Default == "" {
			node.Fields[i].Node = clone(f.Node)
			node.Fields[i].Node.Default = read(&r.err, r.at("params."+f.Name), marshal)
		}
	}
	return node, read(&r.err, r.at("params"), marshal)
}

// eachField calls a function for each regular field and definition of a struct, in
// order. It stops at the first error.
func eachField(v cue.Value, do func(name string, v cue.Value) error) error {
	fields, err := v.Fields(cue.Definitions(true))
	if err != nil {
		return err
	}
	for fields.Next() {
		name := fields.Selector().String()
		if fields.Selector().LabelType() == cue.StringLabel {
			name = fields.Selector().Unquoted()
		}
		if err := do(name, fields.Value()); err != nil {
			return err
		}
	}
	return nil
}
