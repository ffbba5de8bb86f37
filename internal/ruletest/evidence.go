package ruletest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// facts returns the evidence for a case in the current folder, or nil.
func (c *testCase) facts(t *testing.T, rule *rules.Rule) *claims.Facts {
	t.Helper()
	kinds := c.evidence
	if slices.Contains([]string{rules.KindText, rules.KindClaims, rules.KindChain}, rule.Needs) {
		kinds = append(slices.Clip(kinds), rule.Needs)
	}
	if len(kinds) == 0 {
		return nil
	}
	facts := &claims.Facts{}
	if slices.Contains(kinds, rules.KindFiles) {
		here, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		facts.Tree = worktree.NewTree(here)
	}
	if slices.Contains(kinds, rules.KindActions) {
		facts.Timeline = c.session(t)
	}
	return facts
}

// session returns the transcript of a case.
func (c *testCase) session(t *testing.T) *timeline.Timeline {
	t.Helper()
	path := c.transcript
	if _, err := os.Stat(path); err != nil {
		path = c.sharedTranscript()
	}
	session, err := timeline.Open(path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// sharedTranscript returns the path of a case's transcript outside of the case.
func (c *testCase) sharedTranscript() string {
	testdata, _, _ := strings.Cut(c.path, filepath.FromSlash("/testdata/rules/"))
	return filepath.Join(testdata, "testdata", "evidence", "transcripts", filepath.FromSlash(c.transcript))
}

// gitBegan is the time of the first step of a case, by git's clock.
var gitBegan = time.Date(2026, time.May, 1, 0, 0, 0, 0, time.UTC)

// git runs git in a case, without this machine's configuration.
func (s step) git(into string) error {
	program, err := exec.LookPath("git")
	if err != nil {
		return fmt.Errorf("%w: git is not installed", errUnsupported)
	}
	// After each commit, git would start a process for garbage collection.
	args := append([]string{"-c", "maintenance.auto=false"}, strings.Fields(s.argument)...)
	command := exec.Command(program, args...)
	command.Dir = into
	command.Env = slices.DeleteFunc(os.Environ(), func(pair string) bool { return strings.HasPrefix(pair, "GIT_") })
	at := gitBegan.Add(s.offset).Format(time.RFC3339)
	command.Env = append(command.Env,
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CEILING_DIRECTORIES="+filepath.Dir(into),
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE="+at,
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com", "GIT_COMMITTER_DATE="+at)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w\n%s", s.argument, err, out)
	}
	return nil
}
