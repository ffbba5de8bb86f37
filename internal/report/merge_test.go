package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// partRun is a run over one file, with one finding, as a part of two.
func partRun(index int, path string) Run {
	results := []rules.Result{{Path: path, Findings: []rules.Finding{
		{Rule: "a/b", Severity: rules.Warning, Path: path, Message: "\xff \ufffd <b> \u202e \x1b ##[group]", Unjudged: index == 2},
	}}}
	return Run{Version: "1", Results: results, Summary: rules.Summarize(results), Shard: &Shard{Index: index, Count: 2, Set: "s"}}
}

// mergeable are the formats whose parts can be joined.
var mergeable = []string{"json", "sarif"}

func printed(t testing.TB, run Run) []byte { return []byte(render(t, "json", run)) }

func TestMerge(t *testing.T) {
	for _, format := range mergeable {
		for _, names := range [][2]string{{"b", "a"}, {"\xff", "\xfe"}, {"\uffff", "\xfe"}, {"./x", "a"}} {
			one, two := partRun(1, names[0]), partRun(2, names[1])
			want := Run{Version: "1", Results: append(two.Results, one.Results...), Summary: one.Summary.Plus(two.Summary)}
			if names[0] < names[1] {
				want.Results = append(one.Results, two.Results...)
			}
			merged, err := Merge(readParts(t, []byte(render(t, format, one)), []byte(render(t, format, two))))
			if err != nil {
				t.Fatal(err)
			}
			if got := written(t, merged); got != render(t, format, want) {
				t.Errorf("%s %q: got\n%s\nwant\n%s", format, names, got, render(t, format, want))
			}
			if merged.Worst() != rules.Warning || merged.Unjudged() != 1 {
				t.Errorf("%s: worst %s, unjudged %d", format, merged.Worst(), merged.Unjudged())
			}
		}
	}
}

func written(t testing.TB, merged *Merged) string {
	t.Helper()
	var b bytes.Buffer
	if err := merged.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
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
	if err := json.Unmarshal(printed(t, partRun(2, "\xff")), &part); err != nil {
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
		{"other settings", "part1 and part2 were judged by different settings", []Run{one, altered(func(r *Run) { r.Shard.Settings = "t" })}},
		{"another fail-on", "part1 and part2 were judged by different settings", []Run{one, altered(func(r *Run) { r.Shard.FailOn = "error" })}},
		{"another count", "different sets", []Run{one, altered(func(r *Run) { r.Shard.Count = 3 })}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var texts [][]byte
			for _, run := range c.runs {
				texts = append(texts, printed(t, run))
			}
			if _, err := Merge(readParts(t, texts...)); err == nil || !strings.Contains(err.Error(), c.want) {
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
	one := partRun(1, "\xff")
	one.Shard.Count = 1
	good := string(printed(f, one))
	f.Add([]byte(good))
	f.Add([]byte(strings.Replace(good, `"a/b"`, "\"\u202e \xff ##[x]\"", 1)))
	sarif := render(f, "sarif", one)
	f.Add([]byte(sarif))
	f.Add([]byte(strings.ReplaceAll(sarif, `"a/b"`, "\"\u202e \xff ##[x]\"")))
	f.Add([]byte(`{"runs":[{"tool":{"driver":{"name":"handofflint"}},"properties":{"shard":{"index":1,"count":1,"files":[{"findings":9223372036854775807}]}},"results":[{}]}]}`))
	f.Add([]byte(`{"version":"\u001b","summary":{},"shard":{"index":1,"count":1},"findings":[{"severity":"error"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		part, err := ReadPart("p", data)
		if err != nil {
			return
		}
		merged, err := Merge([]*Part{part})
		if err != nil {
			return
		}
		out := []byte(written(t, merged))
		if !json.Valid(out) {
			t.Errorf("no JSON: %q", out)
		}
		if part.format == "sarif" {
			checkIndexes(t, string(out))
		}
		if shown := text.EscapeJSON(out); !bytes.Equal(shown, out) {
			t.Errorf("not harmless: %q", out)
		}
	})
}
