package prose

import (
	"runtime"
	"strings"
	"testing"
)

// TestWorkGrowsWithTheText holds that what reading a text allocates grows with its length and
// not with its square: an agent can end its turn with a message of any length.
func TestWorkGrowsWithTheText(t *testing.T) {
	const short, times = 16 << 10, 8
	allocated := func(s string) int {
		ClaimsOf(s) // compiles the patterns
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		ClaimsOf(s)
		runtime.ReadMemStats(&after)
		return int(after.TotalAlloc - before.TotalAlloc)
	}
	for _, unit := range []string{
		"I changed the session store. ", "All tests pass. ", "Updated `a.go` and b.go.\n\n", "passes ", "tests lint ",
		"[", "*a ", "`a` ", "`a ``b ", "> ", " - ", "- a\n  - b\n", "| Tests | pass |\n", "<a ", "<!-- ", "[a](b ", "[a]: b\n\n",
		"_a", "a(", "e.g. ", "## tests pass\n\nx\n", "Verified:\n\n- `go test`\n", "所有测试通过", "\"tests pass ", "| Tests | pass |\n|---|---|\n",
		"Added 3 tests. ", "Added 3 tests ",
	} {
		text := strings.Repeat(unit, times*short/len(unit))
		// Eight times as much as for an eighth is linear, and 64 times is quadratic.
		most := 16*allocated(text[:len(text)/times]) + 1<<20
		if took := allocated(text); took > most {
			t.Errorf("%q again and again allocates %d bytes, at most %d are linear", unit, took, most)
		}
	}
	row := func(cells int) string {
		return strings.Repeat("| a ", cells) + "|\n" + strings.Repeat("|-", cells) + "|\n" + strings.Repeat("| tests pass ", cells) + "|\n"
	}
	most := 16*allocated(row(short/16)) + 1<<20
	if took := allocated(row(times * short / 16)); took > most {
		t.Errorf("a wide row allocates %d bytes, at most %d are linear", took, most)
	}
}

// TestLongSentence holds that nothing is looked for in a sentence beyond the bound, for each
// "passes" is looked at with what is before and after it.
func TestLongSentence(t *testing.T) {
	sentence := func(length int) string {
		return "All tests pass" + strings.Repeat(", and they pass", (length-14)/15) + "."
	}
	if len(ClaimsOf(sentence(maxSentence-15))) == 0 {
		t.Error("a sentence below the bound claims nothing")
	}
	if claims := ClaimsOf(sentence(maxSentence + 30)); len(claims) > 0 {
		t.Errorf("a sentence beyond the bound claims %d times", len(claims))
	}
}

// TestFarBelow holds that nothing is read below headings and labels that are longer together
// than any real ones: each sentence asks about all that it is under.
func TestFarBelow(t *testing.T) {
	under := func(length int) int {
		return len(ClaimsOf(strings.Repeat("a ", length/2) + ":\n\n- All tests pass.\n- All tests pass.\n"))
	}
	if under(maxUnder-100) != 2 || under(maxUnder+100) != 0 {
		t.Errorf("%d claims under a long label, %d under a longer one, want 2 and 0", under(maxUnder-100), under(maxUnder+100))
	}
}
