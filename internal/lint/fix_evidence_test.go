package lint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// TestMovedFile tests the only fix of a rule that needs evidence, a history, which TestExamples has not. If some
// of the evidence was not read, nothing is said of it.
func TestMovedFile(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip(err)
	}
	root := t.TempDir()
	moved, err := testkit.ReadCase("../../testdata/rules/evidence/moved-file/bad/renamed-before.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if err := moved.Write(root); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"init -q -b main", "add src", "commit -q -m first", "mv src/auth.go src/session.go", "commit -q -m next"} {
		settings := []string{"-C", root, "-c", "user.name=a", "-c", "user.email=a@example.com"}
		cmd := exec.Command(git, append(settings, strings.Fields(args)...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_DATE=2026-05-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-05-01T00:00:00Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	e, path := exampleEngine(t), filepath.Join(root, "a.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	facts := &claims.Facts{Kinds: rules.EvidenceKinds, Tree: worktree.NewTree(root)}
	outcome := expectSound(t, path, data, func(data []byte) (rules.Result, error) {
		return e.Check(e.Parse(rules.Input{Path: path, Data: data, Named: true}), facts)
	})
	want := strings.Replace(string(data), "src/auth.go:10-20", "src/session.go:10-20", 1)
	if len(outcome.Fixed) != 1 || outcome.Fixed[0].Rule != "evidence/moved-file" || string(outcome.Data) != want {
		t.Errorf("fixed %v:\n%s", outcome.Fixed, outcome.Data)
	}
	l := &lint.Linter{Engine: e, Facts: func(string) rules.Facts { return facts }, Incomplete: &rules.Incomplete{}}
	l.Incomplete.Add(rules.KindFiles, "git is asked too often")
	c, err := l.CheckInput(document.Input{Path: path, Data: data, Named: true}, nil)
	if err != nil || len(c.Result.Findings) > 0 {
		t.Errorf("with incomplete evidence: %v, %v", c.Result.Findings, err)
	}
}
