package failurelog

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/rules"
)

// Stats is what a log says all in all. An empty name in a list stands for what the
// lines do not say: upstream's have no role, for one.
type Stats struct {
	// Entries is the number of failures, Findings that of their findings, Skipped
	// that of the lines that are not entries.
	Entries  int `json:"entries"`
	Findings int `json:"findings"`
	Skipped  int `json:"skipped"`
	// First and Last are the earliest and the latest time, in UTC; zero if no entry
	// has one.
	First time.Time `json:"first,omitzero"`
	Last  time.Time `json:"last,omitzero"`

	// Rules counts by rule. Of upstream's error types, those that stand for one rule
	// count for it, the others by their own names.
	Rules   []Count `json:"rules"`
	Roles   []Count `json:"roles"`
	Formats []Count `json:"formats"`
	// Days counts by day, 2026-05-31, in UTC and in the order of time; the other
	// lists begin with the most frequent.
	Days []Count `json:"days"`
}

// Count is how often a name occurs: in how many failures, and in how many of their
// findings.
type Count struct {
	Name     string `json:"name"`
	Entries  int    `json:"entries"`
	Findings int    `json:"findings"`
}

// tally counts by name.
type tally map[string]Count

func (t tally) add(name string, findings int) {
	c := t[name]
	t[name] = Count{name, c.Entries + 1, c.Findings + findings}
}

// ranked lists a tally, the most frequent first, equals by name.
func (t tally) ranked() []Count {
	return slices.SortedFunc(maps.Values(t), func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Entries, a.Entries), cmp.Compare(a.Name, b.Name))
	})
}

// Aggregate counts what a log holds. The counts hold for what could be read.
func Aggregate(path string, since time.Time) (Stats, Reading, error) {
	return aggregate(path, since, func(string, string, map[string]int) {})
}

// aggregate counts, and calls each with the day, the role and the rules of a failure
// that has a time.
func aggregate(path string, since time.Time, each func(day, role string, rules map[string]int)) (Stats, Reading, error) {
	catalogue := rules.BuiltIn() // upstream has names for no other rules
	var s Stats
	byRule, byRole, byFormat, byDay := tally{}, tally{}, tally{}, tally{}
	reading, err := Read(path, since, func(e Entry) {
		findings := e.Count()
		s.Entries++
		s.Findings += findings
		byRole.add(e.role(), findings)
		byFormat.add(e.format(), findings)
		broken := e.rules(catalogue)
		for rule, n := range broken {
			byRule.add(rule, n)
		}
		at := e.Time()
		if at.IsZero() {
			return
		}
		day := at.Format(time.DateOnly)
		byDay.add(day, findings)
		each(day, e.role(), broken)
		if s.First.IsZero() || at.Before(s.First) {
			s.First = at
		}
		if at.After(s.Last) {
			s.Last = at
		}
	})
	s.Skipped = reading.Skipped
	s.Rules, s.Roles, s.Formats, s.Days = byRule.ranked(), byRole.ranked(), byFormat.ranked(), byDay.ranked()
	slices.SortFunc(s.Days, func(a, b Count) int { return cmp.Compare(a.Name, b.Name) })
	return s, reading, err
}

// rules is how many findings the entry has of each rule. A line of upstream's says
// only which error types it has, and at times not even that.
func (e Entry) rules(catalogue *rules.Catalogue) map[string]int {
	counts := map[string]int{}
	for _, f := range e.Findings {
		counts[clip(f.Rule, maxName)]++
	}
	if len(counts) > 0 {
		return counts
	}
	for _, name := range e.ErrorTypes {
		// Of content_too_short nobody can tell any more which of three rules it was.
		if of := catalogue.Upstream(name); len(of) == 1 {
			name = of[0].Name
		}
		counts[clip(name, maxName)]++
	}
	if len(counts) == 0 {
		counts[""] = e.Count()
	}
	return counts
}

// Period is the first and the last day, "" if no entry has a time.
func (s Stats) Period() string {
	if s.First.IsZero() {
		return ""
	}
	first, last := s.First.Format(time.DateOnly), s.Last.Format(time.DateOnly)
	return strings.TrimSuffix(first+" to "+last, " to "+first)
}
