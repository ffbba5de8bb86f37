package checks_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// A program narrows a check: agents of its own tests may be brief. The check
// that there is gets its parameters and does its work for all others.
func ExampleAll() {
	own := checks.All()
	vague := own["vagueSummary"]
	own["vagueSummary"] = func(params rules.Params) (rules.Run, error) {
		run, err := vague(params)
		if err != nil {
			return nil, err
		}
		return func(pass *rules.Pass) {
			if !strings.HasPrefix(pass.Doc.Data().Field("agent").Str(), "test-") {
				run(pass)
			}
		}, nil
	}
	engine, err := rules.NewEngine(own, rules.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, agent := range []string{"reviewer", "test-reviewer"} {
		result, err := engine.CheckInput(rules.Input{
			Path: agent + ".json",
			As:   document.Metadata,
			Data: []byte(`{"agent": "` + agent + `", "summary": "All done"}`),
		})
		if err != nil {
			log.Fatal(err)
		}
		for _, f := range result.Findings {
			if f.Rule == "metadata/vague-summary" {
				fmt.Println(f.Path, f.Message)
			}
		}
	}
	// Output:
	// reviewer.json the summary names nothing: "All done"
}
