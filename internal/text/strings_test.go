package text

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 files", 1: "1 file", 2: "2 files", -1: "-1 files"} {
		if got := Count(n, "file"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestFold(t *testing.T) {
	for s, want := range map[string]string{"": "", " \n\t": "", "a": "a", " a \r\n b\u3000c ": "a b c", "a  b": "a b"} {
		if got := Fold(s); got != want {
			t.Errorf("Fold(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestNewline(t *testing.T) {
	for s, want := range map[string]string{"": "\n", "a": "\n", "\na\r\n": "\n", "a\nb\r\n": "\n", "a\r\nb\n": "\r\n"} {
		if got := Newline([]byte(s)); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestFill(t *testing.T) {
	values := map[string]string{"a": "1", "b": "{a}"}
	for template, want := range map[string]string{"": "", "a": "a", "{a} {b} {c}": "1 {a} {c}"} {
		if got := Fill(template, values); got != want {
			t.Errorf("%q: %q, want %q", template, got, want)
		}
	}
}

func TestWithoutStyles(t *testing.T) {
	for s, want := range map[string]string{
		"plain": "plain", "\x1b[1;31mred\x1b[0m": "red", "\x1b]8;;https://example.org\x07link\x1b]8;;\x1b\\": "link", "\x1b": "\x1b",
	} {
		if got := WithoutStyles(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestHeadAndTail(t *testing.T) {
	for _, tt := range []struct {
		text       string
		most       int
		head, tail string
	}{
		{"abc", 3, "abc", "abc"},
		{"ab", 3, "ab", "ab"},
		{"abcd", 2, "ab", "cd"},
		{"aéb", 2, "a", "b"}, // half a character is dropped
		{"", 0, "", ""},
	} {
		if head, tail := Head(tt.text, tt.most), Tail(tt.text, tt.most); head != tt.head || tail != tt.tail {
			t.Errorf("%q to %d bytes: %q and %q, want %q and %q", tt.text, tt.most, head, tail, tt.head, tt.tail)
		}
	}
}

func TestInt(t *testing.T) {
	for digits, want := range map[string]int{"0": 0, "042": 42, "99999999999999999999": math.MaxInt} {
		if got := Int(digits); got != want {
			t.Errorf("%s: %d, want %d", digits, got, want)
		}
	}
}

func TestUnmarked(t *testing.T) {
	for s, want := range map[string]string{
		"**All** tests _pass_":   "All tests pass",
		"a_b and 2*3":            "a_b and 2*3",
		"`**kwargs` is *not* ok": "`**kwargs` is not ok",
		"no marks":               "no marks",
	} {
		if got := Unmarked(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestBare(t *testing.T) {
	for s, want := range map[string]string{"**None.**": "none", "- 1. TODO": "todo", `\<Name\>`: "<name>", "• Item": "item", "- ": "-", "...": "...", "": ""} {
		if got := Bare(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// FuzzFold holds that Fold leaves one space between the words, and Measure counts that.
func FuzzFold(f *testing.F) {
	for _, s := range []string{"", " a \t b\r\n", "a b", " \n ", "a\nb  c d", "a\u00a0\u2003 b", "日本\v語\x85", "\xff \xc3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := strings.Join(slices.Collect(strings.FieldsSeq(s)), " ")
		if got := Fold(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
		if got, _ := Measure(s); got != utf8.RuneCountInString(want) {
			t.Errorf("%q: %d characters, want those of %q", s, got, want)
		}
	})
}
