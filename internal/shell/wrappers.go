package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
)

// wrapper is a program, or a subcommand of one, that runs the command that follows.
type wrapper struct {
	// Operands is how many words of its own come before the command, options aside.
	Operands int
	// After are the options that the command follows, "" if it needs none.
	After string
	// Valued are its options that a value follows.
	Valued string
	// Queries are first words with which it runs nothing.
	Queries string
	// Assigns is set if variables may be set before the command.
	Assigns bool
	// ForEach is set if the command gets words that its line does not have.
	ForEach bool
}

// unwrap returns a command without those that only run it, as `timeout 5` and
// `python -m` do.
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
	// The command runs for names that nobody knows: "{}" and find's end marks become any word.
	isMark := func(w word) bool { return w.text == "{}" || w.text == ";" || w.text == "+" }
	return append(slices.DeleteFunc(slices.Clone(args), isMark), word{text: ledger.Anything, glob: true})
}

// wrapperOf returns the wrapper that a command begins with and the words after its
// name, none if it begins with none.
func wrapperOf(args words) (w wrapper, rest words) {
	if len(args) < 2 {
		return wrapper{}, nil
	}
	name, first := path.Base(args[0].text), args[1].text
	if w, isRunner := runnerOf(args); isRunner {
		return w, args[2:]
	}
	isPython := name == "py" || strings.HasPrefix(name, "python")
	if isPython && first == "-m" {
		return wrapper{}, args[2:]
	}
	if w, isWrapper := commands().Wrappers[name]; isWrapper {
		return w, args[1:]
	}
	return wrapper{}, nil
}

// runnerOf returns the wrapper that a program is by its subcommand, as `uv run` is.
func runnerOf(args words) (w wrapper, ok bool) {
	if len(args) < 2 {
		return wrapper{}, false
	}
	w, ok = commands().Runners[path.Base(args[0].text)+"-"+args[1].text]
	return w, ok
}

// command returns the command that a wrapper runs, none if it runs none. args are the
// words after the wrapper's name.
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
	for own < len(args) && w.isOwn(args[own].text) {
		if slices.Contains(valued, args[own].text) {
			own++
		}
		own++
	}
	return args[min(own+w.Operands, len(args)):]
}

// isOwn reports whether a word before the command is the wrapper's own: an option, or a
// variable that it sets.
func (w *wrapper) isOwn(s string) bool { return isFlag(s) || w.Assigns && strings.Contains(s, "=") }
