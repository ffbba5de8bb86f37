package cli

import (
	"strings"
	"testing"
)

// TestHooksOfAnotherName: hooks under another name would never be found again. The
// binary of the tests has one.
func TestHooksOfAnotherName(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, global := range []bool{false, true} {
		target := hooksTarget{}
		target.global = global
		if _, _, err := target.executable(); err == nil || !strings.Contains(err.Error(), "rename it") {
			t.Errorf("global %v: got %v", global, err)
		}
	}
}
