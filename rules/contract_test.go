package rules

import (
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/errors"
)

// loadWithContract compiles all sources, the contract among them, which
// judging a file goes without.
func loadWithContract(t *testing.T) cue.Value {
	t.Helper()
	value, err := loadSources(func(string) bool { return false })
	if err != nil {
		t.Fatalf("the sources break the contract of cue/rule.cue:\n%s", errors.Details(err, nil))
	}
	return value
}

func fieldsOf(t *testing.T, v cue.Value, path string) map[string]cue.Value {
	t.Helper()
	fields, err := v.LookupPath(cue.ParsePath(path)).Fields()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]cue.Value{}
	for fields.Next() {
		out[fields.Selector().Unquoted()] = fields.Value()
	}
	return out
}

// Every entry fits the contract once it is unified with it. Patterns need not
// be concrete, all that is shown to a user must be.
func TestCatalogueFitsItsContract(t *testing.T) {
	value := loadWithContract(t)
	for _, kind := range []string{"rules", "formats"} {
		entries := fieldsOf(t, value, kind)
		if len(entries) == 0 {
			t.Errorf("there are no %s", kind)
		}
		for name, entry := range entries {
			if err := entry.Validate(); err != nil {
				t.Errorf("%s %s:\n%s", kind, name, errors.Details(err, nil))
			}
		}
	}
	shown := []string{"summary", "formats", "severity", "params", "violations", "reads", "yields", "message", "help", "why", "examples", "since", "final", "fixed", "unjudged"}
	for name, rule := range fieldsOf(t, value, "rules") {
		for _, path := range shown {
			field := rule.LookupPath(cue.ParsePath(path))
			if !field.Exists() {
				continue
			}
			if err := field.Validate(cue.Concrete(true)); err != nil {
				t.Errorf("%s: %s:\n%s", name, path, errors.Details(err, nil))
			}
		}
	}
}

// The contract refuses what it does not know: a misspelt key in an entry would
// otherwise be a rule that silently does less.
func TestContractIsClosed(t *testing.T) {
	rule := loadWithContract(t).LookupPath(cue.ParsePath("#Rule"))
	for _, entry := range []string{
		`{sevrity: "error"}`,
		`{severity: "fatal"}`,
		`{formats: []}`,
		`{formats: ["reports"]}`,
		`{fix: {message: "x", sets: null}}`,
		`{variants: plain: {mesage: "x"}}`,
		`{examples: {worse: "x"}}`,
		`{summary: "` + strings.Repeat("x", 101) + `"}`,
	} {
		if rule.Unify(cuecontext.New().CompileString(entry)).Validate() == nil {
			t.Errorf("the contract takes %s", entry)
		}
	}
}

// A rule's findings come from one place. With none it never fires, and with
// two nobody could say which words are for which.
//
// Two rules have two. schema/unknown-field tells of the fields that a closed
// schema refuses and of those that an open one only does not know, and
// schema/bad-format of lines, whose numbers no pattern can compare.
func TestEveryRuleHasOneSource(t *testing.T) {
	for name, rule := range fieldsOf(t, loadWithContract(t), "rules") {
		sources := sourcesOf(t, rule)
		two := name == "schema/unknown-field" || name == "schema/bad-format"
		if len(sources) == 1 || two && strings.Join(sources, " ") == "check violations" {
			continue
		}
		t.Errorf("%s has %d sources, not one: %q", name, len(sources), sources)
	}
}

func sourcesOf(t *testing.T, rule cue.Value) []string {
	t.Helper()
	var sources []string
	for _, path := range []string{"check", "from", "must", "violations"} {
		if rule.LookupPath(cue.ParsePath(path)).Exists() {
			sources = append(sources, path)
		}
	}
	if !rule.LookupPath(cue.ParsePath("variants")).Exists() {
		return sources
	}
	with, without := 0, 0
	for _, variant := range fieldsOf(t, rule, "variants") {
		if variant.LookupPath(cue.ParsePath("must")).Exists() {
			with++
		} else {
			without++
		}
	}
	if with > 0 {
		sources = append(sources, "variants")
	}
	if with > 0 && without > 0 {
		t.Errorf("of the variants %d have a pattern and %d have none, which never fire", with, without)
	}
	return sources
}

// `when` says when `must` is asked for: alone it says nothing.
func TestWhenGoesWithMust(t *testing.T) {
	for name, rule := range fieldsOf(t, loadWithContract(t), "rules") {
		entries := map[string]cue.Value{"the rule": rule}
		if rule.LookupPath(cue.ParsePath("variants")).Exists() {
			for variant, v := range fieldsOf(t, rule, "variants") {
				entries["variant "+variant] = v
			}
		}
		for what, v := range entries {
			if v.LookupPath(cue.ParsePath("when")).Exists() && !v.LookupPath(cue.ParsePath("must")).Exists() {
				t.Errorf("%s: %s has a when and no must", name, what)
			}
		}
	}
}

// What a rule names has to be there: rules that it yields to, and kinds of
// violations that no other rule tells of.
func TestRulesNameWhatThereIs(t *testing.T) {
	all := fieldsOf(t, loadWithContract(t), "rules")
	tells := map[string]string{}
	for name, rule := range all {
		for _, other := range reading(rule).list("yields") {
			if _, ok := all[other]; !ok || other == name {
				t.Errorf("%s yields to %q, which is no other rule", name, other)
			}
		}
		for _, kind := range reading(rule).list("violations") {
			if first, taken := tells[kind]; taken {
				t.Errorf("%s and %s both tell of %q", first, name, kind)
			}
			tells[kind] = name
		}
	}
}

// A fix says in words what it does, and how in one way, or leaves that to the
// rule's check or the schema. A rename names both sides.
func TestFixesHaveOneWay(t *testing.T) {
	for name, rule := range fieldsOf(t, loadWithContract(t), "rules") {
		entries := []cue.Value{rule}
		if rule.LookupPath(cue.ParsePath("variants")).Exists() {
			for _, v := range fieldsOf(t, rule, "variants") {
				entries = append(entries, v)
			}
		}
		for _, entry := range entries {
			fix := entry.LookupPath(cue.ParsePath("fix"))
			if !fix.Exists() {
				continue
			}
			ways := 0
			for _, way := range []string{"set", "replace", "rename", "edit"} {
				if fix.LookupPath(cue.ParsePath(way)).Exists() {
					ways++
				}
			}
			in := reading(rule)
			checked := ways == 0 && (in.text("check") != "" || in.text("from") == "schema" || len(in.list("violations")) > 0)
			if reading(fix).text("message") == "" || ways != 1 && !checked {
				t.Errorf("%s: a fix with %d ways and the message %q", name, ways, reading(fix).text("message"))
			}
		}
	}
}

// The contract allows the functions that there are, and no name that is none:
// an entry with such a name would keep the format from being judged.
func TestEditorsAreInTheContract(t *testing.T) {
	rule := loadWithContract(t).LookupPath(cue.ParsePath("#Rule"))
	takes := func(name string) bool {
		entry := cuecontext.New().CompileString(`{fix: {message: "x", edit: "` + name + `"}}`)
		return rule.Unify(entry).Validate() == nil
	}
	for name := range editors {
		if !takes(name) {
			t.Errorf("the contract refuses the editor %s", name)
		}
	}
	if takes("rewrite") {
		t.Error("the contract takes an editor that is none")
	}
}
