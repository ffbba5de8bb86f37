package evidence

import (
	"math"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/timeline"
)

// Runs returns how many commands the agents ran.
func (d *Deeds) Runs() int {
	runs := 0
	for _, l := range d.All() {
		for i := range l.Deeds {
			if l.Deeds[i].Act == ledger.Run {
				runs++
			}
		}
	}
	return runs
}

// Ran answers whether a command was run. Of the same program with other words, or of one
// that a script may have run, nothing is said.
func (d *Deeds) Ran(want ledger.Invocation) Shown {
	if len(want.Words) == 0 {
		return Shown{}
	}
	isOther := func(deed *ledger.Deed) bool {
		return deed.Direct && deed.Program != want.Program && !hasWord(deed.Command, want.Program) && !hasWord(deed.Output, want.Program)
	}
	return d.search(func(deed *ledger.Deed) (ledger.Answer, int) {
		switch {
		case deed.Act != ledger.Run:
			return ledger.No, -1
		case deed.Program == want.Program && !deed.Maybe && hasWords(deed.Words, want.Words):
			return ledger.Yes, 0
		case isOther(deed):
			return ledger.No, 0
		}
		return ledger.Unknown, 0
	})
}

// hasWords reports whether a command has each of some words.
func hasWords(words, some []string) bool {
	return !slices.ContainsFunc(some, func(word string) bool { return !slices.Contains(words, word) })
}

// hasWord reports whether a text has a word, or words.
func hasWord(s, word string) bool {
	isLetter := func(i int) bool {
		return i >= 0 && i < len(s) && (s[i] == '_' || '0' <= s[i] && s[i] <= '9' || 'a' <= s[i]|0x20 && s[i]|0x20 <= 'z')
	}
	for at := 0; word != ""; {
		i := strings.Index(s[at:], word)
		if i < 0 {
			break
		}
		if !isLetter(at+i-1) && !isLetter(at+i+len(word)) {
			return true
		}
		at += i + len(word)
	}
	return false
}

// TurnOf returns what is known when the agent wrote a handoff.
func (d *Deeds) TurnOf(handoff string) timeline.Turn {
	return d.Timeline().TurnAt(d.writtenAt(handoff))
}

// MayHaveTested reports whether any of the agents ran tests, or may have. When does not matter: an
// agent may write what it ran down before it runs it once more.
func (d *Deeds) MayHaveTested() bool {
	return !timeline.Build(d.All(), d.tasks()).End().NeverRan(runner.Tests)
}

// writtenAt returns the line at which a tool wrote a handoff, beyond all lines if none did.
func (d *Deeds) writtenAt(handoff string) int {
	for _, deed := range slices.Backward(d.Agent.Deeds) {
		if handoff != "" && deed.Act == ledger.Write && !deed.Glob && deed.IsOf(handoff) == ledger.Yes {
			return deed.Line
		}
	}
	return math.MaxInt
}
