package shell

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// commandTables is rules/facts/commands.cue: what is known of commands.
type commandTables struct {
	Work                                             map[string][]work
	Silent, Quiet, Filters, Harmless, Known, Outputs nameSet
	Manifold, Indirect                               nameSet
	Fixing, Environments, Shows, Kept                []string
	Wrappers, Runners                                map[string]wrapper
	Interpreters, Own                                map[string][]string
	Aliases                                          map[string]string
	Changing, Writing, Naming, Starting, NoVerdict   *text.Regexp
}

var commands = sync.OnceValue(func() *commandTables { return table.Load[*commandTables]("commands") })

type nameSet []string

func (n nameSet) has(name string) bool { return slices.Contains(n, name) }

// isKnown reports whether it is known what a program runs. Others may be aliases, or run tests in their own
// way.
func isKnown(name string) bool {
	c := commands()
	return c.Harmless.has(name) || c.Known.has(name) || c.Manifold.has(name) || c.Work[name] != nil
}

// isEnvironment reports whether a command only changes the environment of its shell.
func isEnvironment(args []string) bool {
	isSourcing := len(args) > 1 && slices.Contains([]string{"source", "."}, args[0])
	return isSourcing && slices.ContainsFunc(commands().Environments, func(end string) bool { return strings.HasSuffix("/"+args[1], "/"+end) })
}

// showsText reports whether a command only shows text.
func showsText(words []string) bool { return beginsWith(words, commands().Shows) }

// beginsWith reports whether a command begins with the words of one of some commands.
func beginsWith(words, some []string) bool {
	const longest = 3 // the word count of a command such as docker compose logs
	for count := range min(longest, len(words)) {
		if slices.Contains(some, strings.Join(words[:count+1], " ")) {
			return true
		}
	}
	return false
}

// MayStart reports whether the text of a program may start other programs, or run tests.
func MayStart(code string) bool { return commands().Starting.MatchString(code) }

// isHarmless reports whether a command changes no file.
func isHarmless(args words) bool {
	if len(args) == 2 && slices.Contains([]string{"-v", "-version"}, args[1].text) { // it only prints its version
		return true
	}
	name, sub := path.Base(args[0].text), ""
	if rest := operands(args, "-C -c --prefix --manifest-path"); len(rest) > 0 {
		sub = rest[0].text
	}
	isFixing := name != "git" && has(args, commands().Fixing...) // -w and -u of git are other options
	if isFixing || name == "curl" && savesFile(args) {
		return false
	}
	isListed := slices.ContainsFunc([]string{name, name + "-" + sub}, commands().Harmless.has)
	if isListed || isEnvironment([]string{name, sub}) {
		return true
	}
	call := runner.Of(normalized(args))
	return call.Idle || call.Looks || slices.Contains(checking, call.Kind)
}

// checking are the kinds of runs that change no file.
var checking = []runner.Kind{runner.Tests, runner.Types, runner.Lint, runner.Checks}

// savesFile reports whether curl writes to a file named after the URL.
func savesFile(args words) bool {
	return slices.ContainsFunc(args, func(w word) bool { return isShort(w.text) && strings.Contains(w.text, "O") })
}

// operands returns the words of a command that are neither flags nor values of the valued options.
func operands(args words, valued string) (out words) {
	takes := strings.Fields(valued)
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case a.text == "--":
			return append(out, args[i+1:]...)
		case slices.Contains(takes, a.text):
			i++
		case !isFlag(a.text) && a.text != "": // BSD sed takes an empty suffix
			out = append(out, a)
		}
	}
	return out
}

func isFlag(s string) bool { return len(s) > 1 && s[0] == '-' }

// isShort reports whether a word is a group of one-letter options.
func isShort(s string) bool { return isFlag(s) && s[1] != '-' }

// has reports whether a command has one of the flags or words.
func has(args words, flags ...string) bool {
	return slices.ContainsFunc(args[1:], func(w word) bool {
		name, _, _ := strings.Cut(w.text, "=")
		return slices.Contains(flags, name)
	})
}

// hasStart is like has, but also finds "-i" in "-i.bak".
func hasStart(args words, flags ...string) bool {
	return has(args, flags...) || slices.ContainsFunc(args[1:], func(w word) bool {
		return isShort(w.text) && slices.ContainsFunc(flags, func(flag string) bool { return strings.HasPrefix(w.text, flag) })
	})
}
