package rules

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
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

// Parameters returns the rule's parameters by their names. Members of an object are
// listed one by one; a list is one parameter.
func (r *Rule) Parameters() []Parameter { return r.addParameters(nil, "", r.Params) }

func (r *Rule) addParameters(list []Parameter, prefix, object string) []Parameter {
	members := membersOf(object)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		path, value := prefix+name, members[name]
		if isObject(value) {
			list = r.addParameters(list, path+".", string(value))
			continue
		}
		list = append(list, Parameter{Name: path, Default: value, Doc: r.paramDoc(path), Engine: r.IsEngine(path)})
	}
	return list
}

// paramDoc returns the description of a parameter, or of the object around it.
func (r *Rule) paramDoc(path string) (doc string) {
	node := r.ParamNode
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
	node := r.ParamNode.Field(first)
	return node != nil && node.Attr != nil && node.Attr.Engine
}
