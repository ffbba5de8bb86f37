package audit

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/timeline"
)

// TestWeeks has a row for each week in which a session that changed code ended, from its Monday.
func TestWeeks(t *testing.T) {
	var sessions []*Session
	add := func(ended time.Time, states ...timeline.State) {
		for _, state := range states {
			s := sessionOf("a", "", state, "go test")
			s.Ended = ended
			sessions = append(sessions, s)
		}
	}
	const failed, passed = timeline.Failed, timeline.Passed
	add(time.Date(2026, 5, 3, 23, 0, 0, 0, time.UTC), failed, failed, passed, passed) // a Sunday
	add(time.Date(2026, 5, 11, 0, 0, 0, 0, time.UTC), passed)
	add(time.Time{}, passed)
	got := weeksOf(sessions)
	want := []pageRow{
		{Name: "2026-05-11", Summary: "passed 1", Counts: []int{0, 0, 0, 0, 0, 0, 0, 1, 0}},
		{Name: "2026-04-27", Summary: "failed 2, passed 2", Counts: []int{2, 0, 0, 0, 0, 0, 0, 2, 0}},
	}
	if diff := cmp.Diff(want, got.Rows); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if f, p := got.Series[fillOf(failed)], got.Series[fillOf(passed)]; f.Total != 2 || p.Total != 3 {
		t.Errorf("failed %d, passed %d", f.Total, p.Total)
	}
	if none := weeksOf(nil); none.Rows != nil {
		t.Errorf("weeks of nothing: %v", none)
	}
}

// TestParts draws the parts of a row side by side, in percent of the longest one.
func TestParts(t *testing.T) {
	table := pageTable{Rows: []pageRow{{Counts: []int{1, 0, 3}}, {Counts: []int{0, 0, 8}}}}
	want := []pagePart{{0, 12.5, 0}, {12.5, 37.5, 2}}
	if diff := cmp.Diff(want, table.Parts(table.Rows[0])); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
