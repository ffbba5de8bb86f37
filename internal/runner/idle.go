package runner

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// isIdleBelow reports whether a task passes on an option with which a runner of its kind and language runs
// nothing, or has the name of a program that does something else then: "pnpm playwright install".
func (r *Row) isIdleBelow(kind Kind, rest []string) bool {
	isProgram := len(rest) > 1 && programs()[rest[0]] != nil && !slices.Contains(facts.WholeTasks, rest[0])
	if r.Tasks == "one" && isProgram && !strings.HasPrefix(rest[1], "-") && Of(rest).Kind == Other {
		return true
	}
	isPassed := func(option string) bool {
		return strings.HasPrefix(option, "--") && hasAny(rest, nil, []string{option})
	}
	return r.Tasks != "" && slices.ContainsFunc(facts.Rows, func(below Row) bool {
		return below.Kind == kind && below.Language == r.Language && slices.ContainsFunc(below.Nothing, isPassed)
	})
}

// maxIdle bounds the bytes in which a run may say that it found nothing: such a run prints little.
const maxIdle = 600

// RanNothing reports whether a task printed that it ran nothing, or only commands that check nothing.
func RanNothing(output string) bool {
	if len(output) > maxIdle {
		return false
	}
	commands := Echoed(output)
	isIdle := func(words []string) bool { return slices.Contains(facts.IdleCommands, words[0]) }
	isAllIdle := len(commands) > 0 && !slices.ContainsFunc(commands, func(words []string) bool { return !isIdle(words) })
	return isAllIdle || facts.UpToDate.matches(output)
}

// blank matches an output of which nothing is a program's.
var blank = text.MustCompile(`^\s*(?:Scope: .*)?\s*(?:Done in .*)?\s*$`)

// FoundNothing reports whether an output ends with a line that says that there was nothing to look at.
func FoundNothing(output string) bool { return facts.Empty.matches(text.Tail(output, maxIdle)) }

// MayBeIdle reports whether a command may have found nothing to look at: it forgives that, and printed nothing.
func MayBeIdle(command, output string) bool {
	return facts.MayBeIdle.matches(command) && len(output) <= maxIdle && blank.MatchString(output)
}

// CallsHooks reports whether a command of git calls its hooks.
func CallsHooks(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return slices.Contains(facts.Unhooked, word) })
}
