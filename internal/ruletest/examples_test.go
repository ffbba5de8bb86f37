package ruletest

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/cli"
	"github.com/handofflint/handofflint/rules"
)

// The bad example of `explain` must be bad, and the good one good: both are part of a corresponding case.
func TestExamplesAreTrue(t *testing.T) {
	for _, rule := range rules.BuiltIn().Rules {
		for kind, example := range map[string]string{bad: rule.Bad, good: rule.Good} {
			folder := filepath.Join(root, filepath.FromSlash(rule.Name), kind)
			if strings.TrimSpace(example) == "" {
				t.Errorf("%s has no %s example", rule.Name, kind)
				continue
			}
			if !slices.ContainsFunc(filesOfCases(t, folder), readExample(example).standsIn) {
				t.Errorf("%s: the %s example stands in no case of %s:\n%s", rule.Name, kind, folder, example)
			}
		}
	}
}

// An example whose good part equals its bad part teaches nothing.
func TestExamplesDiffer(t *testing.T) {
	for _, rule := range rules.BuiltIn().Rules {
		if trimLines(rule.Bad) == trimLines(rule.Good) {
			t.Errorf("%s shows the same as wrong and as right", rule.Name)
		}
	}
}

// caseFiles maps the paths of a case's files, with forward slashes, to their texts; "" is its directives, and
// "transcript.jsonl" the actions of its transcript. Lines are trimmed.
type caseFiles map[string]string

// filesOfCases reads the cases of a folder.
func filesOfCases(t *testing.T, folder string) (all []caseFiles) {
	t.Helper()
	cases, err := readCases(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		files := caseFiles{}
		if c.archive == nil {
			data, err := os.ReadFile(c.path)
			if err != nil {
				t.Fatal(err)
			}
			files[c.name] = trimLines(string(data))
		} else {
			files[""] = trimLines(c.archive.Directives)
			for _, file := range c.archive.Files {
				files[file.Name] = trimLines(string(file.Data))
			}
		}
		if _, err := os.Stat(c.sharedTranscript()); c.transcript != "" && err == nil {
			files["transcript.jsonl"] = trimLines(actionsOf(t, c.sharedTranscript()))
		}
		all = append(all, files)
	}
	return all
}

// actionsOf returns the output of `audit --actions` for a transcript, since its JSON is hard to read.
func actionsOf(t *testing.T, transcript string) string {
	t.Helper()
	var out, errs bytes.Buffer
	streams := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs, Getenv: func(string) string { return "" }}
	if code := cli.Main(streams, []string{"handofflint", "audit", "--actions", transcript}); code != cli.ExitClean {
		t.Fatalf("%s: exit code %d: %s", transcript, code, errs.String())
	}
	return out.String()
}

// example is what a rule shows: the names of a folder's files, or parts of files.
type example struct {
	names    []string
	excerpts []excerpt
}

// excerpt is a sequence of parts of a file. An example has … between two parts, and the file's name with a
// colon before them if it matters; otherwise any file will do.
type excerpt struct {
	file  string
	parts []string
}

// fileHeading matches a line that says which file the next lines are from.
var fileHeading = regexp.MustCompile(`^\S+\.(?:md|jsonl?|txt):$`)

func readExample(s string) example {
	e := example{names: strings.Split(trimLines(s), "\n")}
	current, part := excerpt{}, []string{}
	endPart := func() {
		if text := trimLines(strings.Join(part, "\n")); text != "" {
			current.parts = append(current.parts, text)
		}
		part = nil
	}
	for _, line := range e.names {
		switch {
		case fileHeading.MatchString(line):
			endPart()
			if current.parts != nil {
				e.excerpts = append(e.excerpts, current)
			}
			current = excerpt{file: strings.TrimSuffix(line, ":")}
		case line == "…":
			endPart()
		default:
			part = append(part, line)
		}
	}
	endPart()
	e.excerpts = append(e.excerpts, current)
	return e
}

// standsIn reports whether a case contains the example.
func (e example) standsIn(files caseFiles) bool {
	return files.haveFolder(e.names) || !slices.ContainsFunc(e.excerpts, func(x excerpt) bool { return !x.standsIn(files) })
}

// haveFolder reports whether a folder of the case has exactly these files. Markers count only if the names
// include one.
func (files caseFiles) haveFolder(names []string) bool {
	isMarker := func(name string) bool { return strings.HasSuffix(name, ".done") }
	folders := map[string][]string{}
	for name := range files {
		if name != "" && (!isMarker(name) || slices.ContainsFunc(names, isMarker)) {
			folders[path.Dir(name)] = append(folders[path.Dir(name)], path.Base(name))
		}
	}
	for _, folder := range folders {
		slices.Sort(folder)
		if slices.Equal(folder, names) {
			return true
		}
	}
	return false
}

func (x excerpt) standsIn(files caseFiles) bool {
	for name, text := range files {
		if (x.file == "" || strings.HasSuffix("/"+name, "/"+x.file)) && x.partOf(text) {
			return true
		}
	}
	return false
}

func (x excerpt) partOf(text string) bool {
	for _, part := range x.parts {
		_, rest, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = rest
	}
	return len(x.parts) > 0
}

// trimLines removes the indentation and trailing blanks of every line.
func trimLines(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}

func TestReadExample(t *testing.T) {
	files := caseFiles{"out/a.md": "one\ntwo\nthree\nfour", "out/a.md.done": "", "b.json": "{}", "": "# one file"}
	for _, c := range []struct {
		name, example string
		want          bool
	}{
		{"a part", "two\n  three", true},
		{"parts in order", "one\n…\nthree", true},
		{"parts out of order", "three\n…\none", false},
		{"not in one file", "one\n…\n{}", false},
		{"in the file", "a.md:\n  two", true},
		{"not in that file", "b.json:\n  two", false},
		{"in no such file", "c.json:\n  two", false},
		{"the end of a name is no file", "d/a.md:\n  two", false},
		{"two files", "a.md:\n  two\n…\nfour\nb.json:\n{}", true},
		{"all files of a folder", "a.md", true},
		{"with the marker", "a.md\na.md.done", true},
		{"more files than there are", "a.md\nb.md", false},
		{"nothing but what is left out", "…", false},
	} {
		if got := readExample(c.example).standsIn(files); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
