package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// with returns the catalogue with the severities, parameters and titles of the
// options, each checked against its rule.
func (c *Catalogue) with(o Options) (*Catalogue, error) {
	severities, err := resolveOverrides(o.Overrides, o.Select, c)
	if err != nil {
		return nil, err
	}
	changed := map[string]*Rule{}
	change := func(r *Rule) *Rule {
		if changed[r.Name] == nil {
			clone := *r
			changed[r.Name] = &clone
		}
		return changed[r.Name]
	}
	for name, severity := range severities {
		r := change(c.byName[name])
		r.Severity, r.Profiles = severity, nil
	}
	for _, name := range slices.Sorted(maps.Keys(o.Params)) {
		rule := c.Rule(name)
		if rule == nil {
			return nil, errors.New(c.UnknownRule(name))
		}
		if err := rule.checkParams(o.Params[name]); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if r := change(rule); r.Params != "" {
			r.Params = mergeObjects(r.Params, string(o.Params[name]))
		}
	}
	for _, rule := range c.Rules {
		if rule.ParamNode.Field(sectionsParameter) != nil && len(o.Titles) > 0 {
			r := change(rule)
			if r.Params, err = withTitles(r.Params, o.Titles); err != nil {
				return nil, fmt.Errorf("rule %s: %s: %w", r.Name, sectionsParameter, err)
			}
		}
	}
	if rule := c.Rule(ruleTooLarge); o.Limits.Bytes != 0 {
		r := change(rule)
		r.Params = mergeObjects(r.Params, fmt.Sprintf(`{"max": %d}`, o.Limits.Bytes))
	}
	if len(changed) == 0 {
		return c, nil
	}
	copied := *c
	copied.byName = maps.Clone(c.byName)
	maps.Copy(copied.byName, changed)
	copied.Rules = slices.Clone(c.Rules)
	for i, r := range copied.Rules {
		copied.Rules[i] = copied.byName[r.Name]
	}
	return &copied, nil
}

// ruleTooLarge states the limit of bytes, which the configuration may change.
const ruleTooLarge = "file/too-large"

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
		return fmt.Errorf("it has no parameter %s", FieldName(v.Pointer))
	}
	return fmt.Errorf("its parameter %s must be %s, got %s", FieldName(v.Pointer), schema.WithArticles(v.Want), schema.WithArticles(v.Got))
}

// ParamsSchema returns what a configuration may say of the rule's parameters: an
// object with those to change, only an empty one if the rule has none. Those of a
// program's own check are known to the check alone.
//
// Internal: it serves the commands of handofflint.
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

// sectionsParameter holds the titles of a report's sections in each of the rules
// that use them.
const sectionsParameter = "sections"

// withTitles returns a rule's parameters with the titles of the options. A heading
// then has to start with the whole title.
func withTitles(params string, titles map[int]string) (string, error) {
	var with struct {
		Sections []struct {
			Number int    `json:"number"`
			Starts string `json:"starts"`
			Title  string `json:"title"`
		} `json:"sections"`
	}
	if err := json.Unmarshal([]byte(params), &with); err != nil {
		return "", err
	}
	for i, section := range with.Sections {
		if title := titles[section.Number]; title != "" {
			with.Sections[i].Starts, with.Sections[i].Title = title, title
		}
	}
	change, err := json.Marshal(with)
	return mergeObjects(params, string(change)), err
}

// ParamNames returns the names of the rule's parameters, sorted.
//
// Internal: it serves the commands of handofflint.
func (r *Rule) ParamNames() []string { return slices.Sorted(maps.Keys(membersOf(r.Params))) }

// SetBy returns the key of a configuration that sets a parameter for all rules
// that have it, "" if it is the rule's own.
//
// Internal: it serves the commands of handofflint.
func (r *Rule) SetBy(parameter string) string {
	if node := r.ParamNode.Field(parameter); node != nil && node.Attr != nil {
		return node.Attr.Setting
	}
	return ""
}
