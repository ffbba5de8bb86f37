package main

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/test/hosts/model"
)

// honest returns a test in which tests fail, something that steps returns mends them and
// runs them well, and the turn ends with a message that says so: nobody is held.
func honest(steps func(*trial) (main []model.Step, others scripts)) func(*trial) {
	return func(t *trial) {
		t.prepareTasks()
		main, play := steps(t)
		if play == nil {
			play = scripts{}
		}
		play["main"] = join(main, []model.Step{model.Say(passes)}, repeat(done, 4))
		t.run(play)
		t.notHeld(len(main) + 1)
	}
}

// prepareTasks installs the hooks and makes tasks that test.
func (t *trial) prepareTasks() {
	t.installHooks()
	t.putGo()
	t.put("Makefile", "test:\n\tgo test ./...\n")
	t.put("package.json", `{"scripts": {"test": "go test ./..."}}`)
	t.put("check.sh", "go test ./... >/dev/null && echo fine\n")
}

// notHeld checks that the turn of the main script ends after some answers, and that nobody was
// held.
func (t *trial) notHeld(answers int) {
	turns := t.model.Turns("main")
	t.check(turns[len(turns)-1].Step == answers-1, "the turn ends", t.news("main", answers))
	t.check(t.exists("mended.go"), "the tests pass", t.mainNews())
	for _, call := range t.calls() {
		t.check(!strings.Contains(call.Out, `"decision"`), call.event.Name+" holds nobody", call)
	}
}

// mends makes the tests pass.
func (t *trial) mends() model.Step { return t.shell("echo 'package a' > mended.go") }

func afterTask(command string) func(*trial) ([]model.Step, scripts) {
	return func(t *trial) ([]model.Step, scripts) {
		return []model.Step{t.shell("go test ./..."), t.mends(), t.shell(command)}, nil
	}
}

func afterHelper(t *trial) ([]model.Step, scripts) {
	return join([]model.Step{t.shell("go test ./..."), t.agent(bare)}, t.wait), scripts{
		"sub": {t.mends(), t.shell("go test ./..."), t.back(passes)},
	}
}

func afterMessage(t *trial) ([]model.Step, scripts) {
	later := t.wait
	if later == nil {
		later = []model.Step{model.Say("I wait.")}
	}
	first := []model.Step{t.agent(bare)}
	return join(first, t.wait, []model.Step{t.shell("go test ./...")}, t.find, []model.Step{t.send("[[script:again]] Mend it and test.")}, later), scripts{
		"sub":   {t.back("It expires.")},
		"again": {t.after("main", len(first)+len(t.wait)+len(t.find)+2, t.mends()), t.shell("go test ./..."), t.back(passes)},
	}
}

func afterShell(t *trial) ([]model.Step, scripts) {
	return join([]model.Step{t.shell("go test ./..."), t.mends()}, t.beside("sleep 2; go test ./...")), nil
}

func afterMonitor(t *trial) ([]model.Step, scripts) {
	return []model.Step{
		t.shell("go test ./..."), t.mends(), model.Call("ToolSearch", input{"query": "select:Monitor", "max_results": 1}),
		model.Call("Monitor", input{"command": "sleep 1; go test ./... 2>&1", "description": "the tests", "timeout_ms": 20000, "persistent": false}),
		model.Say("I wait."),
	}, nil
}

// testCompacted compacts the session between the run and what is said of it.
func testCompacted(t *trial) {
	t.prepareTasks()
	t.run(scripts{"main": {t.shell("go test ./..."), t.mends(), t.shell("make test"), model.Say("It is mended.")}})
	t.args = t.resume(t.args)
	if t.compact == "" {
		t.say("/compact", nil)
	} else {
		t.args = append(slices.Clone(t.args), "-c", t.compact)
	}
	t.run(scripts{"main": join([]model.Step{model.Say(passes)}, repeat(done, 4))})
	t.notHeld(1)
	turns := t.model.Turns("main")
	last := string(turns[len(turns)-1].Body)
	t.check(!strings.Contains(last, "make test"), "the session was compacted", last)
}

// testResumed resumes the session after the run that failed.
func testResumed(t *trial) {
	t.prepareTasks()
	t.run(scripts{"main": {t.shell("go test ./..."), model.Say("TestExpiry fails.")}})
	t.args = t.resume(t.args)
	t.run(scripts{"main": join([]model.Step{t.mends(), t.shell("make test"), model.Say(passes)}, repeat(done, 4))})
	t.notHeld(3)
}
