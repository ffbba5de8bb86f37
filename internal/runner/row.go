package runner

import (
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/text"
)

// Facts is what rules/facts/runners.cue says, which explains each field.
type Facts struct {
	Rows         []Row
	Options      string
	Nothing, Off []string
	Whole        []string
	Tasks        []Task
	Languages    []Language
	// Sources are the names of languages whose sources are checked, and Known says which files show
	// that there are checks.
	Sources []string
	Known   []Known
	// Lists are the programs that print the names of files, Foreign the folders of packages that were
	// installed.
	Lists, Foreign []string
	// Filters are options whose value names tests, Packages those whose value names a package.
	Filters, Packages []string
	// Again are options with which a runner runs what failed before, More those with which it looks at
	// more code.
	Again, More []string

	// Named matches the files that name the commands which check a repository, Command a line of one
	// that has a command, in one of its groups.
	Named, Command                               Pattern
	Narrow, Aside                                Pattern
	Remote, Enclosing, Building, Serving, Hooked Pattern
	Interpreted, Checking                        Pattern
	// Echo matches what a program prints that runs tasks, with the command as its group, and Title what
	// is no command there.
	Echo, Title    Pattern
	Prefix, Broken Pattern
	BrokenWords    []string
	// Near is how many lines apart the lines of one summary are at most, and End how many lines
	// at the end of an output may be one.
	Near, End int
}

// Row is what is known of a runner.
type Row struct {
	Name     string
	Kind     Kind
	Programs []string
	// Begins matches its commands, with a group for what follows. It has "·" in the place of
	// Facts.Options.
	Begins Pattern
	// With a word of Nothing it runs nothing, with one of Writing it is a formatter, with one
	// of Checking a formatter writes nothing, with one of Alone it proves its own kind alone.
	// Except are words of Facts.Nothing with which it runs.
	Nothing, Writing, Checking, Alone, Except []string
	Narrow                                    Pattern
	Filters, Silent                           bool
	Language                                  string
	Proves                                    []Kind
	// Tasks says which of the names after the command are tasks: "one" or "each". Own are
	// names that are none.
	Tasks     string
	Own       []string
	Summaries []Form
}

// Form is how a runner says at its end what passed and what failed. Each line that its patterns
// match has one of the words: looking for them costs next to nothing compared with a pattern.
type Form struct {
	Kind                 Kind
	Words                []string
	Passed, Failed, None Pattern
	// Without is a text that no output has for which the form counts, "" for none.
	Without string
	// Each is set if there is a line for each package: any of them decides.
	Each bool
}

// Task is what the tasks of a repository do whose names match a pattern. One that looks formats
// nothing: it says what is not formatted.
type Task struct {
	Kind    Kind
	Pattern Pattern
	Proves  []Kind
	Looks   bool
}

// Known says that a file shows that a repository has checks of a kind for a language.
type Known struct {
	Kind     Kind
	Language string
	Files    Pattern
}

// Language is which files are of a language, "" for any. It is compiled if its compiler checks
// its types.
type Language struct {
	Name     string
	Files    Pattern
	Compiled bool
	// Apart is set if programs of its own alone check it: a task of the repository says nothing of it.
	Apart bool
}

// programs are the rows by the names of their programs.
var programs = sync.OnceValue(func() map[string][]*Row {
	rows := map[string][]*Row{}
	for i := range facts.Rows {
		for _, program := range facts.Rows[i].Programs {
			rows[program] = append(rows[program], &facts.Rows[i])
		}
	}
	return rows
})

// Pattern is a regular expression, which is compiled when it is first used; "" matches nothing.
type Pattern string

var compiled sync.Map // of *text.Regexp, by Pattern

func (p Pattern) re() *text.Regexp {
	known, ok := compiled.Load(p)
	if !ok {
		known, _ = compiled.LoadOrStore(p, text.MustCompile(strings.ReplaceAll(string(p), "·", facts.Options)))
	}
	return known.(*text.Regexp)
}

func (p Pattern) matches(s string) bool { return p != "" && p.re().MatchString(s) }

// submatch returns the first match and its groups, or nil for none.
func (p Pattern) submatch(s string) []string {
	if p == "" {
		return nil
	}
	return p.re().FindStringSubmatch(s)
}

// isOf reports whether the pattern matches a command.
func (p Pattern) isOf(words []string) bool { return len(words) > 0 && p.matches(lineOf(words)) }
