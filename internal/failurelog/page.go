package failurelog

import (
	"cmp"
	_ "embed" // the page's parts
	"maps"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/page"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// The parts of the page. uPlot's files are those of the package that the lock file
// beside them pins; `.ci/run embedded` compares them.
var (
	//go:embed page/page.html
	pageTemplate string
	//go:embed page/page.js
	pageScript string
	//go:embed page/uplot/uPlot.min.css
	plotStyle string
	//go:embed page/uplot/uPlot.iife.min.js
	plotScript string
	//go:embed page/uplot/LICENSE
	plotLicense string
)

// What a table shows at most: rows, those of days, and characters of a name.
const (
	pageRows = 20
	pageDays = 100
	pageName = 80
)

// content is the data of the template.
type content struct {
	Stats
	Counts, Period string
	// Elsewhere is how many failures of other projects there are, or "" for none.
	Elsewhere   string
	Lists       []pageList
	Suggestions []Suggestion
	// Charts are written as JSON, or nil for none.
	Charts []chart
}

// pageList is a section: a chart if there is one, and a table.
type pageList struct {
	Title, What   string
	Chart, Folded bool
	Rows          []pageRow
	More          int
}

type pageRow struct {
	Name, Summary, URL string
	Entries, Percent   int
}

// Page returns one HTML file, which asks for no other: the counts by day, role, rule and
// format, and what to add to prompts. It has a policy by which a browser runs its own
// script and no other.
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
	// One day is no trend.
	if len(s.Days) > 1 {
		p.Charts = []chart{s.dayChart(), s.byRole.chart("role", s.Roles), s.byRule.chart("rule", s.Rules)}
	}
	days := slices.Clone(s.Days[max(0, len(s.Days)-pageDays):])
	slices.Reverse(days)
	p.addList("By day", "day", days, pageDays, nil)
	p.addList("By role", "role", s.Roles, pageRows, nil)
	p.addList("By rule", "rule", s.Rules, pageRows, catalogue)
	p.addList("By format", "format", s.Formats, pageRows, nil)
	p.addList("Found by hand, with check", "rule", s.ByHand.Rules, pageRows, catalogue)
	script := ""
	if p.Charts != nil {
		script = "\n/*\n" + plotLicense + "*/\n" + plotScript + "\n" + pageScript
	}
	return page.Page{Title: "Handoffs that failed", Template: pageTemplate, Content: p, Style: plotStyle + "\n", Script: script}.HTML()
}

// addList adds a section unless it is empty. The catalogue explains names of rules, nil
// for other names.
func (p *content) addList(title, what string, counts []Count, rows int, catalogue *rules.Catalogue) {
	if len(counts) == 0 {
		return
	}
	drawn := slices.ContainsFunc(p.Charts, func(c chart) bool { return title == "By "+c.What })
	list := pageList{Title: title, What: what, Chart: drawn, Folded: drawn && what == "day", More: max(0, len(counts)-rows)}
	most := slices.MaxFunc(counts, func(a, b Count) int { return cmp.Compare(a.Entries, b.Entries) }).Entries
	for _, c := range counts[:min(rows, len(counts))] {
		name := text.Escape(text.Shorten(cmp.Or(c.Name, "(not said)"), pageName))
		row := pageRow{Name: name, Entries: c.Entries, Percent: max(1, c.Entries*100/most)}
		if catalogue != nil {
			if r := catalogue.Rule(c.Name); r != nil {
				row.Summary, row.URL = text.Escape(r.Summary), r.URL()
			}
		}
		list.Rows = append(list.Rows, row)
	}
	p.Lists = append(p.Lists, list)
}

// What a chart shows at most: lines beside one for the others, the newest days or weeks,
// and characters of a name.
const (
	pageSeries = 6
	pagePoints = 2000
	lineName   = 40
)

// weekly is the number of days from which on a chart counts weeks: several lines that go
// up and down each day hide the trend.
const weekly = 60

// chart is counts by day or by week, which the page's script draws. Days are in
// seconds; Unit is "day" or "week from".
type chart struct {
	What   string   `json:"what"`
	Unit   string   `json:"unit"`
	Days   []int64  `json:"days"`
	Series []series `json:"series"`
}

type series struct {
	Name   string `json:"name"`
	Counts []int  `json:"counts"`
}

const daySeconds = 24 * 60 * 60

// trend counts failures by day, from that of Unix, and name.
type trend map[int64]map[string]int

func (t trend) add(at time.Time, name string) {
	day := at.Truncate(24*time.Hour).Unix() / daySeconds
	if t[day] == nil {
		t[day] = map[string]int{}
	}
	t[day][name]++
}

// dayChart has one line, of all failures.
func (s Stats) dayChart() chart {
	all := trend{}
	for day, roles := range s.byRole {
		all[day] = map[string]int{}
		for _, n := range roles {
			all[day]["failures"] += n
		}
	}
	return all.chart("day", []Count{{Name: "failures"}})
}

// chart has a line for each of the most frequent names, and one for all others.
func (t trend) chart(what string, names []Count) chart {
	c := chart{What: what, Unit: "day"}
	days, step := slices.Sorted(maps.Keys(t)), int64(1)
	first, last := days[0], days[len(days)-1]
	if what != "day" && last-first >= weekly {
		c.Unit, step = "week from", 7
		first -= ((first+3)%7 + 7) % 7 // the Monday before; day 0 was a Thursday
	}
	first = max(first, first+((last-first)/step-pagePoints+1)*step)

	lines := map[string]int{}
	for i, name := range names[:min(pageSeries, len(names))] {
		lines[name.Name] = i
		c.Series = append(c.Series, series{Name: text.Escape(text.Shorten(cmp.Or(name.Name, "(not said)"), lineName))})
	}
	if len(names) > pageSeries {
		c.Series = append(c.Series, series{Name: "others"})
	}
	for day := first; day <= last; day += step {
		c.Days = append(c.Days, day*daySeconds)
	}
	for i := range c.Series {
		c.Series[i].Counts = make([]int, len(c.Days))
	}
	for day, byName := range t {
		if day < first {
			continue
		}
		for name, n := range byName {
			line, ok := lines[name]
			if !ok {
				line = pageSeries
			}
			c.Series[line].Counts[(day-first)/step] += n
		}
	}
	return c
}
