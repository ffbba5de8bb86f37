package rules

import (
	"slices"
)

// Complete returns results without the findings that rest on evidence which was not asked
// to the end, whatever file they are of. A session's folder without other findings is left
// out. Who collects results of several calls applies it once more to all of them.
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
		if !emptied || !r.Folder && r.Format != SessionFormat {
			complete = append(complete, r)
		}
	}
	return complete
}

// RestsOn reports whether the finding rests on evidence that was not asked to the end.
func (f Finding) RestsOn(incomplete *Incomplete) bool {
	return f.Needs != "" && incomplete.Has(f.Needs)
}
