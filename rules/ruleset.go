package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
)

// ruleSet is what checking a format needs: its schema, and the rules that apply.
type ruleSet struct {
	rules   map[string]*Rule
	runners []*runner
	kinds   map[string]*Rule // by kind of violation: the rule that reports it
	// misspelling says how similar a field must be to a missing one to be
	// mentioned.
	misspelling Misspelling
	// schema, advice and profiles are the format's; they are nil for a session and
	// for a file of no format.
	schema, advice *schema.Node
	profiles       []schema.Profile
	// inline checks the handofflint key in a team's format, whose schema need
	// not know it; nil for the built-in formats, whose schemas contain it.
	inline *schema.Node
}

// runner is a rule that looks at a document: its patterns, or its prepared check.
type runner struct {
	rule  *Rule
	each  []string
	reads []string // pointers of values that must have passed
	cases []pattern
	run   Run
}

// pattern is the pattern of a rule or of one of its variants.
type pattern struct {
	variant string
	schema.Pattern
}

// ruleSetKey is a format, and whether its rules about evidence are prepared: most runs
// have none.
type ruleSetKey struct {
	format   document.Format
	evidence bool
}

// ruleSetOf selects and prepares what checking a format needs.
func (e *Engine) ruleSetOf(key ruleSetKey) (*ruleSet, error) {
	format := key.format
	j := &ruleSet{rules: map[string]*Rule{}, kinds: map[string]*Rule{}}
	info := e.catalogue.Format(string(format))
	if info != nil {
		j.schema, j.advice, j.profiles = info.Schema, info.Advice, info.Profiles
		if err := e.checkProfile(j.profiles); err != nil {
			return nil, fmt.Errorf("format %s: %w", format, err)
		}
		if info.Origin != "" {
			j.inline = table.Builtin.Definition("#CustomInline")
		}
	}
	for _, rule := range e.catalogue.Rules {
		if !rule.For(format) {
			continue
		}
		j.rules[rule.Name] = rule
		for _, kind := range rule.Violations {
			j.kinds[kind] = rule
		}
		if alwaysOff(rule) || format == document.Unknown || rule.Needs != "" && !key.evidence {
			continue
		}
		r, err := e.newRunner(rule)
		if err != nil {
			return nil, fmt.Errorf("rule %s: %w", rule.Name, err)
		}
		if r.run != nil || len(r.cases) > 0 {
			j.runners = append(j.runners, r)
		}
	}
	slices.SortFunc(j.runners, func(a, b *runner) int { return strings.Compare(a.rule.Name, b.rule.Name) })
	decodeParams(j.kinds[schema.Missing.String()], &j.misspelling)
	if j.inline != nil {
		j.teamFrontMatter(info)
	}
	return j, nil
}

// checkProfile returns an error if a format with profiles lacks the one that the
// options select.
func (e *Engine) checkProfile(profiles []schema.Profile) error {
	named := func(p schema.Profile) bool { return p.Name == e.profile }
	if e.profile == "" || e.profile == baseProfile || len(profiles) == 0 || slices.ContainsFunc(profiles, named) {
		return nil
	}
	return fmt.Errorf("there is no profile %q", e.profile)
}

// alwaysOff reports whether no profile enables a rule.
func alwaysOff(r *Rule) bool {
	for _, s := range r.Profiles {
		if Severity(s.Value) != Off {
			return false
		}
	}
	return r.Severity == Off
}

func (e *Engine) newRunner(rule *Rule) (*runner, error) {
	r := &runner{rule: rule}
	for _, path := range rule.Reads {
		r.reads = append(r.reads, pointerOf(path))
	}
	if rule.Each != "" {
		r.each = splitPath(rule.Each)
	}
	if rule.Must != nil {
		r.cases = append(r.cases, pattern{Pattern: rule.Pattern})
	}
	for _, v := range rule.Variants {
		if v.Must != nil {
			r.cases = append(r.cases, pattern{v.Name, v.Pattern})
		}
	}
	if rule.Check == "" {
		return r, nil
	}
	check, ok := e.checks[rule.Check]
	if !ok {
		return nil, fmt.Errorf("unknown check %q: give NewEngine those of checks.All() and your own", rule.Check)
	}
	run, err := check(Params{raw: []byte(rule.Params)})
	if err != nil {
		return nil, fmt.Errorf("check %s: %w", rule.Check, err)
	}
	r.run = run
	return r, nil
}
