package evidence

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// effects adds what a command read, wrote and deleted.
func (sh *shell) effects(name string, args words, heredoc string, c scope) {
	written := args.src()
	if files, lines, ok := viewed(args); ok {
		sh.files(Read, files, c, lines)
	}
	switch commands().Effects[name] {
	case "git":
		sh.git(args, c)
		return
	case "write":
		sh.files(Write, operands(args, "-t -d -r"), c, window{})
	case "delete":
		sh.files(Delete, under(args, operands(args, "")), c, window{})
	case "copy":
		sh.copied(name, args, c)
	case "edit":
		sh.edited(name, args, heredoc, c)
	case "search":
		files := operands(args, "-e -f -m -A -B -C -g --glob -t --type --include --exclude -d --max-count")
		if !has(args, "-e", "--files") && len(files) > 0 {
			files = files[1:]
		}
		sh.searched(files, args, c)
	case "walk":
		sh.walked(args, c)
	case "fetch":
		sh.fetched(name, args, c)
	case "compile":
		if name == "go" && !isHarmless(args) {
			sh.anything(written)
		}
		if at := slices.IndexFunc(args, func(w word) bool { return w.text == "-o" }); at > 0 && at+1 < len(args) {
			sh.files(Write, args[at+1:at+2], c, window{})
		}
	case "format":
		sh.formatted(args, c, written)
	case "patch":
		sh.patched(heredoc, args, c)
	case "interpret":
		sh.program(args, heredoc, c)
	default:
		if !isHarmless(args) {
			sh.named(args[1:], c)
			sh.anything(written)
		}
	}
}

// edited follows sed and perl, which change files in place by an option.
func (sh *shell) edited(name string, args words, heredoc string, c scope) {
	inPlace := slices.ContainsFunc(args[1:], func(w word) bool {
		return strings.HasPrefix(w.text, "-i") || strings.HasPrefix(w.text, "--in-place") || strings.HasPrefix(w.text, "-pi") || strings.HasPrefix(w.text, "-0pi")
	})
	if !inPlace {
		if name == "perl" {
			sh.program(args, heredoc, c)
		}
		return
	}
	files := operands(args, "-e --expression -f")
	if !has(args, "-e", "--expression", "-f") && len(files) > 0 {
		files = files[1:]
	}
	sh.files(Write, files, c, window{})
}

// executing are the options of find and fd that a command follows.
var executing = []string{"-exec", "-execdir", "-ok", "-x", "--exec"}

// walked follows find and fd, which may run a command for each file.
func (sh *shell) walked(args words, c scope) {
	at := slices.IndexFunc(args, func(w word) bool { return slices.Contains(executing, w.text) })
	switch {
	case has(args, "-delete"):
		sh.deeds = append(sh.deeds, Deed{Act: Delete, Path: Anything, Glob: true, Maybe: true})
	case at >= 0 && at+1 < len(args):
		var inner words
		for _, w := range args[at+1:] {
			if w.text == "{}" {
				w = word{text: Anything, glob: true, unknown: true}
			}
			if w.text != ";" && w.text != "+" {
				inner = append(inner, w)
			}
		}
		c.decisive = false
		if len(inner) > 0 {
			sh.effects(path.Base(inner[0].text), inner, "", c)
		}
	}
}

// fetched follows curl and wget.
func (sh *shell) fetched(name string, args words, c scope) {
	isShort := func(w word, end string) bool {
		return len(w.text) > 1 && w.text[0] == '-' && w.text[1] != '-' && strings.HasSuffix(w.text, end)
	}
	at := slices.IndexFunc(args, func(w word) bool { return isShort(w, "o") || w.text == "--output" })
	switch {
	case name == "curl" && at > 0 && at+1 < len(args):
		sh.files(Write, args[at+1:at+2], c, window{})
	case name == "wget" || has(args, "--remote-name", "-OL") || slices.ContainsFunc(args, func(w word) bool { return isShort(w, "O") }):
		sh.anything(args.src())
	}
}

// under adds what is below the folders that `rm -r` removes.
func under(args, files words) words {
	if !slices.ContainsFunc(args, func(w word) bool { return isFlag(w.text) && strings.ContainsAny(w.text, "rR") }) {
		return files
	}
	for _, f := range slices.Clone(files) {
		f.text, f.glob = path.Join(f.text, "**"), true
		files = append(files, f)
	}
	return files
}

// isHarmless reports whether a command changes no file.
func isHarmless(args words) bool {
	name, sub := path.Base(args[0].text), ""
	if rest := operands(args, "-C -c --prefix --manifest-path"); len(rest) > 0 {
		sub = rest[0].text
	}
	last := args[len(args)-1].text
	switch {
	case len(args) == 2 && slices.Contains([]string{"--version", "-v", "-V", "version", "--help", "-h"}, last) || last == "--help":
		return true
	case has(args, commands().Fixing...):
		return false
	case commands().Harmless[name], commands().Harmless[name+"-"+sub]:
		return true
	case commands().Scripted[name]:
		rest := operands(args, "-C --prefix -f -F --filter")
		return len(rest) > 0 && !slices.ContainsFunc(rest, func(w word) bool {
			return w.text != "run" && !commands().TestScript.MatchString(w.text) && !strings.Contains(w.text, "/")
		})
	}
	return false
}

// copied follows cp, mv and the like: the last word is the target, or its folder.
func (sh *shell) copied(name string, args words, c scope) {
	files := operands(args, "-S -m -o -g")
	if len(files) < 2 || has(args, "-t", "--target-directory") {
		sh.anything(args.src())
		return
	}
	from, to := files[:len(files)-1], files[len(files)-1]
	if name == "mv" {
		sh.files(Delete, under(words{{text: "-r"}}, from), c, window{})
	}
	targets := words{}
	if !strings.HasSuffix(to.text, "/") && len(from) == 1 {
		targets = append(targets, to)
	}
	maybe := c
	maybe.sure = false
	for _, f := range from {
		inside := word{text: strings.TrimSuffix(to.text, "/") + "/" + path.Base(f.text), glob: to.glob || f.glob}
		if strings.HasSuffix(to.text, "/") || len(from) > 1 {
			targets = append(targets, inside)
		} else {
			// The target may be a folder, and the source one as well.
			sh.files(Write, words{inside, {text: to.text + "/**", glob: true}}, maybe, window{})
		}
	}
	sh.files(Write, targets, c, window{})
}

// formatted adds that a formatter may have changed the files that it was given.
func (sh *shell) formatted(args words, c scope, written string) {
	writes := has(args, commands().Fixing...) || slices.ContainsFunc(args, func(w word) bool { return w.text == "-l" && has(args, "-w") })
	name := path.Base(args[0].text)
	if !writes && (commands().Asked[name] || isHarmless(args)) || has(args, "--check", "--diff", "-d") {
		if files := operands(args, "-o -c --config"); len(files) > 0 {
			sh.named(files, c)
		}
		return
	}
	c.sure = false
	named := false
	for _, w := range operands(args, "-o -c --config -i -f") {
		if strings.Contains(path.Base(w.text), ".") && w.text != "." && w.text != "./..." && w.text != ".." {
			sh.files(Write, words{w}, c, window{})
			named = true
		}
	}
	if !named {
		sh.anything(written)
	}
}

// program follows an interpreter: what it was given in the command line, or a file.
func (sh *shell) program(args words, heredoc string, c scope) {
	code := heredoc
	if at := slices.IndexFunc(args, func(w word) bool {
		return slices.Contains([]string{"-c", "-e", "--eval", "-p", "-pe", "-ne", "-r"}, w.text)
	}); at > 0 && at+1 < len(args) {
		code += args[at+1].text
	}
	if at := slices.IndexFunc(args, func(w word) bool { return w.text == "-m" }); at > 0 && at+1 < len(args) {
		sh.effects(args[at+1].text, args[at+1:], "", c)
		return
	}
	if rest := operands(args, ""); len(rest) > 0 && slices.Contains([]string{"test", "x"}, rest[0].text) && isHarmless(args) {
		return
	}
	sh.named(args[1:], c)
	for _, p := range paths(code) {
		sh.files(Seen, words{{text: p, unknown: true}}, c, window{})
	}
	if last := args[len(args)-1].text; last == "--version" || last == "-V" || last == "--help" {
		return
	}
	if code == "" || commands().Changing.MatchString(code) {
		sh.anything(args.src())
	}
}

// named adds the files that a command names whose work is not known.
func (sh *shell) named(args words, c scope) {
	for _, w := range args {
		if name := strings.TrimPrefix(w.text, "./"); isFlag(name) || !looksLikePath(name) {
			continue
		}
		from := len(sh.deeds)
		sh.files(Seen, words{w}, c, window{})
		for i := from; i < len(sh.deeds); i++ {
			sh.deeds[i].Name, sh.deeds[i].Maybe = "named", true
		}
	}
}

// searched adds the files that a search was given or found.
func (sh *shell) searched(files, args words, c scope) {
	if has(args, "--files") {
		return // names of files show nothing of them
	}
	c.in = window{part: true}
	recursive := slices.ContainsFunc(args[1:], func(w word) bool { return isFlag(w.text) && strings.ContainsAny(w.text, "rR") })
	if !recursive {
		sh.files(Read, slices.DeleteFunc(slices.Clone(files), func(w word) bool { return !looksLikePath(w.text) || w.glob }), c, window{})
	}
	if c.shown && !(c.stdin && len(files) == 0) {
		sh.seen("search", hits(sh.output))
	}
}

// diffed adds the files whose changes were printed.
func (sh *shell) diffed(c scope) {
	var names []string
	for line := range strings.Lines(sh.output) {
		if name, ok := strings.CutPrefix(line, "+++ b/"); ok && len(names) < maxHits {
			names = append(names, strings.TrimSpace(name))
		}
	}
	if c.shown {
		sh.seen("diff", names)
	}
}

func (sh *shell) seen(how string, names []string) {
	for _, name := range names {
		d := Deed{Act: Seen, Path: absolute(sh.cwd, name), Name: how}
		if !sh.lost && !slices.ContainsFunc(sh.deeds, func(o Deed) bool { return o.Act == Seen && o.Path == d.Path }) {
			sh.deeds = append(sh.deeds, d)
		}
	}
}

// hits are the files of the lines that a search printed.
func hits(output string) (names []string) {
	for line := range strings.Lines(output) {
		name, rest, ok := strings.Cut(line, ":")
		if !ok {
			name, rest = strings.TrimSpace(line), ""
		}
		if len(names) == maxHits {
			break
		}
		if (rest != "" || !ok) && looksLikePath(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// patched follows a patch in the form of Codex.
func (sh *shell) patched(heredoc string, args words, c scope) {
	patch := heredoc
	if len(args) > 1 {
		patch += args[1].text
	}
	for _, d := range patchDeeds(patch) {
		d.Path = absolute(sh.cwd, d.Path)
		d.Maybe = !c.sure
		sh.deeds = append(sh.deeds, d)
	}
}

var patchLine = text.MustCompile(`(?m)^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$`)

// patchDeeds are the writes and deletions of a patch in the form of Codex, with paths as
// they are written.
func patchDeeds(patch string) (deeds []Deed) {
	found := patchLine.FindAllStringSubmatchIndex(patch, maxHits*5)
	for i, at := range found {
		end := len(patch)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		d := Deed{Act: Write, Path: patch[at[4]:at[5]]}
		d.Was, d.Is = changed(patch[at[1]:end])
		switch last := len(deeds) - 1; patch[at[2]:at[3]] {
		case "Delete File":
			d.Act = Delete
		case "Move to":
			if last >= 0 {
				deeds[last].Act = Delete
			}
		}
		deeds = append(deeds, d)
	}
	return deeds
}

// changed are the marks of the lines that a difference takes away and adds.
func changed(diff string) (string, string) {
	var was, is strings.Builder
	for line := range strings.Lines(diff) {
		switch {
		case strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "---"):
			was.WriteString(line[1:])
		case strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++"):
			is.WriteString(line[1:])
		}
	}
	return marks(was.String(), is.String())
}
