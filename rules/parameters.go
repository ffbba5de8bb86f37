package rules

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
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
	for _, name := range strings.Split(path, ".") {
		node = node.Field(name)
		if node == nil {
			break
		}
		doc = cmp.Or(node.Doc, doc)
	}
	return doc
}

// IsEngine reports whether only the engine needs a parameter, named by its
// path.
func (r *Rule) IsEngine(path string) bool {
	first, _, _ := strings.Cut(path, ".")
	node := r.ParamNode.Field(first)
	return node != nil && node.Attr != nil && node.Attr.Engine
}

// checkParams checks changed parameters against the rule's entry.
func (r *Rule) checkParams(change json.RawMessage) error {
	node, _, faults := document.ParseJSON(change, LoadLimits().Limits)
	if len(faults) > 0 {
		return errors.New("its parameters are not a JSON object")
	}
	violations := r.ParamsSchema().Check(node, nil)
	if len(violations) == 0 {
		return nil
	}
	v := violations[0]
	if v.Kind == schema.NotAllowed {
		return fmt.Errorf("it has no parameter %s", document.FieldName(v.Pointer))
	}
	return fmt.Errorf("its parameter %s must be %s, got %s", document.FieldName(v.Pointer), schema.WithArticles(v.Want), schema.WithArticles(v.Got))
}

// ParamsSchema returns what a configuration may say of the rule's parameters: an
// object with those to change, only an empty one if the rule has none. Those of a
// program's own check are known to the check alone.
func (r *Rule) ParamsSchema() *schema.Node {
	switch params := r.ParamNode; {
	case params == nil:
		return &schema.Node{Kinds: schema.Only(document.Object), Closed: true}
	case len(params.Fields) == 0:
		return params
	default:
		return params.Partial()
	}
}

// mergeObjects returns a JSON object with the changes of another, key by key; lists
// and scalars are replaced. Both are valid objects.
func mergeObjects(base, change string) string {
	merged := membersOf(base)
	for name, value := range membersOf(change) {
		if isObject(value) && isObject(merged[name]) {
			value = json.RawMessage(mergeObjects(string(merged[name]), string(value)))
		}
		merged[name] = value
	}
	out, _ := text.JSON(merged) // it was JSON before
	return string(out)
}

// membersOf returns the members of a valid JSON object, none of nothing.
func membersOf(object string) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	_ = json.Unmarshal([]byte(object), &members)
	return members
}

func isObject(value json.RawMessage) bool {
	return bytes.HasPrefix(bytes.TrimSpace(value), []byte("{"))
}

// SetBy returns the key of a configuration that sets a parameter for all rules
// that have it, "" if it is the rule's own.
func (r *Rule) SetBy(parameter string) string {
	if node := r.ParamNode.Field(parameter); node != nil && node.Attr != nil {
		return node.Attr.Setting
	}
	return ""
}
