package rules_test

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

func TestNearRules(t *testing.T) {
	c := catalogue(t)
	for name, want := range map[string]string{
		"placeholders":              "placeholder",
		"report/no-actions":         "report/no-action",
		"metadata/blocked-reasons":  "metadata/blocked-reason",
		"context/Absolute-Path":     "context/absolute-path",
		"session/sequence_gap":      "session/sequence-gap",
		"report/missing-end-marke":  "report/missing-end-marker",
		"schema/missing-fields":     "schema/missing-field",
		"schema/not-alowed":         "schema/not-allowed",
		"file/unknwon-format":       "file/unknown-format",
		"metadata/absolute-paths/*": "metadata/absolute-path",
		"report.no-action":          "report/no-action",
		"report-no-action":          "report/no-action",
		// The part after the slash, with no group or another one.
		"stale": "context/stale handoff/stale", "no-action": "report/no-action", "no-acton": "report/no-action", "*/no-action": "report/no-action",
		"metadata/no-action": "report/no-action", "repotr/filename": "report/filename",
		"filename": "report/filename context/filename", "report/absolute-path": "metadata/absolute-path context/absolute-path",
		// A group.
		"report": "report/*", "report/": "report/*", "Report/*": "report/*", "schema": "schema/*", "reprot": "report/*", "report*": "report/*",
		"reprot/*": "report/*", "contxt/*": "context/*", "report/no-artifact*": "report/no-artifact", "placeholder/*": "placeholder",
		// A beginning.
		"report/end": "report/end-marker-not-last", "suppression/unk": "suppression/unknown-rule", "blocked": "", "meta": "metadata/*",
		"reprot/missing-end": "report/missing-end-marker", "metdata/blocked": "metadata/*",
		// Nothing.
		"xyzzy": "", "qqqqqq": "", "zzzzzz": "", "nw": "", "": "", "*": "", "/": "", "**": "", "zzzzzz/*": "", "report/qqqqqq": "", "a/b/c": "",
		strings.Repeat("report/", 1<<12): "",
	} {
		if got := strings.Join(c.Near(name), " "); got != want {
			t.Errorf("%.40q: %q, want %q", name, got, want)
		}
	}
}

// Every rule is found by a misspelling of its name, and by the part after its slash, which several rules may
// share.
func TestEveryRuleIsNear(t *testing.T) {
	c := catalogue(t)
	for _, rule := range c.Rules {
		_, tail, _ := strings.Cut(rule.Name, "/")
		for _, name := range []string{rule.Name + "x", tail} {
			if name != "" && !strings.Contains(" "+strings.Join(c.Near(name), " ")+" ", " "+rule.Name+" ") {
				t.Errorf("%q means %q, not %s", name, c.Near(name), rule.Name)
			}
		}
	}
}

func TestNoRule(t *testing.T) {
	c := catalogue(t)
	for name, want := range map[string]string{
		"xyzzy":     "unknown rule \"xyzzy\"; `handofflint rules` lists them",
		"no-action": "unknown rule \"no-action\": did you mean \"report/no-action\"? `handofflint rules` lists them",
		"filename":  "unknown rule \"filename\": did you mean \"report/filename\" or \"context/filename\"? `handofflint rules` lists them",
	} {
		if got := c.UnknownRule(name); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// FuzzNear holds that any name is compared in bounded time, and that suggestions exist.
func FuzzNear(f *testing.F) {
	for _, name := range []string{"stale", "*/no-action", "report//", "\xff/*", "***", "é/日"} {
		f.Add(name)
	}
	c := rules.BuiltIn()
	f.Fuzz(func(t *testing.T, name string) {
		for _, near := range c.Near(name) {
			if len(c.Match(near)) == 0 {
				t.Errorf("%q means %q, which there is not", name, near)
			}
		}
	})
}
