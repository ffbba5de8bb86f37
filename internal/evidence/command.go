package evidence

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call follows a simple command.
func (sh *shell) call(cmd *syntax.CallExpr, heredoc string, c scope) {
	if len(cmd.Args) == 0 {
		sh.assign(cmd.Assigns)
	}
	for _, a := range cmd.Assigns {
		if a.Value != nil && len(cmd.Args) > 0 {
			sh.word(a.Value)
		}
	}
	if args := sh.words(cmd.Args); len(args) > 0 {
		sh.command(args, heredoc, c)
	}
}

// command follows a simple command by its words.
func (sh *shell) command(args words, heredoc string, c scope) {
	written := args.src()
	args = unwrap(args)
	if len(args) == 0 {
		return
	}
	name := path.Base(args[0].text)
	switch {
	case name == "cd" || name == "pushd":
		sh.lost = true
		if len(args) == 2 && !args[1].glob && args[1].text != "-" {
			sh.cwd, sh.lost = absolute(sh.cwd, args[1].text), false
		}
		return
	case name == "set", name == "exit", name == "return":
		sh.others++ // under set -e, and before an exit, any part may be why the line failed
		return
	case commands().Shells[name]:
		if at := slices.IndexFunc(args, func(w word) bool { return isFlag(w.text) && strings.HasSuffix(w.text, "c") }); at > 0 && at+1 < len(args) {
			if flag := args[at].text; at > 1 || flag != "-c" && flag != "-lc" {
				sh.others++ // bash -e -c
			}
			sh.inner(args[at+1].text, written, c)
			return
		}
		if heredoc != "" {
			sh.inner(heredoc, written, c)
			return
		}
	}
	files, _, filter := viewed(args)
	switch {
	case filter && len(files) == 0, sh.again > 0:
	case c.stdin && commands().Filters[name], commands().Silent[name]:
		if !commands().Quiet[name] {
			sh.blame(c)
		}
	default:
		sh.runs = append(sh.runs, run{len(sh.deeds), c.decisive, commands().Quiet[name]})
		sh.deeds = append(sh.deeds, Deed{Act: Run, Command: written, Maybe: !c.sure})
	}
	from := len(sh.deeds)
	sh.effects(name, args, heredoc, c)
	for i := from; i < len(sh.deeds); i++ {
		sh.deeds[i].Command = written
	}
}

// src is the words as they were written.
func (w words) src() string {
	var b strings.Builder
	for i, word := range w {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word.src)
	}
	return b.String()
}

// inner follows the script of a `bash -c` or of a here-document.
func (sh *shell) inner(script, written string, c scope) {
	sh.within(func() {
		if !sh.script(script, c) {
			sh.runs = append(sh.runs, run{deed: len(sh.deeds), decisive: c.decisive})
			sh.deeds = append(sh.deeds, Deed{Act: Run, Command: written, Maybe: !c.sure})
			sh.anything(written)
		}
	})
}

// anything adds that any file may have been changed.
func (sh *shell) anything(written string) {
	if slices.ContainsFunc(sh.deeds, func(d Deed) bool { return d.Path == Anything && d.Act == Write && d.Command == written }) {
		return
	}
	sh.deeds = append(sh.deeds, Deed{Act: Write, Path: Anything, Glob: true, Maybe: true, Command: written})
}
