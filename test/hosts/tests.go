package main

import (
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/handofflint/handofflint/test/hosts/model"
)

// test is a line of the table. The proof is always what the host sent to the
// model, or what lies on the disk afterwards.
type test struct {
	name, title string
	run         func(t *trial)
}

var allTests = []test{
	{"write", "the hooks are accepted; a broken report is told with all its findings, a repaired one is not mentioned; sealed, the turn ends", testWrite},
	{"unrelated", "other files and commands: no output", testUnrelated},
	{"stop", "the end of the turn is held over a broken report, once; the user is told the second time", testStop},
	{"unsealed", "the end of the turn is held over an unsealed report; sealed, it is not", testUnsealed},
	{"shell", "the same beside a shell that runs in the background", testShell},
	{"heredoc", "a report that a shell command writes", testHeredoc},
	{"failing", "the same, if the command fails", testFailing},
	{"start", "a session starts: unfinished reports are named", testStart},
	{"bare", "a prompt without a handoff is let through", testBare},
	{"require", "with `--require-handoffs` it is refused, and one with a handoff is not", testRequire},
	{"upstream", "a prompt that sends an agent to a missing, broken or unsealed report is refused", testUpstream},
	{"agent", "an agent that hands back a broken report is held; repaired, it is sealed by the hook", testAgent},
	{"truth", "with `evidence: {deeds: error}` an agent that claims a test run that never was is held; after the run it is not", testTruth},
	{"background", "the same for an agent in the background", testBackground},
	{"stubborn", "an agent that repairs nothing is held, but not for ever; then the one that sent it out is", testStubborn},
	{"promised", "a report that was promised and never written is named, to its agent or at the end of the turn", testPromised},
	{"worktree", "an agent that would write its report in a worktree of its own is refused", testWorktree},
	{"uninstall", "uninstalled, the settings are as before, byte for byte, and no hook is called", testUninstall},
	{"plugin", "the plugin: valid, installed from its marketplace, hooks and skill work, uninstalled", testPlugin},
	{"pipeline", "three agents: dispatched, held in the background over a broken report, repaired, sealed, read by the next", testPipeline},
}

// cat writes a text to a file by a shell command.
func cat(file, text string) string {
	return fmt.Sprintf("mkdir -p %s && cat > %s <<'EOF'\n%sEOF\n", path.Dir(file), file, text)
}

func handback(file string) string {
	return fmt.Sprintf("Handoff written to `%s`. Summary: nine cases, two fail.", file)
}

func repeat(step model.Step, times int) []model.Step {
	steps := make([]model.Step, times)
	for i := range steps {
		steps[i] = step
	}
	return steps
}

func join(groups ...[]model.Step) []model.Step {
	var steps []model.Step
	for _, group := range groups {
		steps = append(steps, group...)
	}
	return steps
}

var done = model.Say("All done.")

func testWrite(t *trial) {
	t.installHooks()
	t.must(os.MkdirAll(t.at(folder), 0o755)) // Copilot's tool makes no folders
	t.run(scripts{"main": {t.write(t.at(report), bad(report)), t.shell(cat(report, good(report))), t.shell("handofflint seal " + report), done}})
	t.told("main", 1, "the broken report is told", faults...)
	t.silent("main", 2, "the repaired report is not mentioned")
	t.check(t.exists(report+".done"), "the report is sealed", t.news("main", 3))
	t.check(t.turns("main") == 4, "the turn ends", t.news("main", 4))
}

func testUnrelated(t *trial) {
	t.installHooks()
	t.run(scripts{"main": {t.write(t.at("notes.md"), "# Notes\n\nNothing about agents.\n"), t.shell("echo hi > b.txt && ls"), done}})
	t.check(t.exists("notes.md") && t.exists("b.txt"), "the files are written", t.stdout)
	calls := t.calls()
	t.check(len(calls) >= 3, "the hooks are called", calls)
	for _, c := range calls {
		t.check(c.Exit == 0 && c.Out == "" && c.Err == "", c.event.Name+" has no output", c)
	}
}

func testStop(t *trial) {
	t.installHooks()
	t.must(os.MkdirAll(t.at(folder), 0o755))
	t.run(scripts{"main": join([]model.Step{t.write(t.at(report), bad(report))}, repeat(done, 20))})
	t.told("main", 2, "the end is held", path.Base(report), faults[1])
	t.check(t.turns("main") == 3, "the end is held once", fmt.Sprint(t.turns("main"), " requests"))
	calls := t.calls()
	last := calls[len(calls)-1]
	t.check(strings.Contains(last.Out, path.Base(report)), "the user is told when the end is not held again", last)
}

func testUnsealed(t *trial) {
	t.installHooks()
	t.run(scripts{"main": {t.shell(cat(report, good(report))), done, t.shell("handofflint seal " + report), done}})
	t.told("main", 2, "the end is held", path.Base(report), "missing-done-marker")
	t.check(t.turns("main") == 4, "sealed, the turn ends", t.news("main", 4))
}

func testShell(t *trial) {
	t.installHooks()
	serve := model.Call("Bash", input{"command": "for i in $(seq 150); do [ -e stop ] && break; sleep 0.2; done", "description": "serve", "run_in_background": true})
	stop := func(turn model.Turn) model.Action {
		t.put("stop", "")
		return done(turn)
	}
	t.run(scripts{"main": join([]model.Step{serve, t.write(t.at(report), bad(report)), done, stop}, repeat(done, 6))})
	t.told("main", 3, "the end is held", path.Base(report), faults[1])
	beside := false
	for _, c := range t.calls() {
		for _, task := range c.event.Background {
			beside = beside || c.Out != "" && task.Type == "shell" && task.Status == "running"
		}
	}
	t.check(beside, "it is held while the shell runs", t.calls())
}

func testHeredoc(t *trial) {
	t.installHooks()
	t.run(scripts{"main": {t.shell(cat(report, bad(report))), done, done}})
	t.told("main", 1, "the broken report is told", faults...)
}

func testFailing(t *trial) {
	t.installHooks()
	t.run(scripts{"main": {t.shell(cat(report, bad(report)) + "exit 3"), done, done}})
	t.told("main", 1, "the broken report is told", faults...)
}

func testStart(t *trial) {
	t.installHooks()
	t.put(report, bad(report))
	t.run(scripts{"main": {done}})
	turns := t.model.Turns("main")
	t.check(strings.Contains(string(turns[0].Body), path.Base(report)), "the report is named", string(turns[0].Body))
	t.check(len(turns) == 1, "the end is not held over another's report", t.news("main", 1))
}

const bare = "[[script:sub]] Test the expiry of sessions.\n\n"

func testBare(t *trial) {
	t.installHooks()
	t.run(scripts{"main": join([]model.Step{t.agent(bare)}, t.wait, []model.Step{done}), "sub": {t.back("Nine cases, two fail.")}})
	t.check(t.turns("sub") == 1, "the agent runs, and is not held", t.news("main", 1))
	t.check(t.turns("main") == 2+len(t.wait), "nothing else is asked for", t.news("main", 2+len(t.wait)))
}

func testRequire(t *trial) {
	t.installHooks("--require-handoffs")
	block, file := t.dispatch()
	named := strings.Replace(bare, ":sub", ":named", 1) + block
	t.run(scripts{
		"main":  join([]model.Step{t.agent(bare), t.agent(named)}, t.wait, repeat(done, 2)),
		"sub":   {t.back("Nine cases, two fail.")},
		"named": {t.shell(cat(file, good(file))), t.back(handback(file))},
	})
	t.check(t.turns("sub") == 0, "the agent does not run", t.news("main", 1))
	t.told("main", 1, "the model is told why", "dispatch")
	t.check(t.turns("named") > 0, "with a handoff it runs", t.news("main", 2))
}

func testUpstream(t *trial) {
	t.installHooks()
	missing, broken, unsealed := folder+"/01-reader-report.md", folder+"/02-reader-report.md", folder+"/03-reader-report.md"
	t.put(broken, bad(broken))
	t.put(unsealed, good(unsealed))
	read := func(file string) model.Step { return t.agent(bare + "First read the report `" + file + "`.\n") }
	t.run(scripts{"main": {read(missing), read(broken), read(unsealed), done, done}, "sub": {t.back("Read.")}})
	t.told("main", 1, "a missing report is refused", path.Base(missing))
	t.told("main", 2, "a broken report is refused", path.Base(broken), faults[1])
	t.told("main", 3, "an unsealed report is refused", path.Base(unsealed), "missing-done-marker")
	t.check(t.turns("sub") == 0, "no agent runs", t.news("main", 1))
}

func testAgent(t *trial) {
	t.installHooks()
	block, file := t.dispatch()
	t.run(scripts{
		"main": join([]model.Step{t.agent(bare + block)}, t.wait, repeat(done, 3)),
		"sub":  {t.shell(cat(file, bad(file))), t.back(handback(file)), t.shell(cat(file, good(file))), t.back(handback(file))},
	})
	t.told("sub", 1, "the broken report is told", faults...)
	t.told("sub", 2, "the agent is held", path.Base(file), faults[1])
	t.check(t.turns("sub") == 4, "repaired, it may end", t.news("sub", 4))
	t.check(t.exists(file+".done"), "the hook seals its report", t.news("main", 1))
	t.check(t.mainReads("Handoff written to"), "its answer reaches the one that sent it out", t.news("main", 1))
	t.check(t.turns("main") == 2+len(t.wait), "the turn ends", t.news("main", 2+len(t.wait)))
}

func (t *trial) mainReads(text string) bool {
	for _, turn := range t.model.Turns("main") {
		if turn.Step > 0 && strings.Contains(turn.News, text) {
			return true
		}
	}
	return false
}

func testTruth(t *trial) {
	t.installHooks()
	t.put(".handofflint.yaml", "evidence: {deeds: error}\n")
	block, file := t.dispatch()
	claim := strings.Replace(good(file), "## 3.", "- Ran `sh tests.sh`: 9 passed\n\n## 3.", 1)
	t.run(scripts{
		"main": join([]model.Step{t.agent(bare + block)}, t.wait, repeat(done, 3)),
		"sub":  {t.shell(cat(file, claim)), t.back(handback(file)), t.shell("sh tests.sh"), t.back(handback(file))},
	})
	t.silent("sub", 1, "at the write nothing is said")
	t.told("sub", 2, "the agent is held", path.Base(file), "evidence/never-ran", "sh tests.sh")
	t.check(t.turns("sub") == 4, "after the run it may end", t.news("sub", 4))
	t.check(t.exists(file+".done"), "its report passes, and is sealed", t.news("main", 1))
	t.check(t.turns("main") == 2+len(t.wait), "the turn ends", t.news("main", 2+len(t.wait)))
}

func testBackground(t *trial) {
	t.installHooks()
	block, file := t.dispatch()
	waits := func(model.Turn) model.Action {
		t.model.Await("main", 1) // the main agent ends its turn while this one works
		return t.shell(cat(file, bad(file)))(model.Turn{})
	}
	t.run(scripts{
		"main": join([]model.Step{t.background(bare + block), model.Say("I wait.")}, repeat(done, 3)),
		"sub":  {waits, t.back(handback(file)), t.shell(cat(file, good(file))), t.shell("handofflint seal " + file), t.back(handback(file))},
	})
	t.told("sub", 2, "the agent is held", path.Base(file), faults[1])
	t.check(t.turns("sub") == 5, "repaired and sealed, it may end", t.news("sub", 5))
	t.check(!t.mainReads(faults[1]), "the one that sent it out is not held", t.news("main", 2))
}

func testStubborn(t *trial) {
	t.installHooks()
	block, file := t.dispatch()
	t.run(scripts{
		"main": join([]model.Step{t.agent(bare + block)}, t.wait, repeat(done, 9)),
		"sub":  join([]model.Step{t.shell(cat(file, bad(file)))}, repeat(t.back(handback(file)), 9)),
	})
	t.told("sub", 2, "the agent is held", path.Base(file), faults[1])
	t.check(t.turns("sub") <= 5, "not for ever", fmt.Sprint(t.turns("sub"), " requests"))
	t.told("main", 2+len(t.wait), "the one that sent it out is held", path.Base(file))
	t.check(t.turns("main") <= 5+len(t.wait), "not for ever", fmt.Sprint(t.turns("main"), " requests"))
}

func testPromised(t *trial) {
	t.installHooks()
	prompt := fmt.Sprintf("%sWrite your report to `%s`. Then reply: Handoff written to `%s`. Summary: <one sentence>\n", bare, report, report)
	t.run(scripts{
		"main": join([]model.Step{t.agent(prompt)}, t.wait, repeat(done, 6)),
		"sub":  repeat(t.back("I found nothing."), 6),
	})
	t.check(t.turns("sub") > 0, "the agent runs", t.news("main", 1))
	held := t.news("sub", 1) + t.news("main", 2+len(t.wait))
	t.check(strings.Contains(held, path.Base(report)), "the agent or the one that sent it out is held", held)
	t.check(t.turns("main")+t.turns("sub") < 10, "not for ever", t.turns("main"))
}

func testWorktree(t *trial) {
	t.installHooks()
	block, _ := t.dispatch()
	send := model.Call("Agent", input{"description": "test expiry", "prompt": bare + block,
		"subagent_type": "general-purpose", "isolation": "worktree", "run_in_background": false})
	t.run(scripts{"main": {send, done, done, done}, "sub": repeat(done, 6)})
	t.told("main", 1, "the agent is refused", "worktree")
	t.check(t.turns("sub") == 0, "it does not run", t.news("main", 1))
}

func testUninstall(t *trial) {
	own := "{\n    \"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}]}\n}\n"
	if t.install == "gemini" {
		own = strings.Replace(own, "Stop", "AfterAgent", 1)
	}
	shared := t.install != "copilot" // Copilot CLI has a file for each of its hooks
	if shared {
		t.put(t.settings, own)
	}
	t.installHooks()
	t.run(scripts{"main": {t.write(t.at("a.txt"), "x\n"), done}})
	before := len(t.calls())
	t.check(before >= 2, "hooks beside the user's own are called", t.calls())
	t.model.Close()

	t.sh("handofflint hooks uninstall --host " + t.install)
	if left, err := os.ReadFile(t.at(t.settings)); shared {
		t.check(string(left) == own, "the settings are as before", string(left))
	} else {
		t.check(os.IsNotExist(err), "the settings are gone", string(left))
	}
	t.run(scripts{"main": {t.write(t.at("c.txt"), "x\n"), done}})
	t.check(len(t.calls()) == before, "no hook is called any more", t.calls())
}

func testPlugin(t *trial) {
	claude := func(args ...string) {
		said, err := t.start("", append([]string{"plugin"}, args...)...)
		t.check(err == nil, "claude plugin "+strings.Join(args, " "), said)
	}
	claude("validate", t.Root)
	claude("marketplace", "add", t.Root)
	claude("install", "handofflint@handofflint")
	skill := model.Call("Skill", input{"skill": "handofflint:handoff"})
	t.run(scripts{"main": {t.write(t.at(report), bad(report)), skill, done, t.shell(cat(report, good(report)) + "handofflint seal " + report), done}})
	t.told("main", 1, "the broken report is told", faults...)
	t.check(strings.Count(t.news("main", 1), faults[1]) == 1, "once", t.news("main", 1))
	t.check(strings.Contains(string(t.model.Turns("main")[0].Body), "handofflint:handoff"), "the model is offered the skill", "")
	t.told("main", 2, "the skill can be called", "skill")
	t.told("main", 3, "the end is held", path.Base(report), faults[1])
	t.check(t.turns("main") == 5, "sealed, the turn ends", t.news("main", 5))
	claude("uninstall", "handofflint@handofflint")
}

// testPipeline plays three agents, each of which works in the background, writes
// a broken report, is held, repairs and seals it; the next one reads it.
func testPipeline(t *trial) {
	t.installHooks()
	roles := []string{"tester", "auditor", "verifier"}
	play, files := scripts{}, make([]string, len(roles))
	for i, role := range roles {
		reserve := fmt.Sprintf("handofflint dispatch %s session-expiry --session %s", role, session)
		send := func(turn model.Turn) model.Action {
			if found := returned.FindStringSubmatch(turn.News); found != nil {
				files[i] = found[1]
			}
			return t.background(fmt.Sprintf("[[script:%s]] Continue the work on the expiry of sessions.\n\n%s", role, turn.News))(turn)
		}
		previous := func(turn model.Turn) model.Action {
			if i == 0 {
				return t.shell(reserve)(turn)
			}
			return t.shell(reserve + " --reads " + files[i-1])(turn)
		}
		play["main"] = append(play["main"], previous, send, model.Say("I wait for the agent."))
		play[role] = t.pipelineAgent(i, files)
	}
	play["main"] = append(play["main"], done)
	t.run(play)
	for i, role := range roles {
		t.told(role, 3, role+" is told of the broken report", faults...)
		t.told(role, 4, role+" is held", faults[1])
		t.check(t.turns(role) == 7, role+" may end once the report is sealed", t.news(role, 7))
		t.check(files[i] != "" && t.exists(files[i]+".done"), "the report of "+role+" is sealed", t.news(role, 6))
		t.told(role, 1, role+" reads what the last agent left", map[bool]string{true: "A project", false: "Nine cases of session expiry"}[i == 0])
	}
	t.check(t.turns("main") == 3*len(roles)+1, "the turn ends, never held", fmt.Sprint(t.turns("main"), " requests"))
}

// pipelineAgent is the script of agent i. It reads the file at its path before
// it writes there, as Claude Code wants it of a file that exists.
func (t *trial) pipelineAgent(i int, files []string) []model.Step {
	read := func(name func() string) model.Step {
		return func(turn model.Turn) model.Action {
			return model.Call("Read", input{"file_path": t.at(name())})(turn)
		}
	}
	write := func(text func(string) string) model.Step {
		return func(turn model.Turn) model.Action { return t.write(t.at(files[i]), text(files[i]))(turn) }
	}
	back := func(turn model.Turn) model.Action { return t.back(handback(files[i]))(turn) }
	return []model.Step{
		read(func() string {
			if i == 0 {
				return "README.md"
			}
			return files[i-1]
		}),
		func(turn model.Turn) model.Action {
			t.model.Await("main", 3*i+2) // the main agent has ended its turn
			return read(func() string { return files[i] })(turn)
		},
		write(bad), back, write(good),
		func(turn model.Turn) model.Action { return t.shell("handofflint seal " + files[i])(turn) },
		back,
	}
}
