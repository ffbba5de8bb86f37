package ruletest

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// git steps see the files as previous steps have left them, and make the same commits on every machine.
func TestGitSteps(t *testing.T) {
	c := archived(t, strings.Join([]string{
		"evidence: files",
		"git: init -q -b main",
		"git: add .",
		"git: commit -q -m first",
		"rename: a.txt b/a.txt",
		"git: add -A",
		"git: commit -q -m second",
		"-- a.txt --",
		"one",
	}, "\n"))
	c.enter(t)
	out, err := exec.Command("git", "log", "--format=%H %cI", "--name-status").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2026-05-01T05:00:00", "R100\ta.txt\tb/a.txt", "2026-05-01T02:00:00", "A\ta.txt"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the log has no %q:\n%s", want, out)
		}
	}
	if facts := c.facts(t, &rules.Rule{}); facts == nil || facts.Tree == nil {
		t.Error("the case has no tree")
	}
}
