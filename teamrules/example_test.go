package teamrules_test

import (
	"fmt"

	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

var source = teamrules.Source{Name: "team.cue", Data: []byte(`
rules: "team/long-summary": {
	summary:  "a long summary"
	formats:  ["task"]
	severity: "warning"
	check:    "longSummary"
	message:  "the summary is long"
}
`)}

// A source may ask for the checks of the program that reads it. A name that is
// nobody's is a mistake in the source, with its place.
func ExampleRead() {
	for _, own := range [][]string{{"longSummary"}, nil} {
		team, _, err := teamrules.Read([]teamrules.Source{source}, own)
		if err != nil {
			fmt.Println(err.(*teamrules.Error).Problems[0].Message)
			continue
		}
		catalogue, err := rules.LoadCatalogue(rules.Options{Team: team})
		if err != nil {
			fmt.Println(err)
			continue
		}
		rule := catalogue.Rule("team/long-summary")
		fmt.Println(rule.Summary, "in", rule.Origin)
	}
	// Output:
	// a long summary in team.cue
	// unknown check "longSummary"
}
