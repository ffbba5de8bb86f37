package rules

import (
	"cmp"
	"slices"
	"sync"
)

// The kinds of evidence that a rule can need.
const (
	// KindText needs only the handoff's own text. It is not requested: it comes with any other kind.
	KindText = "text"
	// KindClaims needs only the handoff itself: its times.
	KindClaims = "claims"
	// KindFiles is checked against the work tree and git.
	KindFiles = "files"
	// KindActions is checked against transcripts.
	KindActions = "actions"
	// KindChain is checked against the other reports of a session.
	KindChain = "chain"
)

// EvidenceKinds are the kinds of evidence that can be requested.
var EvidenceKinds = []string{KindClaims, KindFiles, KindActions, KindChain}

// Facts is the evidence that claims are checked against. The engine knows only which kinds are available; the
// checks of claims know the concrete type.
type Facts interface {
	// Has reports whether there is evidence of a kind.
	Has(kind string) bool
}

// Incomplete records which kinds of evidence were only partly read in a run, because a bound was reached or
// git timed out, and why. Claims of such a kind are not judged in any file of the run, so that no verdict
// depends on the order of files. What cannot be known at all, without git or without a transcript, is Unknown
// and not incomplete.
//
// It is safe for concurrent use. A nil Incomplete records nothing; the zero value is empty.
type Incomplete struct {
	mutex   sync.Mutex
	reasons []IncompleteReason
}

// IncompleteReason is why a kind of evidence is incomplete.
type IncompleteReason struct {
	Kind string `json:"kind"`
	// Why is a clause, such as "git gave no answer within 10 s".
	Why string `json:"reason"`
}

// String returns the reason as a sentence without a full stop.
func (r IncompleteReason) String() string {
	about := map[string]string{KindClaims: "the handoff itself", KindFiles: "files", KindActions: "what agents did", KindChain: "the other reports of the session"}
	return "claims about " + about[r.Kind] + " were only partly checked: " + r.Why
}

// Add records why a kind is incomplete. Each reason is kept once. It must depend only on the input, not on
// the file that was being judged.
func (i *Incomplete) Add(kind string, why string) {
	if i == nil {
		return
	}
	i.mutex.Lock()
	defer i.mutex.Unlock()
	if reason := (IncompleteReason{kind, why}); !slices.Contains(i.reasons, reason) {
		i.reasons = append(i.reasons, reason)
	}
}

// Has reports whether a kind is incomplete.
func (i *Incomplete) Has(kind string) bool {
	return slices.ContainsFunc(i.Reasons(), func(r IncompleteReason) bool { return r.Kind == kind })
}

// Reasons returns all reasons, sorted by kind.
func (i *Incomplete) Reasons() []IncompleteReason {
	if i == nil {
		return nil
	}
	i.mutex.Lock()
	defer i.mutex.Unlock()
	sorted := slices.Clone(i.reasons)
	slices.SortFunc(sorted, func(a, b IncompleteReason) int {
		return cmp.Or(slices.Index(EvidenceKinds, a.Kind)-slices.Index(EvidenceKinds, b.Kind), cmp.Compare(a.Why, b.Why))
	})
	return sorted
}

// Complete returns results without the findings, in any file, that are based on incomplete evidence. It
// leaves out a session's folder without other findings. Callers that merge the results of several calls apply
// it once more to all of them.
func Complete(results []Result, incomplete *Incomplete) []Result {
	if len(incomplete.Reasons()) == 0 {
		return results
	}
	rests := func(f Finding) bool { return f.RestsOn(incomplete) }
	var complete []Result
	for _, r := range results {
		before := len(r.Findings)
		r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), rests)
		emptied := before > 0 && len(r.Findings) == 0
		if !emptied || r.Format != SessionFormat {
			complete = append(complete, r)
		}
	}
	return complete
}

// RestsOn reports whether the finding is based on evidence that is incomplete.
func (f Finding) RestsOn(incomplete *Incomplete) bool {
	return f.Needs != "" && incomplete.Has(f.Needs)
}
