package rules

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
)

// Parameter is a threshold, text or list of a rule.
type Parameter struct {
	// Name is its path in the rule's params: "min.1", "roles.writer".
	Name string
	// Default is its value, as JSON.
	Default json.RawMessage
	// Doc describes it, "" if the catalogue does not.
	Doc string
	// Engine is set if only the engine needs it: a configuration may set it,
	// but only `explain -v` lists it.
	Engine bool
}

// Parameters returns the rule's parameters in the catalogue's order. Members of
// an object are listed one by one; a list is one parameter.
func (r *Rule) Parameters() []Parameter {
	if r.Params == nil {
		return nil
	}
	return r.addParameters(nil, "", r.Params)
}

// addParameters appends the members of a JSON object, which the sources or a
// configuration that was checked have.
func (r *Rule) addParameters(list []Parameter, prefix string, object json.RawMessage) []Parameter {
	members, _ := membersOf(object)
	for _, m := range members {
		name, _ := strconv.Unquote(string(m.key))
		path := prefix + name
		if isObject(m.value) {
			list = r.addParameters(list, path+".", m.value)
			continue
		}
		list = append(list, Parameter{Name: path, Default: m.value, Doc: r.paramDoc(path), Engine: r.IsEngine(path)})
	}
	return list
}

// paramDoc returns the description of a parameter, or of the object around it.
func (r *Rule) paramDoc(path string) (doc string) {
	node := r.entry.Params
	for _, name := range splitPath(path) {
		if node = node.Field(name); node == nil {
			break
		}
		doc = cmp.Or(node.Doc, doc)
	}
	return doc
}

// IsEngine reports whether only the engine needs a parameter, named by its
// path.
//
// Internal: the commands list the others.
func (r *Rule) IsEngine(path string) bool {
	first, _, _ := strings.Cut(path, ".")
	node := r.entry.Params.Field(first)
	return node != nil && node.Attr != nil && node.Attr.Engine
}
