package ruletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// variations is a file of testdata/silent or testdata/evasions: changes of a handoff that no rule may report,
// or that a rule must report.
type variations struct {
	// Base is a handoff without a finding, Phased one of metadata's other profile.
	Base, Phased string
	Cases        []variation
}

type variation struct {
	// Rule must report each of the changes, in testdata/evasions.
	Rule string
	// On is "phased" for a change of Phased.
	On string
	// Field is the pointer of the field that is set to each of Values.
	Field  string
	Values []any
	// Fields are changed together, by pointer.
	Fields map[string]any
	// Section gets each of Texts added, or is replaced by each of Whole.
	Section      int
	Texts, Whole []string
	// Old is replaced by each of Texts.
	Old string
}

// varied is a changed handoff, its change, and the rule that must report it.
type varied struct{ rule, change, text string }

// variedPaths are the paths of the handoffs of testdata/silent and testdata/evasions.
var variedPaths = map[document.Format]string{
	"report":   ".claude/agent-handoffs/20260531-170546-ad4f12aa/01-engineer-report.md",
	"metadata": "outputs/a.json",
	"context":  "docs/context/1717500000-fix-auth-race.json",
	"task":     "kelos-handoff.json",
}

// TestSilent checks the handoffs of testdata/silent, which must have no findings.
func TestSilent(t *testing.T) {
	engine := silentEngine(t)
	count := 0
	for format, path := range variedPaths {
		for _, text := range readSilent(t, string(format)) {
			count++
			result, err := engine.Check(engine.Parse(rules.Input{Path: path, Data: []byte(text), As: format, Named: true}), &claims.Facts{})
			if err != nil {
				t.Fatal(err)
			}
			if found := render([]rules.Result{result}); found != "" {
				t.Errorf("%s has findings:\n%s\n%s", format, text, found)
			}
		}
	}
	t.Logf("%d cases", count)
	if count < 150 {
		t.Errorf("only %d cases", count)
	}
}

// silentEngine also has the rules that are off by default and that a handoff's values can violate.
func silentEngine(t *testing.T) *rules.Engine {
	t.Helper()
	options := rules.Options{Now: standardTime}
	catalogue, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"report/no-artifact"} {
		if catalogue.Rule(name) != nil {
			options.Overrides = append(options.Overrides, rules.Override{Pattern: name, Severity: rules.Warning})
		}
	}
	engine, err := rules.NewEngine(claims.Add(checks.All()), options)
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// readSilent makes the handoffs of a file.
func readSilent(t *testing.T, format string) []string {
	t.Helper()
	file := readVariations(t, "silent", format)
	texts := []string{file.Base}
	if file.Phased != "" {
		texts = append(texts, file.Phased)
	}
	for _, v := range file.all(t) {
		texts = append(texts, v.text)
	}
	return texts
}

func readVariations(t *testing.T, folder, format string) variations {
	t.Helper()
	path := filepath.Join("../../testdata", folder, format+".yaml")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file variations
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return file
}

// all returns the changed handoffs of a file.
func (file variations) all(t *testing.T) []varied {
	t.Helper()
	var all []varied
	for _, c := range file.Cases {
		base := file.Base
		if c.On == "phased" {
			base = file.Phased
		}
		add := func(change any, text string) {
			all = append(all, varied{c.Rule, fmt.Sprintf("%s%s %q", c.Field, c.Old, change), text})
		}
		for _, value := range c.Values {
			add(value, withFields(t, base, map[string]any{c.Field: value}))
		}
		if c.Fields != nil {
			add(c.Fields, withFields(t, base, c.Fields))
		}
		for _, text := range c.Texts {
			if c.Old != "" {
				if !strings.Contains(base, c.Old) {
					t.Fatalf("%q is not in the handoff", c.Old)
				}
				add(text, strings.ReplaceAll(base, c.Old, text))
				continue
			}
			add(text, withSection(base, c.Section, text, false))
		}
		for _, text := range c.Whole {
			add(text, withSection(base, c.Section, text, true))
		}
	}
	return all
}

// withFields returns a JSON object with other values at some pointers.
func withFields(t *testing.T, base string, fields map[string]any) string {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(base), &object); err != nil {
		t.Fatal(err)
	}
	for pointer, value := range maps.All(fields) {
		parent, steps := object, strings.Split(pointer, "/")[1:]
		for _, step := range steps[:len(steps)-1] {
			parent = parent[step].(map[string]any)
		}
		parent[steps[len(steps)-1]] = value
	}
	data, err := json.MarshalIndent(object, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data) + "\n"
}

// withSection returns a report with a text at the end of a section, or as the whole section.
func withSection(base string, number int, text string, whole bool) string {
	start := strings.Index(base, "## "+string(rune('0'+number))+". ")
	start += strings.Index(base[start:], "\n") + 1
	end := start + strings.Index(base[start:], "\n## ") + 1
	if number == 5 {
		end = strings.Index(base, "<!-- handoff-end -->")
	}
	kept := base[start:end]
	if whole {
		kept = "\n"
	}
	return base[:start] + kept + strings.TrimRight(text, "\n") + "\n\n" + base[end:]
}

// TestSilentFiles checks files that are found in a folder.
func TestSilentFiles(t *testing.T) {
	archive, err := txtar.ParseFile("../../testdata/silent/files.txtar")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, file := range archive.Files {
		path := filepath.Join(folder, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.Data, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, standardTime, standardTime); err != nil {
			t.Fatal(err)
		}
	}
	results := lintPaths(t, folder, document.Unknown, ".")
	if found := render(results); found != "" {
		t.Errorf("files without a fault have findings:\n%s", found)
	}
	judged := 0
	for _, r := range results {
		if r.Skipped == "" {
			judged++
		}
	}
	if judged < 11 {
		t.Errorf("only %d files were judged", judged)
	}
}
