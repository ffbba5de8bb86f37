package checks

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// catalogued is the placeholder check with the catalogue's own parameters.
func catalogued(t testing.TB) *placeholders {
	t.Helper()
	c, err := rules.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	var params placeholderParams
	if err := json.Unmarshal(c.Rule("placeholder").Params, &params); err != nil {
		t.Fatal(err)
	}
	p, err := params.compile()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestUnfinished(t *testing.T) {
	p := catalogued(t)
	for _, text := range []string{
		"TBD", "tbd", "TBD.", "**TBD**", "_todo_", `"TODO"`, "'WIP'", "“FIXME”", "XXX", "placeholder", "...", "…", "待补充", "待填写。",
		"<anything>", "<your summary here>", "{task_id}", "[TODO: write this]", "[fill in]", "[Your name]", "[describe the change]",
		"[这里填写任务]", "[待写]", "<a b c>",
	} {
		if !p.isUnfinished(text, nil) {
			t.Errorf("%q is not found", text)
		}
	}
	for _, text := range []string{
		"", " ", ".", "Removed the last TODO", "TBD later", "todos", "a ... b", "<br>", "<br/>", "</div>", "<!-- x -->", "<https://example.org>",
		"<me@example.org>", "<img src=x>", "{}", "{1}", "{a b}", "[x]", "[link](url)", "[1]", "None", "N/A", "[yours]", "a <b>",
	} {
		if p.isUnfinished(text, nil) {
			t.Errorf("%q is content", text)
		}
	}
}

func TestEmptyAnswers(t *testing.T) {
	p := catalogued(t)
	for text, want := range map[string]bool{
		"N/A": true, "n/a.": true, "NA": true, "None": true, "**none**": true, "Nothing.": true, "Not applicable": true, "无": true, "暂无。": true,
		"None known: all tests pass": false, "nobody": false, "": false, "N": false,
	} {
		if p.empty[bare(text)] != want {
			t.Errorf("%q: an empty answer is not %t", text, want)
		}
	}
}

func TestTemplateHeadings(t *testing.T) {
	p := catalogued(t)
	for text, want := range map[string]bool{
		"Report of {agent_role}": true, "{title}": true, "状态：{status}": true,
		"The {a}b case": false, "Use of ${HOME}": false, "Plain": false, "{ a }": false,
	} {
		if p.heading.MatchString(text) != want {
			t.Errorf("%q: a template is not %t", text, want)
		}
	}
}

// A catalogue and a check that do not agree are found when the rule is
// prepared, not when it runs.
func TestParametersAreHeldToTheCheck(t *testing.T) {
	for name, check := range All() {
		if _, err := check(rules.Params{}); err != nil {
			t.Errorf("%s without parameters: %v", name, err)
		}
	}
	for _, params := range []placeholderParams{{Patterns: []string{"("}}, {Heading: "["}} {
		if _, err := params.compile(); err == nil {
			t.Errorf("%+v is no error", params)
		}
	}
}

// FuzzUnfinished: any text has an answer, and marks around it change nothing.
func FuzzUnfinished(f *testing.F) {
	p := catalogued(f)
	for _, s := range []string{"TBD", "<a", strings.Repeat("<a>", 50), "[todo", "{x}", "*", "…", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := p.isUnfinished("**"+s+"**", nil), p.isUnfinished(s, nil); got != want {
			t.Errorf("%q: %t in emphasis, %t without", s, got, want)
		}
	})
}
