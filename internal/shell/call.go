package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// call interprets a simple command: commands inside of its words, what it changes of the shell, the start of a program.
func (sh *shell) call(cmd *syntax.CallExpr, heredoc string, c scope) {
	for _, a := range cmd.Assigns {
		sh.perhaps(a, scope{})
	}
	for _, w := range cmd.Args {
		sh.substitutions(w)
	}
	all := sh.words(cmd.Args)
	args := unwrap(all)
	if len(args) == 0 {
		return
	}
	name := path.Base(args[0].text)
	switch name {
	case "echo", "printf":
		sh.addSaid(args, c)
	case "cd", "pushd":
		sh.changeFolder(args)
		return
	case "set":
		sh.setOptions(args)
		return
	case "wait": // every command in the background has ended
		for i := range sh.deeds {
			sh.deeds[i].Running = false
		}
	case "exit", "return":
		sh.ending.suspects++ // any part before it may be why the line failed
		return
	case "bash", "sh", "zsh", "dash", "eval":
		if sh.script(scriptOf(args, heredoc), c) {
			return
		}
		if runner.KindOf(normalized(args)) == runner.Other {
			c.decisive = false // its status may not be that of its script
		}
	}
	sh.start(all, args, heredoc, sh.written(cmd.Args), c)
}

// start interprets the start of a program: what it does to files and, unless it is a silent command, filters a pipe or
// only shows its input, its run. all are the words with its wrappers, args those without.
func (sh *shell) start(all, args words, heredoc, command string, c scope) {
	name := path.Base(args[0].text)
	isInPlace := name == "sed" && hasStart(args, "-i", "--in-place") // it neither reads a pipe nor prints
	isFilter := c.stdin && !isInPlace && commands().Filters.has(name)
	isSeen := c.through > nothing && !isInPlace && !c.stdin // in a pipe, it shows what the command before it prints
	sh.shows = sh.shows || isSeen && showsText(normalized(args))
	isInput := showsInput(name, args)
	isQuiet := isInput || commands().Quiet.has(name)
	if !isQuiet {
		sh.blame(c)
	}
	from := len(sh.deeds)
	var called ledger.Invocation
	isSilent := commands().Silent.has(all[0].text) // as written: "uv run test" runs a script
	isRun := !isInput && !isFilter && !isSilent
	if isRun {
		called = sh.invoked(args, heredoc, command)
		sh.runs = append(sh.runs, run{deed: from, kind: runner.KindOf(called.Words), ending: sh.ending, decisive: c.decisive, isSuspect: c.decisive && !isQuiet, shown: c.through == allLines})
		sh.deeds = append(sh.deeds, ledger.Deed{Act: ledger.Run, Maybe: !c.sure, Running: c.behind, Behind: c.behind})
	}
	sh.addEffects(name, args, heredoc, c)
	for i := range sh.deeds[from:] {
		d := &sh.deeds[from+i]
		d.Command = command
		d.Invocation = called
	}
}

// addSaid notes the lines that an echo or a printf prints, if its words are known.
func (sh *shell) addSaid(args words, c scope) {
	if c.through == nothing || slices.ContainsFunc(args, func(w word) bool { return w.glob }) {
		return
	}
	said := strings.Join(operands(args, "").texts(), " ")
	lines := strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(said)
	for line := range strings.Lines(lines) {
		sh.said[strings.TrimSpace(line)] = true
	}
}

// invoked returns a call as calls are compared, with the folder that it ran in.
func (sh *shell) invoked(args words, heredoc, command string) ledger.Invocation {
	called := invocation(args, command)
	code := codeOf(args, heredoc)
	if code != "" && !MayStart(code) {
		called.Direct = true
	}
	if !sh.lost {
		called.Folder = sh.cwd
	}
	return called
}

// commandOptions are the options of a shell that a script follows.
var commandOptions = []string{"-c", "-lc"}

// scriptOf returns the script given to a shell, as in `sh -c "make test"` or on its standard input; "" if
// unknown.
func scriptOf(args words, heredoc string) string {
	isOption := len(args) == 3 && slices.Contains(commandOptions, args[1].text)
	if isOption && !args[2].glob {
		return args[2].text
	}
	if len(operands(args, "-o -eo -euo")) == 0 {
		return heredoc
	}
	return ""
}

// script interprets a shell script, and reports whether it could be read.
func (sh *shell) script(script string, c scope) bool {
	stmts, ok := sh.parseWithin(script)
	if !ok || script == "" {
		return false
	}
	src := sh.src
	sh.src = script
	sh.within(func() { sh.list(stmts, c.inner()) })
	sh.src = src
	return true
}

// setOptions reads the options of the shell that decide what its status is: `set -euo pipefail`.
func (sh *shell) setOptions(args words) {
	for i, w := range args[1:] {
		if exitOption.MatchString(w.text) {
			sh.exits = w.text[0] == '-'
		}
		if w.text == "pipefail" { // follows "-o", "-euo" or "+o"
			sh.pipefail = strings.HasPrefix(args[i].text, "-")
		}
	}
}

// exitOption matches options that decide whether a failure ends the shell: "-eu", "+e".
var exitOption = text.MustCompile(`^[-+].*e`)

// changeFolder follows a change of the working folder. After one with an unknown target, the folder is lost.
func (sh *shell) changeFolder(args words) {
	isPlain := len(args) == 2 && !args[1].glob && args[1].text != "-"
	if !isPlain || len(sh.cwd) >= maxFolder {
		sh.lost = true
		return
	}
	sh.cwd = ledger.Absolute(sh.cwd, args[1].text)
}

// showsInput reports whether a program that reads files is given none, so that it shows its input.
func showsInput(name string, args words) bool {
	return slices.ContainsFunc(commands().Work[name], func(w work) bool {
		return w.Act == ledger.Read && w.applies(args) && len(w.operands(args)) == 0
	})
}

// written returns the words of a call as written, up to the bound.
func (sh *shell) written(args []*syntax.Word) string {
	var written []string
	for _, w := range args {
		written = append(written, text.Head(sh.source(w), ledger.MaxCommand))
	}
	return text.Head(strings.Join(written, " "), ledger.MaxCommand)
}
