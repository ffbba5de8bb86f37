package evidence

import (
	"cmp"
	"slices"
	"sync"
)

// Incomplete records which kinds of evidence were not asked to the end in a run, because
// a bound was reached or git gave no answer in time, and why. Claims of such a kind are
// not judged in any file of the run, so that no verdict depends on which file came first.
// What cannot be known, as without git or a transcript, is Unknown and not incomplete.
//
// It is safe for concurrent use. nil records nothing, and the zero value has nothing.
type Incomplete struct {
	mutex   sync.Mutex
	reasons []Reason
}

// Reason is why a kind of evidence is incomplete.
type Reason struct {
	Kind Kind `json:"kind"`
	// Why is a clause: "git gave no answer within 10 s".
	Why string `json:"reason"`
}

// String returns the reason as a sentence without a full stop.
func (r Reason) String() string {
	about := map[Kind]string{Claims: "claims", Files: "files", Done: "what agents did", Chain: "the other reports of the session"}
	return "evidence about " + about[r.Kind] + " was not asked to the end: " + r.Why
}

// Add records why a kind is incomplete. Each reason is kept once. It must depend on the
// input alone, and not on the file that was being judged.
func (i *Incomplete) Add(kind Kind, why string) {
	if i == nil {
		return
	}
	i.mutex.Lock()
	defer i.mutex.Unlock()
	if reason := (Reason{kind, why}); !slices.Contains(i.reasons, reason) {
		i.reasons = append(i.reasons, reason)
	}
}

// Has reports whether a kind is incomplete.
func (i *Incomplete) Has(kind Kind) bool {
	return slices.ContainsFunc(i.Reasons(), func(r Reason) bool { return r.Kind == kind })
}

// Reasons returns all reasons, sorted by kind.
func (i *Incomplete) Reasons() []Reason {
	if i == nil {
		return nil
	}
	i.mutex.Lock()
	defer i.mutex.Unlock()
	sorted := slices.Clone(i.reasons)
	slices.SortFunc(sorted, compareReasons)
	return sorted
}

func compareReasons(a, b Reason) int {
	return cmp.Or(slices.Index(Kinds, a.Kind)-slices.Index(Kinds, b.Kind), cmp.Compare(a.Why, b.Why))
}
