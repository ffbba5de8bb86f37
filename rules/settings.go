package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// This file applies a team's settings to the catalogue. CUE unifies the two, so
// a rule cannot get a parameter that its own entry rejects.

// sectionsParameter holds the titles of a report's sections in each of the
// rules that use them.
const sectionsParameter = "sections"

// settings are the options in the form that the sources take.
type settings struct {
	severities map[string]Severity
	params     map[string]json.RawMessage
	titles     map[int]string
	limits     Limits
	// checks are those that sources may use beside those of custom.cue.
	checks []string
}

// newSettings checks the options against the catalogue; a nil one is the
// built-in catalogue, loaded if needed.
func newSettings(o Options, catalogue *Catalogue) (settings, error) {
	s := settings{params: o.Params, titles: o.Titles, limits: o.Limits}
	severities, err := resolveOverrides(o.Overrides, o.Select, catalogue)
	if err != nil {
		return s, err
	}
	s.severities = severities
	return s, checkParams(o.Params, catalogue)
}

// checkParams checks changed parameters against the entries of their rules.
func checkParams(params map[string]json.RawMessage, catalogue *Catalogue) error {
	if len(params) == 0 {
		return nil
	}
	if catalogue == nil {
		var err error
		if catalogue, err = BuiltIn(); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		rule := catalogue.Rule(name)
		if rule == nil {
			return noSuchRule(catalogue, name)
		}
		if err := rule.checkParams(params[name]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (r *Rule) checkParams(change json.RawMessage) error {
	limits, err := loadLimits(Limits{})
	if err != nil {
		return err
	}
	node, _, faults := document.ParseJSON(change, limits.Limits)
	if len(faults) > 0 {
		return errors.New("its parameters are not a JSON object")
	}
	checker, err := r.ParamsChecker()
	if err != nil {
		return err
	}
	violations := checker.Check(node)
	if len(violations) == 0 {
		return nil
	}
	v := violations[0]
	if v.Kind == constraint.NotAllowed {
		return fmt.Errorf("it has no parameter %s", FieldName(v.Pointer))
	}
	return fmt.Errorf("its parameter %s must be %s, got %s", FieldName(v.Pointer), schema.WithArticles(v.Want), schema.WithArticles(v.Got))
}

// ParamsChecker returns the contract of the rule's parameters in a
// configuration: an object with those to change, only an empty one if the rule
// has none. Only rules of a catalogue have it, not those that an engine
// compiled for itself.
//
// Internal: it serves the commands of handofflint.
func (r *Rule) ParamsChecker() (*constraint.Checker, error) {
	params := r.paramsValue
	if !params.Exists() {
		params = cuecontext.New().CompileString("{}")
	}
	checker, err := constraint.Compile(params)
	if err != nil {
		return nil, fmt.Errorf("rule %s: parameters: %w", r.Name, err)
	}
	return checker.Partial(), nil
}

// ParamNames returns the names of the rule's parameters, sorted.
//
// Internal: it serves the commands of handofflint.
func (r *Rule) ParamNames() []string {
	var params map[string]json.RawMessage
	_ = json.Unmarshal(r.Params, &params) // CUE made them, or there are none
	return slices.Sorted(maps.Keys(params))
}

// SetBy returns the key of a configuration that sets a parameter for all rules
// that have it, "" if it is the rule's own.
//
// Internal: it serves the commands of handofflint.
func (r *Rule) SetBy(parameter string) string { return r.setBy[parameter] }

// adapt applies the settings to a rule's entry.
func (s *settings) adapt(name string, entry cue.Value) (cue.Value, error) {
	params := cue.MakePath(cue.Str("params"))
	if !entry.LookupPath(params).Exists() {
		return entry, nil
	}
	if change := s.params[name]; change != nil {
		var value any
		if err := json.Unmarshal(change, &value); err != nil {
			return entry, fmt.Errorf("rule %s: parameters: %w", name, err)
		}
		entry = entry.FillPath(params, integral(value))
	}
	if sections := lookup(entry, "params."+sectionsParameter); len(s.titles) > 0 && sections.Exists() {
		titled, err := s.sections(sections)
		if err != nil {
			return entry, fmt.Errorf("rule %s: %s: %w", name, sectionsParameter, err)
		}
		entry = entry.FillPath(cue.MakePath(cue.Str("params"), cue.Str(sectionsParameter)), titled)
	}
	if err := entry.LookupPath(params).Err(); err != nil {
		return entry, fmt.Errorf("rule %s: parameters: %w", name, err)
	}
	return entry, nil
}

func (s *settings) readRule(name string, entry cue.Value) (*Rule, error) {
	entry, err := s.adapt(name, entry)
	if err != nil {
		return nil, err
	}
	r, err := readRule(name, entry)
	if err == nil {
		s.severity(r)
	}
	return r, err
}

// integral converts whole numbers that encoding/json reads as floats to
// integers, which CUE distinguishes.
func integral(value any) any {
	switch v := value.(type) {
	case float64:
		if n := int64(v); float64(n) == v {
			return n
		}
	case []any:
		for i := range v {
			v[i] = integral(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = integral(v[name])
		}
	}
	return value
}

// sections returns the list of a report's sections with the options' titles. A
// heading then has to start with the whole title.
func (s *settings) sections(list cue.Value) ([]map[string]string, error) {
	var numbered []struct{ Number int }
	if err := list.Decode(&numbered); err != nil {
		return nil, err
	}
	changes := make([]map[string]string, len(numbered))
	for i, section := range numbered {
		changes[i] = map[string]string{}
		if title := s.titles[section.Number]; title != "" {
			changes[i] = map[string]string{"starts": title, "title": title}
		}
	}
	return changes, nil
}

// severity sets a rule's severity from the options, in every profile.
func (s *settings) severity(r *Rule) {
	if severity, changed := s.severities[r.Name]; changed {
		r.Severity, r.Profiles = severity, nil
	}
}

func noSuchRule(catalogue *Catalogue, name string) error {
	return errors.New(catalogue.UnknownRule(name))
}
