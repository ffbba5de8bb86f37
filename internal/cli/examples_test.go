package cli

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
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
		testkit.Write(t, name, text)
	}
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
		{"none", nil, []string{"it lacks examples"}},
		{"no good one", map[string]string{"team/owner/bad/a.json": without}, []string{"it lacks examples"}},
		{"no bad one", map[string]string{"team/owner/good/a.json": with}, []string{"it lacks examples"}},
		{"another rule fires", map[string]string{"team/owner/bad/a.json": strings.Replace(with, "1", "0", 1), "team/owner/good/a.json": with}, []string{"does not fire, but schema/bad-format"}},
		{"nothing to judge", map[string]string{"team/owner/bad/a/x.txt": "", "team/owner/good/a/x.txt": ""}, []string{"nothing was judged", "nothing was judged"}},
		{"not to be judged", map[string]string{"team/owner/bad/a.json": without, "team/owner/good/a.json": "{"}, []string{"could not be judged"}},
		{"sources in examples are none", map[string]string{"team/owner/bad/a.json": without, "team/owner/good/a.json": with, "team/owner/good/b/rule.cue": "{", "team/owner/good/b/kelos-handoff.json": with}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			inFolder(t, tt.files)
			testkit.Write(t, "rule.cue", ownerRule)
			code, out, errs := streamMain(nil, nil, "rules", "test", ".")
			if (code == ExitClean) != (tt.want == nil) || errs != "" {
				t.Fatalf("exit code %d, %s", code, errs)
			}
			var failures []string
			for line := range strings.Lines(out) {
				if strings.HasPrefix(line, "     ") {
					failures = append(failures, line)
				}
			}
			if len(failures) != len(tt.want) {
				t.Fatalf("failures %q, want %q", failures, tt.want)
			}
			for i, want := range tt.want {
				if !strings.Contains(failures[i], want) {
					t.Errorf("failure %q, want %q", failures[i], want)
				}
			}
		})
	}
}

func TestExamplesOfNoRule(t *testing.T) {
	inFolder(t, map[string]string{"rule.cue": ownerRule, "team/ownr/bad/a.json": without})
	if code, _, errs := streamMain(nil, nil, "rules", "test", "."); code != ExitFailed || !strings.Contains(errs, `unknown rule "team/ownr": did you mean "team/owner"?`) {
		t.Errorf("exit code %d, %s", code, errs)
	}
}
