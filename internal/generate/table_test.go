package generate

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
)

var update = flag.Bool("update", false, "write what is generated")

// TestFiles fails if a generated file differs from the sources, or if a file of data is of none.
func TestFiles(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // CUE's values are large, and garbage at once
	want, err := Files(folders...)
	if err != nil {
		t.Fatal(err)
	}
	const root = "../../"
	old, _ := filepath.Glob(root + Data + "/*.json")
	for _, path := range old {
		isKnown := want[strings.TrimPrefix(filepath.ToSlash(path), root)] != nil
		if !isKnown && *update {
			os.Remove(path)
		} else if !isKnown {
			t.Errorf("%s is of no source", path)
		}
	}
	for path, text := range want {
		if *update {
			if err := os.WriteFile(root+path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, _ := os.ReadFile(root + path); !bytes.Equal(got, text) {
			t.Errorf("%s is out of date: run go generate ./cue", path)
		}
	}
}

// TestRefused holds that a value without a Node is an error with its path.
func TestRefused(t *testing.T) {
	tests := []struct{ source, want string }{
		{`import "time"
#A: {a?: time.Time}`, "a.cue:2:8: refused: import"},
		{`#A: {a!: int, b?: _}
#B: #A & {c?: int}`, "at #B: a.cue:3:10: refused: closed c"},
		{`#A: {a?: null | #A} & {}`, "at #A: a.cue:2:17: refused: cycle #A"},
		{`#A: {a?: int @wrods("x")}`, "a.cue:2:14: refused: attribute wrods"},
		{`#A: {a?: 'bytes'}`, "a.cue:2:10: refused: expression"},
		{`rules: "a/b": {summary: 1}`, "at rules.\"a/b\".summary: "},
		{`rules: "a/b": {params: b: int}`, "rules.\"a/b\".params.b: cannot convert"},
		{`hook: {a: int}`, "at hook: "},
		{`#A: {a: int & string}`, "conflicting values"},
	}
	for _, test := range tests {
		_, err := Files(fstest.MapFS{"a.cue": {Data: []byte("package a\n" + test.source)}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s\ngot  %v\nwant %s", test.source, err, test.want)
		}
	}
}

// TestContract holds that an entry that rule.cue does not allow is an error.
func TestContract(t *testing.T) {
	for _, files := range []string{
		`form: "toml"`, `form: "frontmatter", titles: []`, `form: "json", where: ["//a/*.json"]`,
		`form: "json", where: ["*.{json,yaml}"]`, `form: "json", keys: ["a"]`, `form: "json", keys: all: []`,
	} {
		entry := `title: "A", upstream: "a", recognised: "so", schema: _, ` + files
		_, err := Files(folders[0], folders[1], fstest.MapFS{"a.cue": {Data: []byte("package handofflint\nformats: a: {" + entry + "}")}})
		if err == nil || !strings.Contains(err.Error(), "break their contract") {
			t.Errorf("%s: %v", files, err)
		}
	}
	for _, entry := range []string{
		`sevrity: "error"`, `severity: "fatal"`, `formats: []`, `formats: ["reports"]`, `fix: {message: "x", sets: null}`,
		`variants: plain: {mesage: "x"}`, `examples: {worse: "x"}`, `summary: "` + strings.Repeat("x", 101) + `"`,
	} {
		_, err := Files(folders[0], fstest.MapFS{"a.cue": {Data: []byte("package handofflint\nrules: \"a/b\": {" + entry + "}")}})
		if err == nil || !strings.Contains(err.Error(), "break their contract") {
			t.Errorf("%s: %v", entry, err)
		}
	}
}
