package ruletest

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// The corpus is real files of other repositories, which are not kept in this one. Its lessons are in
// testdata/rules as well.
const corpusFolder = "../../../shared/corpus"

// beyondExpected are the findings in the real outputs that are not about a missing field, each with the text
// of the file.
var beyondExpected = map[string]string{
	"__SECURITY-LEAD-REVIEW.md metadata/several-agents":              `"next_agent": "frontend-developer or backend-developer"`,
	"frontend-developer-batch-2-implementation.md schema/wrong-type": `"files_modified": 1, how many instead of which`,
	"FRONTEND-REVIEWER-PHASE0-REVIEW.md schema/not-allowed":          `"status": "approved": a verdict, not a status`,
	"FRONTEND-REVIEWER-PHASE2-REVIEW.md schema/not-allowed":          `"status": "approved-with-recommendations"`,
	"TEST-LEAD-PHASE0-REVIEW.md schema/not-allowed":                  `"status": "approved_with_conditions"`,
}

func TestCorpusMetadata(t *testing.T) {
	corpus := folderOrSkip(t, corpusFolder)
	expected := readExpected(t, corpus)
	results := judged(lintPaths(t, filepath.Join(corpus, "metadata"), "", "."))
	if len(results) != 40 || len(expected) != 40 {
		t.Fatalf("%d outputs were judged and %d are expected, want 40", len(results), len(expected))
	}
	unseen := map[string]bool{}
	for name := range beyondExpected {
		unseen[name] = true
	}
	for _, r := range results {
		t.Run(r.Path, func(t *testing.T) { expected[r.Path].compare(t, r, unseen) })
	}
	for name := range unseen {
		t.Errorf("%s is in the table and was not found", name)
	}
}

// expectedOutput is a row, for one file, of a table in the corpus.
type expectedOutput struct {
	trailing bool
	missing  []string
}

func readExpected(t *testing.T, corpus string) map[string]expectedOutput {
	t.Helper()
	out := map[string]expectedOutput{}
	lines := strings.Split(strings.TrimSpace(readFile(t, corpus, "metadata_expected.tsv")), "\n")
	for _, line := range lines[1:] {
		columns := strings.Split(strings.TrimRight(line, "\r"), "\t")
		if len(columns) != 6 {
			t.Fatalf("%q has %d columns, want 6", line, len(columns))
		}
		missing := strings.FieldsFunc(columns[3], func(r rune) bool { return r == ',' })
		out[columns[0]] = expectedOutput{trailing: columns[2] == "True", missing: missing}
	}
	return out
}

func (want expectedOutput) compare(t *testing.T, r rules.Result, unseen map[string]bool) {
	var missing []string
	trailing := false
	for _, f := range r.Findings {
		switch f.Rule {
		case "schema/missing-field":
			missing = append(missing, strings.TrimPrefix(f.Pointer, "/"))
		case "metadata/trailing-text":
			trailing = true
		default:
			expectBeyond(t, f, unseen)
		}
	}
	slices.Sort(missing)
	slices.Sort(want.missing)
	if !slices.Equal(missing, want.missing) {
		t.Errorf("missing fields are %v, want %v", missing, want.missing)
	}
	if trailing != want.trailing {
		t.Errorf("text behind the block: %v, want %v", trailing, want.trailing)
	}
}

func expectBeyond(t *testing.T, f rules.Finding, unseen map[string]bool) {
	for name := range beyondExpected {
		file, rule, _ := strings.Cut(name, " ")
		if strings.HasSuffix(f.Path, file) && f.Rule == rule && unseen[name] {
			delete(unseen, name)
			return
		}
	}
	t.Errorf("not in the table:\n%s", renderFinding(f))
}

// TestCorpusDocumentation holds that documents that only show blocks are not handoffs.
func TestCorpusDocumentation(t *testing.T) {
	corpus := folderOrSkip(t, corpusFolder)
	results := lintPaths(t, filepath.Join(corpus, "metadata_docs"), "", ".")
	if len(results) != 18 {
		t.Errorf("%d documents were looked at, want 18", len(results))
	}
	for _, r := range judged(results) {
		t.Errorf("%s was taken for a handoff of format %s", r.Path, r.Format)
	}
}

// TestCorpusWithoutBlock checks outputs without a block. Found in a folder they are skipped, since most of
// them are plans and notes that need none. Named as metadata, every file has a finding that the block is
// missing.
func TestCorpusWithoutBlock(t *testing.T) {
	corpus := folderOrSkip(t, corpusFolder)
	folder := filepath.Join(corpus, "metadata_noblock")
	for _, r := range judged(lintPaths(t, folder, "", ".")) {
		t.Errorf("%s was taken for a handoff of format %s", r.Path, r.Format)
	}
	results := lintPaths(t, folder, "metadata", ".")
	for _, r := range results {
		if len(r.Findings) != 1 || r.Findings[0].Rule != "metadata/missing-block" {
			t.Errorf("%s: want one missing block, got:\n%s", r.Path, render([]rules.Result{r}))
		}
	}
	if len(results) != 23 {
		t.Errorf("%d files, want 23", len(results))
	}
}

// TestCorpusReports holds that a template is rejected, and each unfilled part is named.
func TestCorpusReports(t *testing.T) {
	corpus := folderOrSkip(t, corpusFolder)
	tests := []struct {
		file string
		want []string
	}{
		{"gsailing19+agent-handoff__goal-relay__04-handoff-template.md__short.md", []string{
			"1 report/missing-done-marker",
			"2 placeholder /agent_role", "3 placeholder /task_id", "4 placeholder /session_id", "5 schema/wrong-type /sequence",
			"10 placeholder", "13 placeholder", "16 placeholder", "19 placeholder", "22 placeholder", "25 placeholder", "28 placeholder",
		}},
		{"gsailing19+agent-handoff__templates__agent-handoff-template.md", []string{
			"1 report/missing-done-marker",
			"2 schema/empty-field /agent_role", "3 schema/empty-field /task_id", "4 schema/empty-field /session_id",
			"5 schema/bad-format /sequence", "7 schema/empty-field /created", "8 schema/empty-field /handoff_type", "9 schema/empty-field /summary",
			"13 placeholder", "17 placeholder", "33 placeholder", "37 placeholder", "41 placeholder", "45 placeholder",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			results := lintPaths(t, filepath.Join(corpus, "report"), "report", tt.file)
			expectBrief(t, results, tt.want)
			if results[0].Worst() != rules.Error {
				t.Error("the template is not rejected")
			}
		})
	}
}

// The faults of the context files in upstream's documentation. They are named after their documents, so that
// each also has a wrong name; the placeholder in their task_id hides that.
var (
	unfilledExplorer = []string{"3 placeholder /task_id", "4 placeholder /task_summary", "8 placeholder /suggested_approach"}
	unfilledRetry    = []string{
		"1 context/no-schema-version /schema_version", "2 placeholder /task_id", "3 placeholder /task_summary",
		"4 placeholder /relevant_files/0", "5 placeholder /key_findings/0", "6 placeholder /constraints/0",
		"7 placeholder /suggested_approach", "9 placeholder /previous_failure/reason", "10 placeholder /previous_failure/error_summary",
	}
)

func TestCorpusContext(t *testing.T) {
	corpus := folderOrSkip(t, corpusFolder)
	tests := []struct {
		file string // the end of its name
		want []string
	}{
		{"plugin-codex__agents__cf-explorer.toml__1.json", unfilledExplorer},
		{"plugin-codex__agents__cf-planner.toml__1.json", unfilledExplorer},
		{"plugin__agents__cf-explorer.md__1.json", unfilledExplorer},
		{"plugin__agents__cf-planner.md__1.json", unfilledExplorer},
		{"plugin-codex__skills__cf-fix__SKILL.md__1.json", unfilledRetry},
		{"plugin-codex__skills__cf-tdd__SKILL.md__1.json", unfilledRetry},
		{"plugin__skills__cf-fix__SKILL.md__1.json", unfilledRetry},
		{"plugin__skills__cf-tdd__SKILL.md__1.json", unfilledRetry},
		// The same retry with one real path among its files, and the reasons without brackets around them.
		{"docs__architecture.md__1.json", []string{
			unfilledRetry[0], unfilledRetry[1], unfilledRetry[2], unfilledRetry[4], unfilledRetry[5], unfilledRetry[6],
			"9 schema/not-allowed /previous_failure/reason", unfilledRetry[8],
		}},
		// A real example: valid except for the name of the file.
		{"agent-context-handoff.mdx__1.json", []string{"3 context/filename /task_id"}},
		// The second example of that page is a fragment, a field without an object: only its words say what
		// it is, so it is not a handoff.
	}
	results := lintPaths(t, corpus, "", "context")
	if len(judged(results)) != len(tests) {
		t.Errorf("%d context files were judged, want %d", len(judged(results)), len(tests))
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			i := slices.IndexFunc(results, func(r rules.Result) bool {
				return strings.HasSuffix(r.Path, "coding-friend__"+tt.file) || strings.HasSuffix(r.Path, "__reference__"+tt.file)
			})
			if i < 0 {
				t.Fatal("there is no such file")
			}
			expectBrief(t, results[i:i+1], tt.want)
		})
	}
}

// expectBrief compares findings by line, rule and pointer.
func expectBrief(t *testing.T, results []rules.Result, want []string) {
	t.Helper()
	var got []string
	for _, r := range results {
		for _, f := range r.Findings {
			got = append(got, brief(f))
		}
	}
	slices.SortFunc(got, cmp.Compare[string])
	want = slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("findings are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
