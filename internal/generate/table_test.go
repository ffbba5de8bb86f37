package generate

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
)

var update = flag.Bool("update", false, "write what is generated")

// TestTable fails if the table, or the facts about protocols or patterns, differ from the sources.
func TestTable(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // CUE's values are large, and garbage at once
	for path, generate := range map[string]func(...fs.FS) ([]byte, error){
		"../table/table.go":      Go,
		"../protocol/facts.go":   Protocol,
		"../secret/facts.go":     Secrets,
		"../runner/facts.go":     Runners,
		"../../checks/hollow.go": Hollow,
		"../text/known.go":       Patterns,
	} {
		want, err := generate(folders...)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, _ := os.ReadFile(path); !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate ./cue", path)
		}
	}
}

// TestData fails if a file of data differs from the sources, or is of none.
func TestData(t *testing.T) {
	want, err := Data(folders...)
	if err != nil {
		t.Fatal(err)
	}
	const folder = "../table/data"
	if *update {
		if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o755)); err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			if err := os.WriteFile(filepath.Join(folder, name+".json"), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	entries, _ := os.ReadDir(folder)
	if len(entries) != len(want) {
		t.Errorf("%s has %d files, want %d: run go generate ./cue", folder, len(entries), len(want))
	}
	for name, text := range want {
		if got, _ := os.ReadFile(filepath.Join(folder, name+".json")); !bytes.Equal(got, text) {
			t.Errorf("%s is out of date: run go generate ./cue", name+".json")
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
		_, err := Go(fstest.MapFS{"a.cue": {Data: []byte("package a\n" + test.source)}})
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
		_, err := Go(folders[0], folders[1], fstest.MapFS{"a.cue": {Data: []byte("package handofflint\nformats: a: {" + entry + "}")}})
		if err == nil || !strings.Contains(err.Error(), "break their contract") {
			t.Errorf("%s: %v", files, err)
		}
	}
	for _, entry := range []string{
		`sevrity: "error"`, `severity: "fatal"`, `formats: []`, `formats: ["reports"]`, `fix: {message: "x", sets: null}`,
		`variants: plain: {mesage: "x"}`, `examples: {worse: "x"}`, `summary: "` + strings.Repeat("x", 101) + `"`,
	} {
		_, err := Go(folders[0], fstest.MapFS{"a.cue": {Data: []byte("package handofflint\nrules: \"a/b\": {" + entry + "}")}})
		if err == nil || !strings.Contains(err.Error(), "break their contract") {
			t.Errorf("%s: %v", entry, err)
		}
	}
}
