package runner

import (
	"slices"

	"github.com/handofflint/handofflint/internal/text"
)

// RanNothing reports whether a task printed that it ran nothing, or only commands that check nothing.
func RanNothing(output string) bool {
	commands := Echoed(output)
	isIdle := func(words []string) bool { return slices.Contains(facts.IdleCommands, words[0]) }
	isAllIdle := len(commands) > 0 && !slices.ContainsFunc(commands, func(words []string) bool { return !isIdle(words) })
	return isAllIdle || facts.UpToDate.matches(output)
}

// blank matches an output of which nothing is a program's.
var blank = text.MustCompile(`^\s*(?:Scope: .*)?\s*(?:Done in .*)?\s*$`)

// MayBeIdle reports whether a command may have passed because it found nothing to look at: its output says so, or is
// blank although the command must print something unless it forgives that.
func MayBeIdle(command, output string) bool {
	return facts.Empty.matches(output) || facts.MayBeIdle.matches(command) && blank.MatchString(output)
}

// CallsHooks reports whether a command of git calls its hooks.
func CallsHooks(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return slices.Contains(facts.Unhooked, word) })
}
