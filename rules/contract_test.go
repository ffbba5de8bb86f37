package rules

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
)

// A rule's findings come from one source. Without one it never fires, and with two it is unclear which words
// are for which.
//
// Two rules have two: schema/unknown-field reports the fields that a closed schema rejects and those that an
// open one does not know; schema/bad-format also reports lines, whose numbers no pattern can compare.
func TestEveryRuleHasOneSource(t *testing.T) {
	for _, rule := range table.Builtin.Rules {
		sources := sourcesOf(t, rule)
		two := rule.Name == "schema/unknown-field" || rule.Name == "schema/bad-format"
		if len(sources) == 1 || two && strings.Join(sources, " ") == "check violations" {
			continue
		}
		t.Errorf("%s has %d sources, not one: %q", rule.Name, len(sources), sources)
	}
}

func sourcesOf(t *testing.T, rule schema.Rule) []string {
	t.Helper()
	var sources []string
	for _, source := range []struct {
		name  string
		there bool
	}{{"check", rule.Check != ""}, {"from", rule.From != ""}, {"must", rule.Must != nil}, {"violations", rule.Violations != nil}} {
		if source.there {
			sources = append(sources, source.name)
		}
	}
	with := 0
	for _, variant := range rule.Variants {
		if variant.Must != nil {
			with++
		}
	}
	if with > 0 {
		sources = append(sources, "variants")
	}
	if with > 0 && with < len(rule.Variants) {
		t.Errorf("%s: %d variants have a pattern and the others never fire", rule.Name, with)
	}
	return sources
}

// `when` says when `must` applies: alone it has no effect.
func TestWhenGoesWithMust(t *testing.T) {
	for _, rule := range table.Builtin.Rules {
		patterns := map[string]schema.Pattern{"the rule": rule.Pattern}
		for _, v := range rule.Variants {
			patterns["variant "+v.Name] = v.Pattern
		}
		for what, p := range patterns {
			if p.When != nil && p.Must == nil {
				t.Errorf("%s: %s has a when and no must", rule.Name, what)
			}
		}
	}
}

// The names in a rule exist: rules that it yields to, and kinds of violations that no other rule reports.
func TestRulesNameWhatThereIs(t *testing.T) {
	catalogue := BuiltIn()
	reports := map[string]string{}
	for _, rule := range table.Builtin.Rules {
		for _, other := range rule.Yields {
			if catalogue.Rule(other) == nil || other == rule.Name {
				t.Errorf("%s yields to %q, which is not another rule", rule.Name, other)
			}
		}
		for _, kind := range rule.Violations {
			if first, taken := reports[kind]; taken {
				t.Errorf("%s and %s both report %q", first, rule.Name, kind)
			}
			reports[kind] = rule.Name
		}
	}
}

// A fix describes its edit in words and in one way, or leaves it to the rule's check or the schema. A rename
// names both sides.
func TestFixesHaveOneWay(t *testing.T) {
	for _, rule := range table.Builtin.Rules {
		fixes := []*schema.Fix{rule.Fix}
		for _, v := range rule.Variants {
			fixes = append(fixes, v.Fix)
		}
		for _, fix := range fixes {
			if fix == nil {
				continue
			}
			ways := 0
			for _, way := range []bool{fix.Set != "", fix.Replace != nil, fix.From != ""} {
				if way {
					ways++
				}
			}
			checked := ways == 0 && (rule.Check != "" || rule.From == "schema" || rule.Violations != nil)
			if fix.Message == "" || ways != 1 && !checked || (fix.From == "") != (fix.To == "") {
				t.Errorf("%s: a fix with %d ways: %+v", rule.Name, ways, *fix)
			}
		}
	}
}
