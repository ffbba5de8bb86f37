package timeline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// maxFound bounds the files that git shows as changed and that are looked for in a session, maxMakers the
// commands with patterns of files that they are compared with: matching is slow.
const (
	maxFound  = 1_000
	maxMakers = 10
)

// questions are the first times that git was asked in a folder which files are changed: a short status shows all,
// a difference those that are not staged.
type questions struct{ status, diff *Event }

// findChanged finds the commands that changed what git shows as changed later: `sed -i` with a pattern, a
// generator, `npm install`. If several may have done it, the last may have. A command that names no files counts
// only if git was asked before it, and showed a file as it was.
func (t *Timeline) findChanged() {
	var may []*Event
	isDone := map[string]bool{} // written for certain, or shown before
	asked := map[string]questions{}
	found, patterns := 0, 0
	for i := range t.Events {
		e := &t.Events[i]
		switch {
		case e.Deed.Act == ledger.Write && mayBeRestored(e.Deed):
			clear(asked) // git may have changed files itself
		case e.Deed.Act == ledger.Write && e.mayChange():
			if e.Deed.Path != ledger.Anything {
				patterns++
			}
			if e.Deed.Path == ledger.Anything || patterns <= maxMakers {
				may = append(may, e)
			}
		case e.Deed.Act == ledger.Write:
			isDone[e.Deed.Path] = true
		case e.Deed.Act == ledger.Run && e.lists():
			before := asked[e.Deed.Folder]
			first := before.status
			if e.Deed.Program == "git diff" {
				first = cmp.Or(first, before.diff)
				before.diff = cmp.Or(before.diff, e)
			} else {
				before.status = cmp.Or(before.status, e)
			}
			asked[e.Deed.Folder] = before
			for _, file := range e.listed() {
				if isDone[file] || found == maxFound {
					continue
				}
				isDone[file] = true
				found++
				makers := makersOf(file, may, first)
				if len(makers) == 1 {
					makers[0].changed = append(makers[0].changed, file)
				} else if len(makers) > 1 {
					last := makers[len(makers)-1]
					last.mayHaveChanged = append(last.mayHaveChanged, file)
				}
			}
		}
	}
}

// mayChange reports whether an event of the agents may have changed files that it does not name.
func (e *Event) mayChange() bool {
	d := e.Deed
	return d.Maybe && !d.User && runner.KindOf(d.Words) == runner.Other
}

// lists reports whether an event shows which files of the tree are changed, and nothing of other commits.
func (e *Event) lists() bool {
	d := e.Deed
	isShown := d.Output != "" || d.Result == ledger.Passed
	isPath := func(word string) bool { return !strings.HasPrefix(word, "-") && word != "HEAD" }
	has := func(options ...string) bool {
		return slices.ContainsFunc(options, func(option string) bool { return slices.Contains(d.Words, option) })
	}
	isStatus := d.Program == "git status" && has("-s", "--short", "--porcelain", "-sb")
	isDiff := d.Program == "git diff" && has("--stat")
	isOfTree := (isStatus || isDiff) && !slices.ContainsFunc(d.Words[2:], isPath)
	return isShown && isOfTree && !d.BesideLog
}

// listed returns the files that git lists as changed, but for renamed ones and names that it has shortened.
func (e *Event) listed() (files []string) {
	d := e.Deed
	for _, m := range builtin().Listed.FindAllStringSubmatch(d.Output, maxFound) {
		name := strings.TrimSpace(m[1] + m[2])
		if !strings.Contains(name, "...") && !strings.Contains(name, "=>") {
			files = append(files, ledger.Absolute(d.Folder, name))
		}
	}
	return files
}

// makersOf returns the events that may have changed a file.
func makersOf(file string, may []*Event, asked *Event) []*Event {
	return slices.DeleteFunc(slices.Clone(may), func(e *Event) bool {
		isNamed := e.Deed.Path != ledger.Anything
		return !e.Deed.Covers(file) || !isNamed && (asked == nil || asked.Compare(e) >= 0)
	})
}
