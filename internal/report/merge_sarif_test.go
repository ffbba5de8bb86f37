package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// manyFiles are results with findings of several rules, fixes and related
// places, some with names that sort otherwise as a URI.
func manyFiles(n int, message string) []rules.Result {
	results := make([]rules.Result, n)
	for i := range results {
		path := fmt.Sprintf("%c/%05d \u00fc\xff.json", 'A'+i%50, i)
		results[i] = rules.Result{Path: path}
		for j := range 1 + i%3 {
			severity := rules.Warning
			if (i+j)%5 == 0 {
				severity = rules.Error
			}
			results[i].Findings = append(results[i].Findings, rules.Finding{
				Rule: fmt.Sprintf("rule/%d", (i*7+j)%23), Severity: severity, Path: path, Range: span(j+1, 1, j+1, 2),
				Message: message, Help: "\u202e ##[x]", Unjudged: i%11 == 0,
				Related: []rules.Related{{Path: path, Range: span(1, 1, 1, 1), Message: "[a](b)"}},
				Fix:     &rules.Fix{Message: "mend", Edits: []rules.Edit{{Range: span(1, 1, 1, 1), NewText: "\xff\ufffd<&>"}}},
			})
		}
	}
	slices.SortFunc(results, func(a, b rules.Result) int { return strings.Compare(a.Path, b.Path) })
	return results
}

// shards deals results out to n runs, and prints each.
func shards(t testing.TB, n int, results []rules.Result) (texts [][]byte) {
	t.Helper()
	for i := range n {
		run := Run{Version: "1", Shard: &Shard{Index: i + 1, Count: n, Set: "s"}, Explain: explained}
		for j, r := range results {
			if j%n == i {
				run.Results = append(run.Results, r)
			}
		}
		texts = append(texts, []byte(render(t, "sarif", run)))
	}
	return texts
}

// explained knows every other rule.
func explained(name string) Explanation {
	if strings.HasSuffix(name, "1") {
		return Explanation{}
	}
	return Explanation{Summary: "s " + name, Why: "w", Markdown: "# \xff " + name, Severity: rules.Error}
}

// TestMergedSarifEqualsOneRun joins parts that have more than one log may
// hold, in number and in bytes, and parts without any finding.
func TestMergedSarifEqualsOneRun(t *testing.T) {
	cases := []struct {
		name    string
		results []rules.Result
		bytes   int
		cut     bool
	}{
		{"nothing", nil, 0, false},
		{"one", manyFiles(1, "m"), 0, false},
		{"all", manyFiles(600, "m"), 0, false},
		{"many bytes", manyFiles(900, strings.Repeat("x", 9000)), 0, false},
		{"too many bytes", noisy(300, 800), noisyLimit, true},
		{"too many results", brief(26_000), 0, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			want := render(t, "sarif", Run{Version: "1", Results: c.results, Explain: explained, sarifBytes: c.bytes})
			if cut := strings.Contains(want, " findings are left out"); cut != c.cut {
				t.Fatalf("cut: %v", cut)
			}
			merged, err := Merge(readParts(t, shards(t, 4, c.results)...))
			if err != nil {
				t.Fatal(err)
			}
			merged.sarifBytes = c.bytes
			if got := written(t, merged); got != want {
				t.Errorf("%d bytes differ from the %d of one run", len(got), len(want))
			}
		})
	}
}

// brief are so many results that only their number is over a limit.
func brief(n int) []rules.Result {
	results := make([]rules.Result, n)
	for i := range results {
		path := fmt.Sprintf("%05d", i)
		results[i] = rules.Result{Path: path, Findings: []rules.Finding{{Rule: "r", Severity: rules.Warning, Path: path}}}
	}
	return results
}

// TestSarifPartIsSarif holds a part to the standard's schema too.
func TestSarifPartIsSarif(t *testing.T) {
	for _, text := range shards(t, 3, manyFiles(9, "m")) {
		parseSARIF(t, string(text))
	}
}

func TestReadSarifPartRefuses(t *testing.T) {
	good := string(shards(t, 1, manyFiles(3, "m"))[0])
	changed := func(old, by string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("the part has no %s", old)
		}
		return strings.Replace(good, old, by, 1)
	}
	cases := []struct{ name, text, want string }{
		{"no run", `{"version": "2.1.0", "runs": []}`, "it has 0 runs"},
		{"two runs", `{"version": "2.1.0", "runs": [{}, {}]}`, "it has 2 runs"},
		{"another tool", changed(`"name": "handofflint"`, `"name": "CodeQL"`), `it is the log of "CodeQL"`},
		{"no shard", render(t, "sarif", Run{Results: manyFiles(3, "m")}), "its run is no part of anything"},
		{"an index too high", changed(`"index": 1`, `"index": 2`), "there is no part 2 of 1"},
		{"a result left out", changed(`"findings": 1`, `"findings": 2`), "it was cut or altered"},
		{"a result too many", changed(`"findings": 2`, `"findings": 1`), "it was cut or altered"},
		{"no results of a file", changed(`"findings": 1`, `"findings": -1`), "it was cut or altered"},
		{"more than there can be", changed(`"findings": 1`, `"findings": 9223372036854775807`), "it was cut or altered"},
		{"another rule", changed(`"ruleIndex": 0`, `"ruleIndex": 1`), "is not that of its rule"},
		{"no such rule", changed(`"ruleIndex": 0`, `"ruleIndex": -1`), "is not that of its rule"},
		{"a level of others", changed(`"level": "warning"`+",\n          \"message\"", `"level": "note", "message"`), `"note" is no severity`},
		{"a level that is off", changed(`"level": "warning"`+",\n          \"message\"", `"level": "off", "message"`), "a finding is an error or a warning"},
		{"a key of others", changed(`"ruleIndex": 0,`, `"ruleIndex": 0, "guid": "x",`), `unknown field "guid"`},
		{"a rule of others", changed(`"shortDescription"`, `"guid": "x", "shortDescription"`), `rule 1: json: unknown field "guid"`},
		{"a key left out", changed(`"ruleIndex": 0,`, ``), "it is not as handofflint writes it"},
		{"a null", changed(`"id": 1,`, `"id": null,`), "it is not as handofflint writes it"},
		{"a key in another case", changed(`"level":`, `"Level":`), "it is not as handofflint writes it"},
		{"no place", changed(`"locations": [`, `"locations": [], "relatedLocations": [`), "it has 0 locations"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if _, err := ReadPart("p.sarif", []byte(c.text)); err == nil || !strings.HasPrefix(err.Error(), "p.sarif: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestMergeRefusesTwoFormats(t *testing.T) {
	one, two := partRun(1, "a"), partRun(2, "b")
	_, err := Merge(readParts(t, []byte(render(t, "json", one)), []byte(render(t, "sarif", two))))
	if err == nil || !strings.Contains(err.Error(), "part1 is json and part2 is sarif: merge one format at a time") {
		t.Error(err)
	}
}
