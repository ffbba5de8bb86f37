package layout

import "testing"

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
		if got := TableWithin(rows, c.width); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := TableWithin([][]string{{"alone"}}, 10); got != "alone\n" {
		t.Errorf("one column: %q", got)
	}
	if got := TableWithin([][]string{{"a", ""}, {"b", "c"}}, 80); got != "a\nb  c\n" {
		t.Errorf("an empty cell: %q", got)
	}
}
