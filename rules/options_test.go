package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/rules"
)

func TestParseOverride(t *testing.T) {
	for text, want := range map[string]rules.Override{
		"placeholder=off":        {Pattern: "placeholder", Severity: rules.Off},
		"report/*=error":         {Pattern: "report/*", Severity: rules.Error},
		"*=warning":              {Pattern: "*", Severity: rules.Warning},
		"session/empty=warning":  {Pattern: "session/empty", Severity: rules.Warning},
		"no/such-rule=off":       {Pattern: "no/such-rule", Severity: rules.Off},
		"=error":                 {Severity: rules.Error},
		"report/no-action=error": {Pattern: "report/no-action", Severity: rules.Error},
	} {
		if got, err := rules.ParseOverride(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for text, says := range map[string]string{
		"placeholder":           "placeholder=error",
		"placeholder=":          `""`,
		"placeholder=fatal":     `"fatal"`,
		"placeholder=Error":     `"Error"`,
		"placeholder=off=error": `"off=error"`,
		"placeholder=of":        `did you mean "off"`,
		"":                      "no severity",
	} {
		if _, err := rules.ParseOverride(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: error %v, want one that says %s", text, err, says)
		}
	}
}

func TestMatch(t *testing.T) {
	c := catalogue(t)
	tests := []struct {
		pattern string
		want    []string
	}{
		{"placeholder", []string{"placeholder"}},
		{"report/no-action", []string{"report/no-action"}},
		{"task/*", rulesIn(c, "task")}, {"syntax/*", rulesIn(c, "syntax")},
		{"task", nil}, {"task/", nil}, {"task*", nil}, {"task/no*", nil}, {"/*", nil},
		{"Task/*", nil}, {"", nil}, {"**", nil}, {"no/such", nil},
	}
	for _, tt := range tests {
		var got []string
		for _, r := range c.Match(tt.pattern) {
			got = append(got, r.Name)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.pattern, got, tt.want)
		}
	}
	if got := len(c.Match("*")); got != len(c.Rules) {
		t.Errorf("* matches %d rules of %d", got, len(c.Rules))
	}
}

// rulesIn returns the names of the rules of a group.
func rulesIn(c *rules.Catalogue, group string) (names []string) {
	for _, r := range c.Rules {
		if r.Group() == group {
			names = append(names, r.Name)
		}
	}
	return names
}

func TestBadOverrides(t *testing.T) {
	tests := []struct {
		pattern  string
		severity rules.Severity
		says     string
	}{
		{"placeholdr", rules.Off, `"placeholder"`},
		{"report", rules.Off, "unknown rule"},
		{"", rules.Off, "unknown rule"},
		{"file/unreadable", rules.Off, "always an error"},
		{"file/too-large", rules.Warning, "always an error"},
		{"syntax/json", rules.Warning, "always an error"},
	}
	for _, tt := range tests {
		options := rules.Options{Overrides: []rules.Override{{Pattern: tt.pattern, Severity: tt.severity}}}
		if _, err := rules.NewEngine(checks.All(), options); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s=%s: error %v, want one that says %s", tt.pattern, tt.severity, err, tt.says)
		}
	}
}

// A fault that prevents parsing stays an error if a group or everything is switched off, and may be set to
// error.
func TestFixedRulesStay(t *testing.T) {
	for _, overrides := range [][]string{{"*=off"}, {"syntax/*=warning"}, {"syntax/json=error"}, {"*=error", "*=off"}} {
		result := check(t, overrides, "docs/context/1717500000-a.json", `{"task_id": "a", "key_findings": [}`)
		want(t, strings.Join(overrides, " "), result, "error syntax/json")
	}
	want(t, "unreadable", checkFault(t, []string{"*=off"}, "missing"), "error file/unreadable")
}

// Select switches off what it does not name, but for files that could not be read or parsed. A rule that is
// named in full is on.
func TestSelect(t *testing.T) {
	for _, tt := range []struct {
		selected []string
		override string
		text     string
		want     []string
	}{
		{nil, "", `{"summary": "Retried it", "mood": "good"}`, []string{"warning task/no-version"}},
		{[]string{"schema/*"}, "", `{"summary": "", "mood": "good"}`, []string{"error schema/empty-field"}},
		{[]string{"schema/unknown-field"}, "", `{"summary": "", "mood": "good"}`, []string{"warning schema/unknown-field"}},
		{[]string{"schema/unknown-field"}, "schema/unknown-field=off", `{"summary": "", "mood": "good"}`, nil},
		{[]string{"schema/unknown-field"}, "schema/unknown-field=error", `{"summary": "", "mood": "good"}`, []string{"error schema/unknown-field"}},
		{[]string{"task/*"}, "", `{"summary": }`, []string{"error syntax/json"}},
	} {
		options := rules.Options{Now: noon, Select: tt.selected}
		if tt.override != "" {
			o, err := rules.ParseOverride(tt.override)
			if err != nil {
				t.Fatal(err)
			}
			options.Overrides = []rules.Override{o}
		}
		e, err := rules.NewEngine(checks.All(), options)
		if err != nil {
			t.Fatal(err)
		}
		want(t, strings.Join(tt.selected, " ")+tt.override, checkInput(t, e, rules.Input{Path: "kelos-handoff.json", Data: []byte(tt.text), Named: true}), tt.want...)
	}
	e, err := rules.NewEngine(checks.All(), rules.Options{Now: noon, Select: []string{"task/*"}})
	if err != nil {
		t.Fatal(err)
	}
	want(t, "a report that is too small", checkInput(t, e, rules.Input{Path: validReportPath, Data: []byte("---\nagent_role: a\n---\n"), Named: true}))
	if _, err := rules.NewEngine(checks.All(), rules.Options{Select: []string{"task/no-verson"}}); err == nil || !strings.Contains(err.Error(), `"task/no-version"`) {
		t.Errorf("a rule that there is not: %v", err)
	}
}

// A later override wins, even over a more specific one.
func TestLaterOverrideWins(t *testing.T) {
	tests := []struct {
		overrides []string
		want      []string
	}{
		{nil, []string{"warning task/no-version"}},
		{[]string{"task/no-version=error"}, []string{"error task/no-version"}},
		{[]string{"task/*=off"}, nil},
		{[]string{"task/*=off", "task/no-version=error"}, []string{"error task/no-version"}},
		{[]string{"task/no-version=error", "task/*=off"}, nil},
		{[]string{"*=off", "schema/*=error"}, []string{"error schema/unknown-field"}},
		{[]string{"schema/unknown-field=warning"}, []string{"warning task/no-version", "warning schema/unknown-field"}},
		{[]string{"*=off", "schema/unknown-field=error"}, []string{"error schema/unknown-field"}},
	}
	for _, tt := range tests {
		result := check(t, tt.overrides, "kelos-handoff.json", `{"summary": "Retried the import", "detail": "Twice", "mood": "good"}`)
		want(t, strings.Join(tt.overrides, " "), result, tt.want...)
	}
}
