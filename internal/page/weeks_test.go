package page

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func on(day string) time.Time {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return at
}

// TestWeeks has a row for each week with anything to count, from its Monday.
func TestWeeks(t *testing.T) {
	trend := Trend{}
	for _, name := range []string{"a", "a", "b", "b"} {
		trend.Add(on("2026-05-03").Add(23*time.Hour), name) // a Sunday
	}
	trend.Add(on("2026-05-11"), "b")
	got := trend.Totals("Weeks", []Series{{Name: "a", Fill: 3}, {Name: "b", Fill: 5}})
	want := Totals{
		Title: "Weeks", What: "week from", Series: []Series{{Name: "a", Fill: 3, Total: 2}, {Name: "b", Fill: 5, Total: 3}},
		Rows: []Total{
			{Name: "2026-05-11", Summary: "b 1", Counts: []int{0, 0, 0, 0, 0, 1, 0, 0, 0}},
			{Name: "2026-04-27", Summary: "a 2, b 2", Counts: []int{0, 0, 0, 2, 0, 2, 0, 0, 0}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestWeeksAreBounded has the newest weeks.
func TestWeeksAreBounded(t *testing.T) {
	trend := Trend{}
	for i := range 3 * maxRows {
		trend.Add(time.Date(1000, 1, 1+7*i, 0, 0, 0, 0, time.UTC), "a")
	}
	totals := trend.Totals("", []Series{{Name: "a"}})
	if len(totals.Rows) != maxRows || totals.More != 2*maxRows || totals.Rows[0].Name <= totals.Rows[1].Name {
		t.Errorf("%d rows, %d left out, the first is %s", len(totals.Rows), totals.More, totals.Rows[0].Name)
	}
	if none := (Trend{}).Totals("", nil); none.Rows != nil {
		t.Errorf("weeks of nothing: %v", none)
	}
}

// TestParts draws the parts of a row side by side, in percent of the longest one.
func TestParts(t *testing.T) {
	totals := Totals{Rows: []Total{{Counts: []int{1, 0, 3}}, {Counts: []int{0, 0, 8}}}}
	want := []Part{{0, 12.5, 0}, {12.5, 37.5, 2}}
	if diff := cmp.Diff(want, totals.Parts(totals.Rows[0])); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
