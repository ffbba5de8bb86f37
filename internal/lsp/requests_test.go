package lsp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

type hover struct {
	Contents struct{ Kind, Value string }
	Range    span
}

func (c *client) hover(name string, at text.Position) (h hover) {
	c.t.Helper()
	c.call("textDocument/hover", object{"textDocument": object{"uri": c.uri(name)}, "position": at}, &h)
	return h
}

func TestHover(t *testing.T) {
	const content = "{\n  \"schema_version\": 2,\n  \"task_id\": \"1717500000-fix\",\n  \"task_summary\": \"Mend the login\",\n  \"previous_failure\": {\"reason\": \"x\"}\n}\n"
	c := start(t, nil, `{}`)
	c.open(context_, content)
	h := c.hover(context_, text.Position{Line: 1, Character: 20})
	// The message and help of this finding, the reason for the rule, and the schema; but not the message
	// templates, which have {names}.
	for _, part := range []string{"`context/schema-version`: schema_version is 2, but", "\n\nexplore again", "\n\nA reader that guesses at another version", "\n\n---\n\n**schema_version**"} {
		if h.Contents.Kind != "markdown" || !strings.Contains(h.Contents.Value, part) || strings.Contains(h.Contents.Value, "{") {
			t.Errorf("over a finding: %+v, want %q", h, part)
		}
	}
	h = c.hover(context_, text.Position{Line: 3, Character: 5})
	want := span{text.Position{Line: 3, Character: 2}, text.Position{Line: 3, Character: 34}}
	if !strings.HasPrefix(h.Contents.Value, "**task_summary**, required\n") || h.Range != want {
		t.Errorf("over a key: %+v", h)
	}
	if h = c.hover(context_, want.End); h.Range != want {
		t.Errorf("at the end of a value: %+v", h)
	}
	h = c.hover(context_, text.Position{Line: 4, Character: 35})
	if !strings.Contains(h.Contents.Value, "**reason**, required\n\n- \"tests-failed\"\n- \"compile-error\"\n- \"empty-output\"\n") {
		t.Errorf("over a value: %+v", h)
	}
	if h = c.hover(context_, text.Position{Line: 5, Character: 1}); h.Contents.Value != "" || h.Contents.Kind != "" {
		t.Errorf("over nothing: %+v", h)
	}
}

// A team's rules come from the checked tree: their text is not rendered.
func TestHoverOfTeamRule(t *testing.T) {
	c := start(t, map[string]string{
		".handofflint.yaml": "rule-files: [rules.cue]\n",
		"rules.cue":         teamRule,
	}, `{}`)
	if got := codes(c.open(context_, `{"task_id": "1717500000-fix", "task_summary": "x"}`)); !slices.Contains(got, "team/short") {
		t.Fatalf("%v %s", got, c.stderr)
	}
	h := c.hover(context_, text.Position{Character: 48})
	if !strings.HasPrefix(h.Contents.Value, "`team/short`: ") || !strings.Contains(h.Contents.Value, "````\n") || !strings.Contains(h.Contents.Value, "![x](https://example.org/x.png)") {
		t.Errorf("%q", h.Contents.Value)
	}
}

const teamRule = `package handofflint

import "strings"

rules: "team/short": {
	summary:  "a summary is longer"
	why:      """
		![x](https://example.org/x.png)
		` + "```" + `
		"""
	formats:  ["context"]
	severity: "warning"
	must: data: task_summary: strings.MinRunes(3)
	message: "the summary is short"
}
`
