// Package runner knows the programs that test, build, check and format code: which
// commands are theirs, and what they print at their end. What it knows is in
// rules/runners.cue.
package runner

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// Kind is what a command does with code.
type Kind string

// The kinds of commands. Checks does several of the others, and Format writes files.
const (
	Other  Kind = ""
	Tests  Kind = "tests"
	Types  Kind = "types"
	Lint   Kind = "lint"
	Build  Kind = "build"
	Format Kind = "format"
	Checks Kind = "checks"
	// Commit and Push are git's, and Hooks is what hooks of it do.
	Commit Kind = "commit"
	Push   Kind = "push"
	Hooks  Kind = "hooks"
)

// facts is the data of rules/runners.cue.
type facts struct {
	Commands, Tasks []struct {
		Kind    Kind
		Pattern *text.Regexp
	}
	Task, Narrow, Compiling, Testing *text.Regexp
	Remote                           *text.Regexp
	Enclosing, Building, Hooked      *text.Regexp
	Sources                          []struct{ Command, Files *text.Regexp }
	AnySource                        *text.Regexp
	Summaries                        []summaryForm
	// FilesChanged is the summary that git prints of what changed, with a group for the number.
	FilesChanged *text.Regexp
	// Near is how many lines a failure is before what passed at most, in one summary.
	Near   int
	Broken *text.Regexp
	// BrokenWords are such that each line that Broken matches has one of them.
	BrokenWords []string
}

// summaryForm is how a runner says at its end what passed and what failed.
type summaryForm struct {
	Kind           Kind
	Passed, Failed *text.Regexp
	// Words are such that each line that the patterns match has one of them: looking for
	// them costs next to nothing beside a pattern.
	Words []string
	// Each is set if there is a line for each package: any of them decides.
	Each bool
}

var builtin = sync.OnceValue(func() facts { return table.Load[facts]("runners") })

// maxCommand is how much of a command line is looked at, in bytes: the rest are operands.
const maxCommand = 400

// KindOf returns what a command does, by its words without wrappers such as npx.
func KindOf(words []string) Kind {
	line := strings.Join(words, " ")
	line = line[:min(len(line), maxCommand)]
	for _, c := range builtin().Commands {
		if c.Pattern.MatchString(line) {
			return c.Kind
		}
	}
	if m := builtin().Task.FindStringSubmatch(line); m != nil {
		return kindOfTask(m[1])
	}
	return Other
}

// kindOfTask returns what a project's task does, by its name.
func kindOfTask(name string) Kind {
	for _, t := range builtin().Tasks {
		if t.Pattern.MatchString(name) {
			return t.Kind
		}
	}
	return Other
}

// Covers reports whether a run of a kind does what one of another kind does: what does
// several things counts for each, what a formatter mends it has checked, and tests of some
// languages are built first.
func Covers(run Kind, words []string, kind Kind) bool {
	switch run {
	case kind:
		return true
	case Checks:
		return kind != Commit && kind != Push
	case Format:
		return kind == Lint
	case Tests, Lint:
		return (kind == Build || kind == Types) && builtin().Compiling.MatchString(strings.Join(words, " "))
	case Types:
		return kind == Build
	case Build:
		return kind == Types || kind == Tests && builtin().Testing.MatchString(strings.Join(words, " "))
	}
	return false
}

// IsNarrow reports whether a command looks at a part of the code: it names files, packages
// or tests.
func IsNarrow(words []string) bool {
	line := strings.Join(words, " ")
	return builtin().Narrow.MatchString(line[:min(len(line), maxCommand)])
}

// IsRemote reports whether a command shows how runs on another machine ended.
func IsRemote(words []string) bool {
	line := strings.Join(words, " ")
	return builtin().Remote.MatchString(line[:min(len(line), maxCommand)])
}

// Encloses reports whether a command runs others in a place of their own, such as a container
// or another machine.
func Encloses(words []string) bool {
	line := strings.Join(words, " ")
	return builtin().Enclosing.MatchString(line[:min(len(line), maxCommand)])
}

// BuildsFirst reports whether a command builds the program that it runs.
func BuildsFirst(words []string) bool {
	line := strings.Join(words, " ")
	return builtin().Building.MatchString(line[:min(len(line), maxCommand)])
}

// HasHooks reports whether hooks of git printed something beside git.
func HasHooks(output string) bool { return builtin().Hooked.MatchString(output) }

// IsSource reports whether a command looks at what is in a file, which it names, or which is
// of its language: a run of Go tests says nothing of a page.
func IsSource(words []string, file string) bool {
	isNamed := func(word string) bool { return path.Ext(word) != "" && strings.HasSuffix("/"+file, "/"+word) }
	if slices.ContainsFunc(words, isNamed) {
		return true
	}
	line := strings.Join(words, " ")
	for _, s := range builtin().Sources {
		if s.Command.MatchString(line) {
			return s.Files.MatchString(path.Base(file))
		}
	}
	return builtin().AnySource.MatchString(path.Base(file))
}

// Summary is what a run printed at its end.
type Summary struct {
	// Result is "" if nothing that was printed says how the run ended.
	Result ledger.Result
	// Passed and Failed are how many passed and failed, of tests for the most part; -1 if
	// it does not say.
	Passed, Failed int
	// Line is the line that decides.
	Line string
}

// Known reports whether the summary says how the run ended.
func (s Summary) Known() bool { return s.Result != "" }

// Read returns what a run of a kind printed at its end; of kind Checks, what any did. What
// the program under test prints may look alike: only the last summary counts.
func Read(kind Kind, output string) Summary {
	last, at := Summary{Passed: -1, Failed: -1}, -1
	for _, form := range builtin().Summaries {
		isOfChecks := kind == Checks && form.Kind != Commit && form.Kind != Push
		isOfFormat := kind == Format && form.Kind == Lint // what it could not mend
		if form.Kind != kind && !isOfChecks && !isOfFormat {
			continue
		}
		if s, end := form.read(output); end > at {
			last, at = s, end
		}
	}
	if line, ok := brokenTask(kind, output); ok && last.Result != ledger.Failed {
		last.Result, last.Line = ledger.Failed, line
	}
	return last
}

func containsAny(output string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(output, word) })
}

// linesWith returns where the lines of an output are that have one of some words.
func linesWith(output string, words []string) (lines []text.Span) {
	if !containsAny(output, words) {
		return nil
	}
	start := 0
	for line := range strings.Lines(output) {
		if containsAny(line, words) {
			lines = append(lines, text.Span{Start: start, End: start + len(strings.TrimSuffix(line, "\n"))})
		}
		start += len(line)
	}
	return lines
}

// read returns the form's summary in an output, and where it ends; -1 if there is none.
func (f *summaryForm) read(output string) (Summary, int) {
	s := Summary{Passed: -1, Failed: -1}
	lines := linesWith(output, f.Words)
	passed, failed := matches(f.Passed, output, lines), matches(f.Failed, output, lines)
	end := -1
	for _, m := range slices.Concat(passed, failed) {
		end = max(end, m.end)
	}
	if end < 0 {
		return s, -1
	}
	if len(passed) > 0 {
		m := passed[len(passed)-1]
		s.Result, s.Line, s.Passed = ledger.Passed, m.line, m.count
		if f.Each {
			s.Passed = sum(passed)
		}
	}
	// A failure of an earlier run does not count if a later one has passed: their lines
	// stand together.
	isMade := len(passed) > 0 && (f.Kind == Commit || f.Kind == Push)
	if len(failed) > 0 && !isMade && (f.Each || len(passed) == 0 || isBeside(output, passed[len(passed)-1], failed[len(failed)-1])) {
		m := failed[len(failed)-1]
		if f.Each {
			m = failed[0] // it names the test; the last one is the sum
		}
		s.Result, s.Line, s.Failed = ledger.Failed, m.line, m.count
	}
	return s, end
}

// FilesChanged returns how many files were changed, by each summary of git in an output.
func FilesChanged(output string) (counts []int) {
	if !strings.Contains(output, " changed") {
		return nil
	}
	for _, m := range builtin().FilesChanged.FindAllStringSubmatch(output, maxLines) {
		counts = append(counts, text.Int(m[1]))
	}
	return counts
}

// match is a line of a summary.
type match struct {
	start, end int
	line       string
	count      int
}

// maxLines are the lines of a summary that are looked at.
const maxLines = 1000

// matches returns the matches of a pattern in some lines of an output.
func matches(pattern *text.Regexp, output string, lines []text.Span) (found []match) {
	if pattern == nil {
		return nil
	}
	for _, span := range lines {
		line := output[span.Start:span.End]
		at := pattern.FindStringSubmatchIndex(line)
		if at == nil {
			continue
		}
		m := match{span.Start + at[0], span.Start + at[1], strings.TrimSpace(line[at[0]:at[1]]), -1}
		for i := 2; i+1 < len(at); i += 2 {
			if at[i] >= 0 {
				m.count, _ = strconv.Atoi(line[at[i]:at[i+1]])
			}
		}
		found = append(found, m)
		if len(found) == maxLines {
			break
		}
	}
	return found
}

// isBeside reports whether two lines belong to one summary: the failure is on the same line,
// comes after, or a few lines before.
func isBeside(output string, passed, failed match) bool {
	return failed.end > passed.start || strings.Count(output[failed.end:passed.start], "\n") <= builtin().Near
}

func sum(found []match) int {
	total := -1
	for _, m := range found {
		if m.count >= 0 {
			total = max(total, 0) + m.count
		}
	}
	return total
}

// brokenTask returns what the program that ran a task of a kind prints of its failure. A
// failure that does not name its task could be of any kind, and is not counted.
func brokenTask(kind Kind, output string) (line string, ok bool) {
	for _, span := range linesWith(output, builtin().BrokenWords) {
		m := builtin().Broken.FindStringSubmatch(output[span.Start:span.End])
		if m == nil {
			continue
		}
		name := strings.Join(m[1:], "")
		if of := kindOfTask(name); name != "" && (of == kind || kind == Checks) {
			return strings.TrimSpace(m[0]), true
		}
	}
	return "", false
}
