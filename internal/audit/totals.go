package audit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/text"
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

// pageTable is a table of totals of the page: what its rows and the numbers in them are, what the parts of
// their bars are if that has to be said, and how many rows there are beside them.
type pageTable struct {
	Title, What string
	Numbers     []string
	Series      []pageSeries
	Rows        []pageRow
	More        int
}

// pageSeries is a part of each bar, by its fill, and what its name means, "" if it says so itself.
type pageSeries struct {
	Name, Meaning string
	Total         int
}

type pageRow struct {
	// Name is what is counted, Summary what it is.
	Name, Summary string
	Numbers       []int
	// Counts are the bar, by fills.
	Counts []int
}

// pagePart is a part of the bar of a row, in percent of the longest bar.
type pagePart struct {
	At, Width float64
	Fill      int
}

// maxRows is how many rows a table of totals has at most.
const maxRows = 40

// add adds a row, or only counts it if there are too many.
func (t *pageTable) add(row pageRow) {
	if len(t.Rows) == maxRows {
		t.More++
		return
	}
	t.Rows = append(t.Rows, row)
}

// Parts returns the bar of a row.
func (t pageTable) Parts(row pageRow) []pagePart {
	most := 1
	for _, other := range t.Rows {
		most = max(most, sum(other.Counts))
	}
	var parts []pagePart
	at := 0.0
	for fill, n := range row.Counts {
		if n > 0 {
			width := 100 * float64(n) / float64(most)
			parts = append(parts, pagePart{at, width, fill})
			at += width
		}
	}
	return parts
}

func sum(counts []int) int {
	all := 0
	for _, n := range counts {
		all += n
	}
	return all
}

const week = 7 * 24 * time.Hour

// weeksOf returns how the sessions ended that changed code, by week, the newest first.
func weeksOf(sessions []*Session) pageTable {
	byMonday := map[time.Time][]int{}
	for _, s := range sessions {
		if len(s.Facts.Changed) == 0 || s.Ended.IsZero() {
			continue
		}
		monday := s.Ended.UTC().Truncate(week) // weeks are counted from the zero time, a Monday
		if byMonday[monday] == nil {
			byMonday[monday] = make([]int, len(states))
		}
		byMonday[monday][fillOf(s.state())]++
	}
	table := pageTable{Title: "How sessions that changed code ended, week by week", What: "week from"}
	for _, state := range states {
		table.Series = append(table.Series, pageSeries{Name: string(state), Meaning: said().Meanings[string(state)]})
	}
	for _, monday := range slices.SortedFunc(maps.Keys(byMonday), func(a, b time.Time) int { return b.Compare(a) }) {
		row := pageRow{Name: monday.Format(time.DateOnly), Counts: byMonday[monday]}
		var parts []string
		for fill, n := range row.Counts {
			if n > 0 {
				parts = append(parts, fmt.Sprintf("%s %d", states[fill], n))
			}
			table.Series[fill].Total += n
		}
		row.Summary = strings.Join(parts, ", ")
		table.add(row)
	}
	return table
}

// totalsOf returns how the sessions ended, by what they are counted by. One name alone says no more than
// the page.
func totalsOf(sessions []*Session) (all []pageTable) {
	for _, g := range groups {
		counted := count(sessions, g.of)
		if len(counted) < 2 {
			continue
		}
		table := pageTable{Title: g.title, What: g.what, Numbers: numbers}
		for _, row := range counted {
			row.Name = text.Escape(text.Shorten(cmp.Or(row.Name, unnamed), maxPageName))
			table.add(*row)
		}
		all = append(all, table)
	}
	return all
}

// count returns the rows that have anything to count, those first that leave most open. Their bars show how
// sessions ended.
func count(sessions []*Session, nameOf func(*Session) string) []*pageRow {
	byName := map[string]*pageRow{}
	for _, s := range sessions {
		name := nameOf(s)
		row := byName[name]
		if row == nil {
			row = &pageRow{Name: name, Numbers: make([]int, len(numbers)), Counts: make([]int, len(states))}
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
	counted := slices.DeleteFunc(slices.Collect(maps.Values(byName)), func(row *pageRow) bool { return slices.Max(row.Numbers) == 0 })
	slices.SortFunc(counted, func(a, b *pageRow) int {
		return cmp.Or(b.Numbers[openNumber]-a.Numbers[openNumber], slices.Compare(b.Counts, a.Counts), slices.Compare(b.Numbers, a.Numbers), cmp.Compare(a.Name, b.Name))
	})
	return counted
}
