package prose

import (
	"sync"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// facts is the data of rules/prose.cue.
type facts struct {
	// Words are such that each claim has one of them: looking for them costs next to nothing
	// beside a pattern.
	Words    []string
	Subjects []struct {
		Kind    runner.Kind
		Pattern *text.Regexp
	}
	Done []struct {
		Kind runner.Kind
		// Not is set if it says that it was not done, Weak if somebody else may have done it.
		Not, Weak bool
		Pattern   *text.Regexp
	}
	Wrote, Relates, Ran, Listed, File, Command, Between, Orders, Aims, Excepted, Excepting, Part, Scope, Option *text.Regexp
	Passes, Follows, Breaks, Ends, Limited, Share, Admitted, Denied, Assurances, Elsewhere                      *text.Regexp
	Elided, Names                                                                                               *text.Regexp
	Hedges, Apart, Counts                                                                                       []*text.Regexp
	// CountedWords are such that each sentence that counts has one of them.
	CountedWords []string
	Counted      []struct {
		What    What
		Pattern *text.Regexp
	}
	Numbers                 []string
	AddedTests, Into, Exact *text.Regexp
	// Wholes are words before a folder or package that name all of it.
	Wholes []string
	// Adjective is how many bytes may be before the subject of a row, in its first cell.
	Adjective int
}

var builtin = sync.OnceValue(func() facts { return table.Load[facts]("prose") })
