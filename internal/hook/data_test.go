package hook

import (
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// The rules and patterns in hook.cue must be valid.
func TestHookNamesRulesThatExist(t *testing.T) {
	h := builtin()
	catalogue := rules.BuiltIn()
	names := slices.Concat(h.Later, h.Unfinished, []string{h.Sealed, h.Stale})
	for name := range h.Skeletons {
		name, variant, _ := strings.Cut(name, ":")
		names = append(names, name)
		if rule := catalogue.Rule(name); rule != nil && variant != "" && rule.In(variant) == rule.In("") {
			t.Errorf("%s has no variant %q", name, variant)
		}
	}
	for _, name := range names {
		if catalogue.Rule(name) == nil {
			t.Errorf("there is no rule %q", name)
		}
	}
	for _, pattern := range h.Patterns {
		pattern.MatchString("") // panics if it is not valid
	}
	if h.Characters != 7000 || h.Blocks != 3 {
		t.Errorf("%d characters, %d blocks", h.Characters, h.Blocks)
	}
}

func TestHookSkeletons(t *testing.T) {
	if got := missingPart(rules.Finding{Rule: "syntax/front-matter", Variant: "absent"}); !strings.HasPrefix(got, "```\n---\nagent_role: ") {
		t.Error(got)
	}
	if got := missingPart(rules.Finding{Rule: "syntax/front-matter", Variant: "open"}); got != "" {
		t.Errorf("front matter that is there got %q", got)
	}
	if got := missingPart(rules.Finding{Rule: "schema/wrong-type"}); got != "" {
		t.Error(got)
	}
}
