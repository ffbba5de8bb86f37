package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"cuelang.org/go/cue"
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

// addParameters appends the members of a JSON object. CUE made the object, so
// it can be parsed; a member that could not would be left out.
func (r *Rule) addParameters(list []Parameter, prefix string, object json.RawMessage) []Parameter {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil {
		return list
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return list
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return list
		}
		path := prefix + name.(string)
		if value[0] == '{' {
			list = r.addParameters(list, path+".", value)
			continue
		}
		list = append(list, Parameter{Name: path, Default: value, Doc: r.paramDoc(path), Engine: r.IsEngine(path)})
	}
	return list
}

// paramDoc returns the description of a parameter, or of the object around it.
func (r *Rule) paramDoc(path string) string {
	for {
		if doc := r.paramDocs[path]; doc != "" {
			return doc
		}
		dot := strings.LastIndexByte(path, '.')
		if dot < 0 {
			return ""
		}
		path = path[:dot]
	}
}

// IsEngine reports whether only the engine needs a parameter, named by its
// path.
//
// Internal: the commands list the others.
func (r *Rule) IsEngine(path string) bool {
	first, _, _ := strings.Cut(path, ".")
	return r.engine[first]
}

// readParamTexts reads the comments on parameters by path, and which parameters
// have a key of the configuration or are the engine's.
func (r *Rule) readParamTexts() error {
	r.paramDocs, r.setBy, r.engine = map[string]string{}, map[string]string{}, map[string]bool{}
	if err := addParamDocs(r.paramDocs, "", r.paramsValue); err != nil {
		return err
	}
	fields, err := r.paramsValue.Fields()
	if err != nil {
		return err
	}
	for fields.Next() {
		if a := fields.Value().Attribute("config"); a.Err() == nil {
			r.setBy[fields.Selector().Unquoted()] = a.Contents()
		}
		if a := fields.Value().Attribute("engine"); a.Err() == nil {
			r.engine[fields.Selector().Unquoted()] = true
		}
	}
	return nil
}

func addParamDocs(docs map[string]string, prefix string, params cue.Value) error {
	fields, err := params.Fields()
	if err != nil {
		return err
	}
	for fields.Next() {
		path := prefix + fields.Selector().Unquoted()
		for _, comment := range fields.Value().Doc() {
			docs[path] = strings.Join(strings.Fields(docs[path]+" "+comment.Text()), " ")
		}
		if fields.Value().IncompleteKind() == cue.StructKind {
			if err := addParamDocs(docs, path+".", fields.Value()); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	return nil
}
