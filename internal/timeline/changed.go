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

// findChanged finds the commands that changed what git shows as changed later: `sed -i` with a pattern, a
// generator, `npm install`. If several may have done it, the last may have. A command that names no files counts
// only if git was asked before it, and showed a file as it was.
func (t *Timeline) findChanged() {
	s := search{isDone: map[string]bool{}, asked: map[question]*Event{}}
	for i := range t.Events {
		e := &t.Events[i]
		switch e.Deed.Act {
		case ledger.Write:
			s.write(e)
		case ledger.Run:
			s.ask(e)
		}
	}
}

// search is how far findChanged has come.
type search struct {
	// makers may have changed files, patterns counts those that name some.
	makers   []*Event
	patterns int
	// isDone has the files that were certainly written, or shown by git; found counts the latter.
	isDone map[string]bool
	found  int
	// asked are the first times that git was asked which files are changed.
	asked map[question]*Event
}

// question is a program of git and the folder in which it was asked: a short status shows all changes, a difference
// those that are not staged.
type question struct{ folder, program string }

func (s *search) write(e *Event) {
	if mayBeRestored(e.Deed) {
		clear(s.asked) // git may have changed files itself
		return
	}
	if !e.mayChange() {
		s.isDone[e.Deed.Path] = true
		return
	}
	if e.Deed.Path != ledger.Anything {
		s.patterns++
	}
	if e.Deed.Path == ledger.Anything || s.patterns <= maxMakers {
		s.makers = append(s.makers, e)
	}
}

// ask takes a command that may show which files are changed.
func (s *search) ask(e *Event) {
	if !e.lists() {
		return
	}
	this := question{e.Deed.Folder, e.Deed.Program}
	first := cmp.Or(s.asked[question{e.Deed.Folder, "git status"}], s.asked[this])
	s.asked[this] = cmp.Or(s.asked[this], e)
	for _, file := range e.listed() {
		if s.isDone[file] || s.found == maxFound {
			continue
		}
		s.isDone[file] = true
		s.found++
		makers := s.makersOf(file, first)
		if len(makers) == 1 {
			makers[0].changed = append(makers[0].changed, file)
		} else if len(makers) > 1 {
			last := makers[len(makers)-1]
			last.mayHaveChanged = append(last.mayHaveChanged, file)
		}
	}
}

// makersOf returns the events that may have changed a file. asked is when git was first asked, nil for never.
func (s *search) makersOf(file string, asked *Event) []*Event {
	return slices.DeleteFunc(slices.Clone(s.makers), func(e *Event) bool {
		isNamed := e.Deed.Path != ledger.Anything
		return !e.Deed.Covers(file) || !isNamed && (asked == nil || asked.Compare(e) >= 0)
	})
}

// mayChange reports whether an event of the agents may have changed files that it does not name.
func (e *Event) mayChange() bool {
	d := e.Deed
	return d.Maybe && !d.User && runner.KindOf(d.Words) == runner.Other
}

// listings are the commands that list the changed files of the tree, with the options for a short list.
var listings = map[string][]string{
	"git status": {"-s", "--short", "--porcelain", "-sb"},
	"git diff":   {"--stat"},
}

// lists reports whether an event shows which files of the tree are changed, and nothing of other commits.
func (e *Event) lists() bool {
	d := e.Deed
	isShort := func(word string) bool { return slices.Contains(listings[d.Program], word) }
	isPath := func(word string) bool { return !isOption(word) && word != "HEAD" }
	isShown := d.Output != "" || d.Result == ledger.Passed
	return isShown && !d.BesideLog && slices.ContainsFunc(d.Words, isShort) && !slices.ContainsFunc(d.Words[2:], isPath)
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
