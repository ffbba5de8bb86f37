package lsp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

type symbol struct {
	Name                  string
	Kind                  int
	Range, SelectionRange span
	Children              []symbol
}

func TestDocumentSymbols(t *testing.T) {
	const content = "---\nagent_role: x\ntags: [a, b]\n---\n# Report\n\n## 1. What Was Done\n\nText.\n\n### More\n\n## 2. Output Artifacts\n\n```\n## 3. none\n```\n"
	c := start(t, nil, `{}`)
	c.open(report, content)
	var symbols []symbol
	c.call("textDocument/documentSymbol", object{"textDocument": object{"uri": c.uri(report)}}, &symbols)
	if diff := cmp.Diff("report(agent_role tags([0] [1])) Report(1. What Was Done(More) 2. Output Artifacts)", outline(symbols)); diff != "" {
		t.Error(diff)
	}
	for _, s := range symbols {
		s.check(t)
	}
	c.open("HANDOFF.md", "# Session\n\n## Next steps\n\n## \u00a0\n")
	var withoutObject []symbol
	c.call("textDocument/documentSymbol", object{"textDocument": object{"uri": c.uri("HANDOFF.md")}}, &withoutObject)
	if diff := cmp.Diff("Session(Next steps #)", outline(withoutObject)); diff != "" {
		t.Error(diff)
	}
}

// check checks that a symbol encloses its name and its children.
func (s symbol) check(t *testing.T) {
	t.Helper()
	encloses := func(a, b span) bool {
		before := func(a, b text.Position) bool {
			return a.Line < b.Line || a.Line == b.Line && a.Character <= b.Character
		}
		return before(a.Start, b.Start) && before(b.End, a.End)
	}
	if !encloses(s.Range, s.SelectionRange) {
		t.Errorf("%s: its name is outside of it: %+v", s.Name, s)
	}
	for _, child := range s.Children {
		if !encloses(s.Range, child.Range) {
			t.Errorf("%s is outside of %s", child.Name, s.Name)
		}
		child.check(t)
	}
}

func outline(symbols []symbol) string {
	var names []string
	for _, s := range symbols {
		name := s.Name
		if len(s.Children) > 0 {
			name += "(" + outline(s.Children) + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}
