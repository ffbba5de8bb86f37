package cli

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/rules"
)

// A terminal gets a page of a rule without marks, its paragraphs wrapped and its code indented.
func TestRulePageOnScreen(t *testing.T) {
	page := "# `a/b`\n\n- severity: error, always\n\n## Why\n\nOne two three four\nfive six.\n\n````\n# code\n```\n````\n"
	want := "<1>a/b<0>\n\n- severity: <1;31>error<0>, always\n\n<1>Why<0>\n\nOne two three four five\nsix.\n\n    <2># code<0>\n    <2>```<0>\n"
	d := ruleDoc{ruleEntry: ruleEntry{Severity: rules.Error}}
	got := d.onScreen(page, terminal.Screen{Columns: 25, Color: true})
	if want := strings.NewReplacer("<", "\x1b[", ">", "m").Replace(want); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
