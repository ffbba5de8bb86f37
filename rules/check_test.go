package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
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

// fewWords are parameters that their check refuses.
type fewWords struct {
	Words int `json:"words"`
}

func (w *fewWords) Prepare() error { return fmt.Errorf(`{"words":%d} are too many`, w.Words) }

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
		"refused by the check": {rules.NewCheck(func(*fewWords, *rules.Pass) {}), `{"words":5} are too many`},
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

// TestUnknownFormat holds that a file does not pass because a program asks for a format that does not exist.
func TestUnknownFormat(t *testing.T) {
	_, err := engine(t).CheckInput(rules.Input{Path: "a.json", As: "novel", Data: []byte("{}")})
	if err == nil || !strings.Contains(err.Error(), `unknown format "novel"`) {
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
