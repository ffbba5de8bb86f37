// Package runner knows the programs that test, build, check, format and deploy code: their commands, which
// of these run nothing, and what they print at the end. The data is in rules/facts/runners.cue, a row for
// each program. The package does not know what ran. Of reads a command, Read its output.
package runner

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// Kind is what a command does with code.
type Kind string

// The kinds of commands. Checks does several of the others; Format writes files.
const (
	Other  Kind = ""
	Tests  Kind = "tests"
	Types  Kind = "types"
	Lint   Kind = "lint"
	Build  Kind = "build"
	Format Kind = "format"
	Deploy Kind = "deploy"
	Checks Kind = "checks"
	// Commit and Push are git's, Hooks are git hooks.
	Commit Kind = "commit"
	Push   Kind = "push"
	Hooks  Kind = "hooks"
)

// Call is what a command does, judging by its words.
type Call struct {
	// Runner is the name of the program's row, "" for none.
	Runner string
	Kind   Kind
	// Idle is set if it runs nothing: it lists, explains or only says what it would do.
	Idle bool
	// Narrow is set if it checks a part of the code: it names files, packages or tests.
	Narrow bool
	// Language is the language of the sources it checks, "" for any.
	Language string
	// Proves are the other kinds that a pass proves.
	Proves []Kind
	// Task is set if it runs tasks of the repository, which may run any program.
	Task bool
	// Looks is set if a formatter changes nothing, but says what it would change.
	Looks bool
	// Several is set if it runs checks of several kinds, CompilesAll if a run of any tests compiles all code.
	Several, CompilesAll bool
}

// Of returns what a command does. words do not include wrappers such as npx.
func Of(words []string) Call {
	if len(words) == 0 {
		return Call{}
	}
	line := lineOf(words)
	var idle *Call
	for _, r := range programs()[programOf(words[0])] {
		m := r.Begins.submatch(line)
		if m == nil {
			continue
		}
		c := r.call(words, strings.Fields(m[1]))
		if c.Kind != Other {
			return c
		}
		if c.Idle { // unless another row of the program knows better
			idle = &c
		}
	}
	if idle != nil {
		return *idle
	}
	return Call{Idle: asksOnly(words) || facts.Idle.isOf(words)}
}

// asksOnly reports whether a command of any program only asks for its help or version: "x --version", "x deploy --help".
func asksOnly(words []string) bool {
	last := words[len(words)-1]
	isAsked := len(words) == 2 || len(words) == 3 && strings.HasPrefix(last, "-") && !strings.ContainsAny(words[1], "./")
	return isAsked && slices.Contains(facts.Nothing, last)
}

// maxCommand bounds the bytes of a command line that are examined: the rest are operands.
const maxCommand = 400

// programOf returns the name of a program without its folder and version.
func programOf(word string) string {
	name, _, _ := strings.Cut(path.Base(word), "@")
	return name
}

// lineOf returns the words of a command on one line, with non-breaking spaces inside words.
func lineOf(words []string) string {
	line := []string{programOf(words[0])}
	for _, word := range words[1:min(len(words), maxCommand)] {
		line = append(line, strings.Join(strings.Fields(word), "\u00a0"))
	}
	return text.Head(strings.Join(line, " "), maxCommand)
}

// call returns what a command of the row does; rest are the words after the command. Its kind is Other if
// the row runs tasks, and none of these words names a task of a known kind.
func (r *Row) call(words, rest []string) Call {
	c := Call{Runner: r.Name, Kind: r.Kind, Language: r.Language, Several: r.Several}
	followed := words
	if r.Tasks == "" { // the first word is the program with its subcommand, here ""
		followed = append([]string{""}, rest...)
	}
	part := strings.Trim(cmp.Or(rest...), "./")
	namesPart := r.Filters && !strings.HasPrefix(part, "-") && !slices.Contains(facts.Whole, part)
	c.CompilesAll = len(r.Uncompiled) > 0 && !hasAny(words, rest, r.Uncompiled)
	c.Narrow = namesPart || isNarrow(followed) || r.Narrow.matches(lineOf(words))
	switch {
	case r.Tasks != "":
		does := r.task(rest)
		c.Task = true
		c.Kind = does.Kind
		c.Proves = does.Proves
		c.Looks = does.Looks
	case hasAny(words, rest, r.Writing):
		c.Kind = Format
	case hasAny(words, rest, r.Checking):
		c.Looks = true
	case !hasAny(words, rest, r.Alone):
		c.Proves = r.Proves
	}
	isExcepted := func(word string) bool { return slices.Contains(r.Except, word) }
	nothing := slices.DeleteFunc(slices.Concat(r.Nothing, facts.Nothing), isExcepted)
	c.Idle = hasAny(words, rest, nothing) || slices.ContainsFunc(words[1:], r.Idle.matches) || r.isIdleBelow(c.Kind, rest)
	if c.Idle {
		c.Kind, c.Proves = Other, nil
	}
	return c
}

// hasAny reports whether a command has one of the wanted words: an option anywhere, any other word only as the first of
// rest.
func hasAny(words, rest, wanted []string) bool {
	return slices.ContainsFunc(wanted, func(want string) bool {
		if want[0] != '-' {
			return cmp.Or(rest...) == want
		}
		return hasOption(words, want)
	})
}

// hasOption reports whether a command has an option "-x" or "-x value", unless it is switched off as in "-x=false".
func hasOption(words []string, wanted string) bool {
	option, next, _ := strings.Cut(wanted, " ")
	for i, word := range words {
		name, value, _ := strings.Cut(word, "=")
		isNext := next == "" || cmp.Or(words[i+1:]...) == next
		if name == option && isNext && !slices.Contains(facts.Off, value) {
			return true
		}
	}
	return false
}

// task returns what the named tasks do together: several checks if they are of different kinds.
func (r *Row) task(rest []string) Task {
	var all Task
	for _, name := range r.taskNames(rest) {
		t := taskOf(name)
		if t.Kind == Other && r.Several {
			t.Kind = Checks // a session may check anything
		}
		if t.Kind == Other {
			continue
		}
		switch all.Kind {
		case t.Kind:
		case Other:
			all = t
		default:
			all = Task{Kind: Checks}
		}
	}
	return all
}

// taskNames returns the names of tasks in the words after a command, up to the first option.
func (r *Row) taskNames(rest []string) (names []string) {
	if r.Tasks == "one" {
		rest = rest[:min(1, len(rest))]
	}
	for _, word := range rest {
		if strings.HasPrefix(word, "-") {
			break
		}
		names = append(names, strings.Split(word, ",")...)
	}
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(r.Own, name) })
}

// taskOf returns what a task does, judging by its name.
func taskOf(name string) Task {
	i := slices.IndexFunc(facts.Tasks, func(t Task) bool { return t.Pattern.matches(name) })
	if i < 0 {
		return Task{}
	}
	return facts.Tasks[i]
}

// IsNarrow reports whether a command looks at a part of the code alone, if it is a script, too.
func IsNarrow(words []string) bool {
	call := Of(words)
	return call.Narrow || call.Kind == Other && len(words) > 0 && isNarrow(words)
}

// isNarrow reports whether the words after a program name files, packages or tests.
func isNarrow(words []string) bool {
	return facts.Narrow.matches(facts.Aside.re().ReplaceAllString(lineOf(words), ""))
}

// Names returns the names of the runners of a kind.
func Names(kind Kind) (names []string) {
	for i := range facts.Rows {
		if row := &facts.Rows[i]; row.Kind == kind {
			names = append(names, row.Name)
		}
	}
	return names
}

// KindOf returns the kind of a command that can support a claim: Other for a command that runs nothing, and
// for a deployment.
func KindOf(words []string) Kind {
	kind := Of(words).Kind
	if kind == Deploy {
		return Other
	}
	return kind
}

// IsRemote reports whether a command shows how runs on another machine ended.
func IsRemote(words []string) bool { return facts.Remote.isOf(words) }

// Encloses reports whether a command runs others in a separate place, such as a container or another
// machine.
func Encloses(words []string) bool { return facts.Enclosing.isOf(words) }

// BuildsFirst reports whether a command builds the program that it runs.
func BuildsFirst(words []string) bool { return facts.Building.isOf(words) }

// Serves reports whether a command builds at most: it serves sources while they change, or installs
// packages.
func Serves(words []string) bool { return facts.Serving.isOf(words) }

// RunsChecker reports whether a command builds and runs a program of the repository whose name suggests that it
// checks code: "go run ./cmd/ci".
func RunsChecker(words []string) bool {
	return BuildsFirst(words) && facts.Checking.isOf(words[slices.Index(words, "run"):])
}

// RunsProgram reports whether an interpreter runs a program of the repository whose name does not suggest
// that it checks or builds code.
func RunsProgram(words []string) bool {
	return facts.Interpreted.isOf(words) && !facts.Checking.isOf(words)
}

// IsWholeTask reports whether a command only calls a task that is all of its kind by its name: "npm test".
func IsWholeTask(words []string) bool {
	return !IsNarrow(words) && slices.Contains(facts.WholeTasks, words[len(words)-1])
}

// ProgramFile returns the file of the repository that an interpreter runs, "" if RunsProgram is false.
func ProgramFile(words []string) string {
	i := slices.IndexFunc(words, func(word string) bool { return facts.Interpreted.isOf([]string{word}) })
	if i < 0 || !RunsProgram(words) {
		return ""
	}
	return words[i]
}

// HasHooks reports whether git hooks printed something.
func HasHooks(output string) bool {
	isKnown := func(words []string) bool { return Of(words).Kind != Other }
	return facts.Hooked.matches(output) || slices.ContainsFunc(Echoed(output), isKnown)
}

// maxEchoed bounds the commands that Echoed returns.
const maxEchoed = 100

// Echoed returns the commands of tasks, as printed by the program that ran the tasks.
func Echoed(output string) (commands [][]string) {
	for line := range strings.Lines(output) {
		m := facts.Echo.submatch(strings.TrimSpace(line))
		if m == nil || facts.Title.matches(m[1]) {
			continue
		}
		for command := range strings.SplitSeq(m[1], " && ") {
			words := strings.Fields(command)
			if len(words) > 0 && len(commands) < maxEchoed {
				commands = append(commands, words)
			}
		}
	}
	return commands
}

// languageOf returns the language of a name.
func languageOf(name string) Language {
	isOf := func(l Language) bool { return l.Name == name }
	return facts.Languages[slices.IndexFunc(facts.Languages, isOf)]
}

// LanguageOf returns the language of a source file, "" for other files.
func LanguageOf(file string) string {
	isOf := func(name string) bool { return languageOf(name).Files.matches(path.Base(file)) }
	i := slices.IndexFunc(facts.Sources, isOf)
	if i < 0 {
		return ""
	}
	return facts.Sources[i]
}

// IsFile reports whether a name has an extension of sources, documents or data.
func IsFile(name string) bool {
	return slices.ContainsFunc(facts.Languages, func(l Language) bool { return l.Files.matches(path.Base(name)) })
}

// KnownBy returns the checks that a repository has, judging by the name of one of its files and its folder. A name
// without a dot is of none: most words of a listing have none.
func KnownBy(file string) (known []Known) {
	if !strings.Contains(file, ".") || IsForeign(file) {
		return nil
	}
	folder, name := path.Split(file)
	named := "/" + path.Base(folder) + "/" + name
	for _, k := range facts.Known {
		if k.Files.matches(named) {
			known = append(known, k)
		}
	}
	return known
}

// ListsFiles reports whether a program prints the names of files.
func ListsFiles(program string) bool { return slices.Contains(facts.Lists, program) }

// NamesChecks reports whether a file lists the commands that check a repository, as package.json does.
func NamesChecks(file string) bool { return facts.Named.matches(file) && !IsForeign(file) }

// IsBuilt reports whether a folder of a name holds what is built of the sources in the folder above.
func IsBuilt(folder string) bool { return slices.Contains(facts.Built, folder) }

// IsForeign reports whether a file belongs to an installed package.
func IsForeign(file string) bool {
	return slices.ContainsFunc(strings.Split(file, "/"), func(folder string) bool { return slices.Contains(facts.Foreign, folder) })
}

// maxNamed bounds the lines of such a file, maxNamedLine the bytes of a line.
const (
	maxNamed     = 2_000
	maxNamedLine = 400
)

// apart puts the values of an object in JSON on lines of their own.
var apart = strings.NewReplacer(`{ "`, "{\n\"", `, "`, ",\n\"")

// CommandsIn returns the command lines in a part of such a file.
func CommandsIn(part string) (commands []string) {
	read := 0
	for line := range strings.Lines(apart.Replace(part)) {
		read++
		if read > maxNamed {
			break
		}
		if len(line) > maxNamedLine {
			continue
		}
		line = strings.TrimRight(line, "\r\n")
		if target := facts.Target.group(line); target != "" {
			commands = append(commands, "make "+target)
			continue
		}
		groups := facts.Command.submatch(line)
		if groups == nil {
			continue
		}
		name, command := groups[1], strings.Join(groups[2:], "")
		commands = append(commands, command)
		if name != "" && strings.Contains(command, " ") { // a version has no space
			commands = append(commands, "npm run "+name)
		}
	}
	return commands
}

// Has reports whether a language has checks of a kind: compiled languages have no separate check of types.
func Has(kind Kind, language string) bool { return kind != Types || !IsCompiled(language) }

// IsCompiled reports whether the compiler of a language checks its types.
func IsCompiled(language string) bool { return languageOf(language).Compiled }

// IsApart reports whether only its own programs check a language: no one runs shellcheck in "make lint"
// without naming it.
func IsApart(language string) bool { return languageOf(language).Apart }

// IsSetup reports whether a file says what a tree depends on or how it is checked. If only such files were changed, the
// runs after that still have something to prove.
func IsSetup(file string) bool { return facts.Setup.matches(file) }
