package failurelog

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed" // the page's parts
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
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

// What a table shows at most: rows, those of days, and characters of a name.
const (
	pageRows = 20
	pageDays = 100
	pageName = 80
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
		Period:      stats.Period(),
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
