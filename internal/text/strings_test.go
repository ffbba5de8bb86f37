package text

import "testing"

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 files", 1: "1 file", 2: "2 files", -1: "-1 files"} {
		if got := Count(n, "file"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestFold(t *testing.T) {
	for s, want := range map[string]string{"": "", " \n\t": "", "a": "a", " a \r\n b\u3000c ": "a b c"} {
		if got := Fold(s); got != want {
			t.Errorf("Fold(%q) = %q, want %q", s, got, want)
		}
	}
}
