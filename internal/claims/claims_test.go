package claims

import (
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/rules"
)

// accusations returns the findings of the evidence rules for a handoff, with their messages.
func accusations(t *testing.T, engine *rules.Engine, in rules.Input, facts *Facts) []string {
	t.Helper()
	result, err := engine.Check(engine.Parse(in), facts)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range result.Findings {
		if strings.HasPrefix(f.Rule, "evidence/") {
			found = append(found, f.Rule+": "+f.Message)
		}
	}
	return found
}

func evidenceEngine(t *testing.T) *rules.Engine {
	t.Helper()
	return engineAt(t, time.Date(2026, time.June, 1, 12, 0, 0, 0, time.UTC))
}

func engineAt(t *testing.T, now time.Time) *rules.Engine {
	t.Helper()
	engine, err := rules.NewEngine(Add(checks.All()), rules.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return engine
}
