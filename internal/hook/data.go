package hook

import (
	"regexp"
	"sync"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// data is rules/facts/hook.cue: limits, patterns and words.
type data struct {
	// Characters bounds the bytes of a text for a model, Quote the bytes of a quoted line.
	Characters, Quote int
	// Blocks bounds how often a file is blocked in a session, Reports the reports that are checked when a
	// session starts or stops, Listed the items that a line names.
	Blocks, Reports, Listed int
	// AtWork is the number of minutes for which a report or a session that was written to may still be in
	// use.
	AtWork int
	// Again is the number of seconds in which the same event counts as a second call.
	Again int
	// Background are the kinds of background tasks that are agents, Unwritable the permission modes in
	// which an agent cannot write.
	Background, Unwritable []string
	// Exempt are globs for kinds of agents that need no handoff.
	Exempt []string
	// Later are the rules that do not apply to a file just written, Lasting those that apply while it is
	// being written, Unfinished those for unfinished reports, Sealed the rule for its marker, Stale the one
	// for a report that was changed after sealing, Contradicted the one for failed runs, Outdated the one
	// for changes since a run.
	Later, Lasting, Unfinished            []string
	Sealed, Stale, Contradicted, Outdated string
	// NeverRan is the rule for commands that never ran.
	NeverRan string
	// Wait is how often a transcript is read again, and the milliseconds between.
	Wait struct{ Tries, Each int }
	// Sample is the transcript of a session with failed tests, for the self-test.
	Sample string
	// Forms maps words for files to the words for untouched forms.
	Forms map[string]string
	// Patterns are regular expressions (RE2) by name, Words templates by name, Orders what the model is to
	// do, by the name of the words before, and Skeletons examples of missing parts, by "rule" or
	// "rule:variant".
	Patterns, Words, Orders, Skeletons map[string]string
}

var builtin = sync.OnceValue(func() data { return table.Load[data]("hook") })

// pattern returns a regular expression by name.
func pattern(name string) *regexp.Regexp { return regexp.MustCompile(builtin().Patterns[name]) }

// Say fills in a template by name.
func (d data) Say(name string, values rules.Values) string { return text.Fill(d.Words[name], values) }
