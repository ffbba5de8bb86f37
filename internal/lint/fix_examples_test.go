package lint_test

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

// TestExamples fixes the examples of every rule, a third of them as Windows saves them. Every rule with a fix
// is fixed at least once.
func TestExamples(t *testing.T) {
	e := exampleEngine(t)
	fixed := map[string]bool{}
	files := examples(t)
	for i, path := range slices.Sorted(maps.Keys(files)) {
		text := files[path]
		if i%3 == 0 {
			text = "\ufeff" + crlf(strings.TrimRight(text, "\r\n"))
		}
		outcome := expectSound(t, path, []byte(text), judgeAs(e, path))
		for _, f := range outcome.Fixed {
			fixed[f.Rule] = true
			if strings.ContainsAny(f.Fix.Message, "{}") {
				t.Errorf("%s: a name without a value: %s", f.Rule, f.Fix.Message)
			}
		}
		expectSaved(t, path, text, outcome.Data)
	}
	catalogue, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range catalogue.Rules {
		if r.Name == "evidence/moved-file" {
			continue // TestMovedFile has the history that it needs
		}
		if has := len(r.FixMessages()) > 0; has != fixed[r.Name] {
			t.Errorf("%s: has a fix: %t, was fixed: %t", r.Name, has, fixed[r.Name])
		}
	}
	if t.Failed() {
		t.Logf("fixed: %q", slices.Sorted(maps.Keys(fixed)))
	}
}

// expectSound fixes a text twice: the second time nothing is left to fix, and there is no new finding.
// Findings that are never fixed remain.
func expectSound(t testing.TB, name string, data []byte, judge lint.CheckText) lint.Change {
	t.Helper()
	before, err := judge(data)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := lint.FixText(data, judge, nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(outcome.Fixed) == 0 && !bytes.Equal(outcome.Data, data) {
		t.Errorf("%s: nothing was fixed, and the text is another one", name)
	}
	if len(outcome.Fixed)+len(outcome.Left) == 0 {
		return outcome
	}
	after, err := judge(outcome.Data)
	if err != nil {
		t.Fatal(err)
	}
	expectNothingNew(t, name, before, after)
	again, err := lint.FixText(outcome.Data, judge, nil)
	if err != nil || len(again.Fixed) > 0 || !bytes.Equal(again.Data, outcome.Data) {
		t.Errorf("%s: the second time fixes %v, %v", name, again.Fixed, err)
	}
	return outcome
}

var lineNumbers = regexp.MustCompile(`\bline \d+`)

func expectNothingNew(t testing.TB, name string, before, after rules.Result) {
	t.Helper()
	// A file that was not checked had findings that were not shown.
	unjudged := func(f rules.Finding) bool { return f.Unjudged }
	if slices.ContainsFunc(before.Findings, unjudged) && !slices.ContainsFunc(after.Findings, unjudged) {
		return
	}
	counts := map[string]int{}
	key := func(f rules.Finding) string {
		return string(f.Severity) + " " + f.Rule + " " + lineNumbers.ReplaceAllString(f.Message, "line")
	}
	for _, f := range before.Findings {
		counts[key(f)]++
	}
	for _, f := range after.Findings {
		if counts[key(f)]--; counts[key(f)] < 0 {
			t.Errorf("%s: new: %s", name, key(f))
		}
	}
}

// expectSaved checks that a fixed text keeps its line ends and byte order mark.
func expectSaved(t *testing.T, name, before string, after []byte) {
	t.Helper()
	bare := func(s string) bool { return strings.Contains(strings.ReplaceAll(s, "\r\n", ""), "\n") }
	if bare(before) != bare(string(after)) {
		t.Errorf("%s: the line ends have changed", name)
	}
	if strings.HasPrefix(before, "\ufeff") != bytes.HasPrefix(after, []byte("\ufeff")) {
		t.Errorf("%s: the byte order mark has changed", name)
	}
	if strings.HasSuffix(before, "\n") != bytes.HasSuffix(after, []byte("\n")) {
		t.Errorf("%s: the end of the file has changed", name)
	}
}

// FuzzText fixes examples from which a part was cut out, or in which it was repeated or replaced.
func FuzzText(f *testing.F) {
	files := examples(f)
	for i, path := range slices.Sorted(maps.Keys(files)) {
		// TestExamples has them all.
		if i%8 == 0 && len(files[path]) < 20_000 {
			f.Add(path, []byte(files[path]))
		}
	}
	f.Add("a.md", []byte("---\nagent_rol: a\nagent_role : b\n? sequenc\n: 1\n'task_i d': x\n---\n## 2 Output Artifacts\n## 2) Output Artifacts\n"))
	f.Add("a.md", []byte("---\nbase: &b {sumary: x}\n<<: *b\nhandoff_typ: full\n---\n"))
	e := exampleEngine(f)
	f.Fuzz(func(t *testing.T, path string, data []byte) {
		outcome := expectSound(t, path, data, judgeAs(e, path))
		for _, done := range outcome.Fixed {
			if strings.HasPrefix(done.Rule, "file/") || strings.HasPrefix(done.Rule, "session/") || strings.HasPrefix(done.Rule, "syntax/") && done.Variant != "fenced" {
				t.Errorf("%s was fixed", done.Rule)
			}
		}
	})
}
