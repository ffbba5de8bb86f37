package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// Sequences of events in a repository with several work trees.

// workTree creates a work tree of the bench's repository like `git worktree add`, beside the main one or in
// it, and returns its root.
func (b *bench) workTree(inside bool) string {
	b.t.Helper()
	root := b.root + "/.claude/worktrees/w"
	if !inside {
		folder, err := filepath.EvalSymlinks(b.t.TempDir())
		if err != nil {
			b.t.Fatal(err)
		}
		root = filepath.ToSlash(folder)
	}
	dir := b.root + "/.git/worktrees/w"
	testkit.Write(b.t, dir+"/gitdir", []byte(root+"/.git\n"))
	testkit.Write(b.t, dir+"/commondir", []byte("../..\n"))
	testkit.Write(b.t, root+"/.git", []byte("gitdir: "+dir+"\n"))
	return root
}

// in moves an event to another working folder.
func in(folder string, event map[string]any) map[string]any {
	event["cwd"] = folder
	return event
}

// A form is in the main work tree, and its agent writes its report in another one: that report is checked,
// sealed and announced, and the form is ignored.
func TestAReportInAnotherWorkTree(t *testing.T) {
	for _, c := range []struct {
		name string
		// inside puts the work tree into the main one. moved moves the agent's own events to it. named is
		// how the last message names the report.
		inside, moved bool
		named         string
	}{
		{"entered, a relative path", true, true, "agent-handoffs/s1/01-tester-report.md"},
		{"entered, an absolute path", true, true, "{tree}/agent-handoffs/s1/01-tester-report.md"},
		{"made by git, a relative path", false, false, "agent-handoffs/s1/01-tester-report.md"},
		{"made by git, an absolute path", false, false, "{tree}/agent-handoffs/s1/01-tester-report.md"},
		{"made by git, the path of the form", false, true, "{root}/agent-handoffs/s1/01-tester-report.md"},
		{"made by git, no path", false, true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newSealing(t)
			form, prompt := b.dispatched("tester")
			tree := b.workTree(c.inside)
			report := tree + "/agent-handoffs/s1/01-tester-report.md"
			b.silent(agent("tester", prompt))
			cwd := b.root
			if c.moved {
				cwd = tree
			}
			message := "All done."
			if c.named != "" {
				message = "Handoff written to `" + strings.NewReplacer("{tree}", tree, "{root}", b.root).Replace(c.named) + "`. Summary: x"
			}
			b.fill(report, "Batches of 500 rows", "TBD\n\nx")
			out := b.says(in(cwd, ends("a1", "tester", message, false)), `"decision":"block"`, "01-tester-report.md", "section")
			lacks(t, out, "empty form", "<full for")
			b.fill(report)
			b.silent(in(cwd, by("a1", "tester", ranCommand("cp /tmp/x "+report))))
			b.silent(in(cwd, ends("a1", "tester", message, true)))
			if _, err := os.Stat(report + ".done"); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(form + ".done"); err == nil {
				t.Error("the form is sealed")
			}
			// The main agent and the user are told where it is.
			told := "read \\\"" + report + "\\\", written in another work tree of this repository in place of "
			b.says(ranCommand("cat "+form), `"systemMessage":"handofflint: `, told)
			transcript := b.transcriptOn(prompt, report, message)
			b.says(notified(transcript, "a1", "completed", message), `"additionalContext":"handofflint: read `, told[:40])
			b.says(agent("critic", "Read `"+form+"` first."), `"permissionDecision":"deny"`, "Name \\\""+report+"\\\" in the prompt instead")
			b.silent(agent("critic", "Read `"+report+"` first."))
			b.silent(stops(false))
			b.silent(in(tree, stops(false)))
		})
	}
}

// An agent may hand back several.
func TestReportsInAnotherWorkTree(t *testing.T) {
	b := newSealing(t)
	b.dispatched("tester")
	b.dispatched("critic")
	tree := b.workTree(false)
	message := ""
	reports := []string{"agent-handoffs/s1/01-tester-report.md", "agent-handoffs/s1/02-critic-report.md"}
	for _, report := range reports {
		b.fill(tree + "/" + report)
		message += "Handoff written to `" + report + "`. Summary: x\n"
	}
	b.silent(ends("a1", "writer", message, false))
	for _, report := range reports {
		if _, err := os.Stat(tree + "/" + report + ".done"); err != nil {
			t.Error(err)
		}
	}
}

// The reverse: the form is in a work tree that the session has left.
func TestAReportInTheMainWorkTree(t *testing.T) {
	b := newSealing(t)
	_, prompt := b.dispatched("tester")
	tree := b.workTree(true)
	form := tree + "/agent-handoffs/s1/01-tester-report.md"
	report := b.root + "/agent-handoffs/s1/01-tester-report.md"
	testkit.Write(t, form, "")
	if err := os.Rename(report, form); err != nil {
		t.Fatal(err)
	}
	b.silent(in(tree, agent("tester", prompt)))
	b.fill(report)
	b.silent(ends("a1", "tester", "Handoff written to `agent-handoffs/s1/01-tester-report.md`.", false))
	b.says(stops(false), `"systemMessage":"handofflint: read `, "read \\\""+report+"\\\"")
	b.silent(stops(false))
}

// An unwritten report is still expected, from both work trees, and so is an unfinished report in another
// work tree.
func TestAFormThatNobodyWroteInAnyWorkTree(t *testing.T) {
	b := newSealing(t)
	_, prompt := b.dispatched("tester")
	tree := b.workTree(false)
	b.silent(in(tree, agent("tester", prompt)))
	b.says(in(tree, ends("a1", "tester", "All done.", false)), `"decision":"block"`, "it is still an empty form")
	b.silent(in(tree, ends("a1", "tester", "All done.", true)))
	b.says(in(tree, stops(false)), `"decision":"block"`, "nobody wrote it")
	b.silent(in(tree, stops(true)))
	b.fill(tree+"/agent-handoffs/s1/01-tester-report.md", "<!-- handoff-end -->", "")
	out := b.says(stops(false), `"decision":"block"`, "is left unfinished", "no <!-- handoff-end --> at the end")
	lacks(t, out, "nobody wrote it")
}

// Moving a form to another work tree does not delete it.
func TestAFormThatIsMovedToAnotherWorkTree(t *testing.T) {
	b := newSealing(t)
	form, prompt := b.dispatched("tester")
	tree := b.workTree(true)
	b.silent(agent("tester", prompt))
	moved := tree + "/agent-handoffs/s1/01-tester-report.md"
	testkit.Write(t, moved, "")
	if err := os.Rename(form, moved); err != nil {
		t.Fatal(err)
	}
	b.silent(in(tree, by("a1", "tester", ranCommand("mv "+form+" "+moved))))
	b.says(in(tree, ends("a1", "tester", "Done.", false)), `"decision":"block"`, "it is still an empty form")
	b.silent(in(tree, ends("a1", "tester", "Done.", true)))
	b.says(stops(false), `"decision":"block"`, "nobody wrote it")
}

// A folder that only claims to be a work tree of the repository does not count.
func TestAWorkTreeThatTheRepositoryDoesNotName(t *testing.T) {
	b := newSealing(t)
	_, prompt := b.dispatched("tester")
	tree := b.workTree(false)
	if err := os.Remove(b.root + "/.git/worktrees/w/gitdir"); err != nil {
		t.Fatal(err)
	}
	b.silent(agent("tester", prompt))
	b.fill(tree + "/agent-handoffs/s1/01-tester-report.md")
	b.says(ends("a1", "tester", "All done.", false), `"decision":"block"`, "it is still an empty form")
}

// A form in another work tree is not the report.
func TestAFormInAnotherWorkTree(t *testing.T) {
	b := newBench(t)
	form, _ := b.dispatched("tester")
	tree := b.workTree(false)
	out := b.says(in(tree, agent("critic", "Read `agent-handoffs/s1/"+filepath.Base(form)+"` first.")), `"permissionDecision":"deny"`)
	lacks(t, out, "was written in another work tree")
}

// A report that would be lost with its agent's work tree is refused three times. Then nobody waits for it.
func TestAReportThatWouldBeLost(t *testing.T) {
	b := newBench(t)
	launch := isolated(agent("tester", "Write your report to `agent-handoffs/s1/01-tester-report.md`."))
	for range 3 {
		b.says(launch, `"permissionDecision":"deny"`, "in a worktree of its own")
	}
	lacks(t, b.says(launch, "systemMessage", "let through after it was refused too often"), "deny")
	b.silent(stops(false))
}
