package hook

import (
	"regexp"
	"sync"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// data holds the limits, patterns and words of the hooks; see rules/facts/hook.cue.
type data struct {
	// Characters bounds a text for a model in bytes, Quote a line quoted in it.
	Characters, Quote int
	// Blocks is how often a file is blocked in one session, Reports how many reports are
	// checked when a session starts or stops, Listed how many a line names.
	Blocks, Reports, Listed int
	// AtWork is for how many minutes a report or a session that was written to may still be
	// worked on.
	AtWork int
	// Again is for how many seconds after an answer the same event is taken for a second call.
	Again int
	// Background are the kinds of background tasks that are agents, Unwritable the
	// permission modes in which an agent cannot write.
	Background, Unwritable []string
	// Exempt are globs of the kinds of agents that need no handoff.
	Exempt []string
	// Later are the rules that do not apply to a file just written, Lasting those that
	// apply while it is being written, Unfinished those that mean a report is unfinished,
	// Sealed the rule about its marker, Stale the one about a report that was changed since
	// it was sealed, Contradicted the one about runs that failed,
	// Outdated the one about changes since.
	Later, Lasting, Unfinished            []string
	Sealed, Stale, Contradicted, Outdated string
	// NeverRan is the rule about commands that nothing ran.
	NeverRan string
	// Wait is how often a transcript is read again, and the milliseconds between.
	Wait struct{ Tries, Each int }
	// Sample is the transcript of a session in which tests failed, for a self-test.
	Sample string
	// Forms are the words for a form that nobody has written to, by those for other
	// files.
	Forms map[string]string
	// Patterns are regular expressions (RE2) by name, Words templates by name, Orders what
	// the model is to do, by the name of the words before it, and Skeletons show what missing
	// parts look like, by "rule" or "rule:variant".
	Patterns, Words, Orders, Skeletons map[string]string
}

// builtin is the data of hook.cue.
var builtin = sync.OnceValue(func() data { return table.Load[data]("hook") })

// pattern returns the regular expression of that name.
func pattern(name string) *regexp.Regexp { return regexp.MustCompile(builtin().Patterns[name]) }

// Say fills in the template of that name.
func (d data) Say(name string, values rules.Values) string { return text.Fill(d.Words[name], values) }
