package ruletest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// seedFolder holds handoffs with the facts of the upstream projects' own examples: what upstream shows as
// right must pass.
const seedFolder = "../../testdata/seed"

func TestSeed(t *testing.T) {
	_, results := lintTree(t, seedFolder)
	var got []string
	for _, r := range judged(results) {
		got = append(got, string(r.Format))
	}
	slices.Sort(got)
	want := slices.Concat(
		[]string{"context", "context"}, // the first attempt and the retry
		slices.Repeat([]string{"metadata"}, 8+2),
		[]string{"task"},
	)
	if !slices.Equal(got, want) {
		t.Errorf("formats are %v, want %v", got, want)
	}
	expectClean(t, results)
}

func expectClean(t *testing.T, results []rules.Result) {
	t.Helper()
	if found := render(results); found != "" {
		t.Errorf("findings:\n%s", found)
	}
}

// TestSeedDocuments lints the examples in the upstream documents. TestSeed has the same facts and never
// skips.
func TestSeedDocuments(t *testing.T) {
	folder := folderOrSkip(t, "../../../shared/seeds")
	work := t.TempDir()
	for path, text := range seedExamples(t, folder) {
		write(t, filepath.Join(work, filepath.FromSlash(path)), text)
	}
	results := lintPaths(t, work, "", ".")
	if n := len(judged(results)); n != 8+2+1 {
		t.Errorf("%d examples were judged, want 11", n)
	}
	expectClean(t, results)
}

// seedExamples returns the examples of the upstream documents by the path that their format requires.
func seedExamples(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := map[string]string{}
	_, examples, _ := strings.Cut(readFile(t, folder, "003_991d1924e7f64a37.txt"), "## Example Handoffs")
	for i, m := range regexp.MustCompile("(?ms)^```json\n(\\{.*?^\\})\n```").FindAllStringSubmatch(examples, -1) {
		out["metadata/"+strconv.Itoa(i+1)+".json"] = m[1]
	}
	document := readFile(t, folder, "000_9ab0e683a9419601.txt")
	first := regexp.MustCompile(`(?ms)^\{\n"schema_version".*?^\}$`).FindString(document)
	failure := regexp.MustCompile(`(?ms)^"previous_failure": \{.*?^\}$`).FindString(document)
	out["docs/context/1717500000-fix-auth-race.json"] = first
	out["retry/context/1717500000-fix-auth-race.json"] = strings.Replace(first, `"previous_failure": null`, failure, 1)
	payload := regexp.MustCompile(`(?ms)<<'EOF'\n(\{.*?^\})\nEOF$`).FindStringSubmatch(readFile(t, folder, "001_212783dcd90f8a57.txt"))
	if payload == nil {
		t.Fatal("the document has no payload")
	}
	out["kelos-handoff.json"] = payload[1]
	return out
}

func readFile(t *testing.T, folder, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
