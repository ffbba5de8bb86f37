package failurelog

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/handofflint/handofflint/rules"
)

// Stats is what a log says all in all. An empty name in a list stands for what
// the lines do not say: upstream's have no role, for one.
type Stats struct {
	// Entries is the number of lines that were read, Findings what they stand
	// for together, Skipped the number of lines that are no entries, Undated
	// how many entries have no readable time.
	Entries  int `json:"entries"`
	Findings int `json:"findings"`
	Skipped  int `json:"skipped"`
	Undated  int `json:"undated"`
	// First and Last are the earliest and the latest time, in UTC; zero where
	// no entry has one.
	First time.Time `json:"first,omitzero"`
	Last  time.Time `json:"last,omitzero"`

	// Rules counts by rule. Of upstream's error types, those that stand for one
	// rule count for it, the others by their own names.
	Rules   []Count `json:"rules"`
	Roles   []Count `json:"roles"`
	Formats []Count `json:"formats"`
	Sources []Count `json:"sources"`
	// Days counts by day, 2026-05-31, in UTC; entries without a time are in
	// none. It is in the order of time, the other lists begin with the most
	// frequent.
	Days []Count `json:"days"`
	// RoleRules counts which role breaks which rule.
	RoleRules []RoleRule `json:"role_rules"`
}

// Count is how often a name occurs.
type Count struct {
	Name string `json:"name"`
	// Entries is the number of lines: how many times a file failed. Lists are
	// ordered by it, equals by name.
	Entries int `json:"entries"`
	// Findings is the number of findings in them. By rule it is of those that
	// the lines list; an error type of upstream's is one.
	Findings int `json:"findings"`
}

// RoleRule is how often a role breaks a rule.
type RoleRule struct {
	Role     string `json:"role"`
	Rule     string `json:"rule"`
	Entries  int    `json:"entries"`
	Findings int    `json:"findings"`
}

// Aggregate walks over a log and counts. The counts hold for what could be
// read; the error is the reader's.
func Aggregate(r *Reader) (Stats, error) {
	catalogue, err := rules.BuiltIn() // upstream has names for no other rules
	if err != nil {
		return Stats{}, err
	}
	a := aggregation{
		catalogue: catalogue,
		rules:     tally[string]{}, roles: tally[string]{}, formats: tally[string]{},
		sources: tally[string]{}, days: tally[string]{}, pairs: tally[pair]{},
	}
	for e := range r.Entries() {
		a.add(e)
	}
	return a.finish(r), r.Err()
}

// sum is what a tally keeps under a key.
type sum struct{ entries, findings int }

// tally sums up by key.
type tally[K comparable] map[K]sum

func (t tally[K]) add(key K, findings int) {
	s := t[key]
	t[key] = sum{s.entries + 1, s.findings + findings}
}

// pair is a role and a rule.
type pair struct{ role, rule string }

// aggregation is a Stats in the making.
type aggregation struct {
	catalogue                            *rules.Catalogue
	stats                                Stats
	rules, roles, formats, sources, days tally[string]
	pairs                                tally[pair]
}

func (a *aggregation) add(e Entry) {
	findings := e.Count()
	a.stats.Entries++
	a.stats.Findings += findings
	a.roles.add(e.Role, findings)
	a.formats.add(e.Format, findings)
	a.sources.add(e.Source, findings)
	for rule, n := range e.rules(a.catalogue) {
		a.rules.add(rule, n)
		a.pairs.add(pair{e.Role, rule}, n)
	}
	if at, dated := e.Time(); dated {
		a.days.add(at.Format(time.DateOnly), findings)
		a.span(at)
	}
}

// span widens the time between the first and the last entry.
func (a *aggregation) span(at time.Time) {
	if a.stats.First.IsZero() || at.Before(a.stats.First) {
		a.stats.First = at
	}
	if at.After(a.stats.Last) {
		a.stats.Last = at
	}
}

func (a *aggregation) finish(r *Reader) Stats {
	s := a.stats
	s.Skipped, s.Undated = r.Skipped(), r.Undated()
	s.Rules, s.Roles = ranked(a.rules), ranked(a.roles)
	s.Formats, s.Sources = ranked(a.formats), ranked(a.sources)
	s.Days = ranked(a.days)
	slices.SortFunc(s.Days, func(x, y Count) int { return cmp.Compare(x.Name, y.Name) })
	s.RoleRules = rankedPairs(a.pairs)
	return s
}

// rules is how many findings the entry has of each rule. A line of upstream's
// says only which error types it has, and at times not even that.
func (e Entry) rules(catalogue *rules.Catalogue) map[string]int {
	counts := map[string]int{}
	for _, f := range e.Findings {
		counts[f.Rule]++
	}
	if len(counts) > 0 {
		return counts
	}
	for _, name := range e.ErrorTypes {
		counts[onlyRule(catalogue, name)]++
	}
	if len(counts) == 0 {
		counts[""] = e.Count()
	}
	return counts
}

// rulesNamed are the rules that a name of the log stands for: itself, or those
// that upstream has that name for.
func rulesNamed(catalogue *rules.Catalogue, name string) []string {
	if catalogue.Rule(name) != nil {
		return []string{name}
	}
	var names []string
	for _, r := range catalogue.Upstream(name) {
		names = append(names, r.Name)
	}
	return names
}

// onlyRule is the rule that a name of the log stands for, the name itself where
// it stands for several or none: of content_too_short nobody can tell any more
// which of three rules it was.
func onlyRule(catalogue *rules.Catalogue, name string) string {
	if names := rulesNamed(catalogue, name); len(names) == 1 {
		return names[0]
	}
	return clip(name, maxName)
}

// ranked lists a tally, the most frequent first, equals by name.
func ranked(t tally[string]) []Count {
	list := make([]Count, 0, len(t))
	for _, name := range slices.Sorted(maps.Keys(t)) {
		list = append(list, Count{name, t[name].entries, t[name].findings})
	}
	slices.SortStableFunc(list, func(x, y Count) int { return cmp.Compare(y.Entries, x.Entries) })
	return list
}

// rankedPairs is ranked for pairs, equals by role and then rule.
func rankedPairs(t tally[pair]) []RoleRule {
	list := make([]RoleRule, 0, len(t))
	for key, s := range t {
		list = append(list, RoleRule{key.role, key.rule, s.entries, s.findings})
	}
	slices.SortFunc(list, func(x, y RoleRule) int {
		return cmp.Or(cmp.Compare(y.Entries, x.Entries), cmp.Compare(x.Role, y.Role), cmp.Compare(x.Rule, y.Rule))
	})
	return list
}
