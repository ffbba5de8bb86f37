package rules_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/guard"
	"github.com/handofflint/handofflint/rules"
)

// Whatever a source holds, reading it gives a catalogue or says what is wrong
// at places that there are. No panic gets out.
func FuzzSources(f *testing.F) {
	for _, seed := range []string{
		ownRule(`must: data: version!: 1`), ownRule(`check: "relativePaths", params: lists: ["a"]`), ownFormats,
		"rules: \"a/b\": severity: 1\n", "#A: {a: #A}\nrules: \"a/b\": #A", "rules: \"a/b\": {must: X={data: X}}",
		"formats: a: {title: \"x\", form: \"json\", where: [\"x\"], profiles: b: {when: [1], schema: {}}}",
	} {
		f.Add([]byte(seed), true)
	}
	f.Add([]byte("rules:\n  a/b: {summary: x, formats: [task], severity: off, message: x, check: dataSize, params: {max: 1}}\n"), false)
	f.Fuzz(func(t *testing.T, data []byte, cue bool) {
		name := map[bool]string{true: "a.cue", false: "a.yaml"}[cue]
		if len(data) > 2000 {
			return
		}
		_, err := rules.LoadCatalogue(rules.Source{Name: name, Data: data})
		var mistakes *rules.SourceError
		var exceeded *guard.Exceeded
		switch {
		case err == nil:
		case errors.As(err, &exceeded):
			t.Skip("stopped: " + err.Error())
		case strings.Contains(err.Error(), "CUE broke down"):
		case !errors.As(err, &mistakes):
			t.Errorf("%v of\n%s", err, data)
		default:
			for _, p := range mistakes.Problems {
				if p.Line < 1 || p.Column < 1 || p.Message == "" || p.Path != name {
					t.Errorf("%+v of\n%s", p, data)
				}
			}
		}
	})
}
