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

// testMachine has a home with the folders of two agents, and names none of them.
func testMachine(t *trial) {
	t.must(os.MkdirAll(filepath.Join(t.home, ".claude"), 0o755))
	t.must(os.MkdirAll(filepath.Join(t.home, ".codex"), 0o755))
	said := t.sh("handofflint hooks install")
	tested, err := t.try("handofflint hooks test")
	for _, title := range []string{"Claude Code", "Codex"} {
		t.check(strings.Contains(said, "✓ "+title+" "), "`hooks install` says that it is for "+title, said)
		t.check(err == nil && strings.Contains(tested, "the hooks for "+title+" work"), "`hooks test` tries those for "+title, tested)
	}
	t.run(scripts{"main": join([]model.Step{t.shell(cat(report, bad(report)))}, repeat(done, 4))})
	t.told("main", 1, "the broken report is told", faults...)
	t.told("main", 2, "the end is held", path.Base(report))
}

// testMonorepo starts the host in a folder of a monorepo, where it does not read the hooks that
// were installed there.
func testMonorepo(t *trial) {
	t.startIn = t.at("internal")
	play := scripts{"main": {t.shell(cat(t.at(report), bad(report))), done, done}}
	said := t.installHooks()
	t.check(strings.Contains(said, "install with --global"), "`hooks install` names --global", said)
	t.run(play)
	t.check(len(t.calls()) == 0, "no hook is called", t.calls())
	said, _ = t.try("handofflint hooks test")
	t.check(strings.Contains(said, "install with --global") && !strings.Contains(said, " work\n"), "`hooks test` does, too, and does not say that they work", said)

	t.sh("handofflint hooks uninstall")
	t.installHooks("--global")
	said, err := t.try("handofflint hooks test --global")
	t.check(err == nil && strings.Contains(said, " work\n"), "of those in the user's settings it does", said)
	t.run(play)
	t.told("main", 1, "they are called, and tell", faults...)
}

// testLinked has settings that somebody has moved to another folder, with a link in their place.
func testLinked(t *trial) {
	t.installHooks()
	moved := filepath.Join(t.home, "dotfiles", "settings.json")
	t.put(moved, t.text(t.settings))
	t.must(os.Remove(t.at(t.settings)))
	t.must(os.Symlink(moved, t.at(t.settings)))
	play := scripts{"main": {t.shell("ls"), done}}
	t.run(play)
	before := len(t.calls())
	t.check(before > 0, "the host follows the link", t.stdout)
	said, err := t.try("handofflint hooks uninstall")
	t.check(err != nil && strings.Contains(said, "put a copy of the file that it leads to in its place"), "`hooks uninstall` says what to do", said)

	t.must(os.Remove(t.at(t.settings)))
	t.put(t.settings, t.text(moved))
	t.sh("handofflint hooks uninstall")
	t.check(!t.exists(path.Dir(t.settings)), "that is enough: the settings are gone, with their folder", t.sh("ls -A"))
	t.run(play)
	t.check(len(t.calls()) == before, "no hook is called any more", t.calls())
}

// testHandmade has a hook that somebody has written by hand.
func testHandmade(t *trial) {
	file, text := t.stopHook("handofflint hook || true")
	t.put(file, text)
	t.installHooks()
	t.run(scripts{"main": {t.shell("ls"), done}})
	ends, seen := 0, t.calls()
	for _, c := range seen {
		if c.event.Name == "Stop" {
			ends++
		}
	}
	t.check(ends == 1, "at the end of the turn one hook is called", seen)
	traces := fmt.Sprintf("find %s %s -name '*handofflint*'", t.home, t.repo)
	t.check(t.sh(traces) != "", "the hooks remember something", traces)
	t.sh("handofflint hooks uninstall")
	t.check(t.sh(traces) == "" && !t.exists(path.Dir(t.settings)), "uninstalled, nothing of that is left, nor a folder", t.sh(traces+"; ls -A"))
}

// testOutdated has hooks of this version, and a program on the PATH that knows nothing of last
// messages yet.
func testOutdated(t *trial) {
	t.installHooks()
	t.putGo()
	play := scripts{"main": join([]model.Step{t.shell("go test ./...")}, repeat(model.Say(passes), 4))}
	current := t.recorder() + "-current"
	t.must(os.Rename(t.recorder(), current))
	older := "#!/bin/sh\n[ \"$1\" != --version ] || exec echo handofflint version 0.0.9\nsed s/last_assistant_message/unknown/ | '" + current + "' \"$@\"\n"
	t.must(os.WriteFile(t.recorder(), []byte(older), 0o755))
	t.run(play)
	t.check(t.turns("main") == 2, "the older program does not hold the turn", t.news("main", 2))
	said, err := t.try(t.Linter + " hooks test")
	t.check(err != nil && strings.Contains(said, "its version: 0.0.9, and this program is version ") && strings.Contains(said, "update the older one"), "`hooks test` names both versions, and what to do", said)

	t.must(os.Rename(current, t.recorder()))
	said, err = t.try(t.Linter + " hooks test")
	t.check(err == nil && !strings.Contains(said, "its version"), "updated, they work", said)
	t.run(play)
	t.told("main", 2, "the turn is held", failedRun...)
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
