package failurelog

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed" // the page's parts
	"encoding/base64"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// The parts of the page. uPlot's files are those of the package that the lock file
// beside them pins; `.ci/run embedded` compares them.
var (
	//go:embed page/page.html
	pageTemplate string
	//go:embed page/page.css
	pageStyle string
	//go:embed page/page.js
	pageScript string
	//go:embed page/uplot/uPlot.min.css
	plotStyle string
	//go:embed page/uplot/uPlot.iife.min.js
	plotScript string
	//go:embed page/uplot/LICENSE
	plotLicense string
)

// What the page shows at most: lines in a chart, beside one for the others, rows in a
// table, and characters of a name in a table and in a chart.
const (
	pageSeries = 6
	pageRows   = 20
	pageDays   = 100
	pageName   = 80
	lineName   = 40
)

// A page is what its template shows.
type page struct {
	Policy, Counts, Period string
	Style                  template.CSS
	Script                 template.JS
	Stats                  Stats
	Lists                  []pageList
	Suggestions            []Suggestion
	// Charts are written as JSON, nil for none.
	Charts []chart
}

// pageList is a section: a chart if there is one, and a table.
type pageList struct {
	What          string
	Chart, Folded bool
	Rows          []pageRow
	More          int
}

type pageRow struct {
	Name, Summary, URL string
	Entries, Percent   int
}

// chart is counts by day or by week, which the page's script draws. Days are in
// seconds; Unit says what begins with each.
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

// Page is what a log holds as one HTML file, which asks for no other: by day, role,
// rule and format, and what to tell which role. It has a policy by which a browser
// runs its own script and no other.
func Page(path string, since time.Time, catalogue *rules.Catalogue) (string, Reading, error) {
	byRole, byRule := trend{}, trend{}
	stats, reading, err := aggregate(path, since, func(day, role string, rules map[string]int) {
		byRole.add(day, role, 1)
		for rule := range rules {
			byRule.add(day, rule, 1)
		}
	})
	suggestions, _, suggestErr := Suggest(path, since, catalogue)
	err = cmp.Or(err, suggestErr)
	p := page{
		Counts:      text.Count(stats.Entries, "failure") + ", " + text.Count(stats.Findings, "finding"),
		Period:      stats.period(),
		Stats:       stats,
		Suggestions: suggestions[:min(pageRows, len(suggestions))],
		Style:       template.CSS("\n" + plotStyle + "\n" + pageStyle),
		Script:      template.JS("\n/*\n" + plotLicense + "*/\n" + plotScript + "\n" + pageScript),
	}
	for i, s := range p.Suggestions {
		p.Suggestions[i].Finding, p.Suggestions[i].Sentence = text.Escape(s.Finding), text.Escape(s.Sentence)
	}
	p.Policy = fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", hash(string(p.Style)), hash(string(p.Script)))
	if len(stats.Days) > 0 {
		p.Charts = []chart{
			dayChart(stats.Days),
			byRole.chart("role", stats.Roles),
			byRule.chart("rule", stats.Rules),
		}
	}
	days := slices.Clone(stats.Days[max(0, len(stats.Days)-pageDays):])
	slices.Reverse(days)
	for _, list := range []struct {
		what   string
		counts []Count
		rows   int
	}{{"day", days, pageDays}, {"role", stats.Roles, pageRows}, {"rule", stats.Rules, pageRows}, {"format", stats.Formats, pageRows}} {
		if len(list.counts) > 0 {
			p.Lists = append(p.Lists, listOf(list.what, list.counts, list.rows, catalogue))
		}
	}
	var out bytes.Buffer
	err = cmp.Or(err, template.Must(template.New("page").Parse(pageTemplate)).Execute(&out, p))
	return out.String(), reading, err
}

// hash is how a policy names a script or a style sheet of the page.
func hash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func listOf(what string, counts []Count, rows int, catalogue *rules.Catalogue) pageList {
	list := pageList{What: what, Chart: what != "format", Folded: what == "day", More: max(0, len(counts)-rows)}
	most := 1
	for _, c := range counts {
		most = max(most, c.Entries)
	}
	for _, c := range counts[:min(rows, len(counts))] {
		row := pageRow{Name: shownName(c.Name), Entries: c.Entries, Percent: max(1, c.Entries*100/most)}
		if r := catalogue.Rule(c.Name); what == "rule" && r != nil {
			row.Summary, row.URL = text.Escape(r.Summary), r.URL()
		}
		list.Rows = append(list.Rows, row)
	}
	return list
}

func shownName(name string) string {
	return text.Escape(text.Shorten(cmp.Or(name, "(not said)"), pageName))
}

// trend counts failures by day and name.
type trend map[string]map[string]int

func (t trend) add(day, name string, n int) {
	if t[day] == nil {
		t[day] = map[string]int{}
	}
	t[day][name] += n
}

// dayChart has one line, of all failures.
func dayChart(days []Count) chart {
	all := trend{}
	for _, day := range days {
		all.add(day.Name, "failures", day.Entries)
	}
	c := chart{What: "day", Unit: "day", Series: []series{{Name: "failures"}}}
	c.fill(all, func(counts []int, _ string, n int) { counts[0] += n })
	return c
}

// weekly is the number of days from which on a chart with several lines counts weeks:
// lines that go up and down each day hide where they lead.
const weekly = 60

// chart has a line for each of the most frequent names, and one for all others.
func (t trend) chart(what string, names []Count) chart {
	c := chart{What: what, Unit: "day"}
	if len(t) > weekly {
		t, c.Unit = t.weeks(), "week from"
	}
	shown := map[string]int{}
	for i, name := range names[:min(pageSeries, len(names))] {
		shown[name.Name] = i
		c.Series = append(c.Series, series{Name: text.Escape(text.Shorten(cmp.Or(name.Name, "(not said)"), lineName))})
	}
	if len(names) > pageSeries {
		c.Series = append(c.Series, series{Name: "others"})
	}
	c.fill(t, func(counts []int, name string, n int) {
		if i, ok := shown[name]; ok {
			counts[i] += n
		} else {
			counts[pageSeries] += n
		}
	})
	return c
}

// weeks counts by the Monday that a week begins with.
func (t trend) weeks() trend {
	weeks := trend{}
	for name, counts := range t {
		day, err := time.Parse(time.DateOnly, name)
		if err != nil {
			continue // as in fill
		}
		monday := day.AddDate(0, 0, -(int(day.Weekday())+6)%7).Format(time.DateOnly)
		for name, n := range counts {
			weeks.add(monday, name, n)
		}
	}
	return weeks
}

// fill adds the counts of a trend to a chart, and around each gap a day or a week
// without failures: all of a long gap would be many, and draw the same line.
func (c *chart) fill(t trend, count func(counts []int, name string, n int)) {
	step := 1
	if c.Unit != "day" {
		step = 7
	}
	add := func(day time.Time, names map[string]int) {
		counts := make([]int, len(c.Series))
		for name, n := range names {
			count(counts, name, n)
		}
		c.Days = append(c.Days, day.Unix())
		for i := range c.Series {
			c.Series[i].Counts = append(c.Series[i].Counts, counts[i])
		}
	}
	var last time.Time
	for i, name := range slices.Sorted(maps.Keys(t)) {
		day, err := time.Parse(time.DateOnly, name)
		if err != nil {
			continue // the year 10000
		}
		before, after := day.AddDate(0, 0, -step), last.AddDate(0, 0, step)
		if i > 0 && after.Before(before) {
			add(after, nil)
		}
		if i == 0 || !before.Equal(last) {
			add(before, nil)
		}
		add(day, t[name])
		last = day
	}
}

// period is the first and the last day, "" if no entry has a time.
func (s Stats) period() string {
	if s.First.IsZero() {
		return ""
	}
	first, last := s.First.Format(time.DateOnly), s.Last.Format(time.DateOnly)
	return strings.TrimSuffix(first+" to "+last, " to "+first)
}
