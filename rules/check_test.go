package rules_test

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

const vagueOutput = `{"agent": "reviewer", "summary": "Fixed get-issue"}`

// checkVague checks vagueOutput with another check for the rule metadata/vague-summary, and returns that
// rule's findings.
func checkVague(t *testing.T, check rules.Check) ([]rules.Finding, error) {
	t.Helper()
	own := checks.All()
	own["vagueSummary"] = check
	engine, err := rules.NewEngine(own, rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	result, err := engine.CheckInput(rules.Input{Path: "o.json", As: "metadata", Data: []byte(vagueOutput)})
	return slices.DeleteFunc(result.Findings, func(f rules.Finding) bool { return f.Rule != "metadata/vague-summary" }), err
}

// TestOwnCheckGetsParameters holds that a check outside of this module gets the rule's parameters, typed.
func TestOwnCheckGetsParameters(t *testing.T) {
	var words int
	_, err := checkVague(t, rules.NewCheck(func(p *struct {
		Words int `json:"words"`
	}, _ *rules.Pass,
	) {
		words = p.Words
	}))
	if err != nil || words != 5 {
		t.Errorf("words is %d, error %v", words, err)
	}
}

// TestParamsThatDoNotFit holds that an error about parameters names the rule, the check and the parameters.
func TestParamsThatDoNotFit(t *testing.T) {
	tests := map[string]struct {
		check rules.Check
		want  string
	}{
		"not in the struct": {rules.NewCheck(func(*struct{}, *rules.Pass) {}), `unknown field "words"`},
		"another type": {rules.NewCheck(func(*struct {
			Words string `json:"words"`
		}, *rules.Pass) {
		}), "number into Go struct field"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := checkVague(t, test.check)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range []string{"rule metadata/vague-summary", "check vagueSummary", `{"words":5}`, test.want} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q has no %q", err, want)
				}
			}
		})
	}
}

// TestMissingCheckSaysTheWayOut holds that the error for a forgotten checks.All() is helpful.
func TestMissingCheckSaysTheWayOut(t *testing.T) {
	engine, err := rules.NewEngine(nil, rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = engine.CheckInput(rules.Input{As: "task", Data: []byte("{}")})
	if err == nil || !strings.Contains(err.Error(), "checks.All()") {
		t.Errorf("error is %v", err)
	}
}

// TestReportAnywhere holds that a check that reports a wrong position or wrong words causes a finding, not a
// crash.
func TestReportAnywhere(t *testing.T) {
	reports := map[string]rules.Report{
		"nothing":       {},
		"before":        {At: text.Span{Start: -7, End: -3}},
		"behind":        {At: text.Span{Start: math.MaxInt - 1, End: math.MaxInt}},
		"around":        {At: text.Span{Start: -1, End: math.MaxInt}},
		"backwards":     {At: text.Span{Start: 9, End: 3}},
		"scope":         {Scope: text.Span{Start: 9, End: -3}},
		"related":       {Related: []document.Related{{Span: text.Span{Start: 90000, End: -1}}}},
		"variant":       {Variant: "no-such", Values: rules.Values{"text": "x"}},
		"pointer":       {Pointer: "no pointer"},
		"member":        {Member: &rules.Member{Path: "x"}},
		"fix":           {Fix: []rules.Replacement{{At: text.Span{Start: 9, End: -3}}}},
		"fact alone":    {Fact: &rules.Fact{Value: "1"}},
		"another file":  {File: "other.json"},
		"hostile value": {Values: rules.Values{"text": "\x1b[2J{text}"}},
	}
	for _, name := range slices.Sorted(maps.Keys(reports)) {
		t.Run(name, func(t *testing.T) {
			findings, err := checkVague(t, rules.NewCheck(func(_ *struct {
				Words int `json:"words"`
			}, pass *rules.Pass,
			) {
				pass.Report(reports[name])
			}))
			if err != nil || len(findings) != 1 {
				t.Fatalf("%d findings, error %v", len(findings), err)
			}
			start, end := findings[0].Range.Start, findings[0].Range.End
			if start.Offset < 0 || end.Offset > len(vagueOutput) || start.Offset > end.Offset {
				t.Errorf("the range is %+v", findings[0].Range)
			}
		})
	}
}

// TestFixOutsideIsNone holds that an edit outside of the file is dropped, and one inside is kept.
func TestFixOutsideIsNone(t *testing.T) {
	const output = `{"agent": "reviewer", "files_modified": ["/a"]}`
	tests := map[string]struct {
		at   text.Span
		kept bool
	}{
		"inside":    {text.Span{Start: 1, End: 8}, true},
		"before":    {text.Span{Start: -1, End: 8}, false},
		"behind":    {text.Span{Start: 1, End: len(output) + 1}, false},
		"backwards": {text.Span{Start: 8, End: 1}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			own := checks.All()
			own["relativePaths"] = func(rules.Params) (rules.Run, error) {
				return func(pass *rules.Pass) {
					pass.Report(rules.Report{At: text.Span{Start: 1, End: 8}, Fix: []rules.Replacement{{At: test.at, NewText: "x"}}})
				}, nil
			}
			engine, err := rules.NewEngine(own, rules.Options{})
			if err != nil {
				t.Fatal(err)
			}
			result, err := engine.CheckInput(rules.Input{As: "metadata", Data: []byte(output)})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range result.Findings {
				if f.Rule == "metadata/absolute-path" && (f.Fix != nil) == test.kept {
					return
				}
			}
			t.Errorf("no finding with fix %t: %+v", test.kept, result.Findings)
		})
	}
}

// TestFaultWithoutRule holds that a file with a fault does not pass because the fault's rule is unknown.
func TestFaultWithoutRule(t *testing.T) {
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = engine.CheckFault(rules.Input{Path: "a.json"}, document.Fault{Rule: "file/gone"})
	if err == nil || !strings.Contains(err.Error(), `no rule "file/gone"`) {
		t.Errorf("error is %v", err)
	}
}

// TestParseKeepsFaults checks that a file that is not text is a finding, not an error.
func TestParseKeepsFaults(t *testing.T) {
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	doc := engine.Parse(rules.Input{Path: "a.json", As: "task", Data: []byte("{\"a\": \xff}")})
	if !doc.Fatal || len(doc.Faults) != 1 || doc.Faults[0].Rule != "file/not-utf8" {
		t.Fatalf("document %+v", doc)
	}
}
