package payload

import (
	"regexp"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

func TestSettings(t *testing.T) {
	p := LoadSettings()
	// Upstream's names, from its proposal.
	if p.Environment != "KELOS_HANDOFF_PATH" || p.Path != "/tmp/kelos-handoff.json" {
		t.Errorf("the payload is at %s or %s", p.Environment, p.Path)
	}
	values := map[string][]string{
		"blank": nil, "absent": {"text"}, "malformed": {"text"}, "quoted": nil,
		"long": {"marker", "want", "limit"}, "block": {"limit"}, "escaped": {"limit"},
		"cut": {"marker", "want"}, "headless": {"marker", "want"}, "binary": nil, "prefixed": nil,
		"withheld": {"path", "why"}, "errors": nil,
	}
	for name := range p.Words {
		if _, ok := values[name]; !ok {
			t.Errorf("nothing says %q", name)
		}
	}
	for name, names := range values {
		filled := rules.Values{}
		for _, n := range names {
			filled[n] = "<" + n + ">"
		}
		said := p.Say(name, filled)
		if said == "" || regexp.MustCompile(`\{\w+\}`).MatchString(said) {
			t.Errorf("%s: %q has a name without a value", name, said)
		}
	}
}
