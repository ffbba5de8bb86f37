package rules_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// fixed returns a text with all its fixes applied, and the messages of the fixes, joined.
func fixed(t *testing.T, in rules.Input) (string, string) {
	t.Helper()
	e, err := rules.NewEngine(checks.All(), rules.Options{Now: noon, Root: "/home/agent/repo"})
	if err != nil {
		t.Fatal(err)
	}
	var edits []rules.Edit
	var messages []string
	for _, f := range checkInput(t, e, in).Findings {
		if f.Fix != nil {
			edits = append(edits, f.Fix.Edits...)
			messages = append(messages, f.Fix.Message)
		}
	}
	slices.SortFunc(edits, func(a, b rules.Edit) int { return b.Range.Start.Offset - a.Range.Start.Offset })
	text := string(in.Data)
	for _, e := range edits {
		text = text[:e.Range.Start.Offset] + e.NewText + text[e.Range.End.Offset:]
	}
	return text, strings.Join(messages, "; ")
}

func named(path, text string) rules.Input {
	return rules.Input{Path: path, Data: []byte(text), Named: true}
}

// TestFixes has the edit of each fix; TestNoFixes has similar cases with more than one right answer, or none.
func TestFixes(t *testing.T) {
	blocked := edit(t, validBase, `"complete"`, `"blocked", "blocked_reason": "unknown", "attempted": ["Ran it"]`)
	tests := []struct {
		name, path, text, from, to, says string
	}{
		{"a status", "a.json", edit(t, validBase, `"status": "complete"`, `"phase": "review", "summary": "Reviewed src/import.go", "handoff": {"next_phase": "complete"}, "status": "needs-review"`), "needs-review", "needs_review", `write "needs_review"`},
		{
			"the next agent", "a.json", edit(t, blocked, `"agent"`, `"handoff": {"next_agent":  "tester", "context": "x"}, "agent"`),
			`"tester", "context"`, `null, "context"`, "set handoff.next_agent to null",
		},
		{"a key", "kelos-handoff.json", edit(t, validTask, `"detail"`, `"detial"`), `"detial"`, `"detail"`, `rename "detial" to "detail"`},
		{"a key among many", "kelos-handoff.json", edit(t, validTask, `"detail"`, unknownKeys(99)+`"detial"`), `"detial"`, `"detail"`, `rename "detial" to "detail"`},
		{"a required key", "a.json", edit(t, validBase, `"status"`, `"sttaus"`), "sttaus", "status", "rename sttaus to status"},
		{"a key of YAML", "a.md", edit(t, validReport, "handoff_type:", "handof_type:"), "handof_type", "handoff_type", "rename handof_type to handoff_type"},
		{"a quoted key of YAML", "a.md", edit(t, validReport, "handoff_type:", "'handof_type' :"), "handof_type", "handoff_type", "rename handof_type to handoff_type"},
		{
			"a path", "a.json", edit(t, validBase, `"status"`, `"artifacts": ["/home/agent/repo/out/a b.md"], "status"`),
			"/home/agent/repo/", "", `write it as "out/a b.md"`,
		},
		{
			"a path in a context file", "docs/context/1717500000-fix.json", edit(t, validContext, `"src/auth`, `"/home/agent/repo/src/auth`),
			"/home/agent/repo/", "", `write it as "src/auth/login.go"`,
		},
		{"a value in capitals", "a.json", edit(t, validBase, `"complete"`, `"Complete"`), "Complete", "complete", `write "complete"`},
		{"a value with a space", "a.json", edit(t, validBase, `"complete"`, `"needs review"`), "needs review", "needs_review", `write "needs_review"`},
		{"a value of YAML in capitals", "a.md", edit(t, validReport, `handoff_type: "full"`, "handoff_type: Full # so"), "Full", "full", `write "full"`},
		{"a number in quotes", "kelos-handoff.json", edit(t, validTask, `"version": 1`, `"version": "1"`), `"version": "1"`, `"version": 1`, "write 1"},
		{"a version in quotes", "docs/context/1717500000-fix.json", edit(t, validContext, `"schema_version": 1`, `"schema_version":  "1"`), `"1"`, "1", "write 1"},
		{"a boolean in quotes", "docs/context/1717500000-fix.json", edit(t, validContext, `"tdd": true`, `"tdd": "true"`), `"true"`, "true", "write true"},
		{"null in quotes", "docs/context/1717500000-fix.json", edit(t, validContext, `"previous_failure": null`, `"previous_failure": "null"`), `"null"`, "null", "write null"},
		{"a number of YAML in quotes", "a.md", edit(t, validReport, "sequence: 1", "sequence: '1' # so"), "'1'", "1", "write 1"},
		{"a number for a text", "kelos-handoff.json", edit(t, validTask, `"142"`, "9"), `"line": 9`, `"line": "9"`, `write "9"`},
		{"a boolean for a text", "kelos-handoff.json", edit(t, validTask, `"142"`, "true"), "true", `"true"`, `write "true"`},
		{"a number of YAML for a text", "a.md", edit(t, validReport, `task_id: "task-7"`, "task_id: 017"), "017", `"017"`, `write "017"`},
		{"a heading's number", "a.md", edit(t, validReport, "## 2. ", "## 2) "), "2) ", "2. ", `write "## 2. Output Artifacts"`},
		{"a heading without a number", "a.md", edit(t, validReport, "## 2. ", "## "), "## Output", "## 2. Output", `write "## 2. Output Artifacts"`},
		{"a misspelt heading", "a.md", edit(t, validReport, "Artifacts", "Artefacts"), "Artefacts", "Artifacts", `write "## 2. Output Artifacts"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, encode := range map[string]func(string) string{"LF": strings.TrimSpace, "CRLF and BOM": windows} {
				got, says := fixed(t, named(tt.path, encode(tt.text)))
				if want := encode(edit(t, tt.text, tt.from, tt.to)); got != want || says != tt.says {
					t.Errorf("%s: %s\n%q\nwant %s\n%q", name, says, got, tt.says, want)
				}
			}
		})
	}
}

// unknownKeys returns n keys that no format has.
func unknownKeys(n int) string {
	var keys strings.Builder
	for i := range n {
		fmt.Fprintf(&keys, `"zz%d": "x", `, i)
	}
	return keys.String()
}

func windows(s string) string {
	return "\ufeff" + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\r\n")
}

func TestNoFixes(t *testing.T) {
	json := func(from, to string) string { return edit(t, validBase, from, to) }
	artifacts := func(path string) string { return json(`"status"`, `"artifacts": ["`+path+`"], "status"`) }
	report := func(from, to string) string { return edit(t, validReport, from, to) }
	tests := map[string]struct{ path, text string }{
		"a value in other words":        {"a.json", json(`"complete"`, `"done"`)},
		"a value that is misspelt":      {"a.json", json(`"complete"`, `"completed"`)},
		"a value with a tag":            {"a.md", report(`task_id: "task-7"`, "task_id: !!int 7")},
		"an alias of a value":           {"a.md", report(`task_id: "task-7"`, "x: &id 7\ntask_id: *id")},
		"a value in a block":            {"a.md", report(`"full"`, "|\n  Full")},
		"a list for a text":             {"a.md", report(`task_id: "task-7"`, "task_id: [a]")},
		"null for a text":               {"kelos-handoff.json", edit(t, validTask, `"142"`, "null")},
		"a number in words":             {"a.md", report("sequence: 1", "sequence: one")},
		"a number that is too small":    {"a.md", report("sequence: 1", `sequence: "0"`)},
		"a number with a zero before":   {"a.md", report("sequence: 1", `sequence: "01"`)},
		"a fraction":                    {"a.md", report("sequence: 1", `sequence: "1.0"`)},
		"a number with white space":     {"a.md", report("sequence: 1", `sequence: " 1"`)},
		"a number with an escape":       {"kelos-handoff.json", edit(t, validTask, `"version": 1`, `"version": "\u0031"`)},
		"yes for a boolean":             {"docs/context/1717500000-fix.json", edit(t, validContext, "true", `"yes"`)},
		"words before the object":       {"kelos-handoff.json", "Here it is:\n" + validTask},
		"a fence":                       {"kelos-handoff.json", "```json\n" + validTask + "```"},
		"work in progress":              {"a.json", json(`"complete"`, `"in-progress"`)},
		"a status with escapes":         {"a.json", json(`"complete"`, `"needs\u002dreview"`)},
		"two keys for one":              {"a.json", json(`"status": "complete"`, `"statuss": "complete", "sttatus": "complete"`)},
		"a key that may be two":         {"a.json", json(`"status": "complete"`, `"status": "complete", "artifact": [], "artifacs": []`)},
		"a key twice":                   {"a.json", json(`"status": "complete"`, `"sttaus": "complete", "sttaus": "blocked"`)},
		"a merged key":                  {"a.md", report("handoff_type: \"full\"\n", "base: &b {handof_type: full}\n<<: *b\n")},
		"a key with an anchor's alias":  {"a.md", report("handoff_type: \"full\"\n", "x: &k handof_type\n*k : full\n")},
		"a path elsewhere":              {"a.json", artifacts("/tmp/a.md")},
		"a path of another repository":  {"a.json", artifacts("/home/agent/repository/a.md")},
		"the root":                      {"a.json", artifacts("/home/agent/repo/")},
		"a path out of the root":        {"a.json", artifacts("/home/agent/repo/../other/a.md")},
		"a path from home":              {"a.json", artifacts("~/repo/a.md")},
		"a file outside the repository": {"/tmp/a.json", artifacts("/home/agent/repo/a.md")},
		"a hidden character":            {"a.json", artifacts(`/home/agent/repo/\u202ea.md`)},
		"another level":                 {"a.md", report("## 2. ", "### 2. ")},
		"another title":                 {"a.md", report("## 2. Output Artifacts", "## 2. Output of the run")},
		"a short title":                 {"a.md", report("## 4. Concerns and Caveats", "## Concerns")},
		"three artifacts":               {"a.md", report("## 2. Output Artifacts", "## 3 Output Artifacts")},
		"two headings for one":          {"a.md", report("## 2. Output Artifacts", "## 2) Output Artifacts\n\n## Output Artifacts")},
		"a heading behind the end":      {"a.md", report("## 5. Next Agent Actions", "## Steps") + "\n## 5) Next Agent Actions\n"},
		"no end marker":                 {"a.md", report("<!-- handoff-end -->", "")},
		"a report not finished":         {"a.md", report(`"written"`, `"writing"`)},
		"a path with a secret":          {"a.json", artifacts("/home/agent/repo/gh" + "p_QrYx3V6YSJb6E2qSdkhyF8qzKgMqaXoBsm82.md")},
		"a key among too many":          {"kelos-handoff.json", edit(t, validTask, `"detail"`, unknownKeys(100)+`"detial"`)},
		"no summary":                    {"a.md", report(`summary: "`, `summary: "" # "`)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			text, says := fixed(t, named(tt.path, tt.text))
			if says != "" {
				t.Errorf("%s: %s", says, text)
			}
		})
	}
}

// A value that was probably meant is only suggested.
func TestSuggestion(t *testing.T) {
	f := find(t, check(t, nil, "a.json", edit(t, validBase, `"complete"`, `"complte"`)), "schema/not-allowed")
	if f.Fix != nil || f.Suggestion == nil || f.Suggestion.Edits[0].NewText != "complete" || f.Values["fixed"] != `"complete"` {
		t.Errorf("the fix is %+v, the suggestion %+v, %v", f.Fix, f.Suggestion, f.Values)
	}
}

// A fix stays in a file with a credential, unless it writes one.
func TestFixBesideACredential(t *testing.T) {
	token := "ghp_" + strings.Repeat("a1B2c3D4e5F6", 3)
	text := edit(t, validBase, `"complete"`, `"Complete", "notes": "`+token+`"`)
	if f := find(t, check(t, nil, "a.json", text), "schema/not-allowed"); f.Fix == nil || f.Fix.Edits[0].NewText != "complete" {
		t.Errorf("the fix is %+v", f.Fix)
	}
}

// A rule has the messages of its own fix and of those of its variants.
func TestFixMessages(t *testing.T) {
	for rule, want := range map[string]map[string]string{
		"schema/missing-field":  {"misspelt": "rename {similar} to {name}"},
		"schema/misspelt-field": {"": "rename {field} to {near}"},
		"report/no-action":      {},
	} {
		if got := catalogue(t).Rule(rule).FixMessages(); !maps.Equal(got, want) {
			t.Errorf("%s: %q, want %q", rule, got, want)
		}
	}
}

// A sealed report must not change, or its seal breaks.
func TestSealedReportsAreNotFixed(t *testing.T) {
	in := named("a.md", edit(t, validReport, "## 2. ", "## 2) "))
	in.Info = &document.Info{ModTime: noon}
	if _, says := fixed(t, in); says == "" {
		t.Error("a report without a marker is not fixed")
	}
	in.Info.Done = noon.Add(time.Second)
	if _, says := fixed(t, in); says != "" {
		t.Errorf("a sealed report: %s", says)
	}
}
