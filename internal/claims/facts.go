package claims

import (
	"slices"

	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// Facts is the evidence for a handoff. A part that was not requested, or is unavailable, is nil.
type Facts struct {
	// Kinds are the requested kinds, nil for all.
	Kinds []string
	// Tree is the work tree of the handoff, with git's history.
	Tree *worktree.Tree
	// IsLive is set while the handoff's agent is still working, as in a hook: the handoff was just written.
	IsLive bool
	// Timeline is what the agent that wrote the handoff, and those around it, did, as timeline.By returns
	// it.
	Timeline *timeline.Timeline
	// Incomplete records what could not be fully examined. All facts of a run share it; it may be nil.
	Incomplete *rules.Incomplete

	// looked counts the steps spent on questions about what was done.
	looked int
}

// factsOf returns the evidence for a handoff. The parts that the rule `needs` are present.
func factsOf(pass *rules.Pass) *Facts {
	facts, _ := pass.Evidence().(*Facts)
	return facts
}

// isAsked reports whether a kind was requested: the text comes with any other kind. It is false for nil facts.
func (f *Facts) isAsked(kind string) bool {
	return f != nil && (f.Kinds == nil || kind == rules.KindText || slices.Contains(f.Kinds, kind))
}

// Has reports whether there is evidence of a kind. It is false for nil facts and for a kind that is
// incomplete.
func (f *Facts) Has(kind string) bool {
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

// Unjudged returns why some or all claims of a kind are not judged, in words. It returns "" if all are, or
// if Incomplete has the reason. Kinds were not requested for nil facts.
func (f *Facts) Unjudged(kind string) string {
	isOfActions := kind == rules.KindActions
	isAsked := f.isAsked(kind)
	switch {
	case isOfActions && (!isAsked || f.Timeline == nil):
		return "not judged, no transcript was named (--transcript FILE)"
	case !isAsked:
		return "not judged, not asked for (--evidence)"
	case f.Incomplete.Has(kind):
		return ""
	case isOfActions && f.Timeline.Incomplete() != "":
		return "not all judged, " + f.Timeline.Incomplete()
	case kind == rules.KindFiles && !f.Tree.HasRepository():
		return "not all judged, there is no git repository"
	}
	return ""
}

// maxLooked bounds the steps for questions about one handoff. A step is an action, or a piece of its text.
const maxLooked = 200_000_000

// look adds steps, and reports whether the total is within the bound.
func (f *Facts) look(steps int) bool {
	f.looked += steps
	if f.looked > maxLooked {
		f.Incomplete.Add(rules.KindActions, "the handoffs name more than is looked for in the transcripts")
		return false
	}
	return true
}
