package hook

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

// Handoffs that people and skills write as they like are checked when they are written, and
// nobody waits for one.

const taskReport = ".superpowers/sdd/task-3-report.md"

// superpowers is the prompt with which the skill subagent-driven-development launches an agent.
const superpowers = "You are implementing Task 3: expire sessions.\n\nRead the brief in .superpowers/sdd/task-3-brief.md first. Leave agent-handoffs/ alone.\n\n" +
	"Write your report to {report}, then reply with the status alone. If {report} exists, append to it.\n"

// isolated returns the event of an agent that gets its own work tree.
func isolated(event map[string]any) map[string]any {
	event["tool_input"].(map[string]any)["isolation"] = "worktree"
	return event
}

// An agent whose prompt names its task report is launched, and may end without it, as may the turn, in
// every work tree.
func TestAPromptThatNamesATaskReport(t *testing.T) {
	for _, require := range []bool{false, true} {
		b := newSealing(t)
		sealing := b.change
		b.change = func(c *Config) {
			sealing(c)
			c.Require = require
		}
		for _, tree := range []string{b.root, b.workTree(true), b.workTree(false)} {
			for _, named := range []string{taskReport, tree + "/" + taskReport} {
				prompt := strings.ReplaceAll(superpowers, "{report}", "`"+named+"`")
				b.silent(in(tree, agent("implementer", prompt)))
				b.silent(in(tree, isolated(agent("implementer", prompt))))
				b.silent(in(tree, ends("a1", "implementer", "Status: DONE. Handoff written to `"+named+"`. Summary: x", false)))
				b.silent(in(tree, ends("a1", "implementer", "BLOCKED", false)))
				b.silent(in(tree, agent("reviewer", "Leave agent-handoffs/ alone. Read "+named+" and review the task.\n\n## No Handoff Required")))
				b.silent(in(tree, stops(false)))
			}
		}
	}
}

// A prompt that tells an agent to read a session handoff is let through, even if the file is missing or
// broken.
func TestAPromptThatSendsToASessionHandoff(t *testing.T) {
	b := newSealing(t)
	prompt := "Read `{file}` first. Reports are in agent-handoffs/, context is in docs/context/.\nWhen you are done, update {file}."
	testkit.Write(t, b.root+"/.planning/HANDOFF.json", []byte(`{"version": "1.0",`))
	testkit.Write(t, b.root+"/HANDOVER.md", []byte{0xff, 0xfe, 0})
	for _, file := range []string{"HANDOFF.md", b.root + "/HANDOFF.md", "docs/HANDOFF.md", ".planning/HANDOFF.json", "HANDOVER.md"} {
		b.silent(agent("implementer", strings.ReplaceAll(prompt, "{file}", file)))
		b.silent(agent("implementer", "Read "+file+" first. Reports are in agent-handoffs/."))
		b.silent(ends("a1", "implementer", "Handoff written to "+file+".", false))
	}
	b.silent(stops(false))
}

// A report due beside such a file is still due.
func TestAReportBesideATaskReport(t *testing.T) {
	b := newSealing(t)
	_, prompt := b.dispatched("tester")
	b.silent(agent("tester", prompt+"\nWrite your notes to "+taskReport+"."))
	b.says(ends("a1", "tester", "Handoff written to `"+taskReport+"`.", false), `"decision":"block"`, "01-tester-report.md", "it is still an empty form")
	b.silent(ends("a1", "tester", "Handoff written to `"+taskReport+"`.", true))
	out := b.says(stops(false), `"decision":"block"`, "nobody wrote it")
	lacks(t, out, "task-3")
}

// If handoffs are required, a prompt that tells an agent to write such a file names one; a prompt that
// tells it to read one does not.
func TestATaskReportIsEnoughWhereHandoffsAreRequired(t *testing.T) {
	b := newBench(t)
	b.change = func(c *Config) { c.Require = true }
	b.silent(agent("implementer", "Do it. Write your report to "+taskReport+"."))
	b.silent(agent("implementer", "Do it. Report file: "+taskReport))
	b.says(agent("implementer", "Read HANDOFF.md first."), `"permissionDecision":"deny"`)
}

// commit makes the bench's project a repository with one commit.
func (b *bench) commit() {
	b.t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=dev", "-c", "user.email=dev@example.org", "commit", "-qm", "First"}} {
		if out, err := exec.Command("git", append([]string{"-C", b.root}, args...)...).CombinedOutput(); err != nil {
			b.t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
}

const handover = "# Handoff\n\n## Current state\n\nThe importer closes its file twice.\n\n## Next steps\n\n{next}\n"

func handoverWith(next string) []byte { return []byte(strings.ReplaceAll(handover, "{next}", next)) }

// Findings in such a file are mentioned once when it is written, by whatever tool. Later only new findings
// are mentioned.
func TestASessionHandoffIsToldOnce(t *testing.T) {
	b := newSealing(t)
	testkit.Write(t, b.root+"/internal/importer/rows.go", []byte("package importer\n"))
	b.commit()
	path := b.root + "/HANDOFF.md"
	put := func(next string) { testkit.Write(t, path, handoverWith(next)) }
	put("TBD")
	out := b.says(write(path), `"additionalContext":"handofflint: \"HANDOFF.md\" passes, with 1 warning:`, "handoff/unfinished-section", "line 9")
	lacks(t, out, "decision", "seal")
	b.silent(write(path))
	testkit.Write(t, path, append([]byte("Kept by hand.\n\n"), handoverWith("TBD")...))
	b.silent(ranCommand("cat > HANDOFF.md <<'EOF'"))
	b.silent(by("a1", "implementer", write(path)))
	// One finding is new, the other one stays.
	testkit.Write(t, path, append(handoverWith("TBD"), "\n## Log\n\nFixed a bug in `internal/importer/nowhere.go`.\n"...))
	out = b.says(ranCommand("cat > HANDOFF.md <<'EOF'"), "1 warning", "evidence/no-such-file", "internal/importer/nowhere.go")
	lacks(t, out, "unfinished-section", "decision")
	b.silent(write(path))
	// Fixed, and broken again.
	put("Close it once.")
	b.silent(write(path))
	put("TBD")
	b.says(write(path), "handoff/unfinished-section")
	b.silent(ends("a1", "implementer", "Handoff written to `HANDOFF.md`.", false))
	b.silent(stops(false))
	// Another session has not been told.
	other := write(path)
	other["session_id"] = "s2"
	b.says(other, "handoff/unfinished-section")
}

// Of a file with very many findings, not all are remembered.
func TestMentionedIsBounded(t *testing.T) {
	c := newCall(Config{Getenv: storeIn(t.TempDir())}, Event{Host: DefaultHost(), Cwd: "/w"})
	f := checked{Result: rules.Result{Path: "/w/HANDOFF.md"}}
	for i := range maxMentioned + 1 {
		f.Findings = append(f.Findings, rules.Finding{Rule: strconv.Itoa(i)})
	}
	c.dropMentioned(&f)
	if n := len(c.remembered().file(f.Path).Mentioned); n != maxMentioned || len(f.Findings) != n+1 {
		t.Errorf("%d findings are remembered, %d are told", n, len(f.Findings))
	}
}

// A secret is mentioned, and does not block.
func TestASecretInASessionHandoff(t *testing.T) {
	b := newBench(t)
	testkit.Write(t, b.root+"/docs/HANDOVER.md", handoverWith("Deploy with ghp_"+"9aB3xK7mQ2wE5rT8yU1iO4pL6sD0fG2hJ3kZ."))
	out := b.says(write(b.root+"/docs/HANDOVER.md"), `"additionalContext":`, "safety/secret")
	lacks(t, out, "decision", "9aB3xK7mQ2wE")
	b.silent(write(b.root + "/docs/HANDOVER.md"))
}

// An unreadable file blocks at the write, and holds no one later.
func TestABrokenPausedWork(t *testing.T) {
	b := newSealing(t)
	path := b.root + "/.planning/HANDOFF.json"
	testkit.Write(t, path, []byte(`{"version": "1.0", "task": 3,`))
	for range 2 {
		lacks(t, b.says(write(path), `"decision":"block"`, "syntax/json"), "seal")
	}
	testkit.Write(t, path, []byte(`{"version": "1.0", "task": 3, "status": `))
	b.says(ranCommand("cat > .planning/HANDOFF.json <<'EOF'"), `"decision":"block"`)
	b.silent(ends("a1", "implementer", "Handoff written to `.planning/HANDOFF.json`.", false))
	b.silent(stops(false))
	// Missing keys are mentioned once.
	testkit.Write(t, path, []byte(`{"version": "1.0", "task": 3}`))
	out := b.says(write(path), `"additionalContext":`, "next_action")
	lacks(t, out, `"decision"`)
	b.silent(write(path))
}

// The paths are relative to the root of the file's work tree, wherever the event comes from.
func TestPlacesOfSessionHandoffs(t *testing.T) {
	b := newBench(t)
	inside, beside := b.workTree(true), b.workTree(false)
	told := []struct{ cwd, path string }{
		{b.root, "HANDOFF.md"}, {b.root, "docs/HANDOVER.md"}, {b.root, ".claude/SESSION_HANDOFF.md"},
		{b.root + "/internal", b.root + "/SESSION_HANDOFF.md"},
		{b.root + "/docs", "HANDOFF.md"}, {b.root + "/internal", "../HANDOVER.md"},
		{inside, "HANDOFF.md"}, {b.root, inside + "/docs/HANDOFF.md"},
		{beside, "HANDOFF.md"}, {b.root, beside + "/HANDOVER.md"},
		{b.root, "internal/HANDOFF.md"}, {b.root + "/internal", "HANDOVER.md"}, {inside, "packages/a/HANDOFF.md"},
		{b.root, "handoffs/2026-05-31-session.md"}, {b.root, ".planning/phases/3/.continue-here.md"},
		{b.root, taskReport}, {b.root, "services/api/.superpowers/sdd/plan-a/task-1-report.md"}, {beside, taskReport},
		{b.root + "/.superpowers/sdd", "task-4-report.md"},
	}
	silent := []struct{ cwd, path string }{
		{b.root, "handoffs/README.md"}, {b.root, "docs/._HANDOFF.md"}, {b.root, "HANDOFF.txt"}, {b.root, "handover.md"}, {b.root, "MY_HANDOFF.md"},
		{b.root, ".superpowers/sdd/task-3-brief.md"}, {b.root, "superpowers/sdd/task-3-report.md"},
		{b.root, ".superpowers/sdd/progress.md"},
		{b.root, filepath.ToSlash(t.TempDir()) + "/HANDOFF.md"}, // outside of the project
	}
	check := func(cwd, path string, want ...string) {
		t.Helper()
		file := path
		if !filepath.IsAbs(path) {
			file = filepath.Join(cwd, path)
		}
		testkit.Write(t, file, handoverWith("TBD"))
		if out := b.says(in(cwd, ranCommand("cat > "+path+" <<'EOF'")), want...); (out == "") != (len(want) == 0) {
			t.Errorf("%s in %s, a command: %q", path, cwd, out)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		testkit.Write(t, file, handoverWith("TBD\n\n## Blockers\n\n(todo)"))
		if out := b.says(in(cwd, write(path)), want...); (out == "") != (len(want) == 0) {
			t.Errorf("%s in %s: %q", path, cwd, out)
		}
	}
	for _, c := range told {
		check(c.cwd, c.path, "handoff/unfinished-section")
	}
	for _, c := range silent {
		check(c.cwd, c.path)
	}
}

// What such a file says about runs is compared with the transcript when its agent ends: the user and the
// launching agent are told, and no one is stopped.
func TestATaskReportIsComparedWithItsTranscript(t *testing.T) {
	for name, tt := range map[string]struct {
		says, told string
		commands   [][2]string
	}{
		"false":         {"All tests pass.", "the transcript contradicts it", [][2]string{failedTests}},
		"outdated":      {"All tests pass.", "sources were changed after the run that it tells of", [][2]string{passedTests, {"echo x > internal/late.go", ""}}},
		"it holds":      {"All tests pass.", "", [][2]string{passedTests}},
		"no claim":      {"Sessions expire.", "", [][2]string{failedTests}},
		"a placeholder": {"TBD", "", [][2]string{failedTests}},
		"never ran":     {"I ran `npm audit`.", "", [][2]string{passedTests}}, // an earlier session may have
	} {
		for _, file := range []string{taskReport, "HANDOFF.md"} {
			b := newSealing(t)
			path := b.root + "/" + file
			testkit.Write(t, path, []byte("# Task 3\n\n## Status\n\nDone.\n\n## What was done\n\nSessions expire. "+tt.says+"\n"))
			b.play(by("a1", "implementer", write(path)))
			agent := b.transcriptOf(path, "Status: DONE.", tt.commands...)
			end := ends("a1", "implementer", "Status: DONE.", false)
			end["agent_transcript_path"], end["transcript_path"] = agent, sessionOf(agent)
			b.silent(end)
			told := notified(agent, "a1", "completed", "Status: DONE.")
			if _, out := b.play(told); tt.told != "" && !strings.Contains(out, tt.told) || tt.told == "" && strings.Contains(out, file) {
				t.Errorf("%s, %s: who launched it is told %s", name, file, out)
			}
			if _, out := b.play(stops(false)); strings.Contains(out, `"decision"`) || (tt.told != "") != strings.Contains(out, filepath.Base(file)) {
				t.Errorf("%s, %s: the user is told %s", name, file, out)
			}
		}
	}
}

// Each file that an agent wrote is compared, not just the first.
func TestASecondInformalFileIsCompared(t *testing.T) {
	b := newSealing(t)
	first, second := b.root+"/HANDOFF.md", b.root+"/"+taskReport
	testkit.Write(t, first, []byte("# Notes\n\n## Status\n\nGoing on.\n"))
	testkit.Write(t, second, []byte("# Task 3\n\n## Status\n\nDone.\n\n## What was done\n\nSessions expire. All tests pass.\n"))
	b.play(by("a1", "implementer", write(first)))
	b.play(by("a1", "implementer", write(second)))
	agent := b.transcriptOf(second, "Status: DONE.", failedTests)
	end := ends("a1", "implementer", "Status: DONE.", false)
	end["agent_transcript_path"], end["transcript_path"] = agent, sessionOf(agent)
	b.play(end)
	b.says(notified(agent, "a1", "completed", "Status: DONE."), "the transcript contradicts it")
}

// What a new file says of a run cannot be of an earlier session.
func TestANewTaskReportOfARunThatNeverHappened(t *testing.T) {
	b := newSealing(t)
	path := b.root + "/" + taskReport
	testkit.Write(t, path, []byte("# Task 3\n\n## What was done\n\nI ran `npm audit`.\n"))
	b.play(by("a1", "implementer", write(path)))
	agent := b.transcriptOf(path, "Status: DONE.", passedTests)
	data := testkit.Read(t, agent)
	lines := strings.SplitAfter(string(data), "\n")
	for i, line := range lines {
		if strings.Contains(line, `"tool_use_id":"r"`) {
			lines[i] = `{"toolUseResult":{"type":"create"},` + line[1:]
		}
	}
	testkit.Write(t, agent, []byte(strings.Join(lines, "")))
	end := ends("a1", "implementer", "Status: DONE.", false)
	end["agent_transcript_path"] = agent
	b.silent(end)
	b.says(notified(agent, "a1", "completed", "Status: DONE."), "the transcript contradicts it")
}

// What is wrong with a report is not replaced by what is wrong with such a file.
func TestATaskReportBesideABrokenReport(t *testing.T) {
	b := newSealing(t)
	report, prompt := b.dispatched("tester")
	b.silent(agent("tester", prompt))
	b.fill(report, "<!-- handoff-end -->", "")
	testkit.Write(t, b.root+"/HANDOFF.md", []byte("# Task 3\n\n## What was done\n\nSessions expire. All tests pass.\n"))
	b.silent(by("a1", "tester", write(b.root+"/HANDOFF.md")))
	end := ends("a1", "tester", "Status: DONE.", false)
	end["agent_transcript_path"] = b.transcriptOn(prompt, b.root+"/HANDOFF.md", "Status: DONE.", failedTests)
	b.says(end, `"decision":"block"`)
	end["stop_hook_active"] = true
	b.silent(end)
	told := notified(end["agent_transcript_path"].(string), "a1", "completed", "Status: DONE.")
	lacks(t, b.says(told, "01-tester-report.md", "does not pass: 2 errors"), "HANDOFF.md")
}

// A format that the configuration gives to a file holds no one either.
func TestAConfiguredSessionHandoffHoldsNoOne(t *testing.T) {
	b := newBench(t)
	b.reading()
	testkit.Write(t, filepath.Join(b.root, config.YAMLName), []byte("files: [{paths: \"notes/*.json\", format: gsd}]\n"))
	testkit.Write(t, b.root+"/notes/paused.json", []byte(`{"version": "1.0",`))
	b.silent(ends("a1", "implementer", "Handoff written to `notes/paused.json`.", false))
}

// Only a file that this agent wrote in this turn is compared.
func TestAnEarlierHandoffIsNotCompared(t *testing.T) {
	b := newSealing(t)
	path := b.root + "/HANDOFF.md"
	testkit.Write(t, path, []byte("# Task 3\n\n## What was done\n\nSessions expire. All tests pass.\n"))
	b.play(write(path))
	other := b.transcriptOf(b.root+"/notes.md", "Status: DONE.", failedTests)
	end := ends("a1", "implementer", "Status: DONE.", false)
	end["agent_transcript_path"], end["transcript_path"] = other, sessionOf(other)
	b.silent(end)
	lacks(t, b.says(notified(other, "a1", "completed", "Status: DONE."), "has not passed since"), "HANDOFF.md")
	b.silent(stops(false))
	// A command may have written the file, or not.
	maybe := b.transcriptOf(b.root+"/notes.md", "Status: DONE.", failedTests, [2]string{"test -f HANDOFF.md || cp notes.md HANDOFF.md", ""})
	end["agent_transcript_path"], end["transcript_path"] = maybe, sessionOf(maybe)
	b.silent(end)
	b.silent(stops(false))
	// It wrote the file before its last message but one.
	earlier := b.transcriptOf(path, "Status: DONE.", failedTests)
	data := testkit.Read(t, earlier)
	lines := strings.SplitAfter(string(data), "\n")
	testkit.Write(t, earlier, []byte(string(data)+strings.Replace(lines[0], `"Mend it."`, `"Go on."`, 1)+lines[len(lines)-2]))
	end["agent_transcript_path"], end["transcript_path"] = earlier, sessionOf(earlier)
	b.silent(end)
	b.silent(stops(false))
	// Its turn went on, since a hook held the message before.
	feedback := strings.Replace(strings.Replace(lines[0], `"Mend it."`, `"Stop hook feedback:\nNo."`, 1), `{`, `{"isMeta":true,`, 1)
	testkit.Write(t, earlier, []byte(string(data)+feedback+lines[len(lines)-2]))
	b.silent(end)
	b.says(notified(earlier, "a1", "completed", "Status: DONE."), "HANDOFF.md", "the transcript contradicts it")
}
