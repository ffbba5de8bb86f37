package text

import (
	"slices"
	"strings"
	"testing"
)

func TestPhrases(t *testing.T) {
	p := PhrasesOf([]string{"nothing, nothing left, nothing left to do", "Don’t need", "已完成", " , "})
	for _, test := range []struct{ words, want string }{
		{"nothing", "nothing"},
		{"nothing else", "nothing"},
		{"nothing left to do here", "nothing left to do"},
		{"nothing left to eat", "nothing left"}, // the longest whole phrase
		{"don't need it", "don't need"},
		{"don't", ""}, // the beginning of a phrase is not a phrase
		{"left", ""},
		{"已 完 成 了", "已 完 成"},
	} {
		words := strings.Fields(test.words)
		if got := strings.Join(p.At(words), " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.words, got, test.want)
		}
		if got, want := p.Has(words), test.want == test.words; got != want {
			t.Errorf("%s: it is a phrase: %v, want %v", test.words, got, want)
		}
	}
	for s, want := range map[string]string{"Nothing left": "nothing left", "`Nothing` left": "nothing left", "[Nothing] left^": "nothing left", "Nothing 2 left": "nothing 2 left"} {
		if got := strings.Join(PlainWords(s), " "); got != want {
			t.Errorf("%s: the words %q, want %q", s, got, want)
		}
	}
	if none := PhrasesOf([]string{" ,"}); len(none) > 0 {
		t.Errorf("phrases of nothing: %q", none)
	}
	if !slices.IsSorted(p) {
		t.Errorf("%v is not sorted", p)
	}
}
