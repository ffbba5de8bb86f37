package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Series is a part of each bar, and what its name means, "" if it says so itself.
type Series struct {
	Name, Meaning string
	Fill, Total   int
}

// Trend counts by weeks, from their Mondays, and names.
type Trend map[time.Time]map[string]int

const week = 7 * 24 * time.Hour

// Add counts a name. Weeks are counted from the zero time, a Monday.
func (t Trend) Add(at time.Time, name string) {
	of := at.UTC().Truncate(week)
	if t[of] == nil {
		t[of] = map[string]int{}
	}
	t[of][name]++
}

// Totals returns a table of the weeks, the newest first, with a part of its bar for each series.
func (t Trend) Totals(title string, series []Series) Totals {
	mondays := slices.SortedFunc(maps.Keys(t), func(a, b time.Time) int { return b.Compare(a) })
	totals := Totals{Title: title, What: "week from", Series: slices.Clone(series)}
	for _, monday := range mondays {
		row := Total{Name: monday.Format(time.DateOnly), Counts: make([]int, len(Fills))}
		var parts []string
		for i, s := range series {
			n := t[monday][s.Name]
			if n > 0 {
				parts = append(parts, fmt.Sprintf("%s %d", s.Name, n))
			}
			row.Counts[s.Fill] += n
			totals.Series[i].Total += n
		}
		row.Summary = strings.Join(parts, ", ")
		totals.Add(row)
	}
	return totals
}
