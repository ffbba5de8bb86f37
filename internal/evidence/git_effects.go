package evidence

import (
	"slices"
	"strings"
)

// git follows the commands of git.
func (sh *shell) git(args words, c scope) {
	written := args.src()
	defer func(cwd string) { sh.cwd = cwd }(sh.cwd)
	rest := args[1:]
	for ; len(rest) > 0 && isFlag(rest[0].text); rest = rest[1:] {
		if slices.Contains([]string{"-C", "-c", "--git-dir", "--work-tree"}, rest[0].text) && len(rest) > 1 {
			if rest[0].text == "-C" {
				sh.cwd = absolute(sh.cwd, rest[1].text)
			}
			rest = rest[1:]
		}
	}
	if len(rest) == 0 {
		return
	}
	files := operands(rest, "-m -S -U -n --format --pretty -b -B -s --source")
	switch sub := rest[0].text; sub {
	case "show", "diff", "log", "whatchanged", "format-patch":
		for _, w := range files {
			if _, name, ok := strings.Cut(w.text, ":"); ok && name != "" && sub == "show" {
				w.text = name
				sh.files(Read, words{w}, c, window{})
			}
		}
		sh.diffed(c)
	case "blame":
		sh.files(Read, files[max(0, len(files)-1):], c, window{part: true})
	case "stash":
		sh.diffed(c)
		if len(files) == 0 || files[0].text != "list" && files[0].text != "show" {
			sh.anything(written)
		}
	case "grep":
		sh.searched(nil, rest, c)
	case "rm":
		sh.files(Delete, under(rest, files), c, window{})
	case "mv":
		sh.copied("mv", rest, c)
	case "checkout", "restore":
		sh.restored(sub, rest, files, c)
	default:
		if !commands().Harmless["git-"+sub] {
			sh.anything(written)
		}
	}
}

// restored follows git checkout and git restore.
func (sh *shell) restored(sub string, rest, files words, c scope) {
	at := slices.IndexFunc(rest, func(w word) bool { return w.text == "--" })
	switch {
	case at > 0:
		files = rest[at+1:]
	case sub == "checkout" && has(rest, "-b", "-B"), has(rest, "--staged") && !has(rest, "--worktree"):
		return
	case sub == "checkout" && len(files) < 2:
		sh.anything(rest.src())
		return
	case sub == "checkout":
		files = files[1:]
	}
	// It makes files what they were, which need not be listed.
	c.sure = false
	sh.files(Write, under(words{{text: "-r"}}, files), c, window{})
}
