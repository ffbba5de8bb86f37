package ruletest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/rules"
)

// docs is the folder of the rules' pages, from this package's folder.
const docs = "../../docs/rules"

func ruleNames(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, rule := range rules.BuiltIn().Rules {
		names = append(names, rule.Name)
	}
	slices.Sort(names)
	return names
}

// A rule without a folder is untested, and a folder without a rule tests nothing.
func TestEveryRuleHasAFolder(t *testing.T) {
	var folders []string
	walk(t, root, func(path string, entry fs.DirEntry) error {
		if entry.IsDir() && (entry.Name() == bad || entry.Name() == good) {
			folders = append(folders, filepath.ToSlash(filepath.Dir(path)))
			return fs.SkipDir
		}
		return nil
	})
	slices.Sort(folders)
	folders = slices.Compact(folders)
	if diff := cmp.Diff(ruleNames(t), folders); diff != "" {
		t.Errorf("rules of the catalogue (-; `go generate ./...` writes it) and folders of testdata/rules (+):\n%s", diff)
	}
}

// The pages are generated from the catalogue. An extra or a missing one means that they are outdated.
func TestEveryRuleHasAPage(t *testing.T) {
	if _, err := os.Stat(docs); err != nil {
		t.Fatalf("%v: `go generate ./...` writes docs/rules", err)
	}
	var pages []string
	walk(t, docs, func(path string, entry fs.DirEntry) error {
		name, isPage := strings.CutSuffix(filepath.ToSlash(path), ".md")
		if !entry.IsDir() && isPage && name != "README" {
			pages = append(pages, name)
		}
		return nil
	})
	slices.Sort(pages)
	if diff := cmp.Diff(ruleNames(t), pages); diff != "" {
		t.Errorf("rules of the catalogue (-) and pages of docs/rules (+):\n%s", diff)
	}
}

// walk calls visit with every path under a folder, relative to it.
func walk(t *testing.T, folder string, visit func(path string, entry fs.DirEntry) error) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return visit(path, entry)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Every variant of a rule is in a golden. Goldens for other systems count too, so this holds everywhere.
func TestEveryVariantIsCovered(t *testing.T) {
	for _, rule := range rules.BuiltIn().Rules {
		seen := goldensOf(t, rule)
		for _, variant := range cases(rule) {
			pattern := wordsPattern(rule, variant)
			switch rule.Name + " " + variant {
			case "schema/misspelt-field beside": // only a team's format can be closed; see TestClosedCustomFormat
				continue
			case "schema/missing-field unsaid": // only a team's format requires what Markdown says; see own_handoff.txtar
				continue
			case "schema/bad-format short", "schema/bad-format repeated": // only a team's format asks for it; see custom_messages.txtar
				continue
			case "file/unreadable deep": // 100 folders; see TestDeepFolder in lint
				continue
			case "file/too-large lines", "file/too-large lines-in-values": // of 30,000 lines; see limits_lines.txtar
				continue
			}
			if !slices.ContainsFunc(seen, pattern.matches) {
				t.Errorf("%s: no bad case for variant %q: %s", rule.Name, variant, pattern.message)
			}
		}
	}
}

func goldensOf(t *testing.T, rule *rules.Rule) []goldenFinding {
	t.Helper()
	cases, err := readCases(filepath.Join(root, filepath.FromSlash(rule.Name), bad))
	if err != nil {
		t.Fatal(err)
	}
	var seen []goldenFinding
	for _, c := range cases {
		golden, err := c.readGolden()
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, goldenFindings(golden)...)
	}
	return seen
}

// placeholderName is {name} in a message.
var placeholderName = regexp.MustCompile(`\{[a-z_]+\}`)

// spoken matches the words of a variant, with any values.
type spoken struct{ message, help *regexp.Regexp }

func wordsPattern(rule *rules.Rule, variant string) spoken {
	words := rule.In(variant)
	return spoken{message: templatePattern(words.Message), help: templatePattern(words.Help)}
}

func templatePattern(template string) *regexp.Regexp {
	var b strings.Builder
	rest := template
	for {
		at := placeholderName.FindStringIndex(rest)
		if at == nil {
			return regexp.MustCompile("^" + b.String() + regexp.QuoteMeta(rest) + "$")
		}
		b.WriteString(regexp.QuoteMeta(rest[:at[0]]) + ".*")
		rest = rest[at[1]:]
	}
}

func (s spoken) matches(f goldenFinding) bool {
	return s.message.MatchString(f.message) && s.help.MatchString(f.help)
}

// A {name} without a value would reach the user unchanged. All variants are covered, so it is enough that no
// golden has one.
func TestMessagesAreFilled(t *testing.T) {
	for _, rule := range rules.BuiltIn().Rules {
		names := namesIn(rule)
		for _, f := range goldensOf(t, rule) {
			for _, name := range names {
				if strings.Contains(f.message, name) || strings.Contains(f.help, name) {
					t.Errorf("%s gives no value for %s:\n%s\n%s", rule.Name, name, f.message, f.help)
				}
			}
		}
	}
}

// namesIn returns the {names} in all words of a rule, except literal ones.
func namesIn(rule *rules.Rule) []string {
	var names []string
	for _, variant := range append(cases(rule), "") {
		words := rule.In(variant)
		names = append(names, placeholderName.FindAllString(words.Message+words.Help+words.Related, -1)...)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.Contains(literalNames[rule.Name], name)
	})
}

// literalNames are {names} that are part of a format, not of a message.
var literalNames = map[string][]string{
	// A report's name is {seq}-{role}-report.md.
	"report/filename": {"{seq}", "{role}"},
}

// cases returns the variants in which a rule can fire, sorted, with "" if it can fire without one: its
// pattern, check or schema belongs to no variant. Faults of the parser always name a variant if there are
// any.
func cases(r *rules.Rule) (names []string) {
	if len(r.Variants) == 0 || r.Must != nil || r.Check != "" || r.Violations != nil || r.From == "schema" {
		names = append(names, "")
	}
	for _, v := range r.Variants {
		names = append(names, v.Name)
	}
	slices.Sort(names)
	return names
}
