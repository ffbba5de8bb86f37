package lint

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/rules"
)

// found returns a finding of a rule on a line with a text.
func found(path, rule, line string) rules.Finding {
	return rules.Finding{Rule: rule, Severity: rules.Error, Path: path, Excerpt: rules.Excerpt{Text: line}}
}

func firm(path, rule string) rules.Finding {
	f := found(path, rule, "")
	f.Unsuppressible = true
	return f
}

func result(path string, findings ...rules.Finding) rules.Result {
	return rules.Result{Path: path, Findings: findings}
}

// inFolder creates files in a new current folder, and an empty baseline in it.
func inFolder(t *testing.T, files ...string) *Baseline {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return NewBaseline("b.json")
}

// brief returns the rules that are left in a run, by file.
func brief(results []rules.Result) string {
	var out []string
	for _, r := range results {
		for _, f := range r.Findings {
			out = append(out, r.Path+":"+f.Rule+":"+f.Excerpt.Text)
		}
	}
	return strings.Join(out, " ")
}

func TestApply(t *testing.T) {
	b := inFolder(t, "a.md", "c.md", "d.md", "e.md")
	accepted := firm("a.md", "z")
	accepted.Baseline = true
	if got := b.Update(Run{Results: []rules.Result{result("a.md", accepted)}}); got != (BaselineChanges{Entries: 1, Added: 1}) {
		t.Errorf("a rule whose findings a baseline may have: %+v", got)
	}
	b.entries = map[baselineKey]int{}
	first := Run{Results: []rules.Result{
		result("a.md", found("a.md", "x", "one"), found("a.md", "x", "two"), found("a.md", "x", "two")),
		result("c.md", found("c.md", "y", "one")),
		result("e.md", found("e.md", "placeholder", "one")),
	}}
	if got := b.Update(first); got != (BaselineChanges{Entries: 4, Added: 4}) {
		t.Errorf("%+v", got)
	}
	tests := []struct {
		name  string
		run   Run
		left  string
		known int
		stale int
	}{
		{"the same", first, "", 5, 0},
		{"moved", Run{Results: []rules.Result{result("a.md", found("a.md", "x", " two"), found("a.md", "x", "two"), found("a.md", "x", "one"))}}, "", 3, 0},
		{"one more of a kind", Run{Results: []rules.Result{result("c.md", found("c.md", "y", "one"), found("c.md", "y", "one"))}}, "c.md:y:one", 1, 0},
		{"another line", Run{Results: []rules.Result{result("c.md", found("c.md", "y", "two"))}}, "c.md:y:two", 0, 1},
		{"another file", Run{Results: []rules.Result{result("d.md", found("d.md", "y", "one"))}}, "d.md:y:one", 0, 0},
		{"mended in part", Run{Results: []rules.Result{result("a.md", found("a.md", "x", "two"))}}, "", 1, 2},
		{"taken for no handoff", Run{Results: []rules.Result{{Path: "c.md", Skipped: "no handoff"}}}, "", 0, 0},
		{"without the rule", Run{Rules: rules.BuiltIn(), Results: []rules.Result{result("a.md"), result("c.md")}}, "", 0, 0},
		{"with the rule", Run{Rules: rules.BuiltIn(), Results: []rules.Result{result("e.md")}}, "", 0, 1},
		{"not judged", Run{Results: []rules.Result{result("a.md", firm("a.md", "syntax/json"))}}, "a.md:syntax/json:", 0, 0},
		{"nothing looked at", Run{}, "", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := brief(tt.run.Results)
			left, stale := b.Apply(tt.run)
			if brief(left) != tt.left || stale != tt.stale || rules.Summarize(left).Known != tt.known {
				t.Errorf("left %q, stale %d, known %d; want %q, %d, %d", brief(left), stale, rules.Summarize(left).Known, tt.left, tt.stale, tt.known)
			}
			if brief(tt.run.Results) != before {
				t.Error("the caller's results were changed")
			}
		})
	}
}

// A deleted file leaves no entry, whatever the run checked.
func TestGoneFiles(t *testing.T) {
	b := inFolder(t, "a.md")
	b.Update(Run{Results: []rules.Result{result("a.md", found("a.md", "x", "one"))}})
	if err := os.Remove("a.md"); err != nil {
		t.Fatal(err)
	}
	if _, stale := b.Apply(Run{}); stale != 1 {
		t.Errorf("stale %d", stale)
	}
	if got := b.Update(Run{}); got != (BaselineChanges{Removed: 1}) {
		t.Errorf("%+v", got)
	}
}

func TestUpdate(t *testing.T) {
	b := inFolder(t, "a.md", "c.md", "s/01.md")
	b.Update(Run{
		Results: []rules.Result{
			result("a.md", found("a.md", "x", "one")), result("c.md", found("c.md", "x", "one"), found("c.md", "x", "two")),
			result("s", found("s", "session/empty", "")), result("s/01.md", found("s/01.md", "session/sequence-gap", "1")),
		},
		Folders: []string{"s"},
	})
	tests := []struct {
		name string
		run  Run
		want BaselineChanges
	}{
		{"a file that the run does not look at", Run{Results: []rules.Result{result("a.md", found("a.md", "x", "one"))}}, BaselineChanges{Entries: 5}},
		{"a report without its session", Run{Results: []rules.Result{result("s/01.md")}}, BaselineChanges{Entries: 5}},
		{"a file that was not judged", Run{Results: []rules.Result{result("c.md", firm("c.md", "file/not-utf8"))}}, BaselineChanges{Entries: 5, Refused: 1}},
		{"a file that is not there", Run{Results: []rules.Result{result("none.md", firm("none.md", "file/unreadable"))}}, BaselineChanges{Entries: 5, Refused: 1}},
		{"a file elsewhere", Run{Results: []rules.Result{result("../a.md", firm("../a.md", "file/not-utf8"))}}, BaselineChanges{Entries: 5, Refused: 1}},
		{"standard input", Run{Results: []rules.Result{result("<stdin>", found("<stdin>", "x", "one"))}}, BaselineChanges{Entries: 5, Refused: 1}},
		{"a name that is not UTF-8", Run{Results: []rules.Result{result("\xff.md", found("\xff.md", "x", "one"))}}, BaselineChanges{Entries: 5, Refused: 1}},
		{"one mended, one twice", Run{Results: []rules.Result{result("c.md", found("c.md", "x", "two"), found("c.md", "x", "two"))}}, BaselineChanges{Entries: 4, Added: 1, Removed: 1}},
		{"a session", Run{Folders: []string{"s"}, Results: []rules.Result{result("s", found("s", "session/empty", ""))}}, BaselineChanges{Entries: 3, Removed: 1}},
		{"everything mended", Run{Folders: []string{"s"}, Results: []rules.Result{result("a.md"), result("c.md")}}, BaselineChanges{Removed: 3}},
	}
	for _, tt := range tests { // each continues where the previous one ended
		if got := b.Update(tt.run); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// The names in a baseline do not depend on the current folder, or on links.
func TestPaths(t *testing.T) {
	root := t.TempDir()
	for _, folder := range []string{"repo/sub", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct{ cwd, baseline, shown, want string }{
		{"repo", "b.json", "sub/a.md", "sub/a.md"},
		{"repo/sub", "../b.json", "a.md", "sub/a.md"},
		{"repo/sub", "../b.json", "../a.md", "a.md"},
		{"elsewhere", "../repo/b.json", "../repo/sub/a.md", "sub/a.md"},
		{"elsewhere", root + "/repo/b.json", root + "/repo/sub/a.md", "sub/a.md"},
		{"repo", "sub/b.json", "a.md", "../a.md"},
		{"link", "b.json", "sub/a.md", "sub/a.md"},
		{"elsewhere", root + "/link/b.json", "../repo/sub/a.md", "sub/a.md"},
		{"repo", "b.json", root + "/link/sub/a.md", "sub/a.md"},
	}
	linked := os.Symlink("repo", filepath.Join(root, "link")) == nil
	for _, tt := range tests {
		if !linked && strings.Contains(tt.cwd+tt.baseline+tt.shown, "link") {
			continue
		}
		t.Chdir(filepath.Join(root, tt.cwd))
		b := NewBaseline(filepath.FromSlash(tt.baseline))
		if got, ok := b.name(filepath.ToSlash(tt.shown)); !ok || got != tt.want {
			t.Errorf("in %s, %s: %s is %q, want %q", tt.cwd, tt.baseline, tt.shown, got, tt.want)
		}
	}
}

func TestFile(t *testing.T) {
	b := inFolder(t, "a.md", "ü &.md")
	run := Run{Results: []rules.Result{
		result("ü &.md", found("ü &.md", "x", "one")),
		result("a.md", found("a.md", "y", ""), found("a.md", "x", "one"), found("a.md", "x", "one")),
	}}
	b.Update(run)
	text, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "entries": [
    {"path":"a.md","rule":"x","fingerprint":"X","count":2},
    {"path":"a.md","rule":"y","fingerprint":"Y","count":1},
    {"path":"ü &.md","rule":"x","fingerprint":"X","count":1}
  ]
}
`
	want = strings.NewReplacer(`"X"`, `"`+found("", "x", "one").Fingerprint()+`"`, `"Y"`, `"`+found("", "y", "").Fingerprint()+`"`).Replace(want)
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Error(diff)
	}
	if err := os.WriteFile("b.json", text, 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := ReadBaseline("b.json")
	if err != nil {
		t.Fatal(err)
	}
	if left, stale := again.Apply(run); brief(left) != "" || stale != 0 {
		t.Errorf("read again: left %q, stale %d", brief(left), stale)
	}
	empty, _ := (&Baseline{}).Encode()
	if string(empty) != "{\n  \"entries\": []\n}\n" {
		t.Errorf("empty: %q", empty)
	}
}

func TestBrokenFiles(t *testing.T) {
	entry := `{"path": "a", "rule": "r", "fingerprint": "f", "count": 1}`
	for text, want := range map[string]string{
		"":                                "b.json:1:1: it is not valid JSON: unexpected end of JSON input",
		"[]":                              "b.json:1:2: it is not a baseline: cannot unmarshal array",
		"null":                            "b.json:1:1: it is not a baseline: entries is missing",
		"{\"entries\": [\n<<<<<<< HEAD":   "b.json:2:2: it is not valid JSON",
		`{}`:                              "b.json:1:1: it is not a baseline: entries is missing",
		"{\n \"entries\": {}}":            "b.json:2:14: it is not a baseline: cannot unmarshal object",
		`{"entries": [3]}`:                "cannot unmarshal number",
		`{"entries": [` + entry + `,{}]}`: "entry 2 needs a path, a rule, a fingerprint and a count",
		`{"entries": [` + strings.Replace(entry, `"r"`, "4", 1) + `]}`:   "cannot unmarshal number",
		`{"entries": [` + strings.Replace(entry, `"a"`, `""`, 1) + `]}`:  "entry 1 needs",
		`{"entries": [` + strings.Replace(entry, `"r"`, `""`, 1) + `]}`:  "entry 1 needs",
		`{"entries": [` + strings.Replace(entry, `"f"`, `""`, 1) + `]}`:  "entry 1 needs",
		`{"entries": [` + strings.Replace(entry, `1}`, `0}`, 1) + `]}`:   "entry 1 needs",
		`{"entries": [` + strings.Replace(entry, `1}`, `1.5}`, 1) + `]}`: "cannot unmarshal number 1.5",
	} {
		t.Chdir(t.TempDir())
		if err := os.WriteFile("b.json", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadBaseline("b.json"); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--update-baseline") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := ReadBaseline("none.json"); !errors.Is(err, ErrNoBaseline) {
		t.Errorf("missing: %v", err)
	}
	if _, err := ReadBaseline("."); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
}

// A baseline is never written larger than it can be read.
func TestBaselineIsBounded(t *testing.T) {
	b := inFolder(t)
	encoded := func(pathLength int) ([]byte, error) {
		b.entries = map[baselineKey]int{{strings.Repeat("a", pathLength), "r", "f"}: 1}
		return b.Encode()
	}
	short, _ := encoded(1)
	longest := maxBaseline - len(short) + 1
	data, err := encoded(longest)
	if err != nil || len(data) != maxBaseline {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	if _, err := encoded(longest + 1); err == nil {
		t.Error("one byte more is written")
	}
	for _, more := range []string{"", " "} {
		if err := os.WriteFile("b.json", append(data, more...), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadBaseline("b.json"); (err != nil) != (more != "") {
			t.Errorf("read with %q after it: %v", more, err)
		}
	}
}

// Two branches that each added an entry leave it twice after a merge; the file has it once.
func TestEqualEntries(t *testing.T) {
	b := inFolder(t)
	entry := `{"path": "a", "rule": "r", "fingerprint": "f", "count": `
	if err := b.parse([]byte(`{"entries": [` + entry + `1}, ` + entry + `3}, ` + entry + `1}]}`)); err != nil {
		t.Fatal(err)
	}
	if n := b.entries[baselineKey{"a", "r", "f"}]; n != 3 || len(b.entries) != 1 {
		t.Errorf("%d, of %d entries", n, len(b.entries))
	}
}

// FuzzRead holds that a baseline that can be read is written and read to the same.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`{"entries": []}`, "{\"entries\": []}\n<<<<<<< HEAD\n", `{"entries": [{"path": "a\u0000", "rule": "r", "fingerprint": "f", "count": 2}]}`, "", "{", `{"entries": null}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := &Baseline{entries: map[baselineKey]int{}}
		if b.parse(data) != nil {
			return
		}
		text, err := b.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again := &Baseline{entries: map[baselineKey]int{}}
		if err := again.parse(text); err != nil {
			t.Fatalf("%q became %q: %v", data, text, err)
		}
		if len(again.entries) != len(b.entries) {
			t.Errorf("%q: %v, then %v", data, b.entries, again.entries)
		}
	})
}
