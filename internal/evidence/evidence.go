// Package evidence is what a handoff's claims are checked against: the work tree, and what
// agents did by their own transcripts. Of the latter it answers what was read, written and
// run, and when tests ran last.
//
// It never guesses. A question has three answers, and No is given only if what was
// looked at is complete: a false accusation costs more than ten misses.
package evidence

import (
	"slices"

	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// Facts are what is known beside a handoff's text. A part that was not asked for, or
// cannot be had, is nil.
type Facts struct {
	// Kinds are those that were asked for, nil for all.
	Kinds []string
	// Tree is the work tree of the handoff, with git's history.
	Tree *worktree.Tree
	// Deeds are what the agent that wrote the handoff did, and those around it.
	Deeds *Deeds
	// Incomplete records what was not asked to the end. All facts of a run share it; it may
	// be nil.
	Incomplete *rules.Incomplete
}

// Has reports whether there is something to hold claims of a kind against. nil facts
// have nothing, and a kind that is incomplete counts as missing.
func (f *Facts) Has(kind string) bool {
	switch {
	case f == nil, f.Kinds != nil && !slices.Contains(f.Kinds, kind), f.Incomplete.Has(kind):
		return false
	case kind == rules.KindFiles:
		return f.Tree != nil
	case kind == rules.KindActions:
		return f.Deeds != nil
	}
	return true
}
