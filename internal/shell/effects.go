package shell

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// work describes what a command does to its operands.
type work struct {
	Act ledger.Act
	// Of selects the operands: "all", those after a pattern ("rest"), the "last", those "before" the last,
	// or those after a git "revision" and a colon.
	Of string
	// Valued are options with a value, separated by spaces.
	Valued string
	// With are options of which one is required, Without those that rule it out.
	With, Without []string
	// Maybe is set if it may leave the files unchanged.
	Maybe bool
	// Below is the option that extends it to everything below a folder, or "always".
	Below string
	// Output is the form in which the command prints names of files: "search" or "diff".
	Output string
	// Makes are patterns of files that it may write without naming them.
	Makes []string
}

func (w *work) applies(args words) bool {
	return (len(w.With) == 0 || hasStart(args, w.With...)) && !hasStart(args, w.Without...)
}

// operands returns the operands that the work is about and, if it extends to everything below a folder, a pattern of
// what is below each.
func (w *work) operands(args words) words {
	files := operands(args, w.Valued)
	last := max(0, len(files)-1)
	switch w.Of {
	case "rest":
		if !has(args, "-e", "--expression", "-f") { // these give the pattern
			files = files[min(1, len(files)):]
		}
	case "last":
		files = files[last:]
	case "before":
		files = files[:last]
	case "revision":
		for i := range files {
			_, files[i].text, _ = strings.Cut(files[i].text, ":")
		}
	}
	if !w.isBelow(args) {
		return files
	}
	for _, f := range files {
		files = append(files, word{path.Join(f.text, "**"), true})
	}
	return files
}

// isBelow reports whether the work extends to everything below a folder.
func (w *work) isBelow(args words) bool {
	isRecursive := func(f word) bool { return isShort(f.text) && strings.ContainsAny(f.text, "rR") }
	return w.Below == "always" || w.Below == "-r" && slices.ContainsFunc(args, isRecursive)
}

// addEffects adds what a command read, wrote and deleted. The folder of `git -C` is that of this command alone.
func (sh *shell) addEffects(name string, args words, heredoc string, c scope) {
	all := args // addUnknown looks for the subcommand itself
	if name == "git" {
		cwd := sh.cwd
		defer func() { sh.cwd = cwd }()
		args = sh.subcommand(args)
		if len(args) == 0 {
			return
		}
		name = "git-" + args[0].text
	}
	isKnown := false
	for _, w := range commands().Work[name] {
		if w.applies(args) {
			isKnown = true
			sh.addWork(&w, args, c)
		}
	}
	switch {
	case isKnown:
	case name == "apply_patch":
		for _, d := range ledger.PatchDeeds(heredoc + args[len(args)-1].text) {
			d.Path, d.Maybe = sh.absolute(d.Path), !c.sure
			sh.deeds = append(sh.deeds, d)
		}
	case commands().Interpreters[name] != nil:
		sh.addProgram(args, heredoc, c)
	default:
		sh.addUnknown(all)
	}
	if commands().Outputs.has(name) {
		sh.addFiles(ledger.Write, valueOf(args, outputOption.MatchString), c)
	}
}

// outputOption matches the option whose value is the file that a program writes.
var outputOption = text.MustCompile(`^(?:--output|-[^-].*o|-o)$`)

// subcommand returns the subcommand of git with its words, and follows -C.
func (sh *shell) subcommand(args words) words {
	git := wrapper{Valued: "-C -c"}
	rest := git.command(args[1:])
	isFolder := func(word string) bool { return word == "-C" }
	for _, folder := range valueOf(args[:len(args)-len(rest)], isFolder) {
		sh.cwd = sh.absolute(folder.text)
	}
	return rest
}

// valueOf returns the word after the first of some options, if there is one.
func valueOf(args words, isOption func(string) bool) words {
	at := slices.IndexFunc(args, func(w word) bool { return isOption(w.text) })
	if at < 0 {
		return nil
	}
	return args[at+1 : min(at+2, len(args))]
}

// addWork adds what a command does to its operands, and the files named in its output.
func (sh *shell) addWork(w *work, args words, c scope) {
	files := w.operands(args)
	c.sure = c.sure && !w.Maybe
	switch w.Act {
	case ledger.Read:
		from := len(sh.deeds)
		sh.addReads(files, c, viewOf(args))
		if c.through == allLines {
			for i := range sh.deeds[from:] {
				sh.deeds[from+i].From, sh.deeds[from+i].To = sedRange(args)
			}
		}
	case ledger.Seen:
		sh.addReads(slices.DeleteFunc(slices.Clone(files), func(f word) bool { return !ledger.LooksLikePath(f.text) }), c, partsOfLines)
	case ledger.Write:
		from := len(sh.deeds)
		sh.addFiles(w.Act, files, c)
		sh.setReplaced(args, from)
	case ledger.Delete:
		sh.addFiles(w.Act, files, c)
	}
	for _, pattern := range w.Makes {
		sh.deeds = append(sh.deeds, ledger.Deed{Act: ledger.Write, Path: pattern, Glob: true, Maybe: true})
	}
	isOfInput := c.stdin && len(files) == 0 // then the output shows the pipe, and no files
	if w.Output != "" && c.through > nothing && !isOfInput && !sh.lost {
		sh.addPrinted(w.Output, c)
	}
}

// addPrinted adds the files named in the output of a "search" or a "diff".
func (sh *shell) addPrinted(form string, c scope) {
	for _, name := range sh.hits(form == "diff") {
		file := sh.absolute(name)
		if !sh.seen[file] {
			sh.seen[file] = true
			sh.deeds = append(sh.deeds, ledger.Deed{Act: ledger.Seen, Path: file, Name: form, Maybe: !c.sure})
		}
	}
}

// substitution matches a command of sed or perl that replaces one text by another.
var substitution = text.MustCompile(`^s[/|#,]([^/|#,]*)[/|#,]([^/|#,]*)[/|#,]g?$`)

// setReplaced marks the writes from an index on with the texts they replaced, if these are plain, so that a
// later inverse is recognised.
func (sh *shell) setReplaced(args words, from int) {
	for _, a := range args[1:] {
		if m := substitution.FindStringSubmatch(a.text); m != nil {
			plain := strings.NewReplacer(`\`, "")
			for i := range sh.deeds[from:] {
				sh.deeds[from+i].SetEdit(plain.Replace(m[1]), plain.Replace(m[2]))
			}
			return
		}
	}
}

// hits returns the files named in the output of the line's searches or diffs. The output is scanned once
// for all commands of the line.
func (sh *shell) hits(isDiff bool) []string {
	names, isKnown := sh.printed[isDiff]
	if !isKnown {
		names = Hits(sh.output, isDiff)
		sh.printed[isDiff] = names
	}
	return names
}

// Hits returns the names of files in the output of a search, before a colon, or of a diff.
func Hits(output string, isDiff bool) (names []string) {
	for line := range strings.Lines(output) {
		name, isNamed := strings.CutPrefix(line, "+++ b/")
		if !isDiff {
			name, _, _ = strings.Cut(line, ":")
			isNamed = ledger.LooksLikePath(strings.TrimSpace(name))
		}
		name = strings.TrimSpace(name)
		if isNamed && len(names) < maxHits && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// addUnknown adds that a command may have shown the files it names and changed any file, unless it is
// known to change none.
func (sh *shell) addUnknown(args words) {
	if isHarmless(args) {
		return
	}
	for _, w := range operands(args, "") {
		if ledger.LooksLikePath(strings.TrimPrefix(w.text, "./")) {
			sh.deeds = append(sh.deeds, ledger.Deed{Act: ledger.Seen, Path: sh.absolute(w.text), Glob: w.glob, Maybe: true, Name: "named"})
		}
	}
	sh.addAnything()
}

// addAnything adds that any file may have been changed.
func (sh *shell) addAnything() {
	sh.deeds = append(sh.deeds, ledger.Deed{Act: ledger.Write, Path: ledger.Anything, Glob: true, Maybe: true})
}

// absolute returns a path relative to the current folder as an absolute one.
func (sh *shell) absolute(name string) string {
	if strings.HasPrefix(name, ledger.Anything) {
		return path.Clean(name)
	}
	if sh.lost && !path.IsAbs(name) {
		return path.Join(ledger.Anything, name)
	}
	return ledger.Absolute(sh.cwd, name)
}

// noFile matches an empty word, or the name of a device or a standard stream.
var noFile = text.MustCompile(`^(?:-?$|/dev/|&)`)

// addFiles adds an action for each file that words name.
func (sh *shell) addFiles(act ledger.Act, names words, c scope) {
	for _, w := range names {
		if noFile.MatchString(w.text) {
			continue
		}
		d := ledger.Deed{Act: act, Path: sh.absolute(w.text), Glob: w.glob || sh.lost && !path.IsAbs(w.text)}
		d.Maybe = d.Glob || !c.sure
		sh.deeds = append(sh.deeds, d)
	}
}

// addReads adds a read for each file that words name, by how much of it reached the agent.
func (sh *shell) addReads(names words, c scope, shown view) {
	shown = min(shown, c.through)
	act := ledger.Read
	name := ""
	if shown <= partsOfLines {
		act = ledger.Seen
		name = seenAs[shown]
	}
	c.sure = c.sure && !sh.missing && shown > nothing
	from := len(sh.deeds)
	sh.addFiles(act, names, c)
	for i := range sh.deeds[from:] {
		d := &sh.deeds[from+i]
		d.Name = name
		d.Whole = shown == allLines && !sh.truncated
		sh.seen[d.Path] = sh.seen[d.Path] || act == ledger.Seen
	}
}

// seenAs are the ways in which a command shows no whole lines of a file.
var seenAs = map[view]string{nothing: "named", partsOfLines: "search"}

// codeBytes is the number of bytes of a program that cost as much as visiting a node.
const codeBytes = 4

// addProgram adds what a call of an interpreter did. A program on the command line that writes nothing shows the
// files it names; any other may change any file. One that plainly writes a file changes that.
func (sh *shell) addProgram(args words, heredoc string, c scope) {
	code := codeOf(args, heredoc)
	isRead := code != "" && sh.visit(int64(len(code)/codeBytes))
	if !isRead || commands().Changing.MatchString(code) {
		sh.addUnknown(args)
		if isRead {
			sh.addFiles(ledger.Write, writtenBy(code), c)
		}
		return
	}
	for _, p := range ledger.Paths(code) {
		sh.deeds = append(sh.deeds, ledger.Deed{Act: ledger.Seen, Path: sh.absolute(p), Maybe: true, Name: "named"})
	}
}

// writtenBy returns the files that a program plainly writes, each once: by their names, or by a variable that
// is only ever one of some names.
func writtenBy(code string) (files words) {
	named := map[string][]string{}
	for _, m := range commands().Naming.FindAllStringSubmatch(code, maxHits) {
		named[m[1]] = append(named[m[1]], m[2])
	}
	for _, m := range commands().Writing.FindAllStringSubmatch(code, maxHits) {
		variable, literal := m[2]+m[4]+m[5], m[1]+m[3] // one of these groups has text
		names := append(slices.Clone(named[variable]), literal)
		for _, name := range names {
			if file := (word{text: name}); name != "" && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files
}

// codeOf returns the program that an interpreter is given on its command line or standard input, "" for
// none.
func codeOf(args words, heredoc string) string {
	options, isInterpreter := commands().Interpreters[path.Base(args[0].text)]
	if !isInterpreter {
		return ""
	}
	isOption := func(word string) bool { return slices.Contains(options, word) }
	return heredoc + strings.Join(valueOf(args, isOption).texts(), "")
}

// view is how much of a file, or of a command's output, reaches the agent.
type view int

const (
	nothing view = iota
	// partsOfLines includes the hits of a search.
	partsOfLines
	// someLines are whole lines, whichever they are.
	someLines
	allLines
)

// sedLines matches a sed command that prints lines by number.
var sedLines = text.MustCompile(`^\s*(\d+)(?:,(\d+|\$))?p\s*$`)

// sedRange returns the first and the last line that sed prints, 0 for the end of the file and if unknown.
func sedRange(args words) (from, to int) {
	if path.Base(args[0].text) != "sed" || !has(args, "-n", "--quiet", "--silent") {
		return 0, 0
	}
	for _, w := range args {
		if m := sedLines.FindStringSubmatch(w.text); m != nil {
			return text.Int(m[1]), text.Int(cmp.Or(m[2], m[1]))
		}
	}
	return 0, 0
}

// viewOf returns how much a command shows of its files or its input.
func viewOf(args words) view {
	if len(args) == 0 { // a loop or another statement
		return partsOfLines
	}
	switch path.Base(args[0].text) {
	case "cat", "less", "more", "nl", "tac", "show": // "show" is of git
		return allLines
	case "head", "tail":
		return someLines
	case "sed":
		if from, _ := sedRange(args); from > 0 {
			return someLines
		}
	}
	return partsOfLines
}
