package rules_test

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/rules"
)

// few returns an engine that lists at most a number of findings of a kind.
func few(t testing.TB, findings int, strict bool) *rules.Engine {
	t.Helper()
	e, err := rules.NewEngine(checks.All(), rules.Options{
		Now: noon, Strict: strict, Limits: rules.Limits{Findings: findings},
		Overrides: []rules.Override{{Pattern: "placeholder", Severity: rules.Warning}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// toldOfCut returns the rules with a finding that notes omitted findings; each notes it once.
func toldOfCut(t testing.TB, result rules.Result) []string {
	t.Helper()
	var told []string
	for _, f := range result.Findings {
		if strings.Contains(f.Message, "; others of this kind") {
			told = append(told, f.Rule)
		}
		if strings.Count(f.Message, "; others of this kind") > 1 {
			t.Errorf("told twice: %s", f.Message)
		}
	}
	return told
}

// Unused suppressions, which are reported last, are cut off with a note like other findings.
func TestUnusedSuppressionsAreCutOffOpenly(t *testing.T) {
	names := []string{"schema/missing-field", "schema/wrong-type", "schema/empty-field", "schema/bad-format"}
	key := `"handofflint": {"disable": ["` + strings.Join(names, ` -- the reason why", "`) + ` -- the reason why"]}, "version": 1`
	text := edit(t, validTask, `"version": 1`, key)
	result := checkInput(t, few(t, 2, false), rules.Input{Path: "a.json", Data: []byte(text), Named: true})
	want(t, "two and the next of four", result, "warning suppression/unused /handofflint/disable/0", "warning suppression/unused /handofflint/disable/1", "warning suppression/unused /handofflint/disable/2")
	if told := toldOfCut(t, result); len(told) != 1 || !strings.HasSuffix(result.Findings[2].Message, "; others of this kind are not listed") {
		t.Errorf("%v tell of a cut: %v", told, result.Findings)
	}
	result = checkInput(t, few(t, 4, false), rules.Input{Path: "a.json", Data: []byte(text), Named: true})
	if told := toldOfCut(t, result); len(told) != 0 || len(result.Findings) != 4 {
		t.Errorf("all four: %v tell of a cut: %v", told, result.Findings)
	}
}

// Section 3's finding yields to its placeholder, and section 4's, which yields to none, is cut off. So the
// finding about section 3 stays, to note that there are more: the file must not pass, even if the placeholder
// is allowed.
func TestACutIsToldWhereEveryFindingYields(t *testing.T) {
	short := []string{choice, "TBD\n", caveat, "Slow.\n"}
	for _, tt := range []struct {
		name     string
		findings int
		strict   bool
		before   string
		want     []string
		told     int
	}{
		{"both have room", 2, false, "", []string{"warning placeholder", "warning report/section-too-short"}, 0},
		{"one has", 1, false, "", []string{"warning placeholder", "warning report/section-too-short"}, 1},
		{"strictly", 1, true, "", []string{"error placeholder", "error report/section-too-short"}, 1},
		{"it is suppressed", 1, false, disable(" placeholder"), []string{"warning report/section-too-short"}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			result := inline(t, few(t, tt.findings, tt.strict), append([]string{section3, tt.before + section3}, short...)...)
			want(t, tt.name, result, tt.want...)
			if told := toldOfCut(t, result); len(told) != tt.told {
				t.Errorf("%v tell of a cut: %v", told, result.Findings)
			}
		})
	}
}

// Suppressed findings are not listed, so no omission is noted.
func TestSuppressedFindingsAreCutOffSilently(t *testing.T) {
	result := inline(t, few(t, 1, false), section3, disable(" placeholder")+section3, choice, choice+"\nTBD\n\nTODO\n")
	want(t, "suppressed", result)
}
