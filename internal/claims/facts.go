package claims

import (
	"slices"

	"github.com/handofflint/handofflint/internal/timeline"
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
	// Timeline is what the agent that wrote the handoff did, and those around it, as timeline.By returns it.
	Timeline *timeline.Timeline
	// Incomplete records what was not asked to the end. All facts of a run share it; it may
	// be nil.
	Incomplete *rules.Incomplete

	// looked counts what was looked at to answer questions about what was done.
	looked int
}

// factsOf returns what the claims of a handoff are checked against. A part that the rule
// `needs` is there.
func factsOf(pass *rules.Pass) *Facts {
	facts, _ := pass.Evidence().(*Facts)
	return facts
}

// isAsked reports whether a kind was asked for. Of nil facts none was.
func (f *Facts) isAsked(kind string) bool {
	return f != nil && (f.Kinds == nil || slices.Contains(f.Kinds, kind))
}

// Has reports whether there is something to hold claims of a kind against. nil facts
// have nothing, and a kind that is incomplete counts as missing.
func (f *Facts) Has(kind string) bool {
	if kind == rules.KindText {
		return f != nil
	}
	if !f.isAsked(kind) || f.Incomplete.Has(kind) {
		return false
	}
	switch kind {
	case rules.KindFiles:
		return f.Tree != nil
	case rules.KindActions:
		return f.Timeline != nil
	}
	return true
}

// Unjudged returns why claims of a kind are not judged, or not all of them, in words. It is ""
// if nothing is in the way, or if Incomplete has the reason. nil facts were not asked for.
func (f *Facts) Unjudged(kind string) string {
	isAsked := f.isAsked(kind)
	isOfActions := kind == rules.KindActions
	if isAsked && f.Incomplete.Has(kind) {
		return ""
	}
	if isOfActions && (!isAsked || f.Timeline == nil) {
		return "not judged, no transcript was named (--transcript FILE)"
	}
	if !isAsked {
		return "not judged, not asked for (--evidence)"
	}
	if isOfActions && f.Timeline.Incomplete() != "" {
		return "not all judged, " + f.Timeline.Incomplete()
	}
	if kind == rules.KindFiles && f.Tree != nil && !f.Tree.HasRepository() {
		return "not all judged, there is no git repository"
	}
	return ""
}

// maxLooked bounds what is looked at to answer questions about one handoff: a deed, or some of the text
// of one, is a step.
const maxLooked = 200_000_000

// look counts what a question looks at, and reports whether that is within the bound.
func (f *Facts) look(steps int) bool {
	f.looked += steps
	if f.looked > maxLooked {
		f.Incomplete.Add(rules.KindActions, "the handoffs name more than is looked for in the transcripts")
		return false
	}
	return true
}
