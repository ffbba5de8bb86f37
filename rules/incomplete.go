package rules

import (
	"slices"
)

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
