package generate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/schema"
)

// addTable reads the whole table, and the data beside it.
func (c *compiler) addTable() error {
	t := c.table
	err := eachField(c.values, func(name string, v cue.Value) (err error) {
		if strings.HasPrefix(name, "#") {
			node, refusals := c.Definition(name)
			t.Definitions = append(t.Definitions, schema.Definition{Name: name, Node: node})
			return withPath(v, errorOf(refusals))
		}
		switch name {
		case "rules":
			t.Rules, err = entries[schema.Rule](c, v)
			return err
		case "templates":
			t.Templates, err = entries[schema.Rule](c, v)
			return err
		case "formats":
			t.Formats, err = entries[schema.Format](c, v)
			return err
		case "protocol", "secrets", "hollow", "runners": // these are in other packages
			return nil
		case "limits": // both a definition, of what a configuration may set, and data
			node, err := c.node(v)
			if err != nil {
				return err
			}
			t.Definitions = append(t.Definitions, schema.Definition{Name: name, Node: node})
		}
		text, err := v.MarshalJSON()
		if err != nil {
			return withPath(v, err)
		}
		var indented bytes.Buffer // a small change of the sources is a small difference
		err = json.Indent(&indented, text, "", "\t")
		c.data[name] = append(indented.Bytes(), '\n')
		return withPath(v, err)
	})
	slices.SortFunc(t.Definitions, func(a, b schema.Definition) int { return strings.Compare(a.Name, b.Name) })
	return err
}

// entries decodes the entries of a struct into Go structs with a field Name.
func entries[T any](c *compiler, v cue.Value) (list []T, err error) {
	err = eachField(v, func(name string, v cue.Value) error {
		var entry T
		into := reflect.ValueOf(&entry).Elem()
		into.FieldByName("Name").SetString(name)
		err := c.decode(v, into)
		if rule, ok := into.Addr().Interface().(*schema.Rule); ok && rule.ParamNode != nil {
			dropDefaults(rule)
		}
		list = append(list, entry)
		return err
	})
	return list, err
}

// decode decodes the fields of a Go struct, each from the path in its tag or from its name in lower case. A
// missing value stays zero; the contract says what is allowed.
func (c *compiler) decode(v cue.Value, into reflect.Value) error {
	for i := range into.NumField() {
		f := into.Type().Field(i)
		if f.Anonymous {
			if err := c.decode(v, into.Field(i)); err != nil {
				return err
			}
			continue
		}
		path, asJSON := strings.CutSuffix(cmp.Or(f.Tag.Get("cue"), strings.ToLower(f.Name)), ",json")
		from := v.LookupPath(cue.ParsePath(path))
		if !from.Exists() {
			continue
		}
		var err error
		if asJSON {
			var text []byte
			text, err = from.MarshalJSON()
			into.Field(i).SetString(string(text))
		} else {
			err = c.value(from, into.Field(i).Addr().Interface())
		}
		if err != nil {
			return withPath(from, err)
		}
	}
	return nil
}

// value decodes a value by the type of its target. If a text depends on the profile, its value is the field
// base of a struct.
func (c *compiler) value(v cue.Value, into any) (err error) {
	isStruct := v.IncompleteKind() == cue.StructKind
	switch into := into.(type) {
	case *string:
		if isStruct {
			v = v.LookupPath(cue.ParsePath("base"))
			if !v.Exists() {
				return nil
			}
		}
		*into, err = v.String()
	case *schema.Severity:
		err = c.value(v, (*string)(into))
	case *[]schema.Choice:
		if isStruct { // a text is the same for all profiles
			err = eachField(v, func(name string, v cue.Value) error {
				value, err := v.String()
				*into = append(*into, schema.Choice{Name: name, Value: value})
				return withPath(v, err)
			})
		}
	case **schema.Node:
		*into, err = c.node(v)
	case *[]*schema.Node:
		var list *schema.Node
		list, err = c.node(v)
		if err == nil {
			*into = list.Prefix
		}
	case **schema.Fix:
		*into = &schema.Fix{}
		err = c.decode(v, reflect.ValueOf(*into).Elem())
	case *[]schema.Variant:
		*into, err = entries[schema.Variant](c, v)
	case *[]schema.Profile:
		*into, err = entries[schema.Profile](c, v)
	default:
		err = v.Decode(into)
	}
	return err
}

// dropDefaults removes the defaults of a rule's parameters, which are in its params.
func dropDefaults(rule *schema.Rule) {
	params := *rule.ParamNode
	params.Fields = slices.Clone(params.Fields)
	for i, f := range params.Fields {
		node := *f.Node
		node.Default = ""
		params.Fields[i].Node = &node
	}
	rule.ParamNode = &params
}

// eachField calls a function for each regular field and definition of a struct, in
// order. It stops at the first error. A struct that does not exist has none.
func eachField(v cue.Value, do func(name string, v cue.Value) error) error {
	if !v.Exists() {
		return nil
	}
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
