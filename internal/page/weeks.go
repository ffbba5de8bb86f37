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

// Totals returns a table of the weeks, the newest first. Names that no series has are counted in the
// last one.
func (t Trend) Totals(title string, series []Series) Totals {
	mondays := slices.SortedFunc(maps.Keys(t), func(a, b time.Time) int { return b.Compare(a) })
	totals := Totals{Title: title, What: "week from", Series: slices.Clone(series)}
	for _, monday := range mondays {
		ofSeries := make([]int, len(series))
		for name, n := range t[monday] {
			i := slices.IndexFunc(series, func(s Series) bool { return s.Name == name })
			if i < 0 {
				i = len(series) - 1
			}
			ofSeries[i] += n
		}
		row := Total{Name: monday.Format(time.DateOnly), Counts: make([]int, len(Fills))}
		var parts []string
		for i, n := range ofSeries {
			if n > 0 {
				parts = append(parts, fmt.Sprintf("%s %d", series[i].Name, n))
			}
			row.Counts[series[i].Fill] += n
			totals.Series[i].Total += n
		}
		row.Summary = strings.Join(parts, ", ")
		totals.Add(row)
	}
	return totals
}
