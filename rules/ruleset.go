package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// ruleSet is what checking a format needs: its schema, and the rules that apply.
type ruleSet struct {
	rules   map[string]*Rule
	runners []*runner
	kinds   map[string]*Rule // by kind of violation: the rule that reports it
	// misspelling says how similar a field must be to a missing one to be mentioned.
	misspelling near.Misspelling
	// schema, advice and profiles are those of the format, or nil for a session or a file of unknown format.
	schema, advice *schema.Node
	profiles       []schema.Profile
	sections       []schema.Section
	// skeleton says where to find a handoff to fill in, or "".
	skeleton string
	// suppression has the parameters of the rules about suppressions.
	suppression suppressionParams
	// inline checks the handofflint key in a team's format, whose schema need not have it; nil for built-in
	// formats, whose schemas have it.
	inline *schema.Node
}

// runner is a rule that runs on a document: its patterns, or its prepared check.
type runner struct {
	rule  *Rule
	reads []string // pointers of values that must have passed
	cases []pattern
	run   Run
}

// isExact reports whether the rule reads the document without corrections. A team's rule must not fire on a
// value that is only similar to the value in its `when`.
func (r *runner) isExact() bool { return r.rule.Origin != "" }

// pattern is the pattern of a rule or of one of its variants. Its When is never nil.
type pattern struct {
	variant string
	schema.Pattern
	// asks are the pointers of the values that the rule's When constrains.
	asks []string
}

func patternOf(variant string, p schema.Pattern) pattern {
	if p.When == nil {
		p.When = base.Schema // which accepts anything
		return pattern{variant: variant, Pattern: p}
	}
	return pattern{variant, p, p.When.Pointers()}
}

// ruleSetKey is a format, and whether its rules about evidence are prepared. Most runs have no evidence.
type ruleSetKey struct {
	format   document.Format
	evidence bool
}

// ruleSetOf selects and prepares the rules and schemas of a format.
func (e *Engine) ruleSetOf(key ruleSetKey) (*ruleSet, error) {
	set := &ruleSet{rules: map[string]*Rule{}, kinds: map[string]*Rule{}}
	info := e.catalogue.Format(string(key.format))
	if info != nil {
		set.schema = info.Schema
		set.advice = info.Advice
		set.profiles = info.Profiles
		set.sections = info.Sections
		isOfTeam := info.Origin != ""
		if isOfTeam {
			set.inline = table.Builtin.Definition("#CustomInline")
		}
		if !isOfTeam || info.Skeleton != "" { // every built-in format has a skeleton
			set.skeleton = text.Fill(table.Load[struct{ Skeleton string }]("custom").Skeleton, Values{"format": string(info.Name)})
		}
	}
	for _, rule := range e.catalogue.Rules {
		if !rule.For(key.format) {
			continue
		}
		set.rules[rule.Name] = rule
		for _, kind := range rule.Violations {
			set.kinds[kind] = rule
		}
		// A file of unknown format has only the faults that it was read with.
		neverRuns := key.format == document.Unknown || rule.Needs != "" && !key.evidence
		if rule.IsOff() || neverRuns {
			continue
		}
		r, err := e.newRunner(rule)
		if err != nil {
			return nil, fmt.Errorf("rule %s: %w", rule.Name, err)
		}
		if r.run != nil || len(r.cases) > 0 {
			set.runners = append(set.runners, r)
		}
	}
	slices.SortFunc(set.runners, func(a, b *runner) int { return strings.Compare(a.rule.Name, b.rule.Name) })
	decodeParams(set.kinds[schema.Missing.String()], &set.misspelling)
	for _, name := range []string{ruleMalformed, ruleNoReason, ruleNotAllowed, ruleUnused} {
		decodeParams(set.rules[name], &set.suppression)
	}
	return set, nil
}

// IsOff reports whether no profile enables the rule.
func (r *Rule) IsOff() bool {
	enables := func(c schema.Choice) bool { return Severity(c.Value) != Off }
	return r.Severity == Off && !slices.ContainsFunc(r.Profiles, enables)
}

// newRunner prepares a rule: its patterns, and its check if it has one.
func (e *Engine) newRunner(rule *Rule) (*runner, error) {
	r := &runner{rule: rule}
	for _, path := range rule.Reads {
		r.reads = append(r.reads, document.PathPointer(path))
	}
	for _, v := range rule.allVariants() {
		if v.Must != nil {
			r.cases = append(r.cases, patternOf(v.Name, v.Pattern))
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
