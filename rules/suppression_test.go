package rules_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// inline checks a report with edits, which are pairs of a text and its replacement.
func inline(t testing.TB, e *rules.Engine, edits ...string) rules.Result {
	t.Helper()
	text := validReport
	for i := 0; i < len(edits); i += 2 {
		text = edit(t, text, edits[i], edits[i+1])
	}
	return checkInput(t, e, rules.Input{Path: validReportPath, Data: []byte(text), Named: true, Info: sealed})
}

const (
	section3 = "## 3. Decisions and Trade-offs\n"
	choice   = "Chose a nil check in the handler over a redirect in the middleware.\n"
	caveat   = "The staging server was not tried with this build.\n"
)

func disable(what string) string {
	return "<!-- handofflint-disable" + what + " -- the reason why -->\n"
}

func TestSuppressions(t *testing.T) {
	e := engine(t, "placeholder=warning")
	tests := []struct {
		name       string
		edits      []string
		suppressed int
		want       []string
	}{
		{"the whole file", []string{choice, "TBD\n", section3, disable(" placeholder") + section3}, 1, nil},
		{"above and below", []string{caveat, "TBD\n", choice, disable(" placeholder") + "\nTBD\n"}, 2, nil},
		{"a value in the front matter", []string{`"Chose a nil check for the expired session"`, "TBD", section3, disable(" placeholder") + section3}, 1, nil},
		{"the next line", []string{choice, disable("-next-line placeholder") + "\nTBD\n"}, 1, nil},
		{"not the line behind it", []string{choice, disable("-next-line placeholder") + "text that stands alone\n\nTBD\n"}, 0,
			[]string{"warning placeholder", "warning suppression/unused"}},
		{"a group", []string{choice, disable(" report/*") + "x\n"}, 1, nil},
		{"a group leaves others", []string{choice, disable(" report/*") + "\nTBD\n"}, 0, []string{"warning placeholder"}},
		{"several names", []string{choice, disable(" placeholder,report/no-action") + "\nTBD\n", "Run the login tests with an expired cookie, then review the handler.", "Nothing more is expected of anybody at this point in time."}, 2, nil},
		{"one of them unused", []string{choice, disable(" placeholder report/no-action") + "\nTBD\n"}, 1, []string{"warning suppression/unused"}},
		{"the front matter's key", []string{"handoff_type: \"full\"\n", "handoff_type: \"full\"\nhandofflint: {disable: [\"placeholder -- the reason why\"]}\n", choice, "TBD\n"}, 1, nil},
		{"a rule that is off is not told as unused", []string{choice, disable(" schema/unknown-field") + choice}, 0, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result := inline(t, e, tt.edits...)
			want(t, tt.name, result, tt.want...)
			if result.Suppressed != tt.suppressed {
				t.Errorf("%d suppressed, want %d", result.Suppressed, tt.suppressed)
			}
		})
	}
	result := inline(t, e, choice, "<!-- handofflint-disable placeholder report/* -->\n\nTBD\n")
	if got := find(t, result, "suppression/no-reason").Message; got != "no reason given for suppressing placeholder report/*" {
		t.Errorf("without a reason: %s", got)
	}
}

// A rule that yields to a suppressed finding still yields: report/section-too-short is not suppressed, but
// the section is reported once.
func TestSuppressedFindingsAreYieldedTo(t *testing.T) {
	e := engine(t, "placeholder=warning")
	without := inline(t, e, choice, "TBD\n")
	want(t, "without", without, "warning placeholder")
	want(t, "with", inline(t, e, choice, disable("-next-line placeholder")+"\nTBD\n"))
	want(t, "off", inline(t, engine(t, "placeholder=off"), choice, "TBD\n"), "warning report/section-too-short")
}

// The agent that is checked writes the file, so an error by the configuration stays an error. --strict
// applies later: it also turns findings into errors that the file could suppress.
func TestErrorsAreNotSuppressed(t *testing.T) {
	e := engine(t)
	want(t, "an error", inline(t, e, choice, disable(" placeholder")+"\nTBD\n"), "error placeholder", "warning suppression/not-allowed")
	want(t, "its group", inline(t, e, "sequence: 1\n", "", section3, disable(" schema/*")+section3), "error schema/missing-field", "warning suppression/not-allowed")
	want(t, "not there", inline(t, e, choice, disable(" placeholder")+choice), "warning suppression/unused")
	noAction := []string{"Run the login tests with an expired cookie, then review the handler.", "Nothing more is expected of anybody at this point in time."}
	suppressed := append([]string{choice, disable(" report/no-action") + choice}, noAction...)
	want(t, "a warning", inline(t, e, suppressed...))
	want(t, "made an error", inline(t, engine(t, "report/no-action=error"), suppressed...), "warning suppression/not-allowed", "error report/no-action")
	strict, err := rules.NewEngine(checks.All(), rules.Options{Now: noon, Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	want(t, "strict", inline(t, strict, suppressed...))
}

// A report that is too small was read to its end: a team may make that a warning, and then the file is
// checked like any other if it suppresses the finding.
func TestSuppressedFinalRuleEndsNothing(t *testing.T) {
	small := "---\nagent_role: a\nhandofflint: {disable: [\"file/too-small -- a note\"]}\n---\n"
	want(t, "error", check(t, nil, validReportPath, small), "error file/too-small")
	result := check(t, []string{"file/too-small=warning"}, validReportPath, small)
	if len(result.Findings) < 5 || result.Suppressed != 1 {
		t.Errorf("%d findings, %d suppressed", len(result.Findings), result.Suppressed)
	}
}

// NoInline ignores all suppressions in the file, including their mistakes.
func TestNoInline(t *testing.T) {
	e, err := rules.NewEngine(checks.All(), rules.Options{Now: noon, NoInline: true})
	if err != nil {
		t.Fatal(err)
	}
	result := inline(t, e, choice, disable("-next-line placeholder")+"\nTBD\n\n<!-- handofflint-disable x -->\n<!-- handofflint-y -->\n")
	want(t, "no inline", result, "error placeholder")
	if result.Suppressed != 0 {
		t.Errorf("%d suppressed", result.Suppressed)
	}
}

// A file that was not checked does not pass, whatever it suppresses.
func TestWhatWasNotJudgedIsNotSuppressed(t *testing.T) {
	text := edit(t, validContext, `"schema_version": 1`, `"schema_version": 2, "handofflint": {"disable": ["context/* -- an older writer"]}`)
	want(t, "final", check(t, nil, "docs/context/1717500000-fix-auth-race.json", text), "error context/schema-version")
	twice := edit(t, validTask, `"version": 1`, `"version": 1, "version": 1, "handofflint": {"disable": ["syntax/duplicate-key -- the writer"]}`)
	want(t, "twice", check(t, nil, "kelos-handoff.json", twice), "error syntax/duplicate-key", "warning suppression/not-allowed")
	broken := edit(t, validTask, `"version": 1,`, `"handofflint": {"disable": ["schema/* -- the writer"]} "version": 1,`)
	want(t, "syntax", check(t, nil, "kelos-handoff.json", broken), "error syntax/json")
}

// The schema reports every invalid form of the key: none is ignored silently.
func TestNoShapeOfTheKeyIsSilent(t *testing.T) {
	for _, key := range []string{
		`null`, `3`, `"x"`, `[]`, `{}`, `{"disable": "placeholder"}`, `{"disable": {}}`, `{"disable": [1]}`, `{"disable": [null]}`, `{"disable": [[]]}`,
		`{"disable": [""]}`, `{"disable": [" "]}`, `{"disable": [","]}`, `{"disable": [{"rule": "placeholder", "reason": "the reason"}]}`, `{"disabled": []}`,
	} {
		result := check(t, nil, "kelos-handoff.json", edit(t, validTask, `"version": 1`, `"version": 1, "handofflint": `+key))
		if len(result.Findings) != 1 {
			t.Errorf("%s: %d findings, want 1: %v", key, len(result.Findings), result.Findings)
		}
	}
	want(t, "sound", check(t, []string{"schema/unknown-field=warning"}, "a.json", edit(t, validTask, `"version": 1`, `"version": 1, "handofflint": {"disable": []}`)))
}

// A rule's name in a suppression is not a placeholder.
func TestTheKeyMayNameThePlaceholderRule(t *testing.T) {
	text := edit(t, validTask, `"line": "142"`, `"line": "TBD"`)
	text = edit(t, text, `"version": 1`, `"version": 1, "handofflint": {"disable": ["placeholder -- that is its name"]}`)
	want(t, "key", check(t, []string{"placeholder=warning"}, "a.json", text))
}

// The number of listed findings of a rule is limited. Suppressed findings do not count towards the limit.
func TestSuppressedFindingsDoNotCutOffOthers(t *testing.T) {
	overrides := []rules.Override{{Pattern: "placeholder", Severity: rules.Warning}}
	e, err := rules.NewEngine(checks.All(), rules.Options{Now: noon, Overrides: overrides, Limits: rules.Limits{Findings: 10}})
	if err != nil {
		t.Fatal(err)
	}
	items := strings.Repeat(disable("-next-line placeholder")+"- TBD\n\n", 20)
	want(t, "cut", inline(t, e, choice, choice+"\n"+items+"- TODO\n"), "warning placeholder")
}

// A file of suppressions takes bounded time and has few findings.
func TestHostileSuppressions(t *testing.T) {
	e := engine(t)
	one := "<!-- handofflint-disable-next-line placeholder -->\n"
	for name, text := range map[string]string{
		"comments":       strings.Repeat(one, 1<<20/len(one)),
		"names":          "<!-- handofflint-disable " + strings.Repeat("placeholder ", 1<<16) + "-->",
		"unknown names":  "<!-- handofflint-disable " + strings.Repeat("a/b ", 1<<16) + "-- x -->",
		"blank lines":    one + strings.Repeat(" \n", 29_000) + one,
		"in a paragraph": strings.Repeat("<!-- handofflint-disable report/* -- x --> ", 1<<14),
		"open":           strings.Repeat("<!-- handofflint-disable ", 1<<15),
	} {
		t.Run(name, func(t *testing.T) {
			result := inline(t, e, choice, choice+"\n"+text+"\n")
			about := 0
			for _, f := range result.Findings {
				if strings.HasPrefix(f.Rule, "suppression/") {
					about++
				}
			}
			if about == 0 || about > 250 {
				t.Errorf("%d findings about suppressions", about)
			}
		})
	}
	entries := strings.Repeat(`"a/b -- x",`, 3000) + `"placeholder -- x"`
	result := check(t, nil, "a.json", edit(t, validTask, `"version": 1`, `"version": 1, "handofflint": {"disable": [`+entries+`]}`))
	if len(result.Findings) > 1100 {
		t.Errorf("%d findings", len(result.Findings))
	}
}

// FuzzSuppressions puts any comment and any entry into a report. The engine never fails, and always reports a
// known fault.
func FuzzSuppressions(f *testing.F) {
	for _, s := range []string{
		"disable placeholder -- x", "disable-next-line */*", "enable a", "disable *", "-", "disable placeholder placeholder -- — --", "disable\nsuppression/*\n--",
		"disable session/*,file/*,report/*", "disable \x00", "disable -- <!-- -->",
	} {
		f.Add(s)
	}
	e := engine(f)
	f.Fuzz(func(t *testing.T, s string) {
		quoted := fmt.Sprintf("%q", strings.ToValidUTF8(s, "?"))
		text := strings.Replace(validReport, "tags:", "", 1)
		text = strings.Replace(text, "sequence: 1\n", "sequence: 1\nsequence: 1\nhandofflint: {disable: ["+quoted+"]}\n", 1)
		text = strings.Replace(text, choice, "<!-- handofflint-"+s+" -->\n\nTBD\n", 1)
		result, err := e.CheckInput(rules.Input{Path: validReportPath, Data: []byte(text), Named: true})
		if err != nil {
			t.Fatal(err)
		}
		fixed := false
		for _, found := range result.Findings {
			fixed = fixed || strings.HasPrefix(found.Rule, "syntax/") || strings.HasPrefix(found.Rule, "file/")
			if strings.TrimSpace(found.Message) == "" {
				t.Errorf("%q: %s says nothing", s, found.Rule)
			}
		}
		if !fixed {
			t.Errorf("%q hides that a key stands twice", s)
		}
	})
}

// The documentation lists what is never suppressed, and users rely on it.
func TestDocsNameWhatIsNotSuppressed(t *testing.T) {
	page, err := os.ReadFile("../docs/suppressions.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "## What is not suppressed")
	list, _, _ = strings.Cut(list, "\n## ")
	e := engine(t)
	isAsked := func(format document.Format) bool {
		return slices.Contains([]document.Format{"report", "context", "metadata", "task"}, format)
	}
	for _, rule := range catalogue(t).Rules {
		if !slices.ContainsFunc(rule.Formats, isAsked) {
			continue // no file below is of its formats
		}
		named := strings.Contains(list, "`"+rule.Name+"`") || strings.Contains(list, "`"+rule.Group()+"/*`")
		refused := false
		for _, path := range []string{validReportPath, "1717500000-fix-auth-race.json", "a.json", "b.json"} {
			refused = refused || refuses(t, e, path, rule.Name)
		}
		if named != refused {
			t.Errorf("%s: the page says that it is never suppressed: %t; it is refused: %t", rule.Name, named, refused)
		}
	}
}

// refuses reports whether a handoff may not suppress a rule.
func refuses(t *testing.T, e *rules.Engine, path, rule string) bool {
	t.Helper()
	text := map[string]string{validReportPath: validReport, "1717500000-fix-auth-race.json": validContext, "a.json": validBase, "b.json": validTask}[path]
	key := `"handofflint": {"disable": ["` + rule + ` -- the reason why"]},`
	switch path {
	case validReportPath:
		text = edit(t, text, "sequence: 1\n", "sequence: 1\n"+strings.TrimSuffix(key, ",")+"\n")
	default:
		text = edit(t, text, "{\n", "{\n  "+key+"\n")
	}
	for _, f := range checkInput(t, e, rules.Input{Path: path, Data: []byte(text), Named: true, Info: sealed}).Findings {
		if f.Rule == "suppression/not-allowed" {
			return true
		}
	}
	return false
}
