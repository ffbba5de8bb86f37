package rules_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

const architect = "../testdata/examples/.claude/agent-handoffs/20260531-170546-ad4f12aa/01-architect-report.md"

// architectReport is a report that passes; its section 1 has 241 words.
func architectReport(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(architect)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// checkWith checks a report with options.
func checkWith(t *testing.T, options rules.Options, text string) rules.Result {
	t.Helper()
	options.Now = noon
	e, err := rules.NewEngine(checks.All(), options)
	if err != nil {
		t.Fatal(err)
	}
	return checkInput(t, e, rules.Input{Path: "report.md", Data: []byte(text), As: "report", Named: true})
}

func params(rule, change string) map[string]json.RawMessage {
	return map[string]json.RawMessage{rule: json.RawMessage(change)}
}

func TestParamsChangeARule(t *testing.T) {
	report := architectReport(t)
	tests := []struct {
		name    string
		options rules.Options
		wanted  []string
	}{
		{"as it is", rules.Options{}, nil},
		{"a higher minimum for every other role", rules.Options{Params: params("report/too-few-words", `{"other": 400}`)}, []string{"warning report/too-few-words"}},
		{"a role that the catalogue does not have", rules.Options{Params: params("report/too-few-words", `{"roles": {"Archi-tect": 1, "architect": 400}}`)}, []string{"warning report/too-few-words"}},
		{"a role in another spelling wins", rules.Options{Params: params("report/too-few-words", `{"roles": {"architect": 1, "Architect": 400}}`)}, []string{"warning report/too-few-words"}},
		{"one length of five", rules.Options{Params: params("report/section-too-short", `{"min": {"4": 100000}}`)}, []string{"warning report/section-too-short"}},
		{"a list replaces a list", rules.Options{Params: params("placeholder", `{"patterns": ["what was done"]}`)}, []string{"error placeholder"}},
		{"a limit", rules.Options{Limits: rules.Limits{Limits: document.Limits{Depth: 4}}}, nil},
	}
	for _, tt := range tests {
		want(t, tt.name, checkWith(t, tt.options, report), tt.wanted...)
	}
}

// A report without its front matter is detected by its headings.
func TestTitlesDetectADamagedReport(t *testing.T) {
	e, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]document.Format{
		"## 1. What Was Done\n\nAll.\n\n## 2. output artifacts\n":            "report",
		"## 1. Ergebnis\n\nAll.\n\n## 2. Dateien\n":                          document.Unknown,
		"# Notes\n\n## 1. What Was Done\n\nAll.\n\n## 2. Output Artifacts\n": document.Unknown,
	} {
		in := rules.Input{Path: "notes.md", Data: []byte(text)}
		if got := e.Parse(in).Format; got != want {
			t.Errorf("%q is a %q, want %q", text, got, want)
		}
	}
}

func TestTheProfileCanBeChosen(t *testing.T) {
	block := `{"agent": "a", "output_type": "review", "timestamp": "2026-05-31T12:21:29Z", "feature_directory": "d",
		"skills_invoked": ["x"], "library_skills_read": [], "source_files_verified": ["a.go"], "status": "complete"}`
	for profile, wanted := range map[string][]string{
		"": nil, "base": nil,
		"phased": {"error schema/missing-field /phase", "error schema/missing-field /summary", "error schema/missing-field /handoff"},
	} {
		e, err := rules.NewEngine(checks.All(), rules.Options{Profile: profile})
		if err != nil {
			t.Fatal(err)
		}
		want(t, profile, checkInput(t, e, rules.Input{Path: "out.json", Data: []byte(block), Named: true}), wanted...)
	}
	e, err := rules.NewEngine(checks.All(), rules.Options{Profile: "phased"})
	if err != nil {
		t.Fatal(err)
	}
	f := find(t, check(t, nil, "out.json", strings.Replace(block, `"status"`, `"phase": "review", "handoff": {"next_phase": "testing", "next_agent": "tester", "context": "a.go"}, "status"`, 1)), "schema/missing-field")
	if len(f.Related) != 1 || f.Values["chosen"] != "phase" {
		t.Errorf("a field that a profile wants: related %+v, chosen by %q", f.Related, f.Values["chosen"])
	}
	empty := strings.Replace(block, `"status"`, `"phase": "review", "handoff": {"next_phase": "testing", "next_agent": "tester", "context": "a.go"}, "summary": "N/A", "status"`, 1)
	want(t, "an empty answer", checkInput(t, e, rules.Input{Path: "out.json", Data: []byte(empty), Named: true}), "error placeholder /summary")
	wrong := strings.Replace(block, `"status"`, `"phase": "review", "summary": 5, "status"`, 1)
	want(t, "a field that the base rejects", checkInput(t, e, rules.Input{Path: "out.json", Data: []byte(wrong), Named: true}),
		"error schema/wrong-type /summary", "error schema/missing-field /handoff")
}

func TestParametersOfAnUnknownRule(t *testing.T) {
	options := rules.Options{Params: params("report/too-few-word", `{}`)}
	if _, err := rules.NewEngine(checks.All(), options); err == nil || !strings.Contains(err.Error(), `did you mean "report/too-few-words"?`) {
		t.Errorf("error %v", err)
	}
}

func TestLimitsMove(t *testing.T) {
	e, err := rules.NewEngine(checks.All(), rules.Options{Limits: rules.Limits{Bytes: 4096, Findings: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Limits(); got.Bytes != 4096 || got.Findings != 2 || got.Depth == 0 {
		t.Errorf("limits %+v", got)
	}
	c, err := rules.LoadCatalogue(rules.Options{Limits: rules.Limits{Bytes: 4096}})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(c.Rule("file/too-large").Params); got != `{"max":4096}` {
		t.Errorf("file/too-large says %s", got)
	}
}

// The catalogue with settings is what `explain` shows; the shared one does not change.
func TestCatalogueWithSettings(t *testing.T) {
	c, err := rules.LoadCatalogue(rules.Options{
		Overrides: []rules.Override{{Pattern: "metadata/blocked-blockers", Severity: rules.Warning}},
		Params:    params("report/too-few-words", `{"roles": {"writer": 301}}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	r := c.Rule("metadata/blocked-blockers")
	if r.Severity != rules.Warning || r.Profiles != nil {
		t.Errorf("%s: %s %v", r.Name, r.Severity, r.Profiles)
	}
	words := string(c.Rule("report/too-few-words").Params)
	for _, part := range []string{`"writer":301`, `"implementer":400`} {
		if !strings.Contains(words, part) {
			t.Errorf("no %s in %s", part, words)
		}
	}
	if got := string(catalogue(t).Rule("report/too-few-words").Params); !strings.Contains(got, `"writer":400`) {
		t.Errorf("the catalogue's own parameters have changed: %s", got)
	}
}

// The defaults of parameters are valid.
func TestDefaultsAreValid(t *testing.T) {
	for _, r := range catalogue(t).Rules {
		if r.Params == "" {
			continue
		}
		node, _, faults := document.ParseJSON([]byte(r.Params), document.Limits{Depth: 9, Values: 9999})
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		for _, v := range r.ParamNode.Partial().Check(node, nil) {
			t.Errorf("%s: its own default %s is refused: want %s", r.Name, v.Pointer, v.Want)
		}
	}
}
