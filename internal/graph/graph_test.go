package graph_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/graph"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

var update = flag.Bool("update", false, "write the golden files; look at each picture afterwards")

// build makes the picture of a tree. What has no content is made as a folder if its
// name is .keep, and dated before what was written.
func build(t *testing.T, files []txtar.File) (*graph.Graph, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	written := time.Date(2026, 5, 31, 13, 0, 0, 0, time.UTC)
	for _, f := range files {
		if err := os.MkdirAll(filepath.Dir(f.Name), 0o755); err != nil {
			t.Fatal(err)
		}
		if filepath.Base(f.Name) == ".keep" {
			continue
		}
		if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(f.Name, written, written); err != nil {
			t.Fatal(err)
		}
	}
	engine, err := rules.NewEngine(checks.All(), rules.Options{Now: written.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	found, err := lint.Walk(t.Context(), []string{"."}, lint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return graph.New(t.Context(), &lint.Linter{Engine: engine, Jobs: 2}, found)
}

// TestPictures draws each tree of testdata.
func TestPictures(t *testing.T) {
	folder, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	trees, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil || len(trees) == 0 {
		t.Fatalf("no trees: %v", err)
	}
	for _, path := range trees {
		tree, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			g, err := build(t, tree.Files)
			if err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(path, "txtar") + "mermaid"
			if *update {
				if err := os.WriteFile(golden, []byte(g.Mermaid()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), g.Mermaid()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestBounds: more than a picture can hold is refused, and drawing what it can hold
// does not take long however its handoffs name each other.
func TestBounds(t *testing.T) {
	session := func(reports int, number func(int) int, text string) (files []txtar.File) {
		for i := range reports {
			files = append(files, txtar.File{
				Name: fmt.Sprintf("agent-handoffs/s/%03d-a%d-report.md", number(i), i),
				Data: fmt.Appendf(nil, "---\nagent_role: a%d\nsequence: %d\n---\n\n## 1. What Was Done\n\n%s\n", i, number(i), text),
			})
		}
		return files
	}
	ascending := func(i int) int { return i + 1 }
	all := &strings.Builder{}
	for i := range 60 {
		fmt.Fprintf(all, "report %d, ", i+1)
	}
	cases := []struct {
		name  string
		files []txtar.File
		fails string
	}{
		{"one more", session(501, ascending, ""), "room for 500 handoffs, and these are 501"},
		{"each names all before it", session(60, ascending, all.String()), ""},
		{"two numbers that half of them share", session(500, func(i int) int { return 1 + i%2 }, ""), ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g, err := build(t, c.files)
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Fatalf("got %v, want %q", err, c.fails)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if g.Mermaid() == "" {
				t.Error("it is not drawn")
			}
		})
	}
}
