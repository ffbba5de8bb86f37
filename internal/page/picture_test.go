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

// TestPicture has a bar for each week between the first and the last, from its Monday, and counts what
// no series has in the last one.
func TestPicture(t *testing.T) {
	trend := Trend{}
	for _, name := range []string{"a", "a", "b", "c"} {
		trend.Add(on("2026-05-03").Add(23*time.Hour), name) // a Sunday
	}
	trend.Add(on("2026-05-11"), "b")
	p := trend.Picture("", []Series{{Name: "a"}, {Name: "others"}})
	got := map[string][]int{}
	for _, w := range p.Weeks {
		got[w.Name()] = w.Counts
	}
	want := map[string][]int{"2026-04-27": {2, 2}, "2026-05-04": {0, 0}, "2026-05-11": {0, 1}}
	if diff := cmp.Diff(want, got); diff != "" || p.Series[1].Total != 3 {
		t.Errorf("%d: (-want +got):\n%s", p.Series[1].Total, diff)
	}
}

// TestPictureIsBounded has the newest weeks.
func TestPictureIsBounded(t *testing.T) {
	trend := Trend{}
	for i := range 3 * maxWeeks {
		trend.Add(time.Date(1000, 1, 1+7*i, 0, 0, 0, 0, time.UTC), "a")
		trend.Add(time.Date(-9000+100*i, 1, 1, 0, 0, 0, 0, time.UTC), "a")
	}
	p := trend.Picture("", []Series{{Name: "a"}})
	if len(p.Weeks) != 1 || p.Earlier == 0 {
		t.Errorf("%d bars, %d left out", len(p.Weeks), p.Earlier)
	}
	if p := (Trend{}).Picture("", nil); p != nil {
		t.Errorf("a picture of nothing: %v", p)
	}
}

// TestDrawn draws parts upon each other, with lines at round numbers, and labels that have room.
func TestDrawn(t *testing.T) {
	trend := Trend{}
	for range 17 {
		trend.Add(on("2025-12-22"), "a")
	}
	trend.Add(on("2025-12-22"), "b")
	trend.Add(on("2026-03-02"), "b")
	p := trend.Picture("", []Series{{Name: "a", Fill: 3}, {Name: "b", Fill: 5}})
	var numbers []int
	for _, line := range p.Lines() {
		numbers = append(numbers, line.Number)
	}
	if diff := cmp.Diff([]int{0, 5, 10, 15, 20}, numbers); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	slots := p.Slots()
	want := []Bar{{Y: 27, Height: 153, Fill: 3, Count: 17, Name: "a"}, {Y: 18, Height: 9, Fill: 5, Count: 1, Name: "b"}}
	if diff := cmp.Diff(want, slots[0].Bars); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var labels []string
	for _, s := range slots {
		if s.Label != "" {
			labels = append(labels, s.Name()+" "+s.Label+s.Year)
		}
	}
	if diff := cmp.Diff([]string{"2026-01-05 Jan2026", "2026-02-02 Feb", "2026-03-02 Mar"}, labels); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	few := &Picture{Series: []Series{{}}, Weeks: []Week{{Monday: on("2026-05-11"), Counts: []int{1}}}}
	if few.Lines()[1].Number != 1 || few.Slots()[0].Label != "05-11" {
		t.Errorf("%v, %v", few.Lines(), few.Slots())
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
