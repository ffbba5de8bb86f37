package page

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func day(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// columns are the names of the bars of a picture with their counts.
func columns(p *Picture) map[string][]int {
	got := map[string][]int{}
	for _, c := range p.Columns {
		got[c.Name] = c.Counts
	}
	return got
}

// TestByDay has a bar for each day between the first and the last, and counts what no series has in
// the last one.
func TestByDay(t *testing.T) {
	trend := Trend{}
	for _, name := range []string{"a", "a", "b", "c"} {
		trend.Add(day(t, "2026-05-01").Add(23*time.Hour), name)
	}
	trend.Add(day(t, "2026-05-03"), "b")
	p := trend.ByDay("id", "", []Series{{Name: "a"}, {Name: "others"}})
	want := map[string][]int{"2026-05-01": {2, 2}, "2026-05-02": {0, 0}, "2026-05-03": {0, 1}}
	if diff := cmp.Diff(want, columns(p)); diff != "" || p.Unit != "day" || p.Series[1].Total != 3 {
		t.Errorf("%s, %d: (-want +got):\n%s", p.Unit, p.Series[1].Total, diff)
	}
}

// TestByWeek has a bar for each week, from its Monday, if there are many days, and the newest if
// there are many weeks.
func TestByWeek(t *testing.T) {
	trend := Trend{}
	for i := range 61 {
		trend.Add(day(t, "2026-03-02").AddDate(0, 0, i), "a") // a Monday
	}
	p := trend.ByDay("id", "", []Series{{Name: "a"}})
	if got := columns(p); p.Unit != "week from" || len(got) != 9 || got["2026-03-02"][0] != 7 || got["2026-04-27"][0] != 5 {
		t.Errorf("%s: %v", p.Unit, got)
	}
	trend = Trend{}
	for i := range 3 * maxColumns {
		trend.Add(time.Date(1000, 1, 1+700*i, 0, 0, 0, 0, time.UTC), "a")
	}
	if p := trend.ByDay("id", "", []Series{{Name: "a"}}); len(p.Columns) != 1 || p.Earlier != 3*maxColumns-1 {
		t.Errorf("%d bars, %d left out", len(p.Columns), p.Earlier)
	}
	if p := (Trend{}).ByWeek("id", "", []Series{{Name: "a"}}); p != nil {
		t.Errorf("a picture of nothing: %v", p)
	}
}

// TestDrawn draws parts upon each other, with lines at round numbers, and labels that have room.
func TestDrawn(t *testing.T) {
	trend := Trend{}
	for range 17 {
		trend.Add(day(t, "2025-12-22"), "a")
	}
	trend.Add(day(t, "2025-12-22"), "b")
	trend.Add(day(t, "2026-03-02"), "b")
	p := trend.ByWeek("week", "", []Series{{Name: "a", Fill: 3}, {Name: "b", Fill: 5}})
	var numbers []int
	for _, line := range p.Lines() {
		numbers = append(numbers, line.Number)
	}
	if diff := cmp.Diff([]int{0, 5, 10, 15, 20}, numbers); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	slots := p.Slots()
	want := []Bar{{Y: 27, Height: 153, Fill: 3, Count: 17, Name: "a"}, {Y: 18, Height: 9, Fill: 5, Count: 1, Name: "b"}}
	if diff := cmp.Diff(want, slots[0].Bars); diff != "" || slots[0].ID != "week-2025-12-22" {
		t.Errorf("%s: (-want +got):\n%s", slots[0].ID, diff)
	}
	var labels []string
	for _, s := range slots {
		if s.Month != "" {
			labels = append(labels, s.Name[:7]+" "+s.Month+s.Year)
		}
	}
	if diff := cmp.Diff([]string{"2026-01 Jan2026", "2026-02 Feb", "2026-03 Mar"}, labels); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	trend = Trend{}
	trend.Add(day(t, "2026-05-28"), "a")
	trend.Add(day(t, "2026-06-09"), "a")
	labels = nil
	for _, s := range trend.ByDay("day", "", []Series{{Name: "a"}}).Slots() {
		labels = append(labels, s.Month)
	}
	if diff := cmp.Diff([]string{"", "", "", "", "06-01", "", "", "", "", "", "", "", ""}, labels); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if step := (&Picture{Columns: []Column{{Counts: []int{1}}}}).Lines()[1].Number; step != 1 {
		t.Errorf("a line at %d", step)
	}
}
