package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
)

// wrapper is a program, or a subcommand of one, that runs the command after it.
type wrapper struct {
	// Operands is the number of its own words before the command, not counting options.
	Operands int
	// After are the options before the command, "" if none is needed.
	After string
	// Valued are its options with a value.
	Valued string
	// Queries are first words with which it runs nothing.
	Queries string
	// ForEach is set if the command gets more words than are on its line.
	ForEach bool
}

// unwrap returns a command without its wrappers, such as `timeout 5` and `python -m`.
func unwrap(args words) words {
	forEach := false
	for {
		w, rest := wrapperOf(args)
		command := w.command(rest)
		if len(command) == 0 {
			break
		}
		forEach = forEach || w.ForEach
		args = command
	}
	if !forEach {
		return args
	}
	// The command runs for unknown names: "{}" and find's end marks are replaced by any word.
	isMark := func(w word) bool { return slices.Contains([]string{"{}", ";", "+"}, w.text) }
	return append(slices.DeleteFunc(slices.Clone(args), isMark), word{text: ledger.Anything, glob: true})
}

// wrapperOf returns the wrapper at the beginning of a command, and the words after its name; nil for none.
func wrapperOf(args words) (w wrapper, rest words) {
	if len(args) < 2 {
		return wrapper{}, nil
	}
	name := path.Base(args[0].text)
	withoutVersion := strings.TrimRight(name, "0123456789.")
	if w, isRunner := commands().Runners[withoutVersion+"-"+args[1].text]; isRunner {
		return w, args[2:]
	}
	if w, isWrapper := commands().Wrappers[name]; isWrapper {
		return w, args[1:]
	}
	return wrapper{}, nil
}

// command returns the command that a wrapper runs, nil for none. args are the words after the wrapper's
// name.
func (w *wrapper) command(args words) words {
	if w.After != "" {
		at := slices.IndexFunc(args, func(a word) bool { return slices.Contains(strings.Fields(w.After), a.text) })
		if at < 0 {
			return nil
		}
		return args[at+1:]
	}
	if len(args) > 0 && slices.Contains(strings.Fields(w.Queries), args[0].text) {
		return nil
	}
	valued := strings.Fields(w.Valued)
	own := 0
	for own < len(args) && isOwn(args[own].text) {
		if slices.Contains(valued, args[own].text) {
			own++
		}
		own++
	}
	return args[min(own+w.Operands, len(args)):]
}

// isOwn reports whether a word before the command belongs to the wrapper: an option, or a variable.
func isOwn(s string) bool { return isFlag(s) || strings.Contains(s, "=") }
