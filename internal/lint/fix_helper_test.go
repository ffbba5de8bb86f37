package lint_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

// exampleRoot is the repository that the examples' absolute paths are in.
const exampleRoot = "/home/agent/repo"

func exampleEngine(t testing.TB) *rules.Engine {
	t.Helper()
	e, err := rules.NewEngine(claims.Add(checks.All()), rules.Options{Now: noon, Root: exampleRoot})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// judgeAs judges texts as the file of a path that a user named.
func judgeAs(e *rules.Engine, path string) lint.CheckText {
	return func(data []byte) (rules.Result, error) {
		return e.CheckInput(rules.Input{Path: path, Data: data, Named: true})
	}
}

// examples are all files of the rules' examples and of the other testdata that
// may be handoffs, by path.
func examples(t testing.TB) map[string]string {
	t.Helper()
	files := map[string]string{}
	top := filepath.Join("..", "..", "testdata")
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		ext := filepath.Ext(path)
		if err != nil || entry.IsDir() || ext != ".md" && ext != ".json" {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(top, path)
		files[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("only %d examples", len(files))
	}
	return files
}
