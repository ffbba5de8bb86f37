package document

import "testing"

func TestMeasure(t *testing.T) {
	tests := []struct {
		name              string
		text              string
		characters, words int
	}{
		{"nothing", "", 0, 0},
		{"white space", " \n\t\n\u3000\n", 0, 0},
		{"words", "One two, three.\n", 15, 3},
		{"runs of white space", "a  b\n\n\n c\t\td \n", 7, 4},
		{"code points", "é 🎉 文\n", 5, 2},
		{"sub-headings do not count", "a\n### Some heading\nb\n#### x", 3, 2},
		{"underlined headings do not count", "a\n\nSome heading\n===\n", 1, 1},
		{"a comment in a sub-heading", "a\n### b <!-- x --> c\nd\n", 3, 2},
		{"comments do not count", "a<!-- x -->b\n\n<!--\nlong\n-->\n\nc\n", 4, 2},
		{"the end marker does not count", "a <!-- handoff-end --> b\n", 3, 2},
		{"a comment that never closes does", "a <!-- b", 8, 2},
		{"code counts", "```go\nx := 1\n```\n", 16, 3},
		{"comments in code count", "`<!-- a -->`\n", 12, 1},
		{"tables and quotations count", "|a|\n|-|\n\n> b\n", 11, 2},
		{"a heading in a quotation counts", "a\n\n> ## b c\n", 10, 3},
		{"reference definitions count", "[a]: b\n", 6, 2},
		{"punctuation alone is no word", "--- ... ( ) ***\n", 15, 0},
		{"numbers, apostrophes, paths", "3.14 can't a_b 7,000\n", 20, 4},
		{"Chinese", "完成了三件事。\n", 7, 6},
		{"Japanese", "データを書く ﾊﾟｽ\n", 10, 7},
		{"Korean", "작업을 모두 마쳤다.\n", 11, 3},
		{"mixed", "用 Go 写 linter\n", 13, 4},
		{"what nobody sees", "a\u200b \u200b \u3164 \u2800\u00ad&nbsp; b\x01\n", 3, 2},
		{"nothing that anybody sees", "\u200b \u3164\u2800 &nbsp;\n", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := bodyOf(t, "## 1. A\n"+tt.text).Body.Sections[0]
			if s.Characters != tt.characters || s.Words != tt.words {
				t.Errorf("%d characters, %d words; want %d, %d", s.Characters, s.Words, tt.characters, tt.words)
			}
		})
	}
}
