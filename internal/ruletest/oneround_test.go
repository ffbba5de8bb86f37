package ruletest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// repairs are the rules whose advice can be followed mechanically.
var repairs = map[string]repair{
	"schema/missing-field":  missingField,
	"schema/empty-field":    fromBank,
	"schema/not-allowed":    firstOffered,
	"schema/bad-format":     fromBank,
	"schema/wrong-type":     fromBank,
	"schema/misspelt-field": misspelt,
	"schema/unknown-field":  drop,

	"placeholder": noPlaceholder,

	"metadata/absolute-path":                   fromBank,
	"metadata/blocked-attempted":               blocked,
	"metadata/blocked-blockers":                blocked,
	"metadata/blocked-next-agent":              blocked,
	"metadata/blocked-next-phase":              fromBank,
	"metadata/blocked-reason":                  blocked,
	"metadata/missing-context":                 fromBank,
	"metadata/next-agent-name":                 toNull,
	"metadata/no-evidence":                     fromBank,
	"metadata/phase-spelling":                  phaseSpelling,
	"metadata/several-agents":                  fromBank,
	"metadata/status-spelling":                 statusSpelling,
	"metadata/unblocked-blockers":              unblocked,
	"metadata/vague-summary":                   fromBank,
	"metadata/verdict-contradicts-status":      needsReview,
	"metadata/verification-contradicts-status": needsReview,

	"report/missing-end-marker": endMarker,
	"report/missing-section":    missingSection,
	"report/no-action":          sectionFromBank,
	"report/no-artifact":        sectionFromBank,
	"report/section-too-short":  sectionFromBank,
	"report/status-not-written": fromBank,
	"report/too-few-words":      sectionFromBank,

	"context/absolute-path":     fromBank,
	"context/duplicate-entry":   drop,
	"context/no-findings":       fromBank,
	"context/no-schema-version": fromBank,
	"context/schema-version":    fromBank,

	"task/no-version": fromBank,
}

// leadsTo is a finding that appears after another one was followed.
type leadsTo struct{ advice, finding string }

// rightlySo are the repairs that lead to another finding, with the reasons.
var rightlySo = map[leadsTo]string{
	{"placeholder", "metadata/no-evidence"}:                     "an empty list is honest, and the reader should know that nothing was read",
	{"placeholder", "suppression/unused"}:                       "what the suppression was for is gone",
	{"metadata/blocked-next-agent", "metadata/next-agent-name"}: "the second way keeps the name, and only a handoff that is not blocked is told that it is none",
	{"metadata/blocked-next-agent", "metadata/several-agents"}:  "the second way keeps the names, and only a handoff that is not blocked is told to choose",
	{"report/status-not-written", "report/missing-done-marker"}: "a report is sealed when it is written, and not before",
}

// TestOneRound follows the findings of each bad case literally and checks again: no other rule may fire then,
// or repairing a handoff would take many runs.
func TestOneRound(t *testing.T) {
	engines := engines{}
	used := map[leadsTo]bool{}
	count := 0
	for _, rule := range rules.BuiltIn().Rules {
		if group := rule.Group(); group == "syntax" || group == "file" {
			continue // see endsJudging
		}
		cases, err := readCases(filepath.Join(absRoot(t), filepath.FromSlash(rule.Name), bad))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			t.Run(rule.Name+"/"+c.name, func(t *testing.T) {
				count += c.oneRound(t, rule, engines, used, false)
			})
			if !strings.Contains(rule.Name, "blocked-") {
				continue
			}
			t.Run(rule.Name+"/"+c.name+"/second", func(t *testing.T) {
				count += c.oneRound(t, rule, engines, used, true)
			})
		}
	}
	t.Logf("%d files were repaired", count)
	if count < 350 {
		t.Errorf("only %d files were repaired", count)
	}
	for pair := range rightlySo {
		if !used[pair] {
			t.Errorf("following %s no longer leads to %s: take it out of the table", pair.advice, pair.finding)
		}
	}
}

func absRoot(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// oneRound repairs the files of a case and returns the number of repairs.
func (c *testCase) oneRound(t *testing.T, rule *rules.Rule, engines engines, used map[leadsTo]bool, second bool) (count int) {
	c.enter(t)
	before := c.judge(t, rule, engines)
	followed := map[string][]rules.Finding{}
	for place, result := range before {
		if len(result.Findings) == 0 || slices.ContainsFunc(result.Findings, endsJudging) {
			continue
		}
		if mended := c.repairFile(t, place, result, second); len(mended) > 0 {
			followed[result.Path] = mended
		}
	}
	if len(followed) == 0 {
		return 0
	}
	after := c.judge(t, rule, engines)
	for _, result := range before {
		if mended := followed[result.Path]; mended != nil {
			i := slices.IndexFunc(after, func(r rules.Result) bool { return r.Path == result.Path })
			expectNoNewRule(t, result.Findings, mended, after[i].Findings, used)
		}
	}
	return len(followed)
}

// endsJudging reports whether a finding keeps other rules from running, so that its repair may reveal
// anything.
func endsJudging(f rules.Finding) bool {
	return f.Unjudged || f.Range.Start.Line == 0 ||
		strings.Contains(f.Message, "nothing else in this file was judged") ||
		strings.HasPrefix(f.Rule, "syntax/") || strings.HasPrefix(f.Rule, "file/")
}

// repairFile writes the repaired text into the file, which keeps its time.
func (c *testCase) repairFile(t *testing.T, place int, result rules.Result, second bool) []rules.Finding {
	t.Helper()
	path := filepath.FromSlash(result.Path)
	if c.stdin != "" {
		path = filepath.FromSlash(c.stdin)
	}
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text, mended, err := mend(place, result.Format, string(data), result.Findings, second)
	if err != nil {
		t.Fatal(err)
	}
	if len(mended) == 0 {
		return nil
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	return mended
}

// expectNoNewRule fails if a rule fires that did not before, or if followed advice is given again.
func expectNoNewRule(t *testing.T, before, mended, after []rules.Finding, used map[leadsTo]bool) {
	t.Helper()
	for _, f := range after {
		same := func(b rules.Finding) bool { return b.Rule == f.Rule }
		again := func(b rules.Finding) bool { return same(b) && b.Pointer == f.Pointer && b.Message == f.Message }
		if slices.ContainsFunc(mended, again) {
			t.Errorf("the advice was followed and is given again:\n%s", renderFinding(f))
		}
		if slices.ContainsFunc(before, same) {
			continue
		}
		excused := false
		for _, m := range mended {
			if pair := (leadsTo{m.Rule, f.Rule}); rightlySo[pair] != "" {
				used[pair], excused = true, true
			}
		}
		if !excused {
			t.Errorf("%s\nonce followed leads to\n%s", renderFinding(mended[0]), renderFinding(f))
		}
	}
}
