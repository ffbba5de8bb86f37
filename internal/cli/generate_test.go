package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

const docsFolder = "../../docs"

// generatedNote opens every generated page of Markdown. Commands print none:
// what a user prints is the user's own.
const generatedNote = "<!-- Made from the catalogue by `go generate ./...`. Do not edit. -->\n\n"

// TestGeneratedFiles compares the files under docs that commands print with
// what the commands print now. With -update it writes them; `go generate` runs
// it so. That the test is the generator needs no program beside handofflint,
// and nothing can be generated that is not tested.
func TestGeneratedFiles(t *testing.T) {
	want := generated(t)
	for name, text := range want {
		path := filepath.Join(docsFolder, filepath.FromSlash(name))
		if *update {
			testkit.Write(t, path, text)
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != text {
			t.Errorf("%s is out of date: run `go generate ./...` (%v)", path, err)
		}
	}
	for _, path := range pages(t) {
		name, err := filepath.Rel(docsFolder, path)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := want[filepath.ToSlash(name)]; ok {
			continue
		}
		if !*update {
			t.Errorf("%s is the page of no rule: run `go generate ./...`", path)
		} else if err := os.Remove(path); err != nil {
			t.Error(err)
		}
	}
}

// generated is every generated file by its path under docs, with its text.
func generated(t *testing.T) map[string]string {
	catalogue, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"rules/README.md": generatedNote + ruleIndex(catalogue)}
	for _, rule := range catalogue.Rules {
		files["rules/"+rule.Name+".md"] = generatedNote + ruleDocOf(catalogue, rule).Markdown(true) + furtherReading(rule)
	}
	for _, format := range document.FormatNames {
		files["schemas/"+format+".schema.json"] = printed(t, "schema", "--json-schema", format)
	}
	schema, err := config.JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	files["schemas/config.schema.json"] = schema
	files["reference/rule-files.md"] = ruleFilesReference(t)
	files["reference/settings.md"] = settingsReference()
	files["reference/formats.md"] = formatsReference()
	files["reference/fixes.md"] = fixesReference(catalogue)
	files["reference/claims.md"] = claimsReference()
	files["reference/action.md"] = actionReference(t)
	return files
}

// furtherReading is what the page of a rule has that no terminal could follow.
func furtherReading(rule *rules.Rule) string {
	if !strings.HasPrefix(rule.Name, "evidence/") {
		return ""
	}
	return "\nHow claims are judged: [evidence](../../evidence.md).\n"
}

// pages are the pages of rules that are there.
func pages(t *testing.T) (paths []string) {
	root := filepath.Join(docsFolder, "rules")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// printed is what a command prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	streams := Streams{In: strings.NewReader(""), Out: &out, Err: &errs, Getenv: func(string) string { return "" }}
	if code := Main(streams, append([]string{"handofflint"}, args...)); code != ExitClean {
		t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
	}
	return out.String()
}

// ruleIndex is the list of rules as a page of the documentation.
func ruleIndex(catalogue *rules.Catalogue) string {
	b := "# Rules\n\n`handofflint explain RULE` prints these pages, `handofflint rules` this list.\n"
	group := ""
	isEvidence := func(r *rules.Rule) bool { return strings.HasPrefix(r.Name, "evidence/") }
	others := slices.DeleteFunc(slices.Clone(catalogue.Rules), isEvidence)
	evidence := slices.DeleteFunc(slices.Clone(catalogue.Rules), func(r *rules.Rule) bool { return !isEvidence(r) })
	for _, rule := range append(evidence, others...) {
		e := ruleEntryOf(rule)
		if prefix, _, _ := strings.Cut(e.Name, "/"); prefix != group {
			group = prefix
			b += "\n## " + group + "\n\n| rule | severity | formats | what it reports |\n|---|---|---|---|\n"
		}
		b += fmt.Sprintf("| [`%s`](%[1]s.md) | %s | %s | %s |\n", e.Name, e.SeverityText(), e.FormatsText(), strings.ReplaceAll(e.Summary, "|", "\\|"))
	}
	return b
}
