package handofflint_test

import (
	"fmt"
	"log"

	"github.com/handofflint/handofflint"
)

// Only a handoff that was checked and has no error passes a gate.
func ExampleCheck() {
	handoff := `{
  "summary": "TBD",
  "data": {"line": 142}
}
`
	result, err := handofflint.Check("kelos-handoff.json", []byte(handoff))
	if err != nil {
		log.Fatal(err) // nothing was checked, so nothing may pass
	}
	for _, f := range result.Findings {
		fmt.Printf("%d:%d %s %s: %s\n", f.Start.Line, f.Start.Column, f.Severity, f.Rule, f.Message)
	}
	switch {
	case result.Skipped != "":
		fmt.Println("not checked:", result.Skipped)
	case result.Passed:
		fmt.Println("passed")
	default:
		fmt.Println("send it back")
	}
	// Output:
	// 1:1 warning task/no-version: no version: it is read as 1
	// 2:14 error placeholder: summary is a placeholder: "TBD"
	// 3:20 error schema/wrong-type: data.line must be a string, got an integer
	// send it back
}

// A timeline shows what an agent did and what is proved, whatever the agent says.
func ExampleReadTimeline() {
	timeline, err := handofflint.ReadTimeline("testdata/library/session.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range timeline.Changes {
		fmt.Println("changed", c.File)
	}
	for _, r := range timeline.Runs {
		fmt.Printf("line %d: %s %s: %s\n", r.Line, r.Kind, r.State, r.Command)
	}
	for _, s := range timeline.Standings {
		fmt.Println(s.Kind+":", s.State)
		if s.Run != nil && s.State == handofflint.StateFailed {
			fmt.Println("  " + s.Run.Printed)
		}
	}
	if timeline.Missing != "" {
		fmt.Println("not all is known:", timeline.Missing)
	}
	// Output:
	// changed /home/dev/shop/quota.go
	// line 4: lint passed: golangci-lint run
	// line 6: commit passed: git commit -am 'Limit orders'
	// line 8: tests failed: go test ./...
	// tests: failed
	//   --- FAIL: TestQuota (0.00s)
	// build: passed
	// lint: passed
}

// Judge compares an agent's last message with the transcript.
func ExampleTimeline_Judge() {
	timeline, err := handofflint.ReadTimeline("testdata/library/session.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range timeline.Judge("The limit is in. All tests pass and lint is clean.") {
		fmt.Printf("%q: %s\n", c.Text, c.Verdict)
		switch c.Verdict {
		case handofflint.VerdictFalse, handofflint.VerdictOutdated:
			fmt.Println("  but " + c.Why)
		case handofflint.VerdictUnknown:
			fmt.Println("  since " + c.Why)
		}
		if c.Run != nil {
			fmt.Printf("  line %d: %s %s\n", c.Run.Line, c.Run.Command, c.Run.State)
		}
	}
	// Output:
	// "All tests pass": false
	//   but the last test run, "go test ./..." on line 8, failed: "--- FAIL: TestQuota (0.00s)"
	//   line 8: go test ./... failed
	// "lint is clean": holds
	//   line 4: golangci-lint run passed
}
