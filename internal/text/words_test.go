package text

import "testing"

func TestWordsOfMarkedKana(t *testing.T) {
	// Half-width ﾟ modifies the character before it, as ー lengthens it.
	tests := map[string]int{"ー": 1, "データ": 2, "ー々": 2, "ｱｲ": 2, "カ゛": 1, "ア_b": 2, "42": 1, "한국어": 1}
	for s, want := range tests {
		if got := CountWords(s); got != want {
			t.Errorf("CountWords(%q) = %d, want %d", s, got, want)
		}
	}
}
