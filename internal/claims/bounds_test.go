package claims

import (
	"strings"
	"testing"
)

// What is said around a piece of text is looked at once for all pieces that have it:
// what is looked at grows with a text, not with its square.
func TestSurroundingsAreLookedAtOnce(t *testing.T) {
	for name, of := range map[string]func(n int) string{
		"paragraphs": func(n int) string { return strings.Repeat("Read `a/b.go` then.\n\n", n) },
		"labels":     func(n int) string { return strings.Repeat("- **Read**: `a/b.go`:\n", n) },
		"cells": func(n int) string {
			return "|" + strings.Repeat("a|", n) + "\n|" + strings.Repeat("-|", n) + "\n|" + strings.Repeat("b|", n)
		},
		"rows":     func(n int) string { return "|a|b|\n|-|-|\n" + strings.Repeat("|`a/b.go`|c|\n", n) },
		"headings": func(n int) string { return strings.Repeat("### a\n\n`a/b.go`\n\n", n) },
		"a long label": func(n int) string {
			return strings.Repeat("a ", n) + ":\n\n|a|\n|-|\n" + strings.Repeat("|b|\n", n)
		},
		"a long label of labels": func(n int) string { return strings.Repeat("a ", n) + ":\n\n" + strings.Repeat("- b:\n", n) },
		"a wide head": func(n int) string {
			return "|" + strings.Repeat("a|", n) + "\n|" + strings.Repeat("-|", n) + "\n" + strings.Repeat("|b|\n", n)
		},
		"a heading in": func(n int) string { return "# a\n\n" + strings.Repeat("b\n\n", n) },
	} {
		t.Run(name, func(t *testing.T) {
			s := of(2000)
			m := readMarkdown(s)
			looked := 0
			claimed(m, claimRules{
				isClaimless: func(part string) bool { looked += len(part); return false },
				isApart:     func(title string) bool { looked += len(title); return false },
			})
			if looked > 3*len(s) {
				t.Errorf("%d bytes of %d are looked at", looked, len(s))
			}
		})
	}
}

// What silences a part is in its sentence, item or row, the head of its table, or a label
// before it; of a heading only what it is about counts.
func TestClaimed(t *testing.T) {
	for s, want := range map[string]string{
		"a\n\nPLAN b\n\nc":                                   "ac",
		"PLAN a. b. c is PLAN; d. e":                         "be",
		"a; PLAN. b; c is it":                                "",
		"- [~] a\n- [-] b\n- [X] c\n- [v] d":                 "c",
		"- a\n- PLAN b. c\n- d":                              "ad",
		"# PLAN\n\na\n\n## b\n\nc\n\n# d\n\ne":               "abcde",
		"# APART\n\na\n\n## b\n\nc\n\n# d\n\ne":              "de",
		"PLAN:\n\n- a\n- b\n\nDone:\n\n- c":                  "c",
		"PLAN:\n\n- x:\n  - a\n- y:\n  - b":                  "",
		"- PLAN:\n  - a\n- Done:\n  - b":                     "b",
		"|x|PLAN|\n|-|-|\n|a|b|\n\ny\n\n|z|w|\n|-|-|\n|c|d|": "yzwcd",
		"- [ ] a\n- [x] b":                                   "b",
		"- [ ] a\n  - b\n  - [x] c\n- d":                     "cd",
		"`a`. THEN `b`. THEN PLAN. `c`. PLAN. THEN d":        "c",
		"|x|APART|\n|-|-|\n|a|b|\n\ny":                       "y",
	} {
		m := readMarkdown(s)
		got := ""
		has := func(word string) func(string) bool {
			return func(s string) bool { return strings.Contains(s, word) }
		}
		for _, part := range claimed(m, claimRules{isClaimless: has("PLAN"), isApart: has("APART"), continues: has("THEN")}) {
			if s := strings.Trim(m.source.Slice(part), ". ;`"); len(s) == 1 {
				got += s
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
