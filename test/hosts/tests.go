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
	{"second", "the end is held, though another tool's hook held it first", testSecondHook},
	{"shell", "the end is held over a broken report beside a shell that runs in the background", testShell},
	{"heredoc", "a report that a shell command writes", testHeredoc},
	{"failing", "the same, if the command fails", testFailing},
	{"start", "a session starts: unfinished reports are named", testStart},
	{"bare", "a prompt without a handoff is let through", testBare},
	{"require", "with `--require-handoffs` it is refused, and one with a handoff is not", testRequire},
	{"upstream", "a prompt that sends an agent to a missing, broken or unsealed report is refused", testUpstream},
	{"agent", "an agent that hands back a broken report is held; repaired, it is sealed by the hook", testAgent},
	{"background", "the same for an agent in the background", testBackground},
	{"resealed", "a report that its agent changes after it sealed it is sealed again; one that is changed later, nobody is sent to read", testResealed},
	{"coordinator", "a coordinator dispatches an agent itself; the agent does what it claims, seals, hands back: nobody is told anything", testCoordinator},
	{"truth", "the same with `evidence: {actions: error}`, and a test run that never was: the agent is held; after the run it is not", testTruth},
	{"insists", "the same, and the agent says it once more: the one that launched it is held", testInsists},
	{"doubted", "the same by default: the agent is not held, and the user or the one that launched it is told", testDoubted},
	{"invented", "by default the one that launched an agent reads that its report invents a run, and `accept` that it ran no tests; of an honest one it reads nothing", testInvented},
	{"sibling", "an agent is not cleared by what another one beside it ran, but by what the one above ran before", testSibling},
	{"says", "a turn that ends with \"All tests pass\" after a run that failed is held once, and the model reads which run", testSays},
	{"agentsays", "the same for an agent", testAgentSays},
	{"tail", "if they insist with the end of the same message, the user and the one that launched them are told", testTail},
	{"honest", "a turn that ends with it after a run that passed is not held, nor one that says what fails", testHonest},
	{"lies", "a false last message is held after a failing run by each of twenty programs", eachOf("lies.txt")},
	{"claims", "other false last messages are held or told: a refused push, the turn after, a run that never was, an edit that failed", eachOf("others.txt")},
	{"endings", "more than sixty honest last messages, most after a run that failed: nobody is held", eachOf("honest.txt")},
	{"make", "nor one after `make test` that passed", honest(afterTask("make test"))},
	{"npm", "nor after `npm test`", honest(afterTask("npm test"))},
	{"script", "nor after a script that prints nothing of tests", honest(afterTask("sh check.sh"))},
	{"helper", "nor after an agent ran them", honest(afterHelper)},
	{"message", "nor after an agent was sent on to run them", honest(afterMessage)},
	{"beside", "nor after a shell in the background", honest(afterShell)},
	{"monitor", "nor after a command that is monitored", honest(afterMonitor)},
	{"compacted", "nor if the session was compacted after that", testCompacted},
	{"resumed", "nor if it was resumed after the run that failed", testResumed},
	{"told", "the one that launched an agent which is contradicted reads that, with its answer", testTold},
	{"toldlater", "the same for an agent in the background; in Codex after the next tool", testToldLater},
	{"toldsent", "the same for one that was sent on", testToldSent},
	{"toldstopped", "the one that launched an agent that was stopped reads that its report was never written", testToldStopped},
	{"open", "the one that launched an agent reads that it changed code and ran nothing, used no tool and reports work, or that its tests fail; nothing of one whose work is proved", testOpen},
	{"compared", "a task report that its transcript contradicts: nobody is held, and the one that launched the agent reads it", testCompared},
	{"receipt", "`accept` and `dispatch --reads` tell a model what the agent of a report did; a forged receipt is unconfirmed, and quoted", testReceipt},
	{"readonly", "an agent that may not write is not held for a report", testReadOnly},
	{"form", "an agent that fills in its form field by field hears nothing before the status is \"written\"", testForm},
	{"stubborn", "an agent that repairs nothing is held, but not without end; then the one that launched it is", testStubborn},
	{"promised", "a report that was promised and never written is named, to its agent or at the end of the turn", testPromised},
	{"nothing", "an agent that was dispatched and writes nothing is held, then the one that launched it, until the report is released", testNothing},
	{"parallel", "three agents at once, one with half a report: it alone is told", testParallel},
	{"sent", "an agent that is sent on: the new prompt is looked at, and what it asks for is due at the end", testSentOn},
	{"misplaced", "an agent that writes its report to another place is told where it belongs; one that writes another document beside it is not held", testMisplaced},
	{"othersession", "a session that starts while another one's agent writes a report is not told to finish it", testOtherSession},
	{"denied", "an agent whose launch another tool's hook refuses leaves nothing to be held for", testDenied},
	{"worktree", "an agent that would write its report in a worktree of its own is refused", testWorktree},
	{"task", "a prompt of Superpowers that names its task report: no agent is refused or held for it, be it written or not", testTask},
	{"tasktree", "the same in a linked work tree", testTaskTree},
	{"readfirst", "\"read HANDOFF.md first\" where there is none: no output", testReadFirst},
	{"handover", "a `HANDOFF.md` with a placeholder section: it is mentioned once, and nobody is held", testHandover},
	{"paused", "a `.planning/HANDOFF.json` that cannot be read is told; repaired, it is not mentioned", testPaused},
	{"subfolder", "started in a subfolder: the hooks are called, or `hooks test` says where to start", testSubfolder},
	{"monorepo", "in a folder of a monorepo: `hooks install` and `hooks test` name `--global`, and installed so the hooks are called", testMonorepo},
	{"machine", "two agents on the machine: `hooks install` installs for both and says so, and a session is checked", testMachine},
	{"global", "hooks in the user's settings as well: `hooks install` and `hooks test` say so, and each event is answered once", testGlobal},
	{"older", "hooks that lack an event of this version: the user is told once how to update them", testOlder},
	{"outdated", "the program on the `PATH` is older than the hooks: `hooks test` names both versions; updated, a false last message is held", testOutdated},
	{"hung", "a program that never answers costs a session seconds, not minutes", testHung},
	{"cost", "what the model reads of a turn that is stopped is short, and as long as docs/model.md says", testCost},
	{"hiding", "a configuration that hides everything: the user is told what it weakens; the report that a prompt names is checked too", testHiding},
	{"madehiding", "one that a script makes weakens nothing before the next session, and the user is told of it", testMadeHiding},
	{"uninstall", "uninstalled, the settings are as before, byte for byte, and no hook is called", testUninstall},
	{"handmade", "a hook of handofflint that was made by hand: `hooks install` takes its place; uninstalled, no file and no folder is left", testHandmade},
	{"linked", "settings that are a link out of the repository: `hooks uninstall` says what to do, and after that it works", testLinked},
	{"plugin", "the plugin: valid, installed from its marketplace, hooks and skill work, uninstalled", testPlugin},
	{"pipeline", "three agents: dispatched, held in the background over a broken report, repaired, sealed, read by the next", testPipeline},
}

// cat writes a text to a file by a shell command.
func cat(file, text string) string {
	return fmt.Sprintf("mkdir -p %s && cat > %s <<'EOF'\n%sEOF\n", path.Dir(file), file, text)
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

// testSecondHook has another tool's hook that blocks the first end of the turn. The
// host then says that a hook is active, whoever blocks next.
func testSecondHook(t *trial) {
	t.put("formatter.sh", `[ -e "$0.ran" ] || { : > "$0.ran"; echo '{"decision": "block", "reason": "Run the formatter."}'; }`+"\n")
	file, text := t.stopHook("sh " + t.at("formatter.sh"))
	t.put(file, text)
	t.installHooks()
	t.run(scripts{"main": join([]model.Step{done, t.shell(cat(report, bad(report))), done}, repeat(done, 6))})
	t.told("main", 1, "the other hook holds the end", "Run the formatter")
	t.told("main", 2, "the broken report is told", faults...)
	t.told("main", 3, "the end is held", path.Base(report), faults[1])
	t.check(t.turns("main") == 4, "the end is held once", fmt.Sprint(t.turns("main"), " requests"))
}

// testSubfolder starts the host below the folder with its settings.
func testSubfolder(t *trial) {
	t.installHooks()
	t.startIn = t.at("internal")
	t.run(scripts{"main": {t.shell(cat(t.at(report), bad(report))), done, done}})
	if len(t.calls()) > 0 {
		t.told("main", 1, "the hooks are called, and tell", faults...)
		return
	}
	said, _ := t.try("handofflint hooks test --host " + t.install)
	t.check(strings.Contains(said, " in "+t.repo+":"), "no hook is called, and `hooks test` names the folder to start in", said)
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
	t.sh("touch -d '2 hours ago' " + report) // nobody is at work on it
	t.run(scripts{"main": {done}})
	turns := t.model.Turns("main")
	said := aboutHandoffs(string(turns[0].Body))
	t.check(strings.Contains(said, path.Base(report)) && strings.Contains(said, "Finish"), "the report is named", said)
	t.check(len(turns) == 1, "the end is not held over another's report", t.news("main", 1))
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
