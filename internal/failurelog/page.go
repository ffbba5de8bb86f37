package failurelog

import (
	_ "embed" // the page's content

	"github.com/handofflint/handofflint/internal/page"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

//go:embed page.html
var pageTemplate string

// The maximum of what the page shows: suggestions, parts of a bar before "others", and characters of a
// name.
const (
	pageRows   = 20
	pageSeries = 6
	pageName   = 80
	partName   = 40
)

// content is the data of the template.
type content struct {
	Stats
	Counts, Period string
	// Elsewhere is the number of failures of other projects, or "".
	Elsewhere   string
	Trends      []page.Totals
	Totals      []page.Totals
	Suggestions []Suggestion
}

// Page returns a self-contained HTML file: the counts by time, role, rule and format, and what to add to
// prompts.
func (s Stats) Page(catalogue *rules.Catalogue) (string, error) {
	suggestions := s.Suggest(catalogue)
	p := content{
		Stats:       s,
		Counts:      text.Count(s.Entries, "failure") + ", " + text.Count(s.Findings, "finding"),
		Period:      s.Period(),
		Suggestions: suggestions[:min(pageRows, len(suggestions))],
	}
	if s.Elsewhere > 0 {
		p.Elsewhere = text.Count(s.Elsewhere, "failure") + " of other projects"
	}
	for i, s := range p.Suggestions {
		p.Suggestions[i].Finding, p.Suggestions[i].Sentence = text.Escape(s.Finding), text.Escape(s.Sentence)
	}
	p.addTrend("Roles over time", s.byRole, s.Roles)
	p.addTrend("Rules over time", s.byRule, s.Rules)
	p.addTotals("By role", "role", s.Roles, nil)
	p.addTotals("By rule", "rule", s.Rules, catalogue)
	p.addTotals("By format", "format", s.Formats, nil)
	return page.Page{Title: "Handoffs that failed", Template: pageTemplate, Content: p}.HTML()
}

// fillOf returns the fill of a name by its rank; all others share one.
func fillOf(place int) int {
	if place < pageSeries {
		return place
	}
	return len(page.Fills) - 1
}

// addTrend adds a table of the most frequent names by week if there is more than one week: one week is not a
// trend.
func (p *content) addTrend(title string, trend page.Trend, names []Count) {
	if len(trend) < 2 {
		return
	}
	var series []page.Series
	for i, name := range names[:min(pageSeries, len(names))] {
		series = append(series, page.Series{Name: page.Label(name.Name, partName), Fill: fillOf(i)})
	}
	series = append(series, page.Series{Name: "others", Fill: fillOf(pageSeries)})
	p.Trends = append(p.Trends, trend.Totals(title, series))
}

// addTotals adds a table unless it is empty. The catalogue explains names of rules; it is nil for other
// names.
func (p *content) addTotals(title, what string, counts []Count, catalogue *rules.Catalogue) {
	if len(counts) == 0 {
		return
	}
	totals := page.Totals{Title: title, What: what, Numbers: []string{"failures"}}
	for i, c := range counts {
		row := page.Total{Name: page.Label(c.Name, pageName), Numbers: []int{c.Entries}, Counts: make([]int, len(page.Fills))}
		row.Counts[fillOf(i)] = c.Entries
		if catalogue != nil {
			if r := catalogue.Rule(c.Name); r != nil {
				row.Summary, row.URL = text.Escape(r.Summary), r.URL()
			}
		}
		totals.Add(row)
	}
	p.Totals = append(p.Totals, totals)
}
