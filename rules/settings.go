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
)

// What stands here puts a team's settings in place of the catalogue's
// defaults. CUE unifies the two, so a rule cannot get a parameter that its own
// entry would not take.

// sectionsParameter is the parameter that holds the titles of a report's
// sections in each of the rules that look for them.
const sectionsParameter = "sections"

// settings are the options as the sources take them.
type settings struct {
	severities map[string]Severity
	params     map[string]json.RawMessage
	titles     map[int]string
	limits     Limits
	// checks are those that sources may ask for beside those of custom.cue.
	checks []string
}

// newSettings checks the options against the catalogue; nil is the built-in one,
// which is loaded where it is needed.
func newSettings(o Options, catalogue *Catalogue) (settings, error) {
	s := settings{params: o.Params, titles: o.Titles, limits: o.Limits}
	severities, err := resolveOverrides(o.Overrides, catalogue)
	if err != nil {
		return s, err
	}
	s.severities = severities
	return s, checkParams(o.Params, catalogue)
}

// checkParams holds changes of parameters to the entries of their rules.
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
		return errors.New("its parameters are no JSON object")
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
	return fmt.Errorf("its parameter %s must be %s, got %s", FieldName(v.Pointer), withArticles(v.Want), withArticles(v.Got))
}

// ParamsChecker is what a configuration may say of the rule's parameters: an
// object with those to change. It takes nothing but an empty object where the
// rule has none. Rules of the catalogue have one; those that an engine compiled
// for itself do not.
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

// ParamNames are the names of the rule's parameters, sorted; none for a rule
// without.
//
// Internal: it serves the commands of handofflint.
func (r *Rule) ParamNames() []string {
	var params map[string]json.RawMessage
	_ = json.Unmarshal(r.Params, &params) // they were made by CUE, or are none
	return slices.Sorted(maps.Keys(params))
}

// SetBy is the key of a configuration that sets a parameter for all rules that
// have it, "" where the parameter is the rule's own.
//
// Internal: it serves the commands of handofflint.
func (r *Rule) SetBy(parameter string) string { return r.setBy[parameter] }

// adapt puts the settings into a rule's entry.
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

// readRule reads a rule with its settings.
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

// integral makes integers of the whole numbers that encoding/json reads as
// floats: CUE tells the two apart.
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

// sections is the list of a report's sections with the titles that the options
// give some of them. A heading then starts with the whole title.
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

// severity gives a rule the severity that the options do, in every profile.
func (s *settings) severity(r *Rule) {
	if severity, changed := s.severities[r.Name]; changed {
		r.Severity, r.Profiles = severity, nil
	}
}

func noSuchRule(catalogue *Catalogue, name string) error {
	return errors.New(catalogue.UnknownRule(name))
}
