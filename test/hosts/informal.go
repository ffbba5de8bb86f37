package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/handofflint/handofflint/test/hosts/model"
)

// taskReport is where the skill subagent-driven-development of Superpowers has a report.
const taskReport = ".superpowers/sdd/task-3-report.md"

// superpowers returns the prompt by which that skill sends an agent out. It mentions the
// folder of reports, so that it is read as a whole.
func superpowers(script string) string {
	return fmt.Sprintf("[[script:%s]] You are implementing Task 3: expire sessions. Leave agent-handoffs/ alone.\n\nWrite your report to %s, then reply with the status alone.\n", script, taskReport)
}

// quiet checks that no call of the hook has an output.
func (t *trial) quiet() {
	calls := t.calls()
	t.check(len(calls) >= 3, "the hooks are called", calls)
	for _, c := range calls {
		t.check(c.Exit == 0 && c.Out == "" && c.Err == "", c.event.Name+" has no output", c)
	}
}

// sendsTasks has two agents sent out with a task report to write: one that writes none, and
// one that does.
func (t *trial) sendsTasks(send func(string) model.Step) {
	text := "# Task 3\n\nSessions expire after 30 minutes.\n\n## Tests\n\n9 passed\n\n## Concerns\n\nNone\n"
	t.run(scripts{
		"main":    join([]model.Step{send(superpowers("nothing"))}, t.wait, []model.Step{send(superpowers("writes"))}, t.wait, repeat(done, 4)),
		"nothing": {t.back("Status: DONE. " + handback(taskReport))},
		"writes":  {t.shell("sh tests.sh"), t.shell(cat(taskReport, text)), t.back("Status: DONE. " + handback(taskReport))},
	})
	t.check(t.turns("nothing") == 1, "an agent that writes no report runs, and is not held", t.mainNews())
	t.check(t.turns("writes") == 3, "so does one that writes it", t.mainNews())
	t.check(t.turns("main") == 3+2*len(t.wait), "the turn ends", t.mainNews())
	t.quiet()
}

func testTask(t *trial) {
	t.installHooks()
	t.sendsTasks(t.agent)
	t.check(t.exists(taskReport) && !t.exists(taskReport+".done"), "the report is not sealed", t.mainNews())
}

// testTaskTree starts the host in a linked work tree, where Superpowers makes them. Claude
// Code gives its agents work trees of their own besides.
func testTaskTree(t *trial) {
	t.installHooks()
	t.sh("git add -A -f . && git commit -qm hooks && git worktree add -q .worktrees/task-3")
	t.startIn = t.at(".worktrees/task-3")
	send := t.agent
	if t.install == "claude" {
		send = func(prompt string) model.Step {
			return model.Call("Agent", input{"description": "test expiry", "prompt": prompt,
				"subagent_type": "general-purpose", "isolation": "worktree", "run_in_background": false})
		}
	}
	t.sendsTasks(send)
	t.check(!t.exists(taskReport), "the report is in a work tree", t.mainNews())
	if t.install != "claude" {
		t.check(t.exists(".worktrees/task-3/"+taskReport), "it is in this one", t.mainNews())
	}
}

func testReadFirst(t *trial) {
	t.installHooks()
	prompt := bare + "Read HANDOFF.md first; it says what is left. Leave agent-handoffs/ alone.\n"
	t.run(scripts{"main": join([]model.Step{t.agent(prompt)}, t.wait, repeat(done, 4)), "sub": {t.back("There is no HANDOFF.md.")}})
	t.check(t.turns("sub") == 1, "the agent runs, and is not held", t.mainNews())
	t.check(t.turns("main") == 2+len(t.wait), "the turn ends", t.mainNews())
	t.quiet()
}

func testHandover(t *trial) {
	t.installHooks()
	text := "# Handoff\n\n## Current state\n\nSessions expire.\n\n## Next steps\n\nTBD\n"
	t.run(scripts{"main": join([]model.Step{t.write(t.at("HANDOFF.md"), text), t.shell(cat("HANDOFF.md", text+"\n## Decisions\n\nNo timers.\n"))}, repeat(done, 4))})
	t.told("main", 1, "the placeholder is mentioned", "handoff/unfinished-section", "Next steps")
	t.silent("main", 2, "it is not mentioned again")
	t.check(t.turns("main") == 3, "the turn ends", t.mainNews())
	for _, c := range t.calls() {
		t.check(!strings.Contains(c.Out, `"block"`) && !strings.Contains(c.Out, `"deny"`), c.event.Name+" blocks nothing", c)
	}
}

func testPaused(t *trial) {
	t.installHooks()
	t.must(os.MkdirAll(t.at(".planning"), 0o755)) // Copilot's tool makes no folders
	const file = ".planning/HANDOFF.json"
	whole := `{"version": "1.0", "timestamp": "2026-05-31T12:21:29Z", "task": 3, "total_tasks": 5, "status": "paused",
 "completed_tasks": [], "remaining_tasks": [], "blockers": [], "human_actions_pending": [], "decisions": [], "uncommitted_files": [],
 "next_action": "Expire sessions", "context_notes": "Sessions live in memory"}
`
	t.run(scripts{"main": join([]model.Step{t.write(t.at(file), whole[:40]+"\n"), t.shell(cat(file, whole))}, repeat(done, 4))})
	t.told("main", 1, "that it cannot be read is told", "HANDOFF.json", "syntax/json")
	t.silent("main", 2, "repaired, it is not mentioned")
	t.check(t.turns("main") == 3, "the turn ends", t.mainNews())
}
