package rules

import (
	"testing"
)

// TestComplete holds that incomplete evidence removes its findings in every file, and no others.
func TestComplete(t *testing.T) {
	files, claims := Finding{Rule: "evidence/no-such-file", Needs: "files"}, Finding{Rule: "evidence/future-timestamp", Needs: "claims"}
	chain, own := Finding{Rule: "chain/unread-upstream", Needs: "chain"}, Finding{Rule: "placeholder"}
	results := func() []Result {
		return []Result{
			{Path: "a.md", Findings: []Finding{files, own, claims}},
			{Path: "b.md", Findings: []Finding{files}},
			{Path: "empty", Format: SessionFormat, Folder: true},
			{Path: "session", Format: SessionFormat, Folder: true, Findings: []Finding{chain}},
		}
	}
	count := func(results []Result) (paths, findings int) {
		for _, r := range results {
			findings += len(r.Findings)
		}
		return len(results), findings
	}
	for _, test := range []struct {
		kinds           []string
		paths, findings int
	}{
		{nil, 4, 5},
		{[]string{KindActions}, 4, 5},
		{[]string{KindFiles}, 4, 3},
		{[]string{KindFiles, KindClaims}, 4, 2},
		{[]string{KindChain}, 3, 4},
	} {
		incomplete := &Incomplete{}
		for _, kind := range test.kinds {
			incomplete.Add(kind, "a bound was reached")
			incomplete.Add(kind, "a bound was reached")
		}
		if reasons := incomplete.Reasons(); len(reasons) != len(test.kinds) {
			t.Errorf("%s: the reasons are %v", test.kinds, reasons)
		}
		before := results()
		if paths, findings := count(Complete(before, incomplete)); paths != test.paths || findings != test.findings {
			t.Errorf("%s: %d results with %d findings are left, want %d with %d", test.kinds, paths, findings, test.paths, test.findings)
		}
		if _, findings := count(before); findings != 5 {
			t.Errorf("%s: the results that were given have changed", test.kinds)
		}
	}
	var none *Incomplete
	none.Add(KindFiles, "nobody asks")
	if _, findings := count(Complete(results(), none)); findings != 5 {
		t.Error("without a record something is left out")
	}
}
