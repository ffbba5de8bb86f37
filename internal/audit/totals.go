package audit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/page"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/verdict"
)

const (
	// maxTotals is how many rows a table of totals has, and maxLinks how many sessions a row names.
	maxTotals = 20
	maxLinks  = 5
	unnamed   = "(not said)"
	mainAgent = "main agent"
)

// group is what sessions are counted by. of returns the name for an agent of a session, which is that
// of the session for most.
type group struct {
	title, what string
	of          func(s *Session, agent string) string
}

// Groups that are unlike the others: a branch is one of a repository, a session has several agents.
const (
	byBranch = "branch"
	byAgent  = "agent"
)

var groups = []group{
	{"By repository", "repository", func(s *Session, _ string) string { return s.repository() }},
	{"By branch", byBranch, func(s *Session, _ string) string {
		return strings.TrimSpace(cmp.Or(s.Branch, unnamed) + " " + s.repository())
	}},
	{"By host", "host", func(s *Session, _ string) string { return s.Client }},
	{"By model", "model", func(s *Session, _ string) string { return s.Model }},
	{"By agent", byAgent, func(_ *Session, agent string) string { return cmp.Or(agent, mainAgent) }},
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
	links                              []page.Link
}

// numbers are those of a row.
func (t *total) numbers() []int { return []int{t.changed, t.open, t.isFalse, t.isOutdated} }

// totals returns how the sessions ended of each name, those first that leave most open, and adds the
// links to them. One name alone says no more than the page.
func (g group) totals(sessions []*Session, anchors map[*Session]page.Link, links aboutLinks) page.Totals {
	counted := g.count(sessions, anchors)
	if len(counted) < 2 {
		return page.Totals{}
	}
	out := page.Totals{Title: g.title, What: g.what, Numbers: []string{"sessions", "open", "false", "outdated"}, More: max(0, len(counted)-maxTotals)}
	for i, t := range counted[:min(len(counted), maxTotals)] {
		id := fmt.Sprintf("%s-%d", g.what, i+1)
		links[[2]string{g.what, t.name}] = "#" + id
		shown := t.links[:min(len(t.links), maxLinks)]
		out.Rows = append(out.Rows, page.Total{
			ID: id, Name: text.Escape(text.Shorten(cmp.Or(t.name, unnamed), maxPageName)),
			Links: shown, More: len(t.links) - len(shown), Numbers: t.numbers(), Counts: t.byState,
		})
	}
	return out
}

// count returns the totals that have anything to count, those first that leave most open.
func (g group) count(sessions []*Session, anchors map[*Session]page.Link) []*total {
	byName := map[string]*total{}
	for _, s := range sessions {
		for _, name := range g.names(s) {
			if byName[name] == nil {
				byName[name] = &total{name: name, byState: make([]int, len(states))}
			}
			byName[name].add(s, anchors)
		}
		for _, c := range s.findings() {
			t := byName[g.of(s, c.agentType)]
			if c.Verdict == verdict.False {
				t.isFalse++
			} else {
				t.isOutdated++
			}
		}
	}
	counted := slices.DeleteFunc(slices.Collect(maps.Values(byName)), func(t *total) bool { return slices.Max(t.numbers()) == 0 })
	slices.SortFunc(counted, func(a, b *total) int {
		return cmp.Or(b.open-a.open, slices.Compare(b.byState, a.byState), b.isFalse-a.isFalse, b.isOutdated-a.isOutdated, cmp.Compare(a.name, b.name))
	})
	return counted
}

// names returns the names that a session has: one, but for its agents.
func (g group) names(s *Session) []string {
	names := []string{g.of(s, "")}
	for _, agent := range s.agents {
		names = append(names, g.of(s, agent))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// add counts a session.
func (t *total) add(s *Session, anchors map[*Session]page.Link) {
	if link, isListed := anchors[s]; isListed {
		t.links = append(t.links, link)
	}
	if len(s.Facts.Changed) == 0 {
		return
	}
	t.changed++
	t.byState[fillOf(s.state())]++
	if s.isOpen() {
		t.open++
	}
}
