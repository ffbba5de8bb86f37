package timeline

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// isOf reports whether a file is below the folder of a run, or below the one above if the run is in a folder for what
// is built, as C is.
func (r *Run) isOf(file string) bool {
	folder := r.Folder
	if runner.IsBuilt(path.Base(folder)) && runner.LanguageOf(file) == "c" {
		folder = path.Dir(folder)
	}
	return isIn(folder, file)
}

// covers reports whether a run checks a file.
func (r *Run) covers(file string) bool {
	if !r.isOf(file) {
		return false
	}
	return !r.Narrow || r.names(file) && (!r.IsFiltered() || isOfTests(file))
}

// compiles reports whether a run covers a file for another kind that it proves: tests compile all of the packages named.
func (r *Run) compiles(file string) bool {
	return r.isOf(file) && (!r.Narrow || r.CompilesAll || r.names(file))
}

// names reports whether a run names a file, its tests, or a folder or package that it is in.
func (r *Run) names(file string) bool {
	for i, word := range r.Words[1:] {
		option := r.Words[i] // the word before it
		isOfPackage := runner.NamesPackage(option) && slices.Contains(strings.Split(file, "/"), path.Base(word))
		if isOfPackage || r.wordNames(word, file) {
			return true
		}
	}
	return false
}

// isOfTests reports whether a file contains tests: a run of selected tests may be all tests of such a file.
func isOfTests(file string) bool {
	return slices.ContainsFunc(runner.KnownBy(file), func(k runner.Known) bool { return k.Kind == runner.Tests })
}

// wordNames reports whether a word of a run names a file, its tests, or a folder above it.
func (r *Run) wordNames(word, file string) bool {
	word, _, _ = strings.Cut(word, "::")
	if isOption(word) || !strings.ContainsAny(word, "./") {
		return false
	}
	name := ledger.Absolute(r.Folder, strings.TrimSuffix(word, "..."))
	if path.Ext(name) == "" {
		return isIn(name, file)
	}
	return stemOf(name) == stemOf(file)
}

// isIn reports whether a path is a folder, or below it.
func isIn(folder, name string) bool {
	return strings.HasPrefix(name+"/", strings.TrimSuffix(folder, "/")+"/")
}

// testMark matches what marks the name of a file as a test.
var testMark = text.MustCompile(`^(?:tests?|spec)[_-]|[_-](?:tests?|spec)$`)

// stemOf returns the name of a file without its endings and what marks it as a test.
func stemOf(file string) string {
	stem, _, _ := strings.Cut(path.Base(file), ".")
	return testMark.ReplaceAllString(stem, "")
}

// isAsWide reports whether a run checks everything that another run of its kind does. It runs in the same folder or one
// above, and is a run of the whole, or names all paths of the other without a further word, which could narrow it, or
// names folders that contain all that the other names.
func (r *Run) isAsWide(other *Run) bool {
	if !isIn(r.Folder, other.Folder) || r.lacksTests(other) {
		return false
	}
	isNew := func(word string) bool { return !slices.Contains(other.Words, word) }
	namesTheSame := !slices.ContainsFunc(r.Words, isNew) && len(r.parts()) == len(other.parts())
	return !r.Narrow || namesTheSame || r.hasParts(other)
}

// lacksTests reports whether a run may leave out tests of another one, which had an option such as "-tags" to run them.
func (r *Run) lacksTests(other *Run) bool {
	isLacking := func(word string) bool { return runner.Widens(word) && !slices.Contains(r.Words, word) }
	return other.Kind == runner.Tests && slices.ContainsFunc(other.Words, isLacking)
}

// program returns the name of the program of a run, "" if it is unknown or runs tasks, which may run any program.
func (r *Run) program() string {
	if r.Task {
		return ""
	}
	return r.Runner
}

// repeats reports whether a run names some or all of what another run printed as it failed: the tests that
// it selects, or else files or folders. If it passes, what it names passes now, and only that is known.
func (r *Run) repeats(failed *Run) (some, all bool) {
	if slices.ContainsFunc(r.Words, runner.RunsFailed) {
		return true, true
	}
	names, failures := runner.Filters(r.Words), builtin().FailedTests
	if len(names) == 0 && r.Narrow {
		names, failures = r.Words[1:], builtin().FailedFiles
	}
	printed := failed.Event.Deed.Output
	isNamed := func(in string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return namesPrinted(name, in) })
	}
	isLeft := func(failure []string) bool { return !isNamed(failure[1]) }
	some = isNamed(printed)
	return some, some && !slices.ContainsFunc(failures.FindAllStringSubmatch(printed, maxListed), isLeft)
}

// namesPrinted reports whether a text contains one of the names in a word, such as "TestA|TestB", "ATest#one+two".
func namesPrinted(word, printed string) bool {
	const shortest = 3
	for name := range strings.FieldsFuncSeq(strings.ReplaceAll(word, "#", "."), func(c rune) bool { return strings.ContainsRune("|^$()'\",+", c) }) {
		name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(name, "./"), "..."), "/")
		if len(name) >= shortest && !strings.HasPrefix(name, "-") && strings.Contains(printed, name) {
			return true
		}
	}
	return false
}

// hasParts reports whether another run names paths, all of which are in folders or files that this run names and checks
// without a filter: "a_test.py::test_b" and "a_spec.rb:42" are in files.
func (r *Run) hasParts(other *Run) bool {
	mine := r.parts()
	parts := other.parts()
	isElsewhere := func(part string) bool {
		return !slices.ContainsFunc(mine, func(whole string) bool { return isIn(whole, part) || strings.HasPrefix(part, whole+":") })
	}
	return !r.IsFiltered() && len(parts) > 0 && !slices.ContainsFunc(parts, isElsewhere)
}

// IsFiltered reports whether a run selects tests by name. The tests that a commit with "-m" runs are no such.
func (r *Run) IsFiltered() bool { return r.Narrow && len(runner.Filters(r.Words)) > 0 }

// parts returns the files and folders that a run names.
func (r *Run) parts() (paths []string) {
	for i, word := range r.Words[1:] {
		option := r.Words[i] // the word before it
		if strings.Contains(word, "/") && !isOption(word) && !runner.IsFilter(option) {
			paths = append(paths, ledger.Absolute(r.Folder, strings.TrimSuffix(word, "...")))
		}
	}
	return paths
}
