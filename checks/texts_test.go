package checks

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/rules"
)

// pathParams returns the catalogue's parameters of metadata/absolute-path.
func pathParams(t testing.TB) *relativePathsParams {
	t.Helper()
	return paramsOf[relativePathsParams](t, "metadata/absolute-path")
}

// paramsOf returns the catalogue's parameters of a rule.
func paramsOf[P any](t testing.TB, name string) *P {
	t.Helper()
	catalogue := rules.BuiltIn()
	rule := catalogue.Rule(name)
	if rule == nil {
		t.Fatalf("there is no rule %s", name)
	}
	params := new(P)
	if err := json.Unmarshal([]byte(rule.Params), params); err != nil {
		t.Fatal(err)
	}
	return params
}

func TestSeveralAgents(t *testing.T) {
	p := paramsOf[severalAgentsParams](t, "metadata/several-agents")
	for _, value := range []string{
		"a or b", "a-dev (or b-dev)", "a、b", "前端或后端", "a-dev\nb-dev", "tester then reviewer", "a, b", "a; b", "a | b",
		"a-developer/b-developer", "a-developer + b-developer", "a_dev/b_dev/c_lead", "a-dev&b-dev", "tester and reviewer",
		"backend-developer & frontend-lead", "the backend-developer and test-lead together", "a-dev and b-dev",
	} {
		if !p.several(value, nil) {
			t.Errorf("%q is taken for one agent", value)
		}
	}
	for _, value := range []string{
		"", "backend-developer", "team/agent", "team/backend-developer", "c++-developer", "c/c++-developer", "a-team/b-lead", "reviewer/reviewer",
		"search and replace agent", "Research and Development Lead", "command-and-control", "editor-or-writer", "oracle", "android-developer",
		"Backend Reviewer", "team:backend-reviewer", "R&D-lead", "authentication-agent", "n/a", "the-one-and-only",
	} {
		if p.several(value, nil) {
			t.Errorf("%q is taken for several agents", value)
		}
	}
}

func TestPossibleLines(t *testing.T) {
	for ranges, want := range map[string]bool{
		"1": true, "10-80": true, "530-532,595": true, "9-10": true, "7-7": true, "99-100": true, "1-99999999999999999999": true, "010-80": true, "1–5": true,
		"0": false, "0-5": false, "50-1": false, "100-99": false, "5-0": false, "1-2,9-8": false, "00": false,
	} {
		if got := arePossible(ranges); got != want {
			t.Errorf("%s: %t", ranges, got)
		}
	}
}

func TestPathFault(t *testing.T) {
	p := pathParams(t)
	tests := []struct {
		path, variant string
		bad           bool
	}{
		{"src/a.go", "", false}, {"./src/a.go", "", false}, {"a", "", false}, {"", "", false},
		{"src/../a.go", "", false}, {"..a/b", "", false}, {"a/..b", "", false}, {"~user", "", false},
		{"/src/a.go", "", true}, {`\src\a.go`, "", true}, {"~/a.go", "", true}, {`~\a.go`, "", true},
		{"C:/a.go", "", true}, {`c:\a.go`, "", true}, {"file:///a.go", "", true}, {"FILE:a", "", true},
		{"C:a.go", "", false}, {"https://example.org/a", "", false},
		{"$HOME/a", "", true}, {"${HOME}/a", "", true}, {`%USERPROFILE%\a`, "", true}, {"~user/a", "", true}, {" /a", "", true}, {"`/a`", "", true},
		{"$lib/a.ts", "", false}, {"$HOMEPAGE/a", "", false}, {"100%/a%/b", "", false}, {"~lock", "", false}, {"a b/c d.md", "", false},
		{" a", "wrapped", true}, {"`a`", "wrapped", true}, {" ../a", "outside", true},
		{"..", "outside", true}, {"../a.go", "outside", true}, {"a/../../b", "outside", true}, {`..\a`, "outside", true},
	}
	for _, tt := range tests {
		variant, bad := p.fault(tt.path, false, nil)
		if bad != tt.bad || bad && variant != tt.variant {
			t.Errorf("%q: %q, %t, want %q, %t", tt.path, variant, bad, tt.variant, tt.bad)
		}
	}
	if variant, bad := p.fault("https://example.org/a", true, nil); !bad || variant != "address" {
		t.Error("an address is taken for a file")
	}
}

func TestHollow(t *testing.T) {
	p := actionParams{Hollow: []string{"everything", "is", "in place", "the", "next agent", "start", "一切", "就绪", ""}, Orders: []string{"start"}}
	if err := p.Prepare(); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"Everything is in place.":            true,
		"Everything is in place; next agent": true,
		"一切就绪。":                              true,
		"一切就绪，部署。":                           false,
		"Everything is in the place.":        false,
		"the next agent start":               true,
		"Start the next agent.":              false,
		"Everything is in place: start":      false,
		"Everything is in `place`.":          false,
		"Everything is in place in 2 files.": false,
		"…":                                  true,
	} {
		if p.isHollow(text) != want {
			t.Errorf("%q: want %t", text, want)
		}
	}
}

func TestWordsByRole(t *testing.T) {
	p := sectionWordsParams{Roles: map[string]int{"reader": 500, "editor_in_chief": 800, "writer": 400}, Other: 200}
	for role, want := range map[string]int{
		"reader": 500, "spec-reader": 500, "spec_reader": 500, "Spec Reader": 500,
		"editor-in-chief": 800, "deputy-editor-in-chief": 800, "chief": 200,
		"reader-writer": 400, "writers": 200, "": 200, "---": 200, "proofreader": 200,
	} {
		if got := p.least(role); got != want {
			t.Errorf("%q: %d, want %d", role, got, want)
		}
	}
}

func TestLeastWords(t *testing.T) {
	const params = `{"roles": {"reader": 500}, "other": 200}`
	for role, want := range map[string]int{"reader": 500, "tester": 200} {
		if got, err := LeastWords([]byte(params), role); got != want || err != nil {
			t.Errorf("%s: %d, %v; want %d", role, got, err, want)
		}
	}
	if _, err := LeastWords([]byte("[]"), "reader"); err == nil {
		t.Error("no error")
	}
}

// The catalogue has the plain spelling of a role, a team may have another.
func TestRoleInTwoSpellings(t *testing.T) {
	var p sectionWordsParams
	if err := json.Unmarshal([]byte(`{"roles": {"fact_check": 500, "Fact-Check": 300, "reader": 400}}`), &p); err != nil {
		t.Fatal(err)
	}
	if p.least("fact-check") != 300 || p.least("reader") != 400 {
		t.Errorf("minimums are %v", p.Roles)
	}
}

func TestWordsOf(t *testing.T) {
	for plain, want := range map[string]string{"a b-c": "a|b|c", "नमस्ते दुनिया": "नमस्ते|दुनिया", "存储层a": "存储|层a", "": ""} {
		if got := strings.Join(slices.Collect(wordsOf(plain)), "|"); got != want {
			t.Errorf("%q: %q, want %q", plain, got, want)
		}
	}
}

func TestSpecific(t *testing.T) {
	for text, want := range map[string]bool{
		"Completed schema discovery": false, "All done": false, "Work complete.": false,
		"Fixed 3 tests": true, "Fixed src/a.go": true, "Fixed `login`": true, "Fixed Login": true,
		"Fixed the get-issue tool": true, "Fixed snake_case": true, "完成": false, "修复Login": true, "完成3": true, "작업 완료": false, "로그인 API": true, "اكتمل": true, "Well-known": true, "Completed.": false,
	} {
		if got := specific.MatchString(text); got != want {
			t.Errorf("%q: specific is %t", text, got)
		}
	}
}

func TestSectionTitles(t *testing.T) {
	title := &schema.Section{Number: 3, Starts: "Decisions and Trade", Title: "Decisions and Trade-offs"}
	for heading, want := range map[string]bool{
		"Decisions and Trade-offs": true, "decisions AND tradeoffs": true, " Decisions and Trade": true,
		"Decisions": false, "Trade-offs": false, "": false, "Décisions and Trade": false,
	} {
		if title.Titled(heading) != want {
			t.Errorf("%q: titled is not %t", heading, want)
		}
	}
	resembling := missingSectionsParams{Misspelling: near.Misspelling{Distance: 2, Each: 3, Letters: 5}}
	for heading, want := range map[string]bool{
		"Decisions and Trade-offs": true, "4. Decisions and Trade-offs": true, "3) Decisions": true, "3 - Decisions made": true,
		"Decisions": true, "Decisions made": false, "2. Decisions": false, "3. Choices": false, "3.": false, "": false,
	} {
		if resembling.resembles(title, heading) != want {
			t.Errorf("%q: resembles is not %t", heading, want)
		}
	}
}

func TestNamesOfFiles(t *testing.T) {
	if got := strings.Map(fileNameRune, "a/b\\c:d\x01e*中"); got != "a-b-c-d-e-中" {
		t.Error(got)
	}
	for a, b := range map[string]string{"fact_check": "fact-check", "Reader": "reader", "1": "1"} {
		if !sameName(a, b) {
			t.Errorf("%q and %q are one name", a, b)
		}
	}
	if sameName("reader", "readers") {
		t.Error("a prefix is no equal")
	}
	data := &document.Node{Kind: document.Object, Items: []*document.Node{
		{Kind: document.String, Name: "agent_role", Text: "../spec/reader"}, {Kind: document.Int, Name: "sequence", Text: "2"},
	}}
	if got := expectedName(data); strings.ContainsAny(got, `/\`) || !strings.HasPrefix(got, `"02-`) {
		t.Error(got)
	}
}
