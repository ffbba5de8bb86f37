package rules

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// Parameter is a threshold, text or list of a rule.
type Parameter struct {
	// Name is its path in the rule's params, such as "min.1" or "roles.writer".
	Name string
	// Value is its value, as JSON.
	Value json.RawMessage
	// Doc describes it, or "".
	Doc string
	// Engine is set for parameters that only the engine needs: a configuration may set them, but only
	// `explain -v` lists them.
	Engine bool
}

// Parameters returns the rule's parameters sorted by name. Members of an object are listed one by one; a list
// is one parameter.
func (r *Rule) Parameters() []Parameter { return r.addParameters(nil, "", r.Params) }

func (r *Rule) addParameters(list []Parameter, prefix, object string) []Parameter {
	members := membersOf(object)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		path, value := prefix+name, members[name]
		if isObject(value) {
			list = r.addParameters(list, path+".", string(value))
			continue
		}
		list = append(list, Parameter{Name: path, Value: value, Doc: r.paramDoc(path), Engine: r.IsEngine(path)})
	}
	return list
}

// paramDoc returns the description of a parameter, or of the nearest object around it.
func (r *Rule) paramDoc(path string) (doc string) {
	node := r.ParamNode
	for _, name := range strings.Split(path, ".") {
		node = node.Field(name)
		if node == nil {
			break
		}
		doc = cmp.Or(node.Doc, doc)
	}
	return doc
}

// IsEngine reports whether only the engine needs the parameter at a path.
func (r *Rule) IsEngine(path string) bool {
	first, _, _ := strings.Cut(path, ".")
	node := r.ParamNode.Field(first)
	return node.Attr != nil && node.Attr.Engine
}

// mergeObjects merges a JSON object into another, key by key; lists and scalars are replaced. Both are valid.
func mergeObjects(base, change string) string {
	merged := membersOf(base)
	for name, value := range membersOf(change) {
		if isObject(value) {
			value = json.RawMessage(mergeObjects(string(merged[name]), string(value)))
		}
		merged[name] = value
	}
	out, _ := text.JSON(merged) // it was JSON before
	return string(out)
}

// membersOf returns the members of a valid JSON object, or none for "".
func membersOf(object string) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	_ = json.Unmarshal([]byte(object), &members)
	return members
}

func isObject(value json.RawMessage) bool {
	return bytes.HasPrefix(bytes.TrimSpace(value), []byte("{"))
}
