package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/handofflint/handofflint/test/hosts/model"
)

// recorder returns the path of the program that the host finds as handofflint.
func (t *trial) recorder() string { return filepath.Join(filepath.Dir(t.repo), "bin", "handofflint") }

// userReads returns what the user is shown. Codex shows its user nothing that hooks say: the
// main agent reads it, with its prompt or later.
func (t *trial) userReads() string {
	if t.install != "codex" {
		return t.stdout
	}
	_, first, _ := strings.Cut(string(t.model.Turns("main")[0].Body), "handofflint: ")
	return first + t.mainNews()
}

// tellsOnce checks that one answer of the hook has a text, and that the user reads it.
func (t *trial) tellsOnce(text, claim string) {
	answers := 0
	for _, c := range t.calls() {
		if strings.Contains(c.Out, text) {
			answers++
		}
	}
	t.check(answers == 1 && strings.Contains(t.userReads(), text), claim+" the user is told once, with "+text, fmt.Sprint(answers, " answers: ", t.userReads()))
}

// testGlobal has the hooks in the user's settings as well, where they name the program by its
// path: a host that runs equal commands once runs these twice.
func testGlobal(t *trial) {
	said := t.installHooks("--global")
	t.check(!strings.Contains(said, "twice"), "of one installation `hooks install` says nothing", said)
	global := filepath.Join(t.home, t.settings)
	t.put(global, strings.ReplaceAll(t.text(global), t.Linter, t.recorder()))
	said = t.installHooks()
	t.check(strings.Contains(said, "twice"), "of a second one it does", said)

	t.run(scripts{"main": join([]model.Step{t.shell(cat(report, bad(report)))}, repeat(done, 4))})
	t.check(strings.Count(t.news("main", 1), faults[1]) == 1, "the broken report is told once", t.news("main", 1))
	t.told("main", 2, "the end is held", path.Base(report))
	t.check(t.turns("main") == 3, "once", fmt.Sprint(t.turns("main"), " requests"))
	answers := map[string]int{}
	for _, c := range t.calls() {
		if c.Out != "" {
			answers[c.In]++
			t.check(answers[c.In] == 1, "the second call of one event is silent: "+c.event.Name, c.Out)
		}
	}
	said, _ = t.try("handofflint hooks test --host " + t.install)
	t.check(strings.Contains(said, "twice"), "`hooks test` says so", said)
}

// testOlder has hooks as a version installed them that did not know an event yet.
func testOlder(t *trial) {
	const way = "run `handofflint hooks install"
	t.installHooks()
	play := scripts{"main": {t.shell("ls"), t.shell("ls"), done}}
	t.run(play)
	t.check(!strings.Contains(t.userReads(), way), "of whole hooks nothing is said", t.userReads())
	var settings map[string]map[string]any
	t.must(json.Unmarshal([]byte(t.text(t.settings)), &settings))
	delete(settings["hooks"], "SubagentStop")
	data, err := json.Marshal(settings)
	t.must(err)
	t.put(t.settings, string(data))
	t.run(play)
	t.tellsOnce(way, "of hooks that lack an event")
}

// testHung has a program that never answers.
func testHung(t *trial) {
	t.installHooks()
	t.must(os.WriteFile(t.recorder(), []byte("#!/bin/sh\nexec sleep 100\n"), 0o755))
	started := time.Now()
	t.run(scripts{"main": {t.shell("ls"), done}})
	took := time.Since(started).Round(time.Second)
	t.check(took < 70*time.Second, "a session of one tool call ends", took) // four or five events of ten seconds
	t.check(t.turns("main") == 2, "the turn ends", t.news("main", 2))
}

// maxHold is how much of a model's context one hold may cost, in bytes: the words of
// docs/model.md, which Claude Code gives twice, and what the host has around them.
const maxHold = 480

func testCost(t *trial) {
	t.installHooks()
	t.putGo()
	t.run(scripts{"main": join([]model.Step{t.shell("go test ./...")}, repeat(model.Say(passes), 4))})
	t.told("main", 2, "the turn is held", failedRun...)
	news := strings.ReplaceAll(t.news("main", 2), t.repo, "") // Codex names its settings, and its folder has another length each time
	t.check(!strings.Contains(news, "command -v"), "the reason has no command line around it", news)
	t.check(len(news) <= maxHold, "a hold is short", fmt.Sprintf("%d bytes: %s", len(news), news))
	if t.name == "claude" || t.name == "codex" {
		page, said := t.text(filepath.Join(t.Root, "docs", "model.md")), fmt.Sprintf("%d bytes in %s", len(news), t.title)
		t.check(strings.Contains(page, said), "docs/model.md has what it costs", said)
	}
}

// hiding is a configuration that leaves everything silent.
const hiding = `exclude: ["**"]
files:
  - {paths: "**/*.md", format: handover}
evidence: {messages: off}
`

// testHiding has a tree whose configuration hides everything from the hooks.
func testHiding(t *trial) {
	t.installHooks()
	block, file := t.dispatch()
	t.put(".handofflint.yaml", actions)
	t.run(scripts{"main": {t.shell("ls"), done}})
	t.check(!strings.Contains(t.userReads(), "weakens"), "of a configuration that weakens nothing nothing is said", t.userReads())

	t.put(".handofflint.yaml", hiding)
	t.run(scripts{
		"main": join([]model.Step{t.shell("ls"), t.agent(bare + block)}, t.wait, repeat(done, 4)),
		"sub":  {t.shell(cat(file, bad(file))), t.back(handback(file)), t.shell(cat(file, good(file))), t.back(handback(file))},
	})
	for _, what := range []string{"exclude", "handover", "messages"} {
		t.tellsOnce(what, "of what the configuration weakens")
	}
	t.told("sub", 2, "the agent is held for the report that its prompt names", path.Base(file), faults[1])
	t.check(t.turns("sub") == 4 && t.exists(file+".done"), "repaired, it is sealed", t.mainNews())
}

// testMadeHiding has a script that writes such a configuration into a project that had none.
func testMadeHiding(t *trial) {
	t.installHooks()
	t.putGo()
	t.put("setup.sh", "cat > .handofflint.yaml <<'EOF'\n"+hiding+"EOF\n")
	play := scripts{"main": join([]model.Step{
		t.shell("sh setup.sh"), t.shell(cat(report, bad(report))), t.shell("go test ./..."), t.shell("rm -r " + folder),
	}, repeat(model.Say(passes), 4))}
	t.run(play)
	t.told("main", 2, "it weakens nothing yet: the broken report is told", faults...)
	t.told("main", 5, "the turn is held", failedRun...)
	t.check(strings.Contains(t.userReads()+t.lastAnswer(), ".handofflint.yaml"), "the user is told that it was made", t.lastAnswer())

	t.run(play)
	t.silent("main", 2, "in the next session it counts")
	t.check(t.turns("main") == 5, "the turn ends", t.news("main", 5))
}

// lastAnswer returns what the hook said last.
func (t *trial) lastAnswer() string {
	calls := t.calls()
	return calls[len(calls)-1].Out
}
