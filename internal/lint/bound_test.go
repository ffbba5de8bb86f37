package lint

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/rules"
)

// A run with too many findings says so and has no results, since a part would look like all.
func TestTooManyFindings(t *testing.T) {
	defer func(most int64) { maxFindings = most }(maxFindings)
	t.Chdir(t.TempDir())
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var found Found
	for _, name := range []string{"a.json", "b.json"} {
		path := filepath.Join("context", name)
		text := `{"schema_version":1,"task_id":"t","task_summary":"Fix the login in a.go","key_findings":["a.go:1 has no lock"],"relevant_files":[` +
			strings.Repeat(`"/a",`, 9) + `"/a"]}`
		if err := os.MkdirAll("context", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		found.Files = append(found.Files, File{Path: filepath.ToSlash(path)})
	}
	linter := &Linter{Engine: engine, Jobs: 2}
	results, err := linter.Run(context.Background(), found)
	if err != nil || len(Findings(results)) < 20 {
		t.Fatalf("%d findings, %v", len(Findings(results)), err)
	}
	maxFindings = int64(len(Findings(results)) - 1)
	if results, err = linter.Run(context.Background(), found); results != nil || err == nil || !strings.Contains(err.Error(), "not everything was checked") {
		t.Errorf("%d results, %v", len(results), err)
	}
}
