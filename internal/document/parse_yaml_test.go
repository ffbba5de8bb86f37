package document

import "testing"

func TestParseYAML(t *testing.T) {
	tests := []struct {
		in   string
		rule string
		key  string
		line int
	}{
		{"a: 1\nb:\n  c: [x]\n", "", "b", 2},
		{"\uFEFFa: 1\r\n", "", "a", 1},
		{"", "", "", 0},
		{"# nothing\n", "", "", 0},
		{"- a\n", "syntax/front-matter", "", 0},
		{"a: 1\na: 2\n", "syntax/duplicate-key", "a", 2},
		{"a: [1\n", "syntax/front-matter", "", 0},
		{"a: \x00\n", "file/not-utf8", "", 0},
		{"a: 1\n---\nb: 2\n", "syntax/front-matter", "", 0},
	}
	for _, test := range tests {
		root, src, faults := ParseYAML([]byte(test.in), testLimits)
		rule := ""
		if len(faults) > 0 {
			rule = faults[0].Rule
		}
		if rule != test.rule {
			t.Errorf("%q: rule %q, want %q", test.in, rule, test.rule)
		}
		if test.key == "" {
			continue
		}
		if node := root.Field(test.key); node == nil || src.Pos(node.Key.Start).Line != test.line {
			t.Errorf("%q: %s stands at %+v", test.in, test.key, node)
		}
	}
}
