package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// at returns a finding of a rule at a span of bytes, which is also its scope.
func at(rule string, start, end int, yields ...string) Finding {
	r := text.Range{Start: text.Pos{Offset: start}, End: text.Pos{Offset: end}}
	return Finding{Rule: rule, Severity: Warning, Range: r, scope: r, yields: yields}
}

func scoped(f Finding, start, end int) Finding {
	f.scope = text.Range{Start: text.Pos{Offset: start}, End: text.Pos{Offset: end}}
	return f
}

func whole(f Finding) Finding {
	f.wholeFile = true
	return f
}

func names(findings []Finding) string {
	var out []string
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%s@%d", f.Rule, f.Range.Start.Offset))
	}
	return strings.Join(out, " ")
}

func TestYield(t *testing.T) {
	tests := []struct {
		name     string
		findings []Finding
		want     string
	}{
		{"to the same place", []Finding{at("a", 5, 9, "b"), at("b", 5, 9)}, "b@5"},
		{"to a part of it", []Finding{at("a", 5, 9, "b"), at("b", 6, 7)}, "b@6"},
		{"not to more than it", []Finding{at("a", 5, 9, "b"), at("b", 4, 9)}, "a@5 b@4"},
		{"not to another place", []Finding{at("a", 5, 9, "b"), at("b", 9, 12)}, "a@5 b@9"},
		{"to what is in its scope", []Finding{scoped(at("a", 5, 9, "b"), 5, 90), at("b", 50, 60)}, "b@50"},
		{"not beyond its scope", []Finding{scoped(at("a", 5, 9, "b"), 5, 90), at("b", 80, 91)}, "a@5 b@80"},
		{"to a rule of the whole file", []Finding{at("a", 5, 9, "b"), whole(at("b", 0, 0))}, "b@0"},
		{"as the whole file to anything", []Finding{whole(at("a", 0, 0, "b")), at("b", 7, 8)}, "b@7"},
		{"to none that it does not name", []Finding{at("a", 5, 9, "c"), at("b", 5, 9)}, "a@5 b@5"},
		{"a chain: the middle one has fired", []Finding{at("a", 5, 9, "b"), at("b", 5, 9, "c"), at("c", 5, 9)}, "c@5"},
		{"not to its own kind by accident", []Finding{at("a", 5, 9, "b"), at("a", 6, 7, "b")}, "a@5 a@6"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := names(tt.findings)
			if got := names(yield(tt.findings)); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			if names(tt.findings) != before {
				t.Error("the caller's findings were changed")
			}
		})
	}
}

// settled returns the final findings of one file.
func settled(e *Engine, findings []Finding) []Finding {
	return (&docCheck{engine: e, ruleSet: &ruleSet{}, doc: unread(Input{}, document.Fault{}), findings: findings}).process()
}

func TestSettle(t *testing.T) {
	late, early, twice := at("z", 9, 12), at("a", 1, 2), at("m", 5, 6)
	longer, otherRule, otherWords := at("m", 5, 8), at("n", 5, 6), twice
	otherWords.Message = "x"
	findings := []Finding{late, otherWords, twice, longer, otherRule, twice, early}
	for _, strict := range []bool{false, true} {
		e := &Engine{options: Options{Strict: strict}}
		got := settled(e, slices.Clone(findings))
		if names(got) != "a@1 m@5 m@5 n@5 m@5 z@9" {
			t.Errorf("strict %t: %s", strict, names(got))
		}
		for _, f := range got {
			if want := map[bool]Severity{false: Warning, true: Error}[strict]; f.Severity != want {
				t.Errorf("strict %t: %s is %s", strict, f.Rule, f.Severity)
			}
		}
	}
}

// Of equal findings, one is kept, and also each with its own fix.
func TestFixesAreNoCopies(t *testing.T) {
	plain, fixed := at("m", 5, 6), at("m", 5, 6)
	fixed.Fix = &Fix{Edits: []Edit{{NewText: "x"}}}
	got := deduplicate([]Finding{plain, plain, fixed, fixed})
	if names(got) != "m@5 m@5 m@5" || got[0].Fix != nil || got[2].Fix == nil {
		t.Error(names(got))
	}
}

// The order in which findings are made does not affect the result.
func TestSettleDoesNotDependOnOrder(t *testing.T) {
	var findings []Finding
	for i := range 40 {
		f := at(string(rune('a'+i%5)), i*7%11, i*7%11+i%3)
		f.Pointer = fmt.Sprint("/", i%4)
		findings = append(findings, f)
	}
	e := &Engine{}
	want := settled(e, slices.Clone(findings))
	for shift := range findings {
		turned := append(slices.Clone(findings[shift:]), findings[:shift]...)
		slices.Reverse(turned)
		if got := settled(e, turned); names(got) != names(want) || len(got) != len(want) {
			t.Fatalf("turned by %d: %s, want %s", shift, names(got), names(want))
		}
	}
}

func TestMerge(t *testing.T) {
	e := &Engine{}
	files := []Result{
		{Path: "b.md", Format: "report", Findings: []Finding{at("m", 5, 6)}},
		{Path: "a.md", Format: "report"},
		{Path: "c.txt", Skipped: "no handoff"},
	}
	sessions := []Result{
		{Path: "dir", Format: SessionFormat, Findings: []Finding{at("s", 0, 0)}},
		{Path: "b.md", Format: SessionFormat, Findings: []Finding{at("a", 1, 2), at("m", 5, 6)}},
		{Path: "c.txt", Format: SessionFormat, Findings: []Finding{at("d", 0, 0)}},
	}
	merged := e.Merge(files, sessions)
	var got []string
	for _, r := range merged {
		got = append(got, fmt.Sprintf("%s(%s)%s[%s]", r.Path, r.Format, r.Skipped, names(r.Findings)))
	}
	want := "a.md(report)[] b.md(report)[a@1 m@5] c.txt()[d@0] dir(session)[s@0]"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("%s\nwant %s", s, want)
	}
	if len(files[0].Findings) != 1 || files[2].Skipped == "" {
		t.Error("the callers' results were changed")
	}
}

func TestSummarize(t *testing.T) {
	warned, failed, unjudged := at("w", 0, 0), at("e", 0, 0), at("u", 0, 0)
	failed.Severity, unjudged.Unjudged = Error, true
	got := Summarize([]Result{
		{Suppressed: 2, Known: 1}, {Findings: []Finding{warned}, Known: 3}, {Findings: []Finding{warned, failed}}, {Skipped: "no handoff"}, {Findings: []Finding{failed, warned}},
		{Findings: []Finding{unjudged}}, {Skipped: "reserved", Reserved: true}, {Reserved: true, Findings: []Finding{warned}}, {Folder: true},
	})
	want := Summary{Files: 7, Folders: 1, Passed: 2, Warned: 2, Failed: 3, Skipped: 1, Reserved: 1, Unjudged: 1, Suppressed: 2, Known: 4, Errors: 2, Warnings: 5}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestFailuresCover(t *testing.T) {
	failed := failures{"/data/a": {}, "/data/list/1": {}, "/data/x~1y": {}}
	for pointer, want := range map[string]bool{
		"/data/a": true, "/data/a/b/c": true, "/data/ab": false, "/data": false, "": false,
		"/data/list": false, "/data/list/1": true, "/data/list/1/z": true, "/data/list/10": false,
		"/data/x~1y/0": true, "/data/x": false, "data/a": false,
	} {
		if failed.covers(pointer) != want {
			t.Errorf("%q: covered is not %t", pointer, want)
		}
	}
	if (failures{}).covers("/data") || failures(nil).covers("/data") {
		t.Error("nothing has failed, and yet something is covered")
	}
	if !(failures{"/data": {}}).covers("/data/a/b") || !(failures{"": {}}).covers("/data") {
		t.Error("a failure does not cover what is in it")
	}
}
