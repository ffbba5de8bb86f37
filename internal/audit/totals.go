package audit

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/page"
	"github.com/handofflint/handofflint/internal/verdict"
)

const unnamed = "(not said)"

// groups are what sessions are counted by. of returns the name for a session.
var groups = []struct {
	title, what string
	of          func(s *Session) string
}{
	{"By repository", "repository", (*Session).repository},
	{"By branch", "branch", func(s *Session) string { // of a repository
		return strings.TrimSpace(cmp.Or(s.Branch, unnamed) + " " + s.repository())
	}},
	{"By host", "host", func(s *Session) string { return s.Client }},
	{"By model", "model", func(s *Session) string { return s.Model }},
}

// repository returns the repository without what all addresses have.
func (s *Session) repository() string {
	return strings.TrimSuffix(strings.TrimPrefix(s.Repository, "https://"), ".git")
}

// total is what is counted of a name.
type total struct {
	name string
	// changed is how many sessions changed code, open how many of them leave something open, byState how
	// they ended; isFalse and isOutdated are numbers of claims.
	changed, open, isFalse, isOutdated int
	byState                            []int
}

// numbers are those of a row.
func (t *total) numbers() []int { return []int{t.changed, t.open, t.isFalse, t.isOutdated} }

// totalsOf returns how the sessions ended, by what they are counted by. One name alone says no more than
// the page.
func totalsOf(sessions []*Session) (all []page.Totals) {
	for _, g := range groups {
		counted := count(sessions, g.of)
		if len(counted) < 2 {
			continue
		}
		totals := page.Totals{Title: g.title, What: g.what, Numbers: []string{"sessions", "open", "false", "outdated"}}
		for _, t := range counted {
			totals.Add(page.Total{Name: page.Label(t.name, maxPageName), Numbers: t.numbers(), Counts: t.byState})
		}
		all = append(all, totals)
	}
	return all
}

// count returns the totals that have anything to count, those first that leave most open.
func count(sessions []*Session, nameOf func(*Session) string) []*total {
	byName := map[string]*total{}
	for _, s := range sessions {
		name := nameOf(s)
		if byName[name] == nil {
			byName[name] = &total{name: name, byState: make([]int, len(states))}
		}
		byName[name].add(s)
	}
	counted := slices.DeleteFunc(slices.Collect(maps.Values(byName)), func(t *total) bool { return slices.Max(t.numbers()) == 0 })
	slices.SortFunc(counted, func(a, b *total) int {
		return cmp.Or(b.open-a.open, slices.Compare(b.byState, a.byState), b.isFalse-a.isFalse, b.isOutdated-a.isOutdated, cmp.Compare(a.name, b.name))
	})
	return counted
}

// add counts a session.
func (t *total) add(s *Session) {
	claims := Count([]*Session{s})
	t.isFalse += claims[verdict.False]
	t.isOutdated += claims[verdict.Outdated]
	if len(s.Facts.Changed) == 0 {
		return
	}
	t.changed++
	t.byState[fillOf(s.state())]++
	if s.isOpen() {
		t.open++
	}
}
