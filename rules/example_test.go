package rules_test

import (
	"fmt"
	"log"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/rules"
)

// Another Go program judges a handoff that it has in memory.
func ExampleEngine_CheckInput() {
	override, err := rules.ParseOverride("task/no-version=off")
	if err != nil {
		log.Fatal(err)
	}
	engine, err := rules.NewEngine(checks.All(), rules.Options{Overrides: []rules.Override{override}})
	if err != nil {
		log.Fatal(err)
	}
	result, err := engine.CheckInput(rules.Input{
		Path:  "handoff.json",
		As:    "task",
		Named: true,
		Data:  []byte("{\n  \"summary\": \"TBD\",\n  \"data\": {\"line\": 142}\n}\n"),
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
	// handoff.json:2:14 error placeholder /summary
	// handoff.json:3:20 error schema/wrong-type /data/line
	// task error
}
