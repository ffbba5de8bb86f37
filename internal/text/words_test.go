package text

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func TestWordsOfMarkedKana(t *testing.T) {
	// Half-width ﾟ is a sign on the character before it, as ー lengthens it.
	tests := map[string]int{"ー": 1, "データ": 2, "ー々": 2, "ｱｲ": 2, "カ゛": 1, "ア_b": 2, "한국어": 1}
	for s, want := range tests {
		if got := CountWords(s); got != want {
			t.Errorf("CountWords(%q) = %d, want %d", s, got, want)
		}
	}
}

// What Words takes a short way for has the segments of UAX #29 all the same.
func FuzzWordsOfParts(f *testing.F) {
	for _, s := range []string{"a b2", "can't stop 3.5 x_y", "a.b,c:1;2'3. d_-e (f.) `g/h`-i_ .5 'k' _", "a.\u0301b-\u0301c'", "a \u0301b \u200dc", "10\u202f000 m", "日本 語ー カー\tab\r\n c", "  \u00a0 x ", "e\u0301 a\u200b b", "\U0001F1E9\U0001F1EA \u200d\u2764 x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			t.Skip("what is checked is UTF-8")
		}
		var whole []string
		yieldSegments(s, func(word string) bool {
			whole = append(whole, word)
			return true
		})
		if parts := slices.Collect(Words(s)); !slices.Equal(parts, whole) {
			t.Errorf("%q: %q, want %q", s, parts, whole)
		}
	})
}
