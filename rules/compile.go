package rules

import (
	"fmt"
	"slices"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
)

// ruleSet is a format's schema and rules, compiled.
type ruleSet struct {
	rules   map[string]*Rule
	runners []*runner
	kinds   map[string]*Rule // by kind of violation: the rule that reports it
	// misspelling says how similar a field must be to a missing one to be
	// mentioned.
	misspelling Misspelling
	schema      *constraint.Checker
	advice      *constraint.Checker
	profiles    []profile
	// inline checks the handofflint key in a team's format, whose schema need
	// not know it; nil for the built-in formats, whose schemas contain it.
	inline *constraint.Checker
	// needsCUE is set if part of a team's rules is left to CUE's evaluator.
	needsCUE bool
}

// profile is a variant of a format that the data selects.
type profile struct {
	name   string
	when   []*constraint.Checker // one of these matches
	schema *constraint.Checker
}

// runner is a rule with its compiled patterns or prepared check.
type runner struct {
	rule  *Rule
	each  []string
	reads []string // pointers of values that must have passed
	cases []pattern
	run   Run
}

// pattern is one `when` and `must` of a rule.
type pattern struct {
	variant    string
	at         string
	when, must *constraint.Checker
}

// compile loads and compiles what checking a format needs.
func (e *Engine) compile(format document.Format) (*ruleSet, error) {
	topic := format
	if e.custom.format(format) != nil {
		topic = document.Report // its file has the words for front matter
	}
	value, err := loadWith(e.custom, skipAllBut(string(topic)))
	if err != nil {
		return nil, err
	}
	if value, err = e.settings.limits.fill(value); err != nil {
		return nil, err
	}
	j := &ruleSet{rules: map[string]*Rule{}, kinds: map[string]*Rule{}}
	if f := value.LookupPath(cue.MakePath(cue.Str("formats"), cue.Str(string(format)))); f.Exists() {
		if err := j.compileFormat(f); err != nil {
			return nil, fmt.Errorf("format %s: %w", format, err)
		}
	}
	if err := e.checkProfile(j); err != nil {
		return nil, fmt.Errorf("format %s: %w", format, err)
	}
	fields, err := lookup(value, "rules").Fields()
	if err != nil {
		return nil, err
	}
	for fields.Next() {
		if err := e.compileRule(j, format, fields.Selector().Unquoted(), fields.Value()); err != nil {
			return nil, err
		}
	}
	if e.custom != nil {
		if err := e.compileCustom(j, format, value); err != nil {
			return nil, err
		}
		j.needsCUE = j.teamNeedsCUE(e.custom.format(format) != nil)
	}
	slices.SortFunc(j.runners, func(a, b *runner) int { return compareNames(a.rule.Name, b.rule.Name) })
	j.misspelling, err = misspellingOf(j.kinds[constraint.Missing.String()])
	return j, err
}

// teamNeedsCUE reports whether part of a team's rules is left to CUE's
// evaluator, or part of the schemas if the format is the team's.
func (j *ruleSet) teamNeedsCUE(ownFormat bool) bool {
	var checkers []*constraint.Checker
	for _, r := range j.runners {
		for _, p := range r.cases {
			if r.rule.Origin != "" {
				checkers = append(checkers, p.when, p.must)
			}
		}
	}
	if ownFormat {
		checkers = append(checkers, j.schema, j.advice)
		for _, p := range j.profiles {
			checkers = append(append(checkers, p.schema), p.when...)
		}
	}
	return slices.ContainsFunc(checkers, (*constraint.Checker).NeedsCUE)
}

// checkProfile returns an error if a format lacks the profile that the options
// select.
func (e *Engine) checkProfile(j *ruleSet) error {
	named := func(p profile) bool { return p.name == e.profile }
	if e.profile == "" || e.profile == baseProfile || len(j.profiles) == 0 || slices.ContainsFunc(j.profiles, named) {
		return nil
	}
	return fmt.Errorf("there is no profile %q", e.profile)
}

func (j *ruleSet) compileFormat(v cue.Value) error {
	var err error
	if j.schema, err = compileAt(v, "schema"); err != nil {
		return err
	}
	if j.advice, err = compileAt(v, "advice"); err != nil {
		return err
	}
	profiles := lookup(v, "profiles")
	if !profiles.Exists() {
		return nil
	}
	fields, err := profiles.Fields()
	if err != nil {
		return err
	}
	for fields.Next() {
		p := profile{name: fields.Selector().Unquoted()}
		if p.when, err = compileListAt(fields.Value(), "when"); err != nil {
			return err
		}
		if p.schema, err = compileAt(fields.Value(), "schema"); err != nil {
			return err
		}
		j.profiles = append(j.profiles, p)
	}
	return nil
}

// compileAt compiles the value at a path, nil if there is none.
func compileAt(v cue.Value, path string) (*constraint.Checker, error) {
	value := lookup(v, path)
	if !value.Exists() {
		return nil, nil
	}
	checker, err := constraint.Compile(value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return checker, nil
}

// compileListAt compiles the values of the list at a path.
func compileListAt(v cue.Value, path string) ([]*constraint.Checker, error) {
	items, err := lookup(v, path).List()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var out []*constraint.Checker
	for items.Next() {
		checker, err := constraint.Compile(items.Value())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, checker)
	}
	return out, nil
}

func (e *Engine) compileRule(j *ruleSet, format document.Format, name string, v cue.Value) error {
	v, err := e.settings.adapt(name, v)
	if err != nil {
		return err
	}
	rule, err := readRule(name, v)
	if err != nil || !rule.For(format) {
		return err
	}
	j.rules[name] = rule
	in := reading(v)
	for _, kind := range in.list("violations") {
		j.kinds[kind] = rule
	}
	if in.err != nil {
		return fmt.Errorf("rule %s: %w", name, in.err)
	}
	if e.alwaysOff(rule) {
		return nil
	}
	r, err := e.newRunner(rule, v)
	if err != nil {
		return fmt.Errorf("rule %s: %w", name, err)
	}
	if r.run != nil || len(r.cases) > 0 {
		j.runners = append(j.runners, r)
	}
	return nil
}

// alwaysOff reports whether no profile enables a rule.
func (e *Engine) alwaysOff(r *Rule) bool {
	if s, ok := e.settings.severities[r.Name]; ok {
		return s == Off
	}
	for _, s := range r.Profiles {
		if s != Off {
			return false
		}
	}
	return r.Severity == Off
}

func (e *Engine) newRunner(rule *Rule, v cue.Value) (*runner, error) {
	r, in := &runner{rule: rule}, reading(v)
	for _, path := range in.list("reads") {
		r.reads = append(r.reads, pointerOf(path))
	}
	if each := in.text("each"); each != "" {
		r.each = splitPath(each)
	}
	if in.err != nil {
		return nil, in.err
	}
	if err := r.addPattern("", v); err != nil {
		return nil, err
	}
	if err := eachField(lookup(v, "variants"), r.addPattern); err != nil {
		return nil, err
	}
	return r, e.prepareCheck(r, rule.check)
}

func (r *runner) addPattern(variant string, v cue.Value) error {
	must, err := compileAt(v, "must")
	if err != nil || must == nil {
		return err
	}
	when, err := compileAt(v, "when")
	if err != nil {
		return err
	}
	in := reading(v)
	r.cases = append(r.cases, pattern{variant: variant, at: in.text("at"), when: when, must: must})
	return in.err
}

// prepareCheck finds a rule's Go function and passes it the parameters.
func (e *Engine) prepareCheck(r *runner, name string) error {
	if name == "" {
		return nil
	}
	check, ok := e.checks[name]
	if !ok {
		return fmt.Errorf("unknown check %q: give NewEngine those of checks.All() and your own", name)
	}
	run, err := check(Params{raw: r.rule.Params})
	if err != nil {
		return fmt.Errorf("check %s: %w", name, err)
	}
	r.run = run
	return nil
}
