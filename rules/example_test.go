package rules_test

import (
	"encoding/json"
	"fmt"
	"log"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

// handoff is a task payload with three faults: a placeholder, a number where a string is required, and no
// version.
const handoff = `{
  "summary": "TBD",
  "data": {"line": 142}
}
`

// A Go program checks a handoff in memory.
func ExampleEngine_CheckInput() {
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := engine.CheckInput(rules.Input{
		Path:  "handoff.json",
		As:    "task",
		Named: true,
		Data:  []byte(handoff),
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range result.Findings {
		start := f.Range.Start
		fmt.Printf("%s:%d:%d %s %s %s\n", f.Path, start.Line, start.Column, f.Severity, f.Rule, f.Pointer)
	}
	fmt.Println(result.Format, result.Worst())
	// Output:
	// handoff.json:1:1 warning task/no-version /version
	// handoff.json:2:14 error placeholder /summary
	// handoff.json:3:20 error schema/wrong-type /data/line
	// task error
}

// A file that was not named and does not look like a handoff is not checked. That it has no findings does not
// mean that it is valid.
func ExampleEngine_CheckInput_skipped() {
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, named := range []bool{false, true} {
		result, err := engine.CheckInput(rules.Input{Path: "notes.md", Data: []byte("Buy milk.\n"), Named: named})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("named %t: skipped %q, worst %s\n", named, result.Skipped, result.Worst())
	}
	// Output:
	// named false: skipped "no handoff: neither its path nor its content is that of a format", worst off
	// named true: skipped "", worst error
}

// Users can set the severity of rules by name or by group.
func ExampleOptions() {
	override, err := rules.ParseOverride("schema/*=warning")
	if err != nil {
		log.Fatal(err)
	}
	engine, err := rules.NewEngine(checks.All(), rules.Options{
		Overrides: []rules.Override{override, {Pattern: "task/no-version", Severity: rules.Off}},
	})
	if err != nil {
		log.Fatal(err)
	}
	result, err := engine.CheckInput(rules.Input{Path: "handoff.json", As: "task", Data: []byte(handoff)})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range result.Findings {
		fmt.Println(f.Severity, f.Rule)
	}
	// Output:
	// error placeholder
	// warning schema/wrong-type
}

// A misspelt name is an error that suggests the nearest name.
func ExampleNewEngine_error() {
	_, err := rules.NewEngine(checks.All(), rules.Options{
		Overrides: []rules.Override{{Pattern: "task/no-versoin", Severity: rules.Off}},
	})
	fmt.Println(err)
	// Output:
	// unknown rule "task/no-versoin": did you mean "task/no-version"? `handofflint rules` lists them
}

// teamRules are a program's own rules: one with a pattern, and one with a check.
var teamRules = teamrules.Source{Name: "team.cue", Data: []byte(`
rules: "team/owner": {
	summary:  "nobody owns the work"
	formats:  ["task"]
	severity: "error"
	must: data: data!: owner!: #Text
	message: "{field} is missing"
	help:    "say who to ask"
}
rules: "team/small-data": {
	summary:  "much data"
	formats:  ["task"]
	severity: "warning"
	check:    "dataSize"
	params: max: 1000
	message: "data has {size}, more than {max}"
}
`)}

// A program adds its own rules to those of the catalogue. They have severities and messages like the others.
func ExampleOptions_team() {
	team, err := teamrules.Read([]teamrules.Source{teamRules})
	if err != nil {
		log.Fatal(err)
	}
	engine, err := rules.NewEngine(checks.All(), rules.Options{
		Team:      team,
		Params:    map[string]json.RawMessage{"team/small-data": json.RawMessage(`{"max": 10}`)},
		Overrides: []rules.Override{{Pattern: "team/owner", Severity: rules.Warning}},
	})
	if err != nil {
		log.Fatal(err)
	}
	result, err := engine.CheckInput(rules.Input{
		Path: "handoff.json",
		As:   "task",
		Data: []byte(`{"version": 1, "summary": "Parse the export once in import.go", "data": {"lines": "12, 40 and 77"}}`),
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range result.Findings {
		fmt.Println(f.Severity, f.Rule+":", f.Message)
	}
	// Output:
	// warning team/owner: data.owner is missing
	// warning team/small-data: data has 18, more than 10
}

// Parameters change one by one: an object is merged with the rule's own, anything else replaces the old
// value.
func ExampleOptions_params() {
	catalogue, err := rules.LoadCatalogue(rules.Options{Params: map[string]json.RawMessage{
		"report/too-few-words": json.RawMessage(`{"roles": {"writer": 300}}`),
	}})
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range catalogue.Rule("report/too-few-words").Parameters() {
		if p.Name == "roles.writer" {
			fmt.Println(p.Name, "=", string(p.Value))
		}
	}
	// Output:
	// roles.writer = 300
}

// A fix is a set of edits by byte offsets. Check the fixed file again.
func ExampleFix() {
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		log.Fatal(err)
	}
	data := []byte(`{"version": 1, "sumary": "Parse the export once"}`)
	result, err := engine.CheckInput(rules.Input{Path: "handoff.json", As: "task", Data: data})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range result.Findings {
		if f.Fix == nil {
			continue
		}
		fmt.Println(f.Rule+":", f.Fix.Message)
		for _, e := range f.Fix.Edits {
			old := data[e.Range.Start.Offset:e.Range.End.Offset]
			fmt.Printf("byte %d: %s becomes %s\n", e.Range.Start.Offset, old, e.NewText)
		}
	}
	// Output:
	// schema/missing-field: rename sumary to summary
	// byte 16: sumary becomes summary
}

// The catalogue lists the rules and their purposes.
func ExampleLoadCatalogue() {
	catalogue, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range catalogue.Match("task/*") {
		fmt.Printf("%-8s %s: %s\n", r.Severity, r.Name, r.Summary)
	}
	for _, p := range catalogue.Rule("metadata/vague-summary").Parameters() {
		fmt.Println(p.Name, "=", string(p.Value))
	}
	// Output:
	// error    task/data-too-large: the data object is too large
	// warning  task/no-version: no version
	// words = 5
}
