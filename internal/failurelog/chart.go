package failurelog

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/text"
)

// What a chart shows at most: lines beside one for the others, the newest days or weeks
// with failures, and characters of a name.
const (
	pageSeries = 6
	pagePoints = 2000
	lineName   = 40
)

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
	names := slices.Sorted(maps.Keys(t))
	for i, name := range names[max(0, len(names)-pagePoints):] {
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
