package baseline

import "maps"

// A baseline of version 1 knows findings by the line that they stand in. Its
// entries hold on: each goes over to the new fingerprint when a run finds it
// again, and one of a file that no run looks at stays as it is.

// renewed are the entries, those of version 1 that a run has found again under
// their new fingerprints.
func (b *Baseline) renewed(run Run) map[key]int {
	entries, needed := maps.Clone(b.entries), map[key]int{}
	for _, r := range run.Results {
		for _, f := range r.Findings {
			k, ok := b.keyOf(f)
			if !ok {
				continue
			}
			needed[k]++
			old := key{k.path, k.rule, f.FingerprintV1()}
			if entries[old] > 0 && entries[k] < needed[k] {
				entries[k]++
				take(entries, old)
			}
		}
	}
	return entries
}

// take takes one off an entry.
func take(entries map[key]int, k key) {
	if entries[k]--; entries[k] == 0 {
		delete(entries, k)
	}
}
