package rules_test

import (
	"slices"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/rules"
)

func TestCosts(t *testing.T) {
	costs := &rules.Costs{}
	e, err := rules.NewEngine(checks.All(), rules.Options{Now: noon, Costs: costs})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.CheckInput(rules.Input{Path: "task.json", As: "task", Data: []byte(`{"version": 1}`)}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.CheckSession(&rules.Session{Path: "s"}, nil); err != nil {
		t.Fatal(err)
	}
	list := costs.Slowest()
	var names []string
	for i, c := range list {
		names = append(names, c.Rule)
		if c.Time < 0 || i > 0 && c.Time > list[i-1].Time {
			t.Errorf("%s took %s, and is not in order", c.Rule, c.Time)
		}
	}
	for _, want := range []string{"the schemas", "placeholder", "session/duplicate-sequence"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not among %q", want, names)
		}
	}
	if slices.Contains(names, "evidence/no-such-file") {
		t.Error("a rule that did not run, for lack of evidence, has a cost")
	}
	var none *rules.Costs
	if none.Slowest() != nil {
		t.Error("nil has costs")
	}
}
