package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// partRun is a run over one file, with one finding, as a part of two.
func partRun(index int, path string) Run {
	results := []rules.Result{{Path: path, Findings: []rules.Finding{
		{Rule: "a/b", Severity: rules.Warning, Path: path, Message: "\ufffd <b> \u202e \x1b ##[group]", Unjudged: index == 2},
	}}}
	return Run{Version: "1", Results: results, Summary: rules.Summarize(results), Shard: &Shard{Index: index, Count: 2, Set: "s"}}
}

func printed(t testing.TB, run Run) []byte { return []byte(render(t, "json", run)) }

// TestMerge holds each format of joined parts to that of one run.
func TestMerge(t *testing.T) {
	for _, names := range [][2]string{{"b", "a"}, {"\uffff", "\ufffe"}, {"./x", "a"}} {
		one, two := partRun(1, names[0]), partRun(2, names[1])
		want := Run{Version: "1", Results: append(two.Results, one.Results...), Summary: one.Summary.Plus(two.Summary)}
		if names[0] < names[1] {
			want.Results = append(one.Results, two.Results...)
		}
		merged, _, err := Merge(readParts(t, printed(t, one), printed(t, two)))
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range Names() {
			if got, want := render(t, format, merged), render(t, format, want); got != want {
				t.Errorf("%s %q: got\n%s\nwant\n%s", format, names, got, want)
			}
		}
	}
}

// TestMergeEvery joins parts with all that a finding can have.
func TestMergeEvery(t *testing.T) {
	results := slices.Clone(every)
	parts := [][]byte{}
	for i, n := range []int{0, 2} {
		run := runOf(results[n:min(n+2+100*i, len(results))]...)
		run.Shard = &Shard{Index: i + 1, Count: 2}
		parts = append(parts, printed(t, run))
	}
	merged, _, err := Merge(readParts(t, parts...))
	if err != nil {
		t.Fatal(err)
	}
	want := runOf(results...)
	slices.SortStableFunc(want.Results, func(a, b rules.Result) int { return strings.Compare(a.Path, b.Path) })
	for _, format := range Names() {
		if got, want := render(t, format, merged), render(t, format, want); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", format, got, want)
		}
	}
}

func readParts(t testing.TB, texts ...[]byte) (parts []*Part) {
	t.Helper()
	for i, text := range texts {
		part, err := ReadPart(fmt.Sprintf("part%d", i+1), text)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	return parts
}

// TestPartsKeepTheContract holds a part to the published schema, with no key
// that it does not describe.
func TestPartsKeepTheContract(t *testing.T) {
	var part any
	if err := json.Unmarshal(printed(t, partRun(2, "b")), &part); err != nil {
		t.Fatal(err)
	}
	if err := published(t, "check.schema.json", true).Validate(part); err != nil {
		t.Error(err)
	}
}

func TestMergeRefuses(t *testing.T) {
	altered := func(alter func(*Run)) Run {
		run := partRun(2, "b")
		alter(&run)
		return run
	}
	one := partRun(1, "a")
	cases := []struct {
		name, want string
		runs       []Run
	}{
		{"nothing", "no parts", nil},
		{"a part is missing", "part 2 of 2 is missing", []Run{one}},
		{"a part twice", "part1 and part2 are both part 1 of 2", []Run{one, one}},
		{"another version", "part1 is by handofflint 1, part2 by 2", []Run{one, altered(func(r *Run) { r.Version = "2" })}},
		{"another set", "different sets", []Run{one, altered(func(r *Run) { r.Shard.Set = "t" })}},
		{"other settings", "part1 and part2 were checked by different settings", []Run{one, altered(func(r *Run) { r.Shard.Settings = "t" })}},
		{"another fail-on", "part1 and part2 were checked by different settings", []Run{one, altered(func(r *Run) { r.Shard.FailOn = "error" })}},
		{"another count", "different sets", []Run{one, altered(func(r *Run) { r.Shard.Count = 3 })}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var texts [][]byte
			for _, run := range c.runs {
				texts = append(texts, printed(t, run))
			}
			if _, _, err := Merge(readParts(t, texts...)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestReadPartRefuses(t *testing.T) {
	whole := partRun(1, "a")
	whole.Shard = nil
	good := string(printed(t, partRun(1, "a")))
	for _, text := range []string{
		"", "[]", "null", "{}", good[:len(good)/2], good + good, string(printed(t, whole)),
		strings.Replace(good, `"index": 1`, `"index": 3`, 1), strings.Replace(good, `"index": 1`, `"index": 0`, 1),
		strings.Replace(good, `"severity": "warning"`, `"severity": "fatal"`, 1), strings.Replace(good, `"findings": [`, `"findings": [1,`, 1),
	} {
		if _, err := ReadPart("p.json", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), "p.json: ") {
			t.Errorf("got %v for\n%s", err, text)
		}
	}
}

// FuzzReadPart holds that whatever is read as a part is merged into a report
// that is JSON and holds nothing that acts on a terminal.
func FuzzReadPart(f *testing.F) {
	one := partRun(1, "a")
	one.Shard.Count = 1
	good := string(printed(f, one))
	f.Add([]byte(good))
	f.Add([]byte(strings.Replace(good, `"a/b"`, "\"\u202e \xff ##[x]\"", 1)))
	f.Add([]byte(`{"version":"\u001b","summary":{},"shard":{"index":1,"count":1},"findings":[{"severity":"error"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		part, err := ReadPart("p", data)
		if err != nil {
			return
		}
		merged, _, err := Merge([]*Part{part})
		if err != nil {
			return
		}
		out := []byte(render(t, "json", merged))
		if shown := text.EscapeJSON(out); !json.Valid(out) || !bytes.Equal(shown, out) {
			t.Errorf("not JSON, or not harmless: %q", out)
		}
		for _, format := range Names() {
			render(t, format, merged)
		}
	})
}
