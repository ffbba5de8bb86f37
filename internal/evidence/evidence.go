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
	// IsLive is set while the handoff's agent still works, as in a hook: what is judged was just written.
	IsLive bool
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
	case f != nil && kind == rules.KindText:
		return true
	case f == nil, f.Kinds != nil && !slices.Contains(f.Kinds, kind), f.Incomplete.Has(kind):
		return false
	case kind == rules.KindFiles:
		return f.Tree != nil
	case kind == rules.KindActions:
		return f.Deeds != nil
	}
	return true
}

// Unjudged returns why claims of a kind are not judged, or not all of them, in words. It is ""
// if nothing is in the way, or if Incomplete has the reason. nil facts were not asked for.
func (f *Facts) Unjudged(kind string) string {
	isAsked := f != nil && (f.Kinds == nil || slices.Contains(f.Kinds, kind))
	switch {
	case isAsked && f.Incomplete.Has(kind):
		return ""
	case kind == rules.KindActions && (!isAsked || f.Deeds == nil):
		return "not judged, no transcript was named (--transcript FILE)"
	case !isAsked:
		return "not judged, not asked for (--evidence)"
	case kind == rules.KindActions && !f.Deeds.Complete():
		return "not all judged, " + f.Deeds.Incomplete()
	case kind == rules.KindFiles && f.Tree != nil && !f.Tree.HasRepository():
		return "not all judged, there is no git repository"
	}
	return ""
}
