package failurelog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/rules"
)

// Messages as the rules say them.
const (
	noSection3 = `section 3 is missing: no heading "## 3. Decisions and Trade-offs"`
	noSection4 = `section 4 is missing: no heading "## 4. Concerns and Caveats"`
	noEnd      = "no <!-- handoff-end --> at the end: the report may be cut off"
)

// failed is an entry of a report by a role; findings are a rule and a message
// in turn.
func failed(role string, findings ...string) Entry {
	e := Entry{Timestamp: "2026-05-31T12:21:29.000Z", File: "a.md", Schema: Schema, Format: "report", Role: role, Severity: "error"}
	for i := 0; i+1 < len(findings); i += 2 {
		e.Findings = append(e.Findings, Finding{Rule: findings[i], Line: 1, Message: findings[i+1]})
		e.Errors = append(e.Errors, findings[i+1])
	}
	e.ErrorCount = len(e.Findings)
	return e
}

// suggestions are the proposals from a log of entries.
func suggestions(t *testing.T, entries []Entry) []Suggestion {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.jsonl")
	var log strings.Builder
	for _, e := range entries {
		line, err := e.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		log.Write(append(line, '\n'))
	}
	if err := os.WriteFile(path, []byte(log.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	catalogue, err := rules.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	list, err := Suggest(Read(path, ReadOptions{}), catalogue)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// times is a list of n entries.
func times(n int, e Entry) []Entry {
	list := make([]Entry, n)
	for i := range list {
		list[i] = e
	}
	return list
}

func join(lists ...[]Entry) []Entry {
	var all []Entry
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

func TestSuggestForARole(t *testing.T) {
	got := suggestions(t, join(
		times(8, failed("writer", "report/missing-section", noSection3)),
		times(2, failed("writer", "report/missing-section", noSection4)),
		times(2, failed("writer", "report/missing-end-marker", noEnd)),
		times(20, failed("tester", "placeholder", `"TBD" is a placeholder`)),
	))
	want := Suggestion{
		Kind: "prompt", Roles: []string{"writer"}, Rules: []string{"report/missing-section"}, Entries: 8, Of: 12,
		Finding:  "writer: 8 of 12 failures have this: " + noSection3 + " [report/missing-section]",
		Proposal: `add to its prompt: write "## 3. Decisions and Trade-offs" and what belongs under it`,
	}
	if len(got) != 2 {
		t.Fatalf("got %d proposals, want one for each role: %+v", len(got), got)
	}
	if diff := cmp.Diff(want, got[1]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got[0].Roles[0] != "tester" || got[0].Entries != 20 {
		t.Errorf("what rests on most failures comes first, not %+v", got[0])
	}
}

// Where the help differs from file to file, the rule as a whole counts.
func TestSuggestForARule(t *testing.T) {
	var log []Entry
	for i := range 4 {
		log = append(log, failed("writer", "report/filename", fmt.Sprintf(`the file's name is not {seq}-{role}-report.md %d`, i)))
	}
	got := suggestions(t, log)
	if len(got) != 1 || got[0].Entries != 4 || got[0].Rules[0] != "report/filename" {
		t.Fatalf("got %+v, want one proposal for the rule", got)
	}
	if want := "add to its prompt: what `handofflint explain report/filename` teaches"; got[0].Proposal != want {
		t.Errorf("got %q, want %q", got[0].Proposal, want)
	}
	if want := "writer: 4 of 4 failures have this: the file's name and its front matter disagree [report/filename]"; got[0].Finding != want {
		t.Errorf("got %q, want %q", got[0].Finding, want)
	}
}

func TestSuggestForSeveralRoles(t *testing.T) {
	got := suggestions(t, join(
		times(3, failed("writer", "report/missing-end-marker", noEnd)),
		times(4, failed("tester", "report/missing-end-marker", noEnd)),
		times(5, failed("architect", "report/missing-end-marker", noEnd)),
	))
	want := []Suggestion{{
		Kind: "shared", Roles: []string{"architect", "tester", "writer"}, Rules: []string{"report/missing-end-marker"}, Entries: 12, Of: 12,
		Finding:  "architect, tester, writer: 12 of 12 failures have this: " + noEnd + " [report/missing-end-marker]",
		Proposal: "add to what all of them are told: finish the report, then write <!-- handoff-end --> as its last line",
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestSuggestNothing(t *testing.T) {
	other := failed("writer", "report/no-action", "section 5 has no action for the next agent")
	for name, log := range map[string][]Entry{
		"an empty log":     nil,
		"too few":          times(2, failed("writer", "report/missing-end-marker", noEnd)),
		"a small part":     join(times(3, failed("writer", "report/missing-end-marker", noEnd)), times(13, failed("writer")), times(2, other)),
		"nobody's":         times(10, failed("", "report/missing-end-marker", noEnd)),
		"without findings": times(10, failed("writer")),
	} {
		if got := suggestions(t, log); len(got) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestSuggestSilentRules(t *testing.T) {
	if got := suggestions(t, times(49, failed("", "report/missing-end-marker", noEnd))); len(got) > 0 {
		t.Errorf("49 failures are too few: %+v", got)
	}
	got := suggestions(t, times(50, failed("", "report/missing-end-marker", noEnd)))
	if len(got) != 1 || got[0].Kind != "silent" || got[0].Format != "report" || got[0].Of != 50 {
		t.Fatalf("got %+v, want the silent rules for reports", got)
	}
	silent := map[string]bool{}
	for _, name := range got[0].Rules {
		silent[name] = true
	}
	for name, want := range map[string]bool{
		"report/missing-section":    true,  // never fired
		"placeholder":               true,  // for all formats
		"report/missing-end-marker": false, // fired
		"metadata/trailing-text":    false, // another format's
		"schema/unknown-field":      false, // off
		"file/unreadable":           false, // cannot be switched off
		"session/empty":             false, // of folders, not of reports
	} {
		if silent[name] != want {
			t.Errorf("%s among the silent rules: %t, want %t", name, silent[name], want)
		}
	}
}

// Lines of upstream's have no role and no rules: the file's name has the role,
// and the catalogue knows what upstream calls a rule.
func TestSuggestFromUpstream(t *testing.T) {
	upstream := Entry{
		Timestamp: "2026-05-31T12:21:29Z", File: `C:\work\.claude\agent-handoffs\s\02-writer-report.md`,
		ErrorTypes: []string{"section_missing", "content_too_short"}, ErrorCount: 2, Errors: []string{"a", "b"},
	}
	got := suggestions(t, times(3, upstream))
	var rules []string
	for _, s := range got {
		if len(s.Roles) != 1 || s.Roles[0] != "writer" {
			t.Errorf("the roles are %q", s.Roles)
		}
		rules = append(rules, s.Rules...)
	}
	if diff := cmp.Diff([]string{"content_too_short", "report/missing-section"}, rules); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A hostile log makes long names short and no proposal endless.
func TestSuggestIsBounded(t *testing.T) {
	long := strings.Repeat("x", 1000)
	var log []Entry
	for i := range 3 * maxCauses {
		log = append(log, failed(long, "report/missing-section", fmt.Sprintf(`section %d is missing: no heading "## %d. T"`, i, i), long, long))
	}
	s := newSuggester(&rules.Catalogue{})
	for _, e := range log {
		s.add(e)
	}
	for p, causes := range s.causes {
		if len(causes) > maxCauses || len(p.role) > maxName+3 {
			t.Errorf("%d causes of a role of %d bytes", len(causes), len(p.role))
		}
	}
	for _, suggestion := range suggestions(t, log) {
		if len(suggestion.Finding) > 2000 {
			t.Errorf("a finding of %d bytes", len(suggestion.Finding))
		}
	}
}
