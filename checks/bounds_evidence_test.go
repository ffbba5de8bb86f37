package checks

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
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
		"rows":         func(n int) string { return "|a|b|\n|-|-|\n" + strings.Repeat("|`a/b.go`|c|\n", n) },
		"headings":     func(n int) string { return strings.Repeat("### a\n\n`a/b.go`\n\n", n) },
		"a heading in": func(n int) string { return "# a\n\n" + strings.Repeat("b\n\n", n) },
	} {
		t.Run(name, func(t *testing.T) {
			s := of(2000)
			source, leaves := document.LeavesOf(s)
			looked := 0
			claimless(source, leaves, func(part string) bool { looked += len(part); return false })
			if looked > 3*len(s) {
				t.Errorf("%d bytes of %d are looked at", looked, len(s))
			}
		})
	}
}

// What is said around a piece is its lines, the head of its table, the labels before it
// and the headings above.
func TestClaimless(t *testing.T) {
	for s, want := range map[string]string{
		"a\n\nPLAN b\n\nc":                                   "b",
		"# PLAN\n\na\n\n## b\n\nc\n\n# d\n\ne":               "abc",
		"PLAN:\n\n- a\n- b\n\nDone:\n\n- c":                  "ab",
		"|x|PLAN|\n|-|-|\n|a|b|\n\ny\n\n|z|w|\n|-|-|\n|c|d|": "xab",
	} {
		source, leaves := document.LeavesOf(s)
		got := ""
		for i, is := range claimless(source, leaves, func(part string) bool { return strings.Contains(part, "PLAN") }) {
			if leaf := leaves[i].Text; is && len(leaf) == 1 {
				got += leaf
			} else if is && strings.HasPrefix(leaf, "PLAN ") {
				got += leaf[len("PLAN "):]
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
