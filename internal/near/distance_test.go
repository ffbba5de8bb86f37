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
		if got := Distance(tt.a, tt.b, 64); got != tt.want {
			t.Errorf("%q, %q: %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := Distance(tt.b, tt.a, 64); got != tt.want {
			t.Errorf("%q, %q: %d, want %d", tt.b, tt.a, got, tt.want)
		}
	}
}
