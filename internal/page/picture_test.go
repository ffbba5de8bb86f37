package page

import (
	"strings"
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
	few := &Picture{Series: []Series{{}, {Name: "b"}}, Weeks: []Week{{Monday: on("2026-05-11"), Counts: []int{1, 0}}, {Monday: on("2026-05-18"), Counts: []int{0, 7}}}}
	wantSlots := []Slot{
		{Week: few.Weeks[0], Width: 10, Bars: []Bar{{Y: 157.5, Height: 22.5, Count: 1}}, Label: "05-11"},
		{Week: few.Weeks[1], X: 12.5, Width: 10, Bars: []Bar{{Y: 22.5, Height: 157.5, Count: 7, Name: "b"}}, Label: "05-18"},
	}
	if diff := cmp.Diff(wantSlots, few.Slots()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Line{{180, 0}, {135, 2}, {90, 4}, {45, 6}, {0, 8}}, few.Lines()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLabels labels each of few weeks with its day, and of many the first of each month.
func TestLabels(t *testing.T) {
	for _, tt := range []struct{ first, last, want string }{
		{"2026-01-05", "2026-02-23", "01-05 01-12 01-19 01-26 02-02 02-09 02-16 02-23"},
		{"2025-12-22", "2026-03-02", "Jan2026 Feb Mar"}, // there is no room for the first one
		{"2025-11-03", "2026-01-12", "Nov2025 Dec Jan2026"},
	} {
		trend := Trend{}
		trend.Add(on(tt.first), "a")
		trend.Add(on(tt.last), "a")
		var labels []string
		for _, s := range trend.Picture("", []Series{{Name: "a"}}).Slots() {
			if s.Label != "" {
				labels = append(labels, s.Label+s.Year)
			}
		}
		if got := strings.Join(labels, " "); got != tt.want {
			t.Errorf("from %s to %s: %s, want %s", tt.first, tt.last, got, tt.want)
		}
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
