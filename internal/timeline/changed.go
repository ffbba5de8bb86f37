package timeline

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// maxFound bounds the files that git shows as changed and that are looked for in a session.
const maxFound = 1_000

// findChanged finds the commands that changed what git shows as changed later: `sed -i` with a pattern, a
// generator, `npm install`. Of several that may have done it the first counts. A command that names no files
// counts only if git was asked before it, and showed a file as it was.
func (t *Timeline) findChanged() {
	var may []*Event
	isDone := map[string]bool{} // written for certain, or shown before
	var asked *Event
	found := 0
	for i := range t.Events {
		e := &t.Events[i]
		switch {
		case e.Deed == nil:
		case e.Deed.Act == ledger.Write && e.mayChange():
			may = append(may, e)
		case e.Deed.Act == ledger.Write:
			isDone[e.Deed.Path] = true
		case e.Deed.Act == ledger.Run:
			files, isAsked := e.listed()
			for _, file := range files {
				if isDone[file] || found == maxFound {
					continue
				}
				isDone[file] = true
				found++
				if maker := makerOf(file, may, asked); maker != nil {
					maker.changed = append(maker.changed, file)
				}
			}
			if isAsked && asked == nil {
				asked = e
			}
		}
	}
}

// mayChange reports whether an event of the agents may have changed files that it does not name.
func (e *Event) mayChange() bool {
	d := e.Deed
	return !d.User && (d.Maybe || d.Glob) && !mayBeRestored(d) && runner.KindOf(d.Words) == runner.Other
}

// listed returns the files that git shows as changed, and whether it was asked for them.
func (e *Event) listed() (files []string, isAsked bool) {
	d := e.Deed
	isOfTree := d.Program == "git status" || d.Program == "git diff" && !slices.ContainsFunc(d.Words[2:], isRevision)
	isShown := d.Output != "" || d.Result == ledger.Passed
	if !isOfTree || !isShown {
		return nil, false
	}
	for _, m := range builtin().Listed.FindAllStringSubmatch(d.Output, maxFound) {
		files = append(files, ledger.Absolute(d.Folder, strings.TrimSpace(m[1]+m[2])))
	}
	return files, true
}

// isRevision reports whether a word of `git diff` may name another commit to compare with.
func isRevision(word string) bool { return !strings.HasPrefix(word, "-") && word != "HEAD" }

// makerOf returns the first event that may have changed a file, nil for none.
func makerOf(file string, may []*Event, asked *Event) *Event {
	for _, e := range may {
		isNamed := e.Deed.Path != ledger.Anything
		if e.Deed.Covers(file) && (isNamed || asked != nil && asked.Compare(e) < 0) {
			return e
		}
	}
	return nil
}
