package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"one line", "a b", "  a b\n"},
		{"exactly the width", "aaa bbbb", "  aaa bbbb\n"},
		{"one column too many", "aaa bbbbb", "  aaa\n  bbbbb\n"},
		{"line ends are spaces", "a\nb\n", "  a b\n"},
		{"paragraphs", "a\n\nb", "  a\n\n  b\n"},
		{"a word wider than the page", "a bbbbbbbbbbbb c", "  a\n  bbbbbbbbbbbb\n  c\n"},
		{"wide characters count twice", "待待 写写", "  待待\n  写写\n"},
	} {
		if got := wrap(c.text, "  ", 10); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("a finding\nis wrapped\n\nin paragraphs", 12)
	f.Add("待补充 \x00\xff", 3)
	f.Fuzz(func(t *testing.T, text string, width int) {
		width = width%200 + 4
		out := wrap(text, "  ", width)
		if !slices.Equal(strings.Fields(out), strings.Fields(text)) {
			t.Errorf("words were lost: %q", out)
		}
		for _, line := range strings.Split(out, "\n") {
			if strings.Contains(strings.TrimPrefix(line, "  "), " ") && runewidth.StringWidth(line) > width {
				t.Errorf("%q is wider than %d", line, width)
			}
		}
	})
}

func TestDedent(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a", "a"},
		{"    a\n      b\n    c", "a\n  b\nc"},
		{"  a\n\n  b\n", "a\n\nb"},
		{"a\n  b", "a\n  b"},
		{"", ""},
	} {
		if got := dedent(c.text); got != c.want {
			t.Errorf("dedent(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	got := table([][]string{{"a", "待补", "x"}, {"long", "b", ""}})
	if want := "a     待补  x\nlong  b\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTableWithin(t *testing.T) {
	rows := [][]string{
		{"name", "what it is, in words"},
		{"a longer name", "one two three four five six seven eight nine ten"},
	}
	for _, c := range []struct {
		name  string
		width int
		want  string
	}{
		{"no limit", 0, "name           what it is, in words\na longer name  one two three four five six seven eight nine ten\n"},
		{"wrapped", 48, "name           what it is, in words\n" +
			"a longer name  one two three four five six seven\n               eight nine ten\n"},
		{"stacked", 40, "name\n    what it is, in words\na longer name\n    one two three four five six seven\n    eight nine ten\n"},
	} {
		if got := tableWithin(rows, c.width); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := tableWithin([][]string{{"alone"}}, 10); got != "alone\n" {
		t.Errorf("one column: %q", got)
	}
	if got := tableWithin([][]string{{"a", ""}, {"b", "c"}}, 80); got != "a\nb  c\n" {
		t.Errorf("an empty cell: %q", got)
	}
}
