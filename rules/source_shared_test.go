package rules_test

import (
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// What a configuration reads, the engine that judges by it does not read again.
func TestBuiltInWithReadsSourcesOnce(t *testing.T) {
	source := func(summary string) rules.Source {
		return rules.Source{Name: "own.yaml", Data: []byte("rules:\n  team/owner:\n    summary: " + summary +
			"\n    formats: [task]\n    severity: warning\n    check: dataSize\n    params: {max: 1}\n    message: it has another summary\n    help: write Done\n")}
	}
	first := builtInWith(t, source("one"))
	if first.Rule("team/owner") == nil {
		t.Fatal("the source's rule is not in the catalogue")
	}
	if builtInWith(t, source("one")) != first {
		t.Error("the same source was read twice")
	}
	if got := builtInWith(t, source("two")).Rule("team/owner").Summary; got != "two" {
		t.Errorf("after the source has changed the summary is %q, want two", got)
	}
	builtIn, err := rules.BuiltIn()
	if err != nil || builtInWith(t) != builtIn {
		t.Errorf("without sources it is not BuiltIn (%v)", err)
	}
}

func builtInWith(t *testing.T, sources ...rules.Source) *rules.Catalogue {
	t.Helper()
	catalogue, err := rules.BuiltInWith(sources...)
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}
