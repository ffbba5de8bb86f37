package cli

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/rules"
)

const ownerRule = `rules: "team/owner": {
	summary:  "no owner"
	formats: ["task"]
	severity: "off"
	must: data: owner!: #Text
	message: "no owner"
}
`

// inFolder makes files in a folder of their own and goes there.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		write(t, name, text)
	}
}

// runExamples holds the rules in the current folder to their examples.
func runExamples(t *testing.T) ([]exampleResult, error) {
	t.Helper()
	tree, err := findExamples([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	var sources []rules.Source
	for _, name := range tree.sources {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, rules.Source{Name: name, Data: data})
	}
	catalogue, err := rules.LoadCatalogue(sources...)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := rules.NewEngine(checks.All(), rules.Options{Sources: sources, Overrides: switchedOn(catalogue)})
	if err != nil {
		t.Fatal(err)
	}
	runner := &exampleRunner{catalogue, engine}
	return runner.run(context.Background(), tree)
}

const (
	without = `{"version": 1, "summary": "Traced it to src/a.go"}`
	with    = `{"version": 1, "summary": "Traced it to src/a.go", "owner": "ann"}`
)

func TestExamples(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"as they should be", map[string]string{"team/owner/bad/a.json": without, "team/owner/good/a.json": with}, nil},
		{"the wrong way round", map[string]string{"team/owner/bad/a.json": with, "team/owner/good/a.json": without}, []string{"does not fire", "the rule fires"}},
		{"none", nil, []string{"it has no examples"}},
		{"no good one", map[string]string{"team/owner/bad/a.json": without}, []string{"it has no good example"}},
		{"no bad one", map[string]string{"team/owner/good/a.json": with}, []string{"it has no bad example"}},
		{"another rule fires", map[string]string{"team/owner/bad/a.json": strings.Replace(with, "1", "0", 1), "team/owner/good/a.json": with}, []string{"does not fire, but schema/bad-format"}},
		{"nothing to judge", map[string]string{"team/owner/bad/a/x.txt": "", "team/owner/good/a/x.txt": ""}, []string{"nothing was judged", "nothing was judged"}},
		{"not to be judged", map[string]string{"team/owner/bad/a.json": without, "team/owner/good/a.json": "{"}, []string{"could not be judged"}},
		{"sources in examples are none", map[string]string{"team/owner/bad/a.json": without, "team/owner/good/a.json": with, "team/owner/good/b/rule.cue": "{", "team/owner/good/b/task.json": with}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			inFolder(t, tt.files)
			if err := os.WriteFile("rule.cue", []byte(ownerRule), 0o644); err != nil {
				t.Fatal(err)
			}
			results, err := runExamples(t)
			if err != nil || len(results) != 1 {
				t.Fatalf("%v, %v", results, err)
			}
			if got := results[0].Failures; len(got) != len(tt.want) {
				t.Fatalf("failures %+v, want %q", got, tt.want)
			}
			for i, want := range tt.want {
				if got := results[0].Failures[i].Message; !strings.Contains(got, want) {
					t.Errorf("failure %q, want %q", got, want)
				}
			}
		})
	}
}

func TestExamplesOfNoRule(t *testing.T) {
	inFolder(t, map[string]string{"rule.cue": ownerRule, "team/ownr/bad/a.json": without})
	if _, err := runExamples(t); err == nil || !strings.Contains(err.Error(), `unknown rule "team/ownr": did you mean "team/owner"?`) {
		t.Errorf("got %v", err)
	}
}
