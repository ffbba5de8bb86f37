package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnder(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"headings":   {"a\n\n# A\n\n### B\n\nb\n\n## C\n\nc\n", "a\nA\nB < A\nb < A B\nC < A\nc < A C"},
		"underlined": {"A\n===\n\nB\n---\n\nb\n", "A\nB < A\nb < A B"},
		"labels":     {"Plan:\n\na\n\n**Done**\n\nb\n\n# A\n\nc\n", "Plan:\na : Plan:\n**Done** : Plan:\nb : **Done**\nA\nc < A"},
		"labels of items": {"Plan:\n- X:\n  - a\n- Y:\n  - b\n\nc\n",
			"Plan:\nX: : Plan:\na : Plan:|X:\nY: : Plan:\nb : Plan:|Y:\nc : Plan:"},
		"a tag after a label":            {"X:\n- a\n</of_x>\n\n<of_y>\n\n- b\n", "X:\na </of_x> : X:\n<of_y>\nb"},
		"a label after the list of one":  {"Plan:\n- X:\n  - a\n- Y:\n- b\n", "Plan:\nX: : Plan:\na : Plan:|X:\nY: : Plan:\nb : Plan:|Y:"},
		"labels of items without a list": {"- X:\n- a\n- b\n\nc\n", "X:\na : X:\nb : X:\nc : X:"},
		"items after the list of one":    {"- X:\n  - a\n    - b\n  - c\n- d\n- Y:\n- e\n", "X:\na : X:\nb : X:\nc : X:\nd\nY:\ne : Y:"},
		"tables":                         {"|a|b|\n|-|-|\n|c||\n\nd\n\n|e|\n|-|\n\n|f|\n|-|\n", "a = |a|b| of |a|b|\nb = |a|b| of |a|b|\nc = |c|| of |a|b|\nd\ne = |e| of |e|\nf = |f| of |f|"},
		"tasks":                          {"- [ ] a\n  - c\n    - [x] d\n- [X] b\n  - e\n- [ ] f\n  - [ ] g\n  - h\n- [ ]\n", "a open\nc open\nd\nb\ne\nf open\ng open\nh open\n[ ]"},
		"a quotation in a task":          {"- [ ] a\n  > b\n  - c\n\n> d\n\n- e\n", "a open\nc open\ne"},
		"quotations and code are under nothing and above nothing": {"> # A\n> B:\n\n```\n# C\n```\n\na\n", "a"},
	} {
		for ending, written := range map[string]string{"LF": tt.text, "CRLF": strings.ReplaceAll(tt.text, "\n", "\r\n")} {
			t.Run(name+" "+ending, func(t *testing.T) {
				src, leaves := LeavesOf(written, false)
				var lines []string
				for _, l := range leaves {
					line := l.Text
					for i, h := range l.Under.Headings {
						line += map[bool]string{true: " < ", false: " "}[i == 0] + h.Text
					}
					if len(l.Under.Labels) > 0 {
						line += " : " + strings.Join(l.Under.Labels, "|")
					}
					if l.Under.Row.Len() > 0 {
						line += fmt.Sprintf(" = %s of %s", src.Slice(l.Under.Row), src.Slice(l.Under.Head))
					}
					if l.Open {
						line += " open"
					}
					lines = append(lines, line)
				}
				if diff := cmp.Diff(tt.want, strings.Join(lines, "\n")); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// TestCells numbers the rows of a table from its header, and the columns from the left.
func TestCells(t *testing.T) {
	_, leaves := LeavesOf("a\n\n|00|01|\n|-|-|\n|10|11|\n|20|21|\n", false)
	for _, leaf := range leaves[1:] {
		if at := fmt.Sprint(leaf.Cell.Row, leaf.Cell.Column); strings.ReplaceAll(at, " ", "") != leaf.Text {
			t.Errorf("%s is at %s", leaf.Text, at)
		}
	}
}

func TestUnderIsShared(t *testing.T) {
	_, leaves := LeavesOf("# A\n\na\n\n- b\n\n|c|d|\n|-|-|\n|e|f|\n", false)
	for _, pair := range [][2]int{{1, 2}, {3, 4}, {5, 6}} {
		if leaves[pair[0]].Under != leaves[pair[1]].Under {
			t.Errorf("%q and %q are under two things", leaves[pair[0]].Text, leaves[pair[1]].Text)
		}
	}
}
