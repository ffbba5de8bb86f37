package prose

import (
	"strings"
	"testing"
	"time"
)

// TestWorkGrowsWithTheText holds that reading a text takes time that grows with its length
// and not with its square: an agent can end its turn with a message of any length.
func TestWorkGrowsWithTheText(t *testing.T) {
	const short, times = 16 << 10, 8
	fastest := func(s string) time.Duration {
		best := time.Hour
		for range 3 {
			begun := time.Now()
			ClaimsOf(s)
			best = min(best, time.Since(begun))
		}
		return best
	}
	for _, unit := range []string{
		"I changed the session store. ", "All tests pass. ", "Updated `a.go` and b.go.\n\n", "passes ", "tests lint ",
		"[", "*a ", "`a` ", "`a ``b ", "> ", " - ", "- a\n  - b\n", "| Tests | pass |\n", "<a ", "<!-- ", "[a](b ", "[a]: b\n\n",
		"_a", "a(", "e.g. ", "## tests pass\n\nx\n", "Verified:\n\n- `go test`\n", "所有测试通过", "\"tests pass ", "| Tests | pass |\n|---|---|\n",
	} {
		text := strings.Repeat(unit, times*short/len(unit))
		// Eight times as much work as for an eighth is linear, and 64 times is quadratic.
		most := 24*fastest(text[:len(text)/times]) + 50*time.Millisecond
		if took := fastest(text); took > most {
			t.Errorf("%q again and again takes %v, at most %v is linear", unit, took, most)
		}
	}
}
