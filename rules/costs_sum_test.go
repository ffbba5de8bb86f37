package rules

import (
	"testing"
	"time"
)

// A rule's cost is that of all files together.
func TestCostsAreAdded(t *testing.T) {
	costs := &Costs{times: map[string]time.Duration{"placeholder": time.Hour}}
	costs.measure("placeholder")()
	if got := costs.Slowest()[0].Time; got < time.Hour {
		t.Errorf("%s for all files, more than an hour for the first", got)
	}
}
