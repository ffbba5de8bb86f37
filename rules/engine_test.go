package rules_test

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

func TestValidHandoffs(t *testing.T) {
	for name, text := range map[string]string{
		"base.json": validBase, "phased.json": validPhased, "task.json": validTask, "1717500000-fix-auth-race.json": validContext,
	} {
		want(t, name, check(t, nil, name, text))
	}
	report := rules.Input{Path: validReportPath, Data: []byte(validReport), Named: true, Info: sealed}
	want(t, "report", checkInput(t, engine(t), report))
}

// TestResult holds what a result says of the handoff besides its findings.
func TestResult(t *testing.T) {
	const token = "gh" + "p_QrYx3V6YSJb6E2qSdkhyF8qzKgMqaXoBsm82"
	for _, tt := range []struct{ name, path, text, want string }{
		{"a report", validReportPath, validReport, "report architect task-7 s-1"},
		{"a report with a credential for its task", validReportPath, edit(t, validReport, "task-7", token), "report architect ghp_************************************ s-1"},
		{"a block", "a.json", validBase, "metadata tester  "},
		{"a context file", "docs/context/1717500000-fix-auth-race.json", validContext, "context  1717500000-fix-auth-race "},
		{"no object", "a.json", "[1]", "   "},
	} {
		result := checkInput(t, engine(t), named(tt.path, tt.text))
		if got := fmt.Sprintf("%s %s %s %s", result.Format, result.Role, result.TaskID, result.SessionID); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if isJudged := result.Format != ""; (result.Skipped == "") != isJudged || (result.Content == sha256.Sum256([]byte(tt.text))) != isJudged {
			t.Errorf("%s: %+v", tt.name, result)
		}
	}
}

// A rule can have another severity in another profile; a user's override applies to all of them.
func TestSeveritiesByProfile(t *testing.T) {
	baseEvidence := edit(t, validBase, `["src/import.go:10-80"]`, `[]`)
	phasedEvidence := edit(t, validPhased, `["src/import.go:10-80"]`, `[]`)
	blocked := func(text string) string {
		return edit(t, text, `"status": "complete"`, `"status": "blocked", "blocked_reason": "unknown", "attempted": ["Ran it"]`)
	}
	phasedBlocked := edit(t, blocked(validPhased), `"next_agent": "reviewer"`, `"next_agent": null`)
	tests := []struct {
		name, text string
		overrides  []string
		want       []string
	}{
		{"no evidence in base", baseEvidence, nil, []string{"warning metadata/no-evidence"}},
		{"no evidence in phased", phasedEvidence, nil, nil},
		{"switched on in phased", phasedEvidence, []string{"metadata/no-evidence=error"}, []string{"error metadata/no-evidence"}},
		{"switched off in base", baseEvidence, []string{"metadata/no-evidence=off"}, nil},
		{"no blockers in base", blocked(validBase), nil, nil},
		{"no blockers in phased", phasedBlocked, nil, []string{"error metadata/blocked-blockers"}},
		{"switched on in base", blocked(validBase), []string{"metadata/blocked-blockers=warning"}, []string{"warning metadata/blocked-blockers"}},
		{"phased asks for more", edit(t, validBase, `"status": "complete"`, `"status": "complete", "summary": "All 18 tests pass"`), nil,
			[]string{"error schema/missing-field /phase", "error schema/missing-field /handoff"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { want(t, tt.name, check(t, tt.overrides, "a.json", tt.text), tt.want...) })
	}
}

// A violation of advice is at most a warning, whatever its rule's severity, unless --strict is set.
func TestAdviceIsAtMostAWarning(t *testing.T) {
	day := edit(t, validBase, "2026-05-31T12:21:29Z", "2026-05-31")
	want(t, "advice", check(t, nil, "a.json", day), "warning schema/bad-format /timestamp")
	want(t, "advice, its rule an error", check(t, []string{"schema/bad-format=error"}, "a.json", day), "warning schema/bad-format /timestamp")
	want(t, "advice, its rule off", check(t, []string{"schema/bad-format=off"}, "a.json", day))
	broken := edit(t, validBase, "2026-05-31T12:21:29Z", "31 May")
	want(t, "told once", check(t, nil, "a.json", broken), "error schema/bad-format /timestamp")
	strict, err := rules.NewEngine(checks.All(), rules.Options{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	result := checkInput(t, strict, rules.Input{Path: "a.json", Data: []byte(day), Named: true})
	want(t, "strict", result, "error schema/bad-format /timestamp")
}

func TestFinalRuleSilencesAllOthers(t *testing.T) {
	text := edit(t, validContext, `"schema_version": 1`, `"schema_version": 1.5`)
	text = edit(t, text, `["src/auth/login.go"]`, `["/src/auth/login.go", "TBD"]`)
	result := check(t, nil, "docs/context/1717500000-fix-auth-race.json", text)
	want(t, "final", result, "error context/schema-version /schema_version")
	for _, value := range []string{`"1"`, `"2"`, "0", "-1", "0.5", "true", "[2]"} {
		other := edit(t, text, "1.5", value)
		beside := check(t, nil, "docs/context/1717500000-fix-auth-race.json", other)
		want(t, value, beside, "error context/schema-version /schema_version", "warning context/absolute-path", "error placeholder")
	}
	off := check(t, []string{"context/schema-version=off"}, "docs/context/1717500000-fix-auth-race.json", text)
	want(t, "switched off", off, "warning context/absolute-path", "error placeholder")
}

// A value that violates the schema is reported once: no rule that reads it adds another finding.
func TestFailedValuesAreToldOnce(t *testing.T) {
	for text, wanted := range map[string]string{
		edit(t, validContext, `"1717500000-fix-auth-race"`, `""`):              "error schema/empty-field /task_id",
		edit(t, validContext, `["src/auth/login.go"]`, `"/src/auth/login.go"`): "error schema/wrong-type /relevant_files",
		edit(t, validContext, `null,`, `{"attempt": 5},`):                      "",
	} {
		result := check(t, nil, "docs/context/1717500000-fix-auth-race.json", text)
		if wanted == "" {
			want(t, text, result, "error schema/missing-field", "error schema/missing-field", "warning context/retries-exhausted")
			continue
		}
		want(t, text, result, wanted)
	}
}

func TestMessages(t *testing.T) {
	tests := []struct{ name, from, to, rule, says string }{
		{"an enum names the nearest first", `"complete"`, `"blockd"`, "schema/not-allowed", "blocked, complete, needs_review"},
		{"an enum quotes the value", `"complete"`, `"blockd"`, "schema/not-allowed", `"blockd"`},
		{"a misspelling of a required field", `"feature_directory"`, `"feature_directry"`, "schema/missing-field", "feature_directry looks like"},
		{"a field that is not there", `  "output_type": "test-report",`, ``, "schema/missing-field", "output_type is missing"},
		{"a string where a list belongs", `["testing"]`, `"testing"`, "schema/wrong-type", "skills_invoked must be a list"},
		{"an item of a list", `["testing"]`, `["testing", 1]`, "schema/wrong-type", "skills_invoked[1] must be the name of one skill that was used"},
		{"braces in the file's text", `"complete"`, `"{field}"`, "schema/not-allowed", `"{field}"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := find(t, check(t, []string{"placeholder=off"}, "a.json", edit(t, validBase, tt.from, tt.to)), tt.rule)
			if !strings.Contains(f.Message, tt.says) || f.Help == "" {
				t.Errorf("%s\n%s", f.Message, f.Help)
			}
			if f.URL == "" || f.Excerpt.Text == "" || f.Unjudged || f.ErrorType == "" {
				t.Errorf("incomplete: %+v", f)
			}
		})
	}
}

// A file with many faults gets at most as many findings of each rule and severity as limits.cue allows, and a
// note that there are more.
func TestFindingsAreBounded(t *testing.T) {
	e, err := rules.NewEngine(checks.All(), rules.Options{Overrides: []rules.Override{{Pattern: "context/duplicate-entry", Severity: rules.Off}}})
	if err != nil {
		t.Fatal(err)
	}
	limit := e.Limits().Findings
	list := strings.Repeat(`"", `, 3*limit) + strings.Repeat(`"/a", `, limit) + strings.Repeat(`"TBD", `, limit+1) + `"b"`
	text := edit(t, validContext, `"src/auth/login.go"`, list)
	result := checkInput(t, e, rules.Input{Path: "1717500000-fix-auth-race.json", Data: []byte(text), Named: true})
	counts, last := map[string]int{}, map[string]rules.Finding{}
	for _, f := range result.Findings {
		counts[f.Rule]++
		last[f.Rule] = f
	}
	wanted := map[string]int{"schema/empty-field": limit + 1, "context/absolute-path": limit, "placeholder": limit + 1}
	if !reflect.DeepEqual(counts, wanted) {
		t.Fatalf("%v, want %v", counts, wanted)
	}
	for rule, cut := range map[string]bool{"schema/empty-field": true, "context/absolute-path": false, "placeholder": true} {
		if says := strings.HasSuffix(last[rule].Message, "others of this kind are not listed"); says != cut {
			t.Errorf("%s: says that more are cut off: %t, want %t: %s", rule, says, cut, last[rule].Message)
		}
	}
}

// A file's own text can have any length; a message about it cannot.
func TestMessagesAreBounded(t *testing.T) {
	long := strings.Repeat("9", 500_000)
	for _, text := range []string{
		edit(t, validContext, `"schema_version": 1`, `"schema_version": `+long),
		edit(t, validContext, `fix-auth-race`, long),
		edit(t, validContext, `"tdd"`, `"`+long+`": 1, "`+long+`"`),
		edit(t, validPhased, `"complete"`, `"`+long+`"`),
		edit(t, validTask, `"version": 1`, `"version": -`+long),
		edit(t, validTask, `"142"`, long),
	} {
		in := rules.Input{Path: "<stdin>", Data: []byte(text), Named: true, Info: sealed}
		result := checkInput(t, engine(t, "schema/unknown-field=warning"), in)
		for _, f := range result.Findings {
			if n := len(f.Message) + len(f.Help) + len(f.Excerpt.Text); n > 8000 {
				t.Errorf("%s: %d bytes of words", f.Rule, n)
			}
		}
		if len(result.Findings) == 0 {
			t.Error("no finding")
		}
	}
}

// One engine checks many documents at once, with the same result for each.
func TestEngineIsConcurrent(t *testing.T) {
	e := engine(t)
	inputs := []rules.Input{
		{Path: "a.json", Data: []byte(edit(t, validBase, `"complete"`, `"x"`)), Named: true},
		{Path: "b.json", Data: []byte(edit(t, validPhased, `"phase": "testing",`, ``)), Named: true},
		{Path: "c.json", Data: []byte(validContext), Named: true},
		{Path: "kelos-handoff.json", Data: []byte(edit(t, validTask, `"142"`, `142`)), Named: true},
		{Path: "agent-handoffs/s/e.md", Data: []byte(validReport), Named: true},
		{Path: "f.json", Data: []byte("{"), Named: true},
		{Path: "g.txt", Data: []byte("x"), Named: true},
	}
	var single []rules.Result
	for _, in := range inputs {
		single = append(single, checkInput(t, engine(t), in))
	}
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for i := range 3 * len(inputs) {
				n := (i + worker) % len(inputs)
				if got, err := e.CheckInput(inputs[n]); err != nil || !reflect.DeepEqual(got, single[n]) {
					t.Errorf("%s: %v, %v", inputs[n].Path, got, err)
				}
			}
		})
	}
	group.Wait()
}

// Many goroutines can check one document, since it is read-only.
func TestDocumentIsOnlyRead(t *testing.T) {
	e := engine(t)
	long := strings.Repeat("k", 2000)
	text := fmt.Sprintf(`{"summary": "a", "version": 1, %q: 1, %q: 2}`, long, long)
	doc := document.Parse(rules.Input{Path: "kelos-handoff.json", Data: []byte(text), Named: true}, e.Limits().Limits)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if r, err := e.Check(doc, nil); err != nil || len(r.Findings) != 1 {
				t.Errorf("%v, %v", r.Findings, err)
			}
		})
	}
	group.Wait()
}

func TestSkipped(t *testing.T) {
	result := checkInput(t, engine(t), rules.Input{Path: "README.md", Data: []byte("# Hello\n")})
	if result.Skipped == "" || len(result.Findings) > 0 || result.Worst() != rules.Off {
		t.Errorf("%+v", result)
	}
}

func TestCheckSession(t *testing.T) {
	e := engine(t)
	member := func(name, sequence, session string) rules.Member {
		text := edit(t, edit(t, validReport, "sequence: 1", "sequence: "+sequence), `"s-1"`, `"`+session+`"`)
		text = edit(t, text, "## 1. What Was Done\n", "## 1. What Was Done\n\nThis is "+name+".\n")
		return rules.MemberOf(document.Parse(rules.Input{Path: "h/s-1/" + name, Data: []byte(text), As: "report"}, e.Limits().Limits))
	}
	tests := []struct {
		name    string
		session rules.Session
		want    []string
	}{
		{"in order", rules.Session{Members: []rules.Member{member("01-a-report.md", "1", "s-1"), member("02-b-report.md", "2", "s-1")}}, nil},
		{"empty", rules.Session{}, []string{"h/s-1 session/empty 1:1"}},
		{"a number twice", rules.Session{Members: []rules.Member{member("01-a-report.md", "1", "s-1"), member("01-b-report.md", "1", "s-1")}},
			[]string{"h/s-1/01-b-report.md session/duplicate-sequence 5:11"}},
		{"a gap", rules.Session{Members: []rules.Member{member("01-a-report.md", "1", "s-1"), member("04-b-report.md", "4", "s-1")}},
			[]string{"h/s-1/04-b-report.md session/sequence-gap 5:11"}},
		{"by name alone", rules.Session{Members: []rules.Member{member("01-a-report.md", "1", "s-1"), rules.MemberByName("h/s-1/03-b-report.md")}},
			[]string{"h/s-1/03-b-report.md session/sequence-gap 1:1"}},
		{"by a name that is no report's", rules.Session{Members: []rules.Member{member("01-a-report.md", "1", "s-1"), rules.MemberByName("h/s-1/03-b-report.markdown")}}, nil},
		{"no session in one", rules.Session{Members: []rules.Member{member("01-a-report.md", "1", ""), member("02-b-report.md", "2", "s-1")}}, nil},
		{"two faults of one", rules.Session{Members: []rules.Member{member("01-a-report.md", "1", "s-1"), member("01-b-report.md", "1", "x")}},
			[]string{"h/s-1/01-b-report.md session/duplicate-sequence 5:11", "h/s-1/01-b-report.md session/task-mismatch 4:13"}},
		{"another session", rules.Session{Members: []rules.Member{member("01-a-report.md", "1", "x"), member("02-b-report.md", "2", "s-1"), member("03-c-report.md", "3", "x")}},
			[]string{"h/s-1/01-a-report.md session/task-mismatch 4:13", "h/s-1/03-c-report.md session/task-mismatch 4:13"}},
		{"a marker alone", rules.Session{Members: []rules.Member{member("01-a-report.md", "1", "s-1")}, Done: []string{"h/s-1/01-a-report.md.done", "h/s-1/02-b-report.md.done"}},
			[]string{"h/s-1/02-b-report.md.done session/orphan-done 1:1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.session.Path = "h/s-1"
			results, err := e.CheckSession(&tt.session, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			paths := map[string]bool{}
			for _, r := range results {
				if paths[r.Path] {
					t.Errorf("%s has two results", r.Path)
				}
				paths[r.Path] = true
				for _, f := range r.Findings {
					if isInAFile := f.Range.Start.Line > 1; isInAFile != (f.Excerpt.Text != "") {
						t.Errorf("%s has the excerpt %q", f.Rule, f.Excerpt.Text)
					}
					got = append(got, fmt.Sprintf("%s %s %d:%d", f.Path, f.Rule, max(1, f.Range.Start.Line), max(1, f.Range.Start.Column)))
				}
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("%q\nwant %q", got, tt.want)
			}
		})
	}
}

// A report cites others by file name, by number and by role, and a hostile one cites a bounded number.
func TestChain(t *testing.T) {
	e := engine(t)
	member := func(cites string) rules.Member {
		text := edit(t, validReport, "sequence: 1\n", "sequence: 1\nprevious_agent: Architect\n")
		text = edit(t, text, "src/auth/login.go and its tests", cites)
		doc := document.Parse(rules.Input{Path: validReportPath, Data: []byte(text), As: "report"}, e.Limits().Limits)
		m := rules.MemberOf(doc)
		m.AddChain(doc)
		return m
	}
	m := member("From 03-writer-report.md and report 1")
	for i, want := range []bool{true, false, true} { // the role, another file, the number
		if got := m.IsNamedBy(m.Chain.Cites[i]); got != want {
			t.Errorf("%s: is named %t", m.Chain.Cites[i].Value, got)
		}
	}
	if !m.IsNamedBy(&rules.Fact{Value: "01-ARCHITECT-report.md"}) || m.IsNamedBy(&rules.Fact{Value: "2"}) {
		t.Error("by its file alone")
	}
	many := member(strings.Repeat("03-writer-report.md\n\n- 04-writer-report.md\n\nreport 7\n\n", 70))
	if got := len(many.Chain.Cites); got != 1+100+70 {
		t.Errorf("%d cites", got)
	}
	token := "ghp_" + strings.Repeat("a1B2c3D4e5F6", 3)
	leaked := document.Parse(rules.Input{Path: validReportPath, Data: []byte(edit(t, validReport, "sequence: 1\n", "sequence: 1\nprevious_agent: "+token+"\n")), As: "report"}, e.Limits().Limits)
	m = rules.MemberOf(leaked)
	m.AddChain(leaked)
	if len(m.Chain.Cites) != 1 || strings.Contains(m.Chain.Cites[0].Value, token) {
		t.Errorf("a credential is cited: %+v", m.Chain.Cites)
	}
	alone := document.Parse(rules.Input{Path: validReportPath, Data: []byte(validReport), As: "report"}, e.Limits().Limits)
	m = rules.MemberOf(alone)
	m.AddChain(alone)
	if len(m.Chain.Cites) != 0 {
		t.Errorf("a report that names no other one cites %v", m.Chain.Cites)
	}
	broken := document.Parse(rules.Input{Path: validReportPath, Data: []byte("---\n"), As: "report"}, e.Limits().Limits)
	m = rules.MemberOf(broken)
	m.AddChain(broken)
	if m.Chain.Cites != nil {
		t.Errorf("a report that cannot be read cites %v", m.Chain.Cites)
	}
}

// Other faults next to a nearly right value are reported with it, so that one edit can repair both.
func TestAlmostRightValuesHideNothing(t *testing.T) {
	blocked := edit(t, validBase, `"complete"`, `"Blocked"`)
	want(t, "blocked", check(t, nil, "a.json", blocked), "error schema/not-allowed /status", "error metadata/blocked-reason", "error metadata/blocked-attempted")
	done := edit(t, validBase, `"complete"`, `"done", "verdict": "REJECTED"`)
	want(t, "done", check(t, nil, "a.json", done), "error schema/not-allowed /status", "warning metadata/verdict-contradicts-status")
	unclear := edit(t, validBase, `"complete"`, `"LGTM", "verdict": "REJECTED", "blocked_reason": "unknown"`)
	want(t, "unclear", check(t, nil, "a.json", unclear), "error schema/not-allowed /status")
}

// Writing the suggested value causes no new finding.
func TestWhatIsOfferedBringsNothingNew(t *testing.T) {
	e := engine(t)
	tests := []struct{ field, got, offered string }{
		{`"status": "complete"`, `"status": "failed", "handoff": {"next_agent": "x-reviewer"}`, `"failed"`},
		{`"status": "complete"`, `"status": "Complete", "verdict": "REJECTED", "blocked_reason": "unknown"`, `"Complete"`},
		{`"status": "complete"`, `"status": "complete", "phase": "coding", "summary": "Done", "handoff": {"next_phase": "qa"}`, `"coding"`},
		{`"status": "complete"`, `"status": "complete", "phase": "review", "summary": "Done", "handoff": {"next_phase": "qa"}`, `"qa"`},
		{`"status": "complete"`, `"status": "complete", "phase": "tests", "summary": "Done", "handoff": {}, "verification": {"tests_passed": false}`, `"tests"`},
	}
	for _, tt := range tests {
		text := edit(t, validBase, tt.field, tt.got)
		before := checkInput(t, e, rules.Input{Path: "a.json", Data: []byte(text), Named: true})
		var offered string
		known := map[string]bool{}
		for _, f := range before.Findings {
			known[f.Rule+f.Pointer] = true
			if f.Values["value"] == tt.offered {
				offered = f.Values["near"]
			}
		}
		if offered == "" {
			t.Errorf("%s: nothing is offered", tt.got)
			continue
		}
		after := checkInput(t, e, rules.Input{Path: "a.json", Data: []byte(edit(t, text, tt.offered, offered)), Named: true})
		for _, f := range after.Findings {
			if !known[f.Rule+f.Pointer] {
				t.Errorf("%s with %s: new: %s %s", tt.got, offered, f.Rule, f.Pointer)
			}
		}
		if len(after.Findings) >= len(before.Findings) {
			t.Errorf("%s with %s: %d findings, before %d", tt.got, offered, len(after.Findings), len(before.Findings))
		}
	}
}
