package cli

import (
	"bytes"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

// skeletonCases say of each skeleton what format it is of, under which path it
// would stand, and what an agent would fill in, in the order of the places.
var skeletonCases = map[string]struct {
	format document.Format
	path   string
	filled []string
}{
	"report.md": {"report", ".claude/agent-handoffs/20260531-170546-ad4f12aa/01-architect-report.md", []string{
		"architect", "import-retries", "20260531-170546-ad4f12aa", "1", "2026-05-31T12:21:29Z", "full",
		"The importer retries a batch twice before it gives up", "Retries of the importer",
		testkit.Steps(0, 25),
		"- `import/retry.go` and `import/retry_test.go`",
		"Fixed waits rather than growing ones: two tries are too few for a curve.",
		"The file of failed batches is never deleted by anything.",
		"Run the tests of the import package and verify the exit code.",
	}},
	"metadata-base.md": {"metadata", "output.md", []string{
		"backend-developer", "implementation-summary", "2026-05-31T12:21:29Z", "features/import-retries",
		"tracing-root-causes", "go-retries", "import/retry.go:10-80", "complete", "backend-reviewer",
		"The waits are 2 and 10 seconds; failed batches go to a file beside the log.",
	}},
	"metadata-phased.md": {"metadata", "output.md", []string{
		"tool-implementer", "implementation-summary", "2026-05-31T12:21:29Z", "features/import-retries",
		"implementation", "Implemented the retries with 18 of 18 tests passing",
		"tracing-root-causes", "go-retries", "import/retry.go:10-80", "import/retry.go", "go test ./import: 18 of 18 pass",
		"complete", "review", "tool-reviewer", "The waits are 2 and 10 seconds; failed batches go to a file beside the log.",
	}},
	"sdd-report.md": {"sdd-report", ".superpowers/sdd/task-3-report.md", []string{
		"Task 3: retries of the importer", "DONE",
		"The importer retries a batch twice before it gives up.", "`go test ./import`: 18 passed",
		"`import/retry.go`: the two waits", "`1a2b3c4`: import: retry a batch", "None.",
	}},
	"handover.md": {"handover", "HANDOFF.md", []string{
		"Retries of the importer", "The importer retries a batch twice; `go test ./import` passes.",
		"Read `import/retry.go`, then write the test for an empty batch", "Fixed waits: two tries are too few for a curve.", "None.",
	}},
	"gsd.json": {"gsd", ".planning/HANDOFF.json", []string{
		"2026-05-31T12:21:29Z", "paused", "Write the test for an empty batch", "The waits are 2 and 10 seconds.",
	}},
	"context.json": {"context", "docs/context/1717500000-fix-auth-race.json", []string{
		"1717500000-fix-auth-race", "Two logins at once leave two sessions", "src/auth/store.go",
		"Save in src/auth/store.go:42 reads and writes without a lock", "The public API must not change",
		"Compare versions on write",
	}},
	"task.json": {"task", "handoff.json", []string{
		"The importer retries a batch twice before it gives up", "The waits are 2 and 10 seconds.", "import-retries",
	}},
}

// place is a placeholder of a skeleton. The end marker is none.
var place = regexp.MustCompile(`<[^<>!][^<>]*>`)

// quotedNumber is the one value of the skeletons that is no text.
var quotedNumber = strings.NewReplacer(`sequence: "1"`, `sequence: 1`, `status: "writing"`, `status: "written"`)

func TestSkeletons(t *testing.T) {
	for name, c := range skeletonCases {
		t.Run(name, func(t *testing.T) {
			text, err := fs.ReadFile(schema.Skeletons, "skeletons/"+name)
			if name == "report.md" {
				text, err = reportSkeleton("architect")
			}
			if err != nil {
				t.Fatal(err)
			}
			places := place.FindAllIndex(text, -1)
			if len(places) != len(c.filled) {
				t.Fatalf("%d places to fill in, %d values for them", len(places), len(c.filled))
			}
			everyPlaceIsNamed(t, text, places, judgedFiles(t, c.format, c.path, text))
			for _, f := range judgedFiles(t, c.format, c.path, fillIn(text, c.filled)) {
				t.Errorf("filled in: %d:%d %s [%s]", f.Range.Start.Line, f.Range.Start.Column, f.Message, f.Rule)
			}
		})
	}
}

// reportSkeleton is what the commands make of a report's skeleton.
func reportSkeleton(role string) ([]byte, error) {
	catalogue := rules.BuiltIn()
	text, err := handoff.Skeleton(catalogue, role)
	return []byte(text), err
}

// everyPlaceIsNamed wants a finding whose range holds each place.
func everyPlaceIsNamed(t *testing.T, text []byte, places [][]int, findings []rules.Finding) {
	t.Helper()
	for _, at := range places {
		named := false
		for _, f := range findings {
			named = named || f.Range.Start.Offset <= at[0] && f.Range.End.Offset >= at[1]
		}
		if !named {
			t.Errorf("no finding names %s", text[at[0]:at[1]])
		}
	}
}

// fillIn puts values in the places, one after the other.
func fillIn(text []byte, values []string) []byte {
	i := 0
	filled := place.ReplaceAllFunc(text, func([]byte) []byte {
		i++
		return []byte(values[i-1])
	})
	return []byte(quotedNumber.Replace(string(bytes.TrimSpace(filled))) + "\n")
}

func judgedFiles(t *testing.T, format document.Format, path string, data []byte) []rules.Finding {
	t.Helper()
	engine, err := rules.NewEngine(checks.All(), rules.Options{Now: time.Unix(1717500000, 0)})
	if err != nil {
		t.Fatal(err)
	}
	written := time.Unix(1717500000, 0)
	result, err := engine.CheckInput(rules.Input{
		Path: path, Data: data, As: format, Named: true,
		Info: &document.Info{ModTime: written, Done: written},
	})
	if err != nil {
		t.Fatal(err)
	}
	return result.Findings
}
