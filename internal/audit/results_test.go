package audit

import (
	"runtime"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
)

// TestWorkGrowsWithTurns holds that a session whose turns all end with claims that are false costs each turn
// the same, in every form that shows it.
func TestWorkGrowsWithTurns(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates more")
	}
	const turns, times = 512, 8
	allocatedByTurns(t, turns/times) // compiles the patterns
	// Eight times as much as for an eighth is linear, and 64 times is quadratic.
	most := 2*times*allocatedByTurns(t, turns/times) + 1<<20
	if took := allocatedByTurns(t, turns); took > most {
		t.Errorf("%d bytes are allocated, at most %d are linear", took, most)
	}
}

// allocatedByTurns returns the bytes that are allocated for a session of so many turns.
func allocatedByTurns(t *testing.T, turns int) uint64 {
	t.Helper()
	var lines []string
	for range turns {
		lines = append(lines, "told go on", "edit a.go", "1 go test ./... -> FAIL\ta\t0.1s", "says All tests pass. I committed it.")
	}
	session := timelinetest.Acts(lines...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s := &Session{Path: session.Agent.Transcript}
	s.addTurns(session, nil)
	sessions := []*Session{s}
	results := Results(sessions)
	(&Text{}).Sessions(sessions)
	if _, err := (&Text{}).Page(sessions); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if found := len(results[0].Findings); found != 2*turns {
		t.Errorf("%d findings in %d turns", found, turns)
	}
	return after.TotalAlloc - before.TotalAlloc
}
