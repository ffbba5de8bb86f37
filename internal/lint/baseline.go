package lint

import (
	"cmp"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// Baseline is the findings that are known.
type Baseline struct {
	path    string
	places  places
	entries map[key]int
}

// key is what findings are known by.
type key struct {
	// path is the file, with forward slashes, from the baseline's own folder.
	path, rule string
	// fingerprint is rules.Finding.Fingerprint.
	fingerprint string
}

func compareKeys(a, b key) int {
	return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.rule, b.rule), strings.Compare(a.fingerprint, b.fingerprint))
}

// Run is what a run of the linter found out, and what it looked at.
type Run struct {
	// Results are those of all files, the ones without findings and the skipped
	// ones too: of a file that is not among them nothing is known.
	Results []rules.Result
	// Folders are the session folders that were judged as a whole, as results
	// name them.
	Folders []string
}

// NewBaseline is an empty baseline that is to be kept at a path. The error is that the
// current folder is not known.
func NewBaseline(path string) (*Baseline, error) {
	p, err := newPlaces(filepath.Dir(path))
	return &Baseline{path: path, places: p, entries: map[key]int{}}, err
}

// keyOf is what a finding is known by; false for one that is never known: its
// file was not judged, or has no name to be found by.
func (b *Baseline) keyOf(f rules.Finding) (key, bool) {
	name, ok := b.places.name(f.Path)
	return key{name, f.Rule, f.Fingerprint()}, ok && !f.Firm
}

// Apply takes the findings that are known out of results, which stay as they
// are, and counts them there. stale is how many entries of the baseline do not
// occur any more: those of files that are gone, and those of files that were
// judged and have fewer such findings.
func (b *Baseline) Apply(run Run) (left []rules.Result, stale int) {
	remaining := maps.Clone(b.entries)
	left = slices.Clone(run.Results)
	for i, r := range left {
		left[i].Findings = nil
		for _, f := range r.Findings {
			if k, ok := b.keyOf(f); ok && remaining[k] > 0 {
				remaining[k]--
				left[i].Known++
				continue
			}
			left[i].Findings = append(left[i].Findings, f)
		}
	}
	seen := b.lookedAt(run)
	for k, n := range remaining {
		if n > 0 && seen.settles(k) {
			stale++
		}
	}
	return left, stale
}

// BaselineChanges counts the entries of a baseline that an update touched.
type BaselineChanges struct {
	// Entries is how many there are now. Added are new ones, or known more often
	// than before; Removed are gone, or known less often.
	Entries, Added, Removed int
	// Refused is how many findings no baseline knows: those of files that were
	// not judged, or cannot be named.
	Refused int
	// Files are those of them that can be named, from the baseline's folder.
	Files []string
}

// Update makes the findings of a run the known ones. Entries of files that the
// run did not look at, or that it could not judge, stay as they are.
func (b *Baseline) Update(run Run) BaselineChanges {
	var c BaselineChanges
	found := map[key]int{}
	for _, r := range run.Results {
		for _, f := range r.Findings {
			if k, ok := b.keyOf(f); ok {
				found[k]++
			} else {
				c.Refused++
				c.Files = append(c.Files, k.path)
			}
		}
	}
	seen := b.lookedAt(run)
	slices.Sort(c.Files)
	c.Files = slices.DeleteFunc(slices.Compact(c.Files), func(name string) bool {
		return !filepath.IsLocal(filepath.FromSlash(name)) || seen.gone(name)
	})
	for k, n := range b.entries {
		if !seen.settles(k) {
			found[k] = max(found[k], n)
		}
		if found[k] < n {
			c.Removed++
		}
	}
	for k, n := range found {
		if n > b.entries[k] {
			c.Added++
		}
	}
	b.entries, c.Entries = found, len(found)
	return c
}

// seen is what a run looked at, by names as the baseline has them.
type seen struct {
	files, folders map[string]bool
	places         places
}

func (b *Baseline) lookedAt(run Run) seen {
	s := seen{files: map[string]bool{}, folders: map[string]bool{}, places: b.places}
	for _, r := range run.Results {
		firm := slices.ContainsFunc(r.Findings, func(f rules.Finding) bool { return f.Firm })
		if name, ok := b.places.name(r.Path); ok && !firm {
			s.files[name] = true
		}
	}
	for _, folder := range run.Folders {
		if name, ok := b.places.name(folder); ok {
			s.folders[name] = true
		}
	}
	return s
}

// sessionGroup is the group of the rules that look at a folder as a whole.
const sessionGroup = "session/"

// settles reports whether the run decides about an entry: that it was not found
// means that it is not there.
func (s seen) settles(k key) bool {
	if strings.HasPrefix(k.rule, sessionGroup) {
		return s.folders[k.path] || s.folders[path.Dir(k.path)] || s.gone(k.path)
	}
	return s.files[k.path] || s.gone(k.path)
}

func (s seen) gone(name string) bool {
	_, err := os.Lstat(s.places.file(name))
	return os.IsNotExist(err)
}
