package near

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"abc", "abc", 0}, {"ABC", "abc", 0},
		{"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"next_agnet", "next_agent", 1},
		{"needs-review", "needs_review", 1}, {"é", "e", 1}, {"café", "CAFÉ", 0}, {"日本語", "日本", 1},
		{"format", "fromat", 1}, {"ab", "ba", 1}, {"ca", "abc", 3}, {"日本", "本日", 1},
		{strings.Repeat("a", 64), strings.Repeat("a", 64) + "b", 0}, // beyond what is compared
		{strings.Repeat("a", 64), strings.Repeat("b", 64), 64},
		{strings.Repeat("Ⱥ", 64), "x", 64}, // longer in lower case
	}
	for _, tt := range tests {
		if got := Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("%q, %q: %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := Distance(tt.b, tt.a); got != tt.want {
			t.Errorf("%q, %q: %d, want %d", tt.b, tt.a, got, tt.want)
		}
	}
}

// FuzzDistance holds the machine words to the table of the textbook.
func FuzzDistance(f *testing.F) {
	f.Add("kitten", "sitting")
	f.Add("format", "fromat")
	f.Add("", "\xff")
	f.Add("日本語é", "本日語e")
	f.Add(strings.Repeat("ab", 40), strings.Repeat("ba", 33))
	f.Fuzz(func(t *testing.T, a, b string) {
		var inA, inB [compared]rune
		if got, want := Distance(a, b), tableDistance(letters(a, &inA), letters(b, &inB)); got != want {
			t.Errorf("%q, %q: %d, want %d", a, b, got, want)
		}
	})
}

// tableDistance fills the whole table: what it costs to make the first j letters
// of b of the first i of a.
func tableDistance(a, b []rune) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			table[i][j] = cost(table, a[:i], b[:j])
		}
	}
	return table[len(a)][len(b)]
}

func cost(table [][]int, a, b []rune) int {
	i, j := len(a), len(b)
	if i == 0 || j == 0 {
		return i + j
	}
	changed := table[i-1][j-1]
	if a[i-1] != b[j-1] {
		changed++
	}
	least := min(changed, table[i-1][j]+1, table[i][j-1]+1)
	if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
		least = min(least, table[i-2][j-2]+1)
	}
	return least
}
