package evidence

import (
	"path"
	"slices"
	"strings"
)

// effects adds what a command read, wrote and deleted.
func (sh *shell) effects(name string, args words, heredoc string, c scope) {
	if files, lines, ok := viewed(args); ok {
		sh.read(files, c, lines)
	}
	switch commands().Effects[name] {
	case "git":
		sh.git(args, c)
	case "write":
		sh.files(Write, operands(args, "-t -d -r"), c)
	case "delete":
		sh.files(Delete, under(args, operands(args, "")), c)
	case "copy":
		sh.copied(name, args, c)
	case "edit":
		sh.edited(name, args, heredoc, c)
	case "search":
		sh.searched(args, c)
	case "format":
		sh.formatted(args, c)
	case "patch":
		for _, d := range patchDeeds(heredoc + args[len(args)-1].text) {
			d.Path, d.Maybe = sh.absolute(d.Path), !c.sure
			sh.deeds = append(sh.deeds, d)
		}
	case "interpret":
		sh.program(args, heredoc)
	default:
		sh.unlessHarmless(args)
	}
	at := slices.IndexFunc(args, func(w word) bool { return w.text == "--output" || isShort(w.text) && strings.HasSuffix(w.text, "o") })
	if commands().Outputs[name] && at > 0 && at+1 < len(args) {
		sh.files(Write, args[at+1:at+2], c)
	}
}

// unlessHarmless adds that a command may have shown the files that it names, and changed
// any, unless it is known to change none.
func (sh *shell) unlessHarmless(args words) {
	if isHarmless(args) {
		return
	}
	for _, w := range args[1:] {
		if !isFlag(w.text) && looksLikePath(strings.TrimPrefix(w.text, "./")) {
			sh.deeds = append(sh.deeds, Deed{Act: Seen, Path: sh.absolute(w.text), Glob: w.glob, Maybe: true, Name: "named"})
		}
	}
	sh.anything()
}

// anything adds that any file may have been changed.
func (sh *shell) anything() {
	sh.deeds = append(sh.deeds, Deed{Act: Write, Path: Anything, Glob: true, Maybe: true})
}

// absolute is a path in the folder that holds now.
func (sh *shell) absolute(name string) string {
	switch {
	case strings.HasPrefix(name, Anything):
		return path.Clean(name)
	case sh.lost && !path.IsAbs(name):
		return path.Join(Anything, name)
	}
	return absolute(sh.cwd, name)
}

// files adds a deed for each file that words name.
func (sh *shell) files(act Act, names words, c scope) {
	for _, w := range names {
		if w.text == "" || w.text == "-" || strings.HasPrefix(w.text, "/dev/") || strings.HasPrefix(w.text, "&") {
			continue
		}
		d := Deed{Act: act, Path: sh.absolute(w.text), Glob: w.glob || sh.lost && !path.IsAbs(w.text)}
		d.Maybe = d.Glob || !c.sure
		sh.deeds = append(sh.deeds, d)
	}
}

// read adds a read for each file that words name, by what of it reached the agent. One
// that was not there was not read.
func (sh *shell) read(names words, c scope, lines window) {
	from := len(sh.deeds)
	sh.files(Read, slices.DeleteFunc(slices.Clone(names), func(w word) bool { return sh.isMissing(w.text) }), c)
	lines = lines.then(c.in)
	for i := from; i < len(sh.deeds); i++ {
		switch d := &sh.deeds[i]; {
		case !c.shown:
			d.Act, d.Name, d.Maybe = Seen, "named", true
		case lines.part:
			d.Act, d.Name = Seen, "search"
		default:
			d.From, d.To = lines.from, lines.to
			d.Whole = lines == window{} && !strings.Contains(sh.output, "truncated")
		}
	}
}

// isMissing reports whether what was printed says that there is no such file.
func (sh *shell) isMissing(name string) bool {
	return slices.ContainsFunc([]string{name + ": No such file", name + "': No such file", "can't read " + name, "can't open " + name, name + ": Is a directory"},
		func(complaint string) bool { return strings.Contains(sh.output, complaint) })
}

// edited follows sed and perl, which change files in place by an option.
func (sh *shell) edited(name string, args words, heredoc string, c scope) {
	inPlace := slices.ContainsFunc(args[1:], func(w word) bool {
		return slices.ContainsFunc([]string{"-i", "--in-place", "-pi", "-0pi"}, func(flag string) bool { return strings.HasPrefix(w.text, flag) })
	})
	switch files := operands(args, "-e --expression -f"); {
	case inPlace && (has(args, "-e", "--expression", "-f") || len(files) == 0):
		sh.files(Write, files, c)
	case inPlace:
		sh.files(Write, files[1:], c)
	case name == "perl":
		sh.program(args, heredoc)
	}
}

// under adds what is below the folders that `rm -r` removes.
func under(args, files words) words {
	if slices.ContainsFunc(args, func(w word) bool { return isFlag(w.text) && strings.ContainsAny(w.text, "rR") }) {
		for _, f := range slices.Clone(files) {
			files = append(files, word{path.Join(f.text, "**"), true})
		}
	}
	return files
}

// recursive makes `under` add what is below a folder.
var recursive = words{{text: "-r"}}

// copied follows cp, mv and the like: the last word is the target, or its folder.
func (sh *shell) copied(name string, args words, c scope) {
	files := operands(args, "-S -m -o -g")
	if len(files) < 2 || has(args, "-t", "--target-directory") {
		sh.anything()
		return
	}
	from, to := files[:len(files)-1], files[len(files)-1]
	if name == "mv" {
		sh.files(Delete, under(recursive, slices.Clone(from)), c)
	}
	if len(from) == 1 && !strings.HasSuffix(to.text, "/") {
		sh.files(Write, under(recursive, words{to}), c) // the target may be a folder
		return
	}
	for _, f := range from {
		sh.files(Write, words{{strings.TrimSuffix(to.text, "/") + "/" + path.Base(f.text), to.glob || f.glob}}, c)
	}
}

// formatted adds that a formatter may have changed the files that it was given, or any
// if it was given folders.
func (sh *shell) formatted(args words, c scope) {
	if has(args, "--check", "--diff", "-d") || isHarmless(args) && !has(args, "-i") {
		return
	}
	files := operands(args, "-o -c --config -i -f")
	if len(files) == 0 || slices.ContainsFunc(files, func(w word) bool { return strings.Trim(path.Ext(w.text), ".") == "" }) {
		sh.anything()
		return
	}
	c.sure = false
	sh.files(Write, files, c)
}

// program follows an interpreter. A program in the command line that writes nothing
// shows the files that it names; any other may change any file.
func (sh *shell) program(args words, heredoc string) {
	code := heredoc
	if at := slices.IndexFunc(args, func(w word) bool {
		return slices.Contains([]string{"-c", "-e", "--eval", "-p", "-pe", "-ne", "-r"}, w.text)
	}); at > 0 && at+1 < len(args) {
		code += args[at+1].text
	}
	if code == "" || commands().Changing.MatchString(code) {
		sh.unlessHarmless(args)
		return
	}
	for _, p := range paths(code) {
		sh.deeds = append(sh.deeds, Deed{Act: Seen, Path: sh.absolute(p), Maybe: true, Name: "named"})
	}
}

// searched adds the files that a search was given and found.
func (sh *shell) searched(args words, c scope) {
	if has(args, "--files") {
		return // names of files show nothing of them
	}
	files := operands(args, "-e -f -m -A -B -C -g --glob -t --type --include --exclude -d --max-count")
	if !has(args, "-e") && len(files) > 0 {
		files = files[1:]
	}
	sh.read(slices.DeleteFunc(slices.Clone(files), func(w word) bool { return w.glob || !looksLikePath(w.text) }), c, window{part: true})
	if c.shown && !(c.stdin && len(files) == 0) {
		sh.seen("search", hits(sh.output))
	}
}

// seen adds the files of which a search or a difference showed a part.
func (sh *shell) seen(how string, names []string) {
	for _, name := range names {
		d := Deed{Act: Seen, Path: sh.absolute(name), Name: how}
		if !sh.lost && !slices.ContainsFunc(sh.deeds, func(o Deed) bool { return o.Act == Seen && o.Path == d.Path }) {
			sh.deeds = append(sh.deeds, d)
		}
	}
}

// hits are the files of the lines that a search printed.
func hits(output string) (names []string) {
	for line := range strings.Lines(output) {
		name, rest, found := strings.Cut(line, ":")
		name = strings.TrimSpace(name)
		if len(names) < maxHits && (rest != "" || !found) && looksLikePath(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// git follows the commands of git.
func (sh *shell) git(args words, c scope) {
	rest := args[1:]
	for ; len(rest) > 0 && isFlag(rest[0].text); rest = rest[1:] {
		if slices.Contains([]string{"-C", "-c", "--git-dir", "--work-tree"}, rest[0].text) && len(rest) > 1 {
			if rest[0].text == "-C" {
				defer func(cwd string) { sh.cwd = cwd }(sh.cwd)
				sh.cwd = sh.absolute(rest[1].text)
			}
			rest = rest[1:]
		}
	}
	if len(rest) == 0 {
		return
	}
	files := operands(rest, "-m -S -U -n --format --pretty -b -B -s --source")
	switch sub := rest[0].text; sub {
	case "show", "diff", "log", "whatchanged", "format-patch", "stash":
		sh.shownByGit(sub, files, c)
	case "blame":
		sh.read(files[max(0, len(files)-1):], c, window{part: true})
	case "grep":
		if c.shown {
			sh.seen("search", hits(sh.output))
		}
	case "rm":
		sh.files(Delete, under(rest, files), c)
	case "mv":
		sh.copied(sub, rest, c)
	case "checkout", "restore":
		switch {
		case has(rest, "-b", "-B"), has(rest, "--staged") && !has(rest, "--worktree"):
		case sub == "checkout" && !has(rest, "--"):
			sh.anything()
		default: // files become what they were, and need not be listed
			c.sure = false
			sh.files(Write, under(recursive, files), c)
		}
	default:
		if !commands().Harmless["git-"+sub] {
			sh.anything()
		}
	}
}

// shownByGit adds the files that git shows, and those whose changes it shows.
func (sh *shell) shownByGit(sub string, files words, c scope) {
	for _, w := range files {
		if _, name, ok := strings.Cut(w.text, ":"); ok && name != "" && sub == "show" {
			sh.read(words{{name, w.glob}}, c, window{})
		}
	}
	if c.shown {
		var names []string
		for line := range strings.Lines(sh.output) {
			if name, ok := strings.CutPrefix(line, "+++ b/"); ok && len(names) < maxHits {
				names = append(names, strings.TrimSpace(name))
			}
		}
		sh.seen("diff", names)
	}
	if sub == "stash" && (len(files) == 0 || files[0].text != "list" && files[0].text != "show") {
		sh.anything()
	}
}
