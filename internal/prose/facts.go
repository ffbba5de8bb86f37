package prose

import (
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// facts is the data of rules/prose.cue.
type facts struct {
	// Words are such that each sentence that claims something has one of them, or its label:
	// looking for them costs next to nothing beside a pattern.
	Words    struct{ Passed, Wrote, Ran words }
	Subjects []struct {
		Kind    runner.Kind
		Pattern *text.Regexp
	}
	Done []struct {
		Kind runner.Kind
		// Not is set if it says that it was not done, Weak if somebody else may have done it.
		Not, Weak bool
		// Word is in each such sentence, in lower case.
		Word    string
		Pattern *text.Regexp
	}
	Wrote, Relates, Ran, Listed, File, Command, Between, Orders, Aims, Excepted, Excepting, Part, Scope, Option *text.Regexp
	Passes, Follows, Breaks, Ends, Limited, Share, Admitted, Denied, Assurances, Elsewhere                      *text.Regexp
	Elided, Names, All, Wholes, Runs, Stops                                                                     *text.Regexp
	Hedges, Apart                                                                                               []*text.Regexp

	Own own
	// Adjective is how many bytes may be before the subject of a row, in its first cell.
	Adjective int
}

var builtin = sync.OnceValue(func() facts { return table.Load[facts]("prose") })

// words are words in lower case.
type words []string

// in reports whether a text in lower case has one of the words.
func (w words) in(lower string) bool {
	return slices.ContainsFunc(w, func(word string) bool { return strings.Contains(lower, word) })
}
