package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// InvocationOf returns a simple command in comparable form: without quotes, wrappers and assignments. It
// returns the zero value for several commands, and for one that cannot be read. Its work takes steps from those of the
// surrounding text.
func InvocationOf(command string, steps *text.Steps) ledger.Invocation {
	args := onlyCall(command, steps)
	if len(args) == 0 {
		return ledger.Invocation{}
	}
	return invocation(unwrap(args), command)
}

// onlyCall returns the words of a line that is a simple command, none if it has several or could not be read.
func onlyCall(command string, steps *text.Steps) words {
	if !steps.Take(commandSteps + byteSteps*int64(len(command))) {
		return nil
	}
	stmts, _ := parse(command)
	if len(stmts) != 1 {
		return nil
	}
	sh := newShell(command, nil)
	args := sh.words(argsOf(stmts[0]))
	if sh.over {
		return nil
	}
	return args
}

// The cost of parsing a command line, in steps of some nanoseconds.
const (
	commandSteps = 500
	byteSteps    = 10
)

// invocation returns a command in comparable form, from its words and its text.
func invocation(args words, command string) ledger.Invocation {
	words := normalized(args)
	program := programName(words)
	return ledger.Invocation{Words: words, Program: program, Direct: !isIndirect(words, command)}
}

// programName returns the program, with the subcommand if it has many: "go test". That of a shell is its script.
func programName(words []string) string {
	switch {
	case len(words) == 1 || isFlag(words[1]):
		return words[0]
	case IsShell(words[0]):
		return words[1]
	case commands().Manifold.has(words[0]):
		return words[0] + " " + words[1]
	}
	return words[0]
}

// IsShell reports whether a program is a shell whose scripts are read.
func IsShell(program string) bool {
	return slices.Contains([]string{"bash", "sh", "zsh", "dash"}, path.Base(program))
}

// isIndirect reports whether a command may have run others: it is a script, a program that runs commands
// from a file, or unknown.
func isIndirect(words []string, command string) bool {
	call := runner.Of(words)
	isHarmless := len(words) > 1 && commands().Harmless.has(words[0]+"-"+words[1]) && call.Kind == runner.Other
	switch {
	case isEnvironment(words), showsText(words), call.Idle, isHarmless:
		return false
	case commands().Indirect.has(words[0]), !isKnown(words[0]), call.Kind == runner.Other && isForeign(words):
		return true
	}
	return isScript(command)
}

// isForeign reports whether a command is of a program or a task that was added to another program: "cargo make test".
// A word after an option may be its value: it counts unless one of the program's own words follows.
func isForeign(words []string) bool {
	own, isExtensible := commands().Own[words[0]]
	if !isExtensible {
		return false
	}
	mayBeForeign := false
	for i, word := range words[1:] {
		switch {
		case isFlag(word), strings.HasPrefix(word, "+"): // a toolchain
		case slices.Contains(own, word):
			return false
		case !isFlag(words[i]): // words[i] is the word before it
			return true
		default:
			mayBeForeign = true
		}
	}
	return mayBeForeign
}

// isScript reports whether a command is a path to a file, and not an installed program.
func isScript(command string) bool {
	program, _, _ := strings.Cut(command, " ")
	return strings.Contains(program, "/") && !installed.MatchString(program)
}

// installed matches the path of a program in a folder of programs.
var installed = text.MustCompile(`/\.?bin/`)

// Calls returns the words of a simple command at each level: the command itself, then what each of its
// wrappers runs. It returns nil for a command that cannot be read.
func Calls(command string, steps *text.Steps) (calls [][]string) {
	if len(command) >= ledger.MaxCommand {
		return nil
	}
	args := onlyCall(command, steps)
	for len(args) > 0 && len(calls) < maxWrappers {
		calls = append(calls, args.texts())
		w, rest := wrapperOf(args)
		args = w.command(rest)
	}
	return calls
}

// maxWrappers bounds the levels of wrappers.
const maxWrappers = 4
