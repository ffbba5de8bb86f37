package main

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/handofflint/handofflint/test/hosts/model"
)

// cellFiles hold one story a cell: what an agent does and says, and whether it is held for it.
// A line that is not indented begins a part, by its first word:
//
//	== VERDICT NAME    a cell: it is "held" once, "told" and not held, or "silent": no hook says anything
//	! COMMAND          prepares the repository
//	+ FILE             the agent writes a file that does not exist; its text follows
//	~ FILE             it edits a file, and fails
//	$ COMMAND          it runs a command
//	$ [go 1] COMMAND   the same; the program go is a stand-in, which prints the text that follows
//	                   and exits with status 1 ([1]: the command's own first word)
//	& PROMPT           it launches an agent, which takes the parts up to the next "<"
//	<                  the agent hands back with the text that follows
//	>                  the turn ends with the text that follows
//	? PROMPT           the user's next prompt
//
//go:embed cells/*.txt
var cellFiles embed.FS

// part is a line of a story, and the indented text that follows it.
type part struct{ sign, argument, text string }

// story is a cell.
type story struct {
	verdict, name string
	parts         []part
}

// stories reads a file of cells.
func stories(file string) (all []story, err error) {
	data, err := cellFiles.ReadFile("cells/" + file)
	if err != nil {
		return nil, err
	}
	for _, p := range parts(string(data)) {
		if p.sign == "==" {
			verdict, name, _ := strings.Cut(p.argument, " ")
			all = append(all, story{verdict: verdict, name: name})
			continue
		}
		last := &all[len(all)-1]
		last.parts = append(last.parts, p)
	}
	return all, nil
}

var partStart = regexp.MustCompile(`(?m)^\S.*\n`)

func parts(text string) (all []part) {
	starts := partStart.FindAllStringIndex(text, -1)
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		sign, argument, _ := strings.Cut(strings.TrimSpace(text[at[0]:at[1]]), " ")
		body := strings.ReplaceAll("\n"+text[at[1]:end], "\n    ", "\n")
		all = append(all, part{sign, argument, strings.Trim(body, "\n") + "\n"})
	}
	return all
}

// eachOf returns a test that plays every cell of a file in a repository of its own.
func eachOf(file string) func(*trial) {
	return func(t *trial) {
		all, err := stories(file)
		t.must(err)
		chosen, err := choose(t.cell, all, func(s story) string { return s.name })
		t.must(err)
		for _, s := range chosen {
			name := strings.TrimSuffix(file, ".txt") + "-" + s.name
			cell := try(t.host, test{name: name, run: s.play}, t.setup)
			for _, failed := range cell.failed {
				t.failed = append(t.failed, s.name+": "+failed)
			}
		}
	}
}

// play plays a story and checks its verdict.
func (s story) play(t *trial) {
	t.installHooks()
	script, play, prompt, again := "main", scripts{}, "Do the task.", 0
	do := func(steps ...model.Step) { play[script] = append(play[script], steps...) }
	for _, p := range s.parts {
		switch p.sign {
		case "!":
			t.sh(p.argument)
		case "+":
			do(t.write(t.at(p.argument), p.text))
		case "~":
			do(t.edit(t.at(p.argument), "no such line", "another"))
		case "$":
			do(t.shell(t.standIn(p)))
		case "&":
			do(t.agent("[[script:sub]] " + p.argument))
			script = "sub"
		case "<":
			do(repeat(t.back(p.text), 3)...)
			script = "main"
			do(t.wait...)
		case ">":
			do(repeat(model.Say(p.text), 3)...)
			t.say("[[script:main]] "+prompt, play)
			again = t.turns("main") - len(play["main"]) + 2
		case "?":
			if prompt == "Do the task." {
				t.args = t.resume(t.args)
			}
			prompt, play = p.argument, scripts{}
		default:
			t.must(fmt.Errorf("%s: a part that begins with %q", s.name, p.sign))
		}
	}
	s.judge(t, again)
}

// judge checks what the hooks said. again is how often the agent was asked once more to end its last
// turn.
func (s story) judge(t *trial, again int) {
	said := ""
	for _, call := range t.calls() {
		said += call.Out + call.Err
	}
	held := map[string]int{"held": 1}[s.verdict]
	t.check(strings.Count(said, `"decision"`) == held && again == held, fmt.Sprintf("it is held %d times", held), said)
	t.check((said == "") == (s.verdict == "silent"), "it is "+s.verdict, said)
}

var standInFor = regexp.MustCompile(`^\[(?:(\S+) )?(\d+)\] ((\S+).*)`)

// standIn makes the program of a command print what the cell says, the next time that it is
// called, and returns the command.
func (t *trial) standIn(p part) string {
	found := standInFor.FindStringSubmatch(p.argument)
	if found == nil {
		return p.argument
	}
	name, status, command := found[1], found[2], found[3]
	if name == "" {
		name = found[4]
	}
	base := filepath.Dir(t.repo)
	calls := filepath.Join(base, "calls", strings.ReplaceAll(name, "/", "-"))
	t.must(os.MkdirAll(calls, 0o755))
	made, err := os.ReadDir(calls)
	t.must(err)
	answer := fmt.Sprintf("cat <<'END'\n%sEND\nexit %s\n", p.text, status)
	t.must(os.WriteFile(filepath.Join(calls, fmt.Sprintf("call-%d", len(made))), []byte(answer), 0o644))
	program := filepath.Join(base, "bin", name)
	if strings.Contains(name, "/") {
		program = t.at(name)
	}
	t.must(os.MkdirAll(filepath.Dir(program), 0o755))
	t.must(os.WriteFile(program, []byte(fmt.Sprintf(standInProgram, calls)), 0o755))
	return command
}

// standInProgram gives the answers of a folder, one a call.
const standInProgram = `#!/bin/sh
cd '%s' && next=$(ls | head -n 1) && mv "$next" ".$next" && exec sh ".$next"
`
