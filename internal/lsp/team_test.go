package lsp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/text"
)

// A team's format has completions and suppressions like the built-in ones.
func TestTeamFormat(t *testing.T) {
	c := start(t, map[string]string{
		".handofflint.yaml": "rule-files: [formats.cue]\n",
		"formats.cue": `formats: aiox: {
	title: "AIOX handoff"
	form:  "yaml"
	where: [".aiox/*.yaml"]
	schema: {
		// Who writes it.
		from!:   #Text
		to!:     #Text
		status!: "pending" | "done"
		parts?: [...{kind!: "code" | "text", size?: int}]
		files?: _|_
		...
	}
}
rules: "aiox/to-itself": {
	summary:  "work that is handed to its own writer"
	formats: ["aiox"]
	severity: "warning"
	check:    "fieldsDiffer"
	params: fields: ["data.from", "data.to"]
	message: "this hands the work to its own writer"
}
`,
	}, `{}`)
	const name = ".aiox/1.yaml"
	const content = "from: dev\nto: dev\nstatus: done\nparts:\n  - kind: code\n    size: 1\n"
	if got := codes(c.open(name, content)); !cmp.Equal(got, []string{"aiox/to-itself"}) {
		t.Fatalf("%v %s", got, c.stderr)
	}
	actions := c.actions(name, span{}.whole())
	if len(actions) != 1 || actions[0].Title != "Suppress aiox/to-itself in this file" {
		t.Fatalf("%+v", actions)
	}
	if got := c.replace(name, 2, c.apply(content, actions[0])); len(got) > 0 {
		t.Errorf("suppressed, and still: %v", got)
	}
	const cut = ".aiox/3.yaml" // without a line break at its end
	c.open(cut, strings.TrimSpace(content))
	atTheEnd := c.actions(cut, span{}.whole())
	if len(atTheEnd) != 1 {
		t.Errorf("without a line break: %+v", atTheEnd)
	}
	for _, a := range atTheEnd {
		if got := c.replace(cut, 2, c.apply(strings.TrimSpace(content), a)); len(got) > 0 {
			t.Errorf("suppressed at the end of a line, and still: %v", got)
		}
	}
	const other = ".aiox/2.yaml"
	if got := codes(c.open(other, "handofflint: {disable: []}\n"+content)); !cmp.Equal(got, []string{"aiox/to-itself"}) {
		t.Errorf("with an empty list of suppressions: %v", got)
	}
	if again := c.actions(other, span{}.whole()); len(again) > 0 {
		t.Errorf("the key that is there is added again: %+v", again)
	}
	for version, test := range []struct{ before, rest, want string }{
		{"from: a\n", "\nstatus: done\n", "to parts"},
		{"from: a\nstatus: ", "\nto: b\n", "pending done"},
		{"parts:\n- kind: ", "\n  size: 1\n", "code text"},
		{"parts:\n  - kind: code\n    ", "\n", "size"},
		{"parts:\n  - size: 1\n    ki", "", "kind"},
	} {
		c.replace(name, version+3, test.before+test.rest)
		var labels []string
		for _, i := range c.complete(name, test.before) {
			labels = append(labels, i.Label)
		}
		labels = slices.DeleteFunc(labels, func(label string) bool { return label == "handofflint" })
		if diff := cmp.Diff(test.want, strings.Join(labels, " ")); diff != "" {
			t.Errorf("after %q:\n%s", test.before, diff)
		}
	}
	c.replace(name, 9, content)
	if h := c.hover(name, text.Position{Line: 0, Character: 2}); !strings.Contains(h.Contents.Value, "**from**, required\n\nWho writes it") {
		t.Errorf("%+v", h)
	}
}
