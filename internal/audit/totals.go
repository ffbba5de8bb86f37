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

// numbers are the names of the numbers of a row: how many sessions changed code, how many of them leave
// something open, and how many claims are false or outdated.
var numbers = []string{"sessions", "open", "false", "outdated"}

const (
	changedNumber = iota
	openNumber
	falseNumber
	outdatedNumber
)

// totalsOf returns how the sessions ended, by what they are counted by. One name alone says no more than
// the page.
func totalsOf(sessions []*Session) (all []page.Totals) {
	for _, g := range groups {
		counted := count(sessions, g.of)
		if len(counted) < 2 {
			continue
		}
		totals := page.Totals{Title: g.title, What: g.what, Numbers: numbers}
		for _, row := range counted {
			row.Name = page.Label(row.Name, maxPageName)
			totals.Add(*row)
		}
		all = append(all, totals)
	}
	return all
}

// count returns the rows that have anything to count, those first that leave most open. Their bars show how
// sessions ended.
func count(sessions []*Session, nameOf func(*Session) string) []*page.Total {
	byName := map[string]*page.Total{}
	for _, s := range sessions {
		name := nameOf(s)
		row := byName[name]
		if row == nil {
			row = &page.Total{Name: name, Numbers: make([]int, len(numbers)), Counts: make([]int, len(states))}
			byName[name] = row
		}
		claims := Count([]*Session{s})
		row.Numbers[falseNumber] += claims[verdict.False]
		row.Numbers[outdatedNumber] += claims[verdict.Outdated]
		if len(s.Facts.Changed) == 0 {
			continue
		}
		row.Numbers[changedNumber]++
		row.Counts[fillOf(s.state())]++
		if s.isOpen() {
			row.Numbers[openNumber]++
		}
	}
	counted := slices.DeleteFunc(slices.Collect(maps.Values(byName)), func(row *page.Total) bool { return slices.Max(row.Numbers) == 0 })
	slices.SortFunc(counted, func(a, b *page.Total) int {
		return cmp.Or(b.Numbers[openNumber]-a.Numbers[openNumber], slices.Compare(b.Counts, a.Counts), slices.Compare(b.Numbers, a.Numbers), cmp.Compare(a.Name, b.Name))
	})
	return counted
}
