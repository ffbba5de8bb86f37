package lint_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

func exampleEngine(t testing.TB) *rules.Engine {
	t.Helper()
	e, err := rules.NewEngine(claims.Add(checks.All()), rules.Options{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// judgeAs checks texts as a file at a path that a user named.
func judgeAs(e *rules.Engine, path string) lint.CheckText {
	return func(data []byte) (rules.Result, error) {
		return e.CheckInput(rules.Input{Path: path, Data: data, Named: true})
	}
}

// examples returns the files of the rules' examples and of other testdata that may be handoffs, by path.
func examples(t testing.TB) map[string]string {
	t.Helper()
	files := map[string]string{}
	top := filepath.Join("..", "..", "testdata")
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(top, path)
		name = filepath.ToSlash(name)
		switch filepath.Ext(name) {
		case ".md", ".json":
			data, err := os.ReadFile(path)
			files[name] = string(data)
			return err
		case testkit.CaseSuffix:
			c, err := testkit.ReadCase(path)
			if err != nil {
				return err
			}
			for _, file := range c.Files {
				if ext := filepath.Ext(file.Name); ext == ".md" || ext == ".json" {
					files[strings.TrimSuffix(name, testkit.CaseSuffix)+"/"+file.Name] = string(file.Data)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("only %d examples", len(files))
	}
	return files
}
