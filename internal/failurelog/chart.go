package failurelog

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/text"
)

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

// chart has a line for each of the most frequent names, and one for all others. It
// begins with a day or a week without failures.
func (t trend) chart(what string, names []Count) chart {
	c := chart{What: what, Unit: "day"}
	days, step := slices.Sorted(maps.Keys(t)), int64(1)
	first, last := days[0], days[len(days)-1]
	if what != "day" && last-first >= weekly {
		c.Unit, step = "week from", 7
		first -= ((first+3)%7 + 7) % 7 // the Monday before; day 0 was a Thursday
	}
	first = max(first, first+((last-first)/step-pagePoints)*step) - step

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
