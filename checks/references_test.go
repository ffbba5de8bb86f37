package checks

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/rules"
)

// committed is the tree of a repository with some files in its only commit.
func committed(t *testing.T, names ...string) *evidence.Tree {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed, and this is about what git knows")
	}
	root := t.TempDir()
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Repeat("a\n", 99)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{"init -q -b main", "add .", "-c user.name=A -c user.email=a@example.com commit -q -m first"} {
		command := exec.Command("git", strings.Fields(args)...)
		command.Dir = root
		command.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	t.Chdir(root)
	return evidence.NewTree(root)
}

// TestSilentReferences holds that no line of testdata/evidence/references.txt is taken for a
// claim that something is there, but for those that must be.
func TestSilentReferences(t *testing.T) {
	data, err := os.ReadFile("../testdata/evidence/references.txt")
	if err != nil {
		t.Fatal(err)
	}
	tree := committed(t, "src/session.go", "src/store.go", "internal/auth/auth.go", "web/app/page.tsx", "docs/sessions.md", "app/main.py", "src/index.ts", "src/run.js",
		"src/style.html", "src/conf.yml", "src/conf.yaml", "src/data.json", "src/c.sql", "src/d.cs", "src/e.rs", "text/a.txt", "api/v1/users.json", "lib/x.info", "refs/a.png")
	facts := &evidence.Facts{Tree: tree}
	engine, err := rules.NewEngine(All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(data)) {
		kind, text, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		for _, in := range mentioning(t, kind, text) {
			result, err := engine.CheckWith(engine.Parse(in), facts)
			if err != nil {
				t.Fatal(err)
			}
			var accused []string
			for _, f := range result.Findings {
				if slices.Contains([]string{"evidence/no-such-file", "evidence/moved-file", "evidence/no-such-lines", "evidence/no-such-commit"}, f.Rule) {
					accused = append(accused, f.Message)
				}
			}
			if fires := strings.HasSuffix(kind, "fires"); fires != (len(accused) > 0) {
				t.Errorf("%s in a %s: %q", line, in.As, accused)
			}
		}
		if !strings.HasSuffix(kind, "fires") {
			count++
		}
	}
	if t.Logf("%d lines", count); count < 200 {
		t.Errorf("only %d lines", count)
	}
}

// mentioning are handoffs with a sentence, or with an entry of a list of files.
func mentioning(t *testing.T, kind, text string) []rules.Input {
	t.Helper()
	if strings.HasPrefix(kind, "entry") {
		data, err := json.Marshal(map[string]any{"agent": "a", "output_type": "b", "files_modified": []string{text}})
		if err != nil {
			t.Fatal(err)
		}
		task, err := json.Marshal(map[string]any{"task_id": "a", "relevant_files": []string{text}})
		if err != nil {
			t.Fatal(err)
		}
		return []rules.Input{
			{Path: "a.json", Named: true, As: document.Metadata, Data: data},
			{Path: "b.json", Named: true, As: document.Context, Data: task},
		}
	}
	output := fmt.Sprintf("# Sessions\n\nThey end.\n\n- %s\n\n## Metadata\n\n```json\n{\"agent\": \"a\", \"output_type\": \"b\"}\n```\n", text)
	report := fmt.Sprintf("---\nagent_role: a\nhandoff_type: full\n---\n\n## 1. What Was Done\n\nThe sessions end half an hour after the last request, and the cookie keeps its name for all who have one from before.\n\n%s\n\n<!-- handoff-end -->\n", text)
	task, err := json.Marshal(map[string]any{"summary": text, "detail": "d"})
	if err != nil {
		t.Fatal(err)
	}
	return []rules.Input{
		{Path: "a.md", Named: true, As: document.Metadata, Data: []byte(output)},
		{Path: "b.md", Named: true, As: document.Report, Data: []byte(report)},
		{Path: "c.json", Named: true, As: document.Task, Data: task},
	}
}
