package main

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/test/hosts/model"
)

func handback(file string) string {
	return fmt.Sprintf("Handoff written to `%s`. Summary: nine cases, two fail.", file)
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
	t.check(t.mainReads("Handoff written to"), "its answer reaches the one that launched it", t.news("main", 1))
	t.check(t.turns("main") == 2+len(t.wait), "the turn ends", t.news("main", 2+len(t.wait)))
}

// mainNews returns all that the main agent was told.
func (t *trial) mainNews() string {
	var all strings.Builder
	for _, turn := range t.model.Turns("main") {
		if turn.Step > 0 {
			all.WriteString(turn.News + "\n")
		}
	}
	return all.String()
}

func (t *trial) mainReads(text string) bool { return strings.Contains(t.mainNews(), text) }

// testResealed has an agent that changes a word of the report that it has sealed.
func testResealed(t *trial) {
	t.installHooks()
	block, file := t.dispatch()
	change := func(from, to string) model.Step {
		return t.shell("sed -i 's/" + from + " milliseconds/" + to + " milliseconds/' " + file)
	}
	read := func(name string) model.Step {
		return t.agent("[[script:" + name + "]] First read the report `" + file + "`.\n")
	}
	t.run(scripts{
		"main": join([]model.Step{t.agent(bare + block)}, t.wait, []model.Step{read("next")}, t.wait, []model.Step{change("fifty", "sixty"), read("last")}, repeat(done, 3)),
		"sub":  {t.shell(cat(file, good(file))), t.shell("handofflint seal " + file), change("forty", "fifty"), t.back(handback(file))},
		"next": {t.back("Read.")},
		"last": {t.back("Read.")},
	})
	t.check(t.turns("sub") == 4, "the agent is not held", t.news("sub", 4))
	t.check(t.turns("next") == 1, "the next agent is sent to the report that was sealed again", t.news("main", 1+len(t.wait)))
	t.check(t.turns("last") == 0, "nobody is sent to a report that was changed after its seal", "")
	t.told("main", 4+2*len(t.wait), "the one that sends is told", path.Base(file))
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
	t.check(!t.mainReads(faults[1]), "the one that launched it is not held", t.news("main", 2))
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
	t.told("main", 2+len(t.wait), "the one that launched it is held", path.Base(file))
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
	t.check(strings.Contains(held, path.Base(report)), "the agent or the one that launched it is held", held)
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

func testNothing(t *trial) {
	t.installHooks()
	block, file := t.dispatch()
	t.run(scripts{
		"main": join([]model.Step{t.agent(bare + block)}, t.wait, []model.Step{done, t.shell("handofflint dispatch --release " + file)}, repeat(done, 6)),
		"sub":  repeat(t.back("I found nothing."), 6),
	})
	t.told("sub", 1, "the agent is held", path.Base(file))
	t.check(t.turns("sub") <= 4, "not for ever", fmt.Sprint(t.turns("sub"), " requests"))
	t.told("main", 2+len(t.wait), "the one that launched it is held", path.Base(file), "handofflint dispatch --release")
	t.check(!t.mainReads("placeholder"), "nobody is asked to fill in the form of an agent that did nothing", t.news("main", 2+len(t.wait)))
	t.check(!t.exists(file), "the report is released", t.news("main", 3+len(t.wait)))
	t.check(t.turns("main") == 4+len(t.wait), "released, it is not asked for any more", t.news("main", 4+len(t.wait)))
}

// testParallel sends out three agents. The command by which the second one writes half
// a report runs on until the others and the main one have looked into the folder.
func testParallel(t *trial) {
	t.installHooks()
	names := []string{"one", "two", "three"}
	look := t.shell(await("half") + "ls -l " + folder)
	play, files := scripts{}, []string{}
	for _, name := range names {
		block, file := t.dispatch()
		files = append(files, file)
		play["main"] = append(play["main"], t.background("[[script:"+name+"]] Test the expiry of sessions.\n\n"+block))
		play[name] = []model.Step{look, t.shell(cat(file, good(file))), t.back(handback(file))}
	}
	back := t.back(handback(files[1]))
	play["two"] = []model.Step{
		t.shell(cat(files[1], bad(files[1])) + "touch half; " + await("looked")), back, t.shell(cat(files[1], good(files[1]))), back,
	}
	looked := func(turn model.Turn) model.Action {
		t.put("looked", "")
		if t.install == "claude" { // it tells its hooks of the agents that still run
			return model.Say("I wait.")(turn)
		}
		t.await(files[1] + ".done")
		return join(t.wait, []model.Step{done})[0](turn)
	}
	play["main"] = join(play["main"], []model.Step{look, t.after("one", 2, t.after("three", 2, looked))}, repeat(done, 8))
	t.run(play)

	for i, name := range names {
		t.check(t.exists(files[i]+".done"), "the report of "+name+" is sealed", fmt.Sprint(t.turns(name), " requests"))
	}
	for _, name := range []string{"one", "three"} {
		t.silent(name, 1, name+" does not hear of the half report when it lists the folder")
		t.silent(name, 2, name+" does not when it writes its own")
		t.check(t.turns(name) == 3, name+" is not held", t.news(name, 3))
	}
	t.told("two", 1, "the agent of the half report is told", faults...)
	t.told("two", 2, "it is held", path.Base(files[1]), faults[1])
	t.check(!t.mainReads("handofflint: "), "the main agent is told nothing", t.mainNews())
}

// await returns a command that waits for a file.
func await(name string) string {
	return "for i in $(seq 300); do [ -e " + name + " ] && break; sleep 0.1; done; "
}

// testSentOn sends an agent on twice: to a broken report, and to write one.
func testSentOn(t *trial) {
	t.installHooks()
	block, file := t.dispatch()
	broken := folder + "/09-reader-report.md"
	t.put(broken, bad(broken))
	start := t.agent
	if t.install == "copilot" { // only those in the background can be sent on
		start = t.background
	}
	t.run(scripts{
		"main": join([]model.Step{start(bare)}, t.wait, t.find,
			[]model.Step{t.send("[[script:wrong]] First read the report `" + broken + "`.\n"), t.shell("rm " + broken), t.send("[[script:again]] Go on.\n\n" + block)},
			t.wait, repeat(done, 6)),
		"sub":   {t.back("Nine cases, two fail.")},
		"wrong": {t.back("Read.")},
		"again": {t.back("I found nothing."), t.shell(cat(file, good(file))), t.back(handback(file))},
	})
	t.check(t.turns("sub") == 1, "the agent runs", t.news("main", 1))
	t.check(t.mainReads(path.Base(broken)) && t.mainReads(faults[1]), "it is not sent on to a broken report", t.mainNews())
	t.check(t.turns("wrong") == 0, "it does not run on", t.mainNews())
	t.told("again", 1, "it is held for the report that the last prompt asked for", path.Base(file))
	t.check(t.turns("again") == 3 && t.exists(file+".done"), "it may end with it, sealed", t.news("again", 3))
}

// testForm fills in the form that dispatch made, one field after another, and sets
// the status while one of them is open.
func testForm(t *trial) {
	t.installHooks()
	block, file := t.dispatch()
	steps := []model.Step{t.shell("cat " + file)}
	if t.read != nil {
		steps = []model.Step{t.read(t.at(file))}
	}
	fields := fillIn(t.text(file), good(file))
	open := len(fields) - 2 // the last one before the status
	fields[open], fields[open+1] = fields[open+1], fields[open]
	for _, f := range fields {
		steps = append(steps, t.edit(t.at(file), f.old, f.text))
	}
	t.run(scripts{
		"main": join([]model.Step{t.agent(bare + block)}, t.wait, repeat(done, 3)),
		"sub":  append(steps, t.back(handback(file))),
	})
	for i, f := range fields[:open] {
		t.silent("sub", i+2, "nothing is said when "+f.old+" is filled in")
	}
	t.told("sub", open+2, "written with a field open, it is told", "placeholder")
	t.silent("sub", open+3, "with the last field it is not mentioned")
	t.check(t.turns("sub") == len(steps)+1, "the agent is not held", t.news("sub", len(steps)+1))
	t.check(t.exists(file+".done"), "the hook seals its report", t.text(file))
	t.check(t.turns("main") == 2+len(t.wait), "the turn ends", t.news("main", 2+len(t.wait)))
}

// testReadOnly has an agent that the host keeps from writing.
func testReadOnly(t *trial) {
	t.installHooks()
	block, file := t.dispatch()
	i := slices.Index(t.args, "--dangerously-skip-permissions")
	t.args = slices.Replace(slices.Clone(t.args), i, i+1, "--permission-mode", "dontAsk", "--allowedTools", "Agent")
	t.run(scripts{
		"main": join([]model.Step{t.agent(bare + block)}, t.wait, repeat(done, 4)),
		"sub":  {t.write(t.at(file), good(file)), t.back("I may not write here.")},
	})
	t.check(!strings.Contains(t.text(file), "Nine cases"), "the host refuses the report", t.text(file))
	t.check(t.turns("sub") == 2, "the agent is not held for it", t.news("sub", 2))
}

// testMisplaced has an agent that writes its report to another place, and one that writes
// another document beside its report.
func testMisplaced(t *trial) {
	t.installHooks()
	block, file := t.dispatch()
	next, nextFile := t.dispatch()
	const other, guide = "docs/report.md", "docs/expiry.md"
	back := t.back("Handoff written to `" + guide + "`. The report is in `" + nextFile + "`.")
	t.run(scripts{
		"main":   join([]model.Step{t.agent(bare + block)}, t.wait, []model.Step{t.agent("[[script:beside]] Explain the expiry of sessions.\n\n" + next)}, t.wait, repeat(done, 4)),
		"sub":    join([]model.Step{t.shell(cat(other, good(file))), t.back(handback(other)), t.shell("mv " + other + " " + file)}, repeat(t.back(handback(file)), 3)),
		"beside": join([]model.Step{t.shell(cat(guide, "# Expiry\n\nSessions expire.\n") + cat(nextFile, good(nextFile)))}, repeat(back, 3)),
	})
	t.told("sub", 2, "the agent is told where its report belongs", other, path.Base(file), "move it")
	t.check(t.turns("sub") == 4 && t.exists(file+".done"), "once it is there, it is sealed", t.news("sub", 4))
	t.check(t.turns("beside") == 2 && t.exists(nextFile+".done"), "the agent of another document is not held", t.news("beside", 2))
	t.check(t.turns("main") == 3+2*len(t.wait), "the turn ends", t.news("main", 3+2*len(t.wait)))
}

// testOtherSession starts two sessions while the agent of a first one writes its report. When the
// second one starts, the file is no new one.
func testOtherSession(t *trial) {
	t.installHooks()
	block, file := t.dispatch()
	starts := func(script string, then model.Step) model.Step {
		return func(turn model.Turn) model.Action {
			t.session("[[script:" + script + "]] What is left to do?")
			return then(turn)
		}
	}
	t.run(scripts{
		"main": join([]model.Step{t.agent(bare + block)}, t.wait, repeat(done, 3)),
		"sub": {
			t.shell(cat(file, writing(file))), starts("second", t.shell("touch -d '2 hours ago' "+file)),
			starts("third", t.shell(cat(file, good(file)))), t.back(handback(file)),
		},
		"second": {done}, "third": {done},
	})
	for _, script := range []string{"second", "third"} {
		t.check(t.turns(script) == 1, "the "+script+" session runs to its end", t.turns(script))
		for _, turn := range t.model.Turns(script) {
			said := aboutHandoffs(string(turn.Body))
			t.check(!strings.Contains(said, "Finish") && strings.Contains(said, "another session"), "it is told that the report belongs to another one", said)
		}
	}
	t.check(t.turns("sub") == 4 && t.exists(file+".done"), "the agent ends with its report", t.news("sub", 4))
}

// writing returns a report that is still being written.
func writing(file string) string { return strings.Replace(bad(file), `"done"`, `"writing"`, 1) }

// aboutHandoffs returns what a request has from the first word of handofflint on.
func aboutHandoffs(body string) string {
	_, said, _ := strings.Cut(body, "handofflint: ")
	return said[:min(len(said), 500)]
}

// testDenied has another tool's hook that refuses to launch the agent.
func testDenied(t *trial) {
	t.put("deny.sh", `case "$(cat)" in *'"tool_name":"Agent"'*|*'spawn_agent"'*) echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No agents today."}}';; esac`+"\n")
	file, text := grouped(t.settings, "PreToolUse")("sh " + t.at("deny.sh"))
	t.put(file, text)
	t.installHooks()
	block, reserved := t.dispatch()
	t.run(scripts{"main": join([]model.Step{t.agent(bare + block)}, repeat(model.Say("No agent could be launched."), 5)), "sub": {t.back("Nothing.")}})
	t.told("main", 1, "the launch is refused", "No agents today")
	t.check(t.turns("main") == 2 && t.turns("sub") == 0, "nobody is held for an agent that never was", t.news("main", 2))
	t.check(t.exists(reserved), "the form stays", reserved)
}
