package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// InvocationOf returns a simple command as commands are compared: without quotes, wrappers
// and assignments; the zero value if it cannot be read. Its work counts as steps of the text
// that has the command.
func InvocationOf(command string, steps *text.Steps) ledger.Invocation {
	args, isRead := firstCall(command, steps)
	if !isRead {
		return ledger.Invocation{}
	}
	return invocation(unwrap(args), command)
}

// firstCall returns the words of the simple command that a command line begins with, and whether it
// could be read.
func firstCall(command string, steps *text.Steps) (words, bool) {
	if !steps.Take(commandSteps + byteSteps*int64(len(command))) {
		return nil, false
	}
	stmts, isParsed := parse(command)
	if !isParsed || len(stmts) == 0 {
		return nil, false
	}
	call, isCall := stmts[0].Cmd.(*syntax.CallExpr)
	if !isCall || len(call.Args) == 0 {
		return nil, false
	}
	sh := newShell(command, nil)
	args := sh.words(call)
	return args, !sh.over
}

// The steps that parsing a command line costs: one is some nanoseconds.
const (
	commandSteps = 500
	byteSteps    = 10
)

// invocation returns a command as commands are compared, from its words and its text.
func invocation(args words, command string) ledger.Invocation {
	compared := compared(args)
	program := programName(compared)
	return ledger.Invocation{Words: compared, Program: program, Direct: !isIndirect(compared, command)}
}

// programName returns the program and, of one that does many things, which of them: "go test".
func programName(words []string) string {
	if len(words) == 0 {
		return ""
	}
	if len(words) > 1 && commands().Manifold.has(words[0]) && !isFlag(words[1]) {
		return words[0] + " " + words[1]
	}
	return words[0]
}

// isIndirect reports whether a command may have run others: it is a script, a program
// that runs what a file says, or one of which nothing is known.
func isIndirect(words []string, command string) bool {
	if isEnvironment(words) || showsText(words) || runner.Of(words).Idle {
		return false
	}
	isHarmless := len(words) > 1 && commands().Harmless.has(words[0]+"-"+words[1])
	if isHarmless && runner.KindOf(words) == runner.Other {
		return false
	}
	isOpaque := commands().Indirect.has(words[0]) || !isKnown(words[0])
	return isOpaque || isScript(command)
}

// isScript reports whether a command is a file of its own, and not a program of a system or a package.
func isScript(command string) bool {
	program, _, _ := strings.Cut(command, " ")
	isInstalled := strings.Contains(program, "/bin/") || strings.Contains(program, "/.bin/")
	return strings.Contains(program, "/") && !isInstalled
}

// Calls returns the words of a simple command as they are called: the command itself, then
// what each wrapper in it runs; nil if it cannot be read.
func Calls(command string, steps *text.Steps) (calls [][]string) {
	if len(command) >= ledger.MaxCommand {
		return nil
	}
	args, isRead := firstCall(command, steps)
	if !isRead {
		return nil
	}
	for range maxWrappers {
		var words []string
		for _, w := range args {
			words = append(words, w.text)
		}
		calls = append(calls, words)
		w, rest := wrapperOf(args)
		args = w.command(rest)
		if len(args) == 0 {
			break
		}
	}
	return calls
}

// maxWrappers are the wrappers of a command that are looked through for a task.
const maxWrappers = 4
