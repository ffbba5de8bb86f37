package runner

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/text"
)

// Facts is rules/facts/runners.cue, which explains each field.
type Facts struct {
	Rows    []Row
	Options string
	// Idle matches commands that run no checks and have no row.
	Idle         Pattern
	Nothing, Off []string
	Whole        []string
	Tasks        []Task
	Languages    []Language
	// Sources are the languages whose sources are checked. Known lists the files that show that a
	// repository has checks.
	Sources []string
	Known   []Known
	// Lists are programs that print names of files, Foreign the folders of installed packages, Built those for what is
	// built of the sources in the folder above.
	Lists, Foreign, Built []string
	// Setup matches files that say what a tree depends on, and how it is checked.
	Setup Pattern
	// Filters are options whose value selects tests, Packages those whose value names a package.
	Filters, Packages []string
	// Again are options to run what failed before, More those to check more code.
	Again, More []string

	// Named matches the files that list the commands which check a repository, Command a line of such a
	// file with a command in one of its groups.
	Named, Command, Target                       Pattern
	Narrow, Aside                                Pattern
	Remote, Enclosing, Building, Serving, Hooked Pattern
	Interpreted, Checking, UpToDate, Rewritten   Pattern
	// MayBeIdle matches commands that pass if they find nothing to look at. IdleCommands check nothing.
	// Empty matches a line that says that there was nothing to look at, Unhooked are options with which git calls no hooks.
	MayBeIdle, Empty       Pattern
	IdleCommands, Unhooked []string
	// WholeTasks are names of tasks that are all of their kind.
	WholeTasks []string
	// Echo matches a line with a command, its group, as a program that runs tasks prints it. Title matches
	// such lines without a command.
	Echo, Title    Pattern
	Prefix, Broken Pattern
	BrokenWords    []string
	// Near is the maximum distance between the lines of a summary, End the maximum number of lines of a
	// summary at the end of an output.
	Near, End int
}

// Row describes a runner.
type Row struct {
	Name     string
	Kind     Kind
	Programs []string
	// Begins matches its commands, with a group for what follows. "·" stands for Facts.Options.
	Begins Pattern
	// With a word of Nothing, or one that Idle matches, it runs nothing; with one of Writing it is a formatter; with one of
	// Checking a formatter writes nothing; with one of Alone it proves only its own kind. Except are words of Facts.Nothing
	// with which it does run.
	Nothing, Writing, Checking, Alone, Except []string
	Idle                                      Pattern
	// A run with what Narrow matches is one of a part. Lists matches the lines of what is wrong that it prints, whatever
	// its status. Filters is set if the first word after the command names a part, Silent if it prints nothing when it
	// passes; Several is that of its calls. Without a word of Uncompiled, any run compiles all.
	Narrow, Lists            Pattern
	Filters, Silent, Several bool
	Uncompiled               []string
	Language                 string
	Proves                   []Kind
	// Tasks says how many names after the command are tasks: "one" or "each". Own are names that are not
	// tasks.
	Tasks     string
	Own       []string
	Summaries []Form
}

// Form is a form of a runner's summary. Each line that its patterns match has one of the words, since
// searching for words is much cheaper than matching a pattern.
type Form struct {
	Kind                 Kind
	Words                []string
	Passed, Failed, None Pattern
	// Skipped matches the count of those that passed because they did not run, "" for none.
	Skipped Pattern
	// Without is a text that rules the form out if it is in the output, "" for none.
	Without string
	// Each is set if every package has a line: any failed one decides.
	Each bool
	// Own is set if it counts only for a command of the row: other programs print such lines, too.
	Own bool
}

// Task describes the repository's tasks whose names match a pattern. If Looks is set it formats nothing,
// but lists what is not formatted.
type Task struct {
	Kind    Kind
	Pattern Pattern
	Proves  []Kind
	Looks   bool
}

// Known names a file that shows that a repository has checks of a kind for a language.
type Known struct {
	Kind     Kind
	Language string
	Files    Pattern
}

// Language describes the files of a language, "" for any. Compiled is set if its compiler checks types.
type Language struct {
	Name     string
	Files    Pattern
	Compiled bool
	// Apart is set if only its own programs check it, and no general task of a repository.
	Apart bool
}

// programs maps names of programs to rows.
var programs = sync.OnceValue(func() map[string][]*Row {
	rows := map[string][]*Row{}
	for i := range facts.Rows {
		for _, program := range facts.Rows[i].Programs {
			rows[program] = append(rows[program], &facts.Rows[i])
		}
	}
	return rows
})

// Pattern is a regular expression, compiled on first use; "" matches nothing.
type Pattern string

var compiled sync.Map // from Pattern to *text.Regexp

func (p Pattern) re() *text.Regexp {
	known, ok := compiled.Load(p)
	if !ok {
		known, _ = compiled.LoadOrStore(p, text.MustCompile(strings.ReplaceAll(string(p), "·", facts.Options)))
	}
	return known.(*text.Regexp)
}

func (p Pattern) matches(s string) bool { return p != "" && p.re().MatchString(s) }

// submatch returns the first match and its groups, nil for none.
func (p Pattern) submatch(s string) []string {
	if p == "" {
		return nil
	}
	return p.re().FindStringSubmatch(s)
}

// group returns the group of the first match that is not empty, "" for none.
func (p Pattern) group(s string) string { return groupOf(p.submatch(s)) }

// groupOf returns the group of a match that is not empty, "" for none: groups of a pattern are alternatives.
func groupOf(match []string) string { return cmp.Or(match[min(1, len(match)):]...) }

// isOf reports whether the pattern matches a command.
func (p Pattern) isOf(words []string) bool { return len(words) > 0 && p.matches(lineOf(words)) }

// IsFilter reports whether the value of an option selects tests, NamesPackage whether it names a package.
func IsFilter(word string) bool     { return slices.Contains(facts.Filters, word) }
func NamesPackage(word string) bool { return slices.Contains(facts.Packages, word) }

// Filters returns the words of a command that select tests.
func Filters(words []string) (filters []string) {
	for i, word := range words {
		option, value, hasValue := strings.Cut(word, "=")
		if hasValue && IsFilter(option) {
			filters = append(filters, value)
		} else if i > 0 && IsFilter(words[i-1]) {
			filters = append(filters, word)
		}
	}
	return filters
}

// Widens reports whether an option makes a runner check more code.
func Widens(word string) bool {
	name, _, _ := strings.Cut(word, "=")
	return slices.Contains(facts.More, name)
}

// RunsFailed reports whether an option makes a runner run what failed before.
func RunsFailed(word string) bool { return slices.Contains(facts.Again, word) }
