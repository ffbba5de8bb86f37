package lint

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// Baseline is findings that are known already, so that a check reports only new
// ones: a team can begin to check before all old handoffs are fixed. It is a file
// that is kept with the handoffs. It names each finding by its file, its rule and
// its fingerprint, and counts those that have all three in common, so it holds
// when lines move.
type Baseline struct {
	path string
	// folder is the baseline's, without links.
	folder  string
	entries map[baselineKey]int
	// resolved are folders without links, by how they are named.
	resolved map[string]string
}

// baselineKey is what findings are known by.
type baselineKey struct {
	// path is the file, with forward slashes, from the baseline's own folder.
	path, rule string
	// fingerprint is rules.Finding.Fingerprint.
	fingerprint string
}

// Run is what a run of the linter found out, and what it looked at.
type Run struct {
	// Results are those of all files, the ones without findings and the skipped
	// ones too: of a file that is not among them nothing is known.
	Results []rules.Result
	// Folders are the session folders that were checked as a whole, as results
	// name them.
	Folders []string
}

// NewBaseline is an empty baseline that is to be kept at a path. The error is that
// the current folder is not known.
func NewBaseline(path string) (*Baseline, error) {
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("the current folder is not known: %w", err)
	}
	b := &Baseline{path: path, entries: map[baselineKey]int{}, resolved: map[string]string{}}
	b.folder = b.resolve(folder)
	return b, nil
}

// resolve is a folder without links, or as it is if it cannot be followed.
func (b *Baseline) resolve(folder string) string {
	real, known := b.resolved[folder]
	if !known {
		var err error
		if real, err = filepath.EvalSymlinks(folder); err != nil {
			real = folder
		}
		b.resolved[folder] = real
	}
	return real
}

// name is a file's name in the baseline: its path from the baseline's folder, which
// is the same wherever the program is started. There is none for standard input,
// and none that JSON can hold for a name that is not UTF-8.
func (b *Baseline) name(shown string) (string, bool) {
	file, err := filepath.Abs(filepath.FromSlash(shown))
	if err != nil || shown == "" || shown == document.StdinName || !utf8.ValidString(shown) {
		return "", false
	}
	file = filepath.Join(b.resolve(filepath.Dir(file)), filepath.Base(file))
	if rel, err := filepath.Rel(b.folder, file); err == nil { // else on another volume of Windows
		file = rel
	}
	return filepath.ToSlash(file), true
}

// gone reports whether nothing has that name any more.
func (b *Baseline) gone(name string) bool {
	file := filepath.FromSlash(name)
	if !filepath.IsAbs(file) {
		file = filepath.Join(b.folder, file)
	}
	_, err := os.Lstat(file)
	return os.IsNotExist(err)
}

// keyOf is what a finding is known by; false for one that is never known: its
// file was not checked, or has no name to be found by.
func (b *Baseline) keyOf(f rules.Finding) (baselineKey, bool) {
	name, ok := b.name(f.Path)
	return baselineKey{name, f.Rule, f.Fingerprint()}, ok && !f.Firm
}

// Apply takes the findings that are known out of results, which stay as they
// are, and counts them there. stale is how many entries of the baseline do not
// occur any more: those of files that are gone, and those of files that were
// checked and have fewer such findings.
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
	decides := b.decides(run)
	for k, n := range remaining {
		if n > 0 && decides(k) {
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
	// not checked, or cannot be named.
	Refused int
	// Files are those of them that can be named, from the baseline's folder.
	Files []string
}

// Update makes the findings of a run the known ones. Entries of files that the
// run did not look at, or that it could not check, stay as they are.
func (b *Baseline) Update(run Run) BaselineChanges {
	var c BaselineChanges
	found := map[baselineKey]int{}
	for _, r := range run.Results {
		for _, f := range r.Findings {
			k, ok := b.keyOf(f)
			if ok {
				found[k]++
				continue
			}
			c.Refused++
			if filepath.IsLocal(filepath.FromSlash(k.path)) && !b.gone(k.path) {
				c.Files = append(c.Files, k.path)
			}
		}
	}
	slices.Sort(c.Files)
	c.Files = slices.Compact(c.Files)
	decides := b.decides(run)
	for k, n := range b.entries {
		if !decides(k) {
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

// decides returns what reports whether a run decides about an entry: that it was
// not found means that it is not there.
func (b *Baseline) decides(run Run) func(baselineKey) bool {
	checked, sessions := map[string]bool{}, map[string]bool{}
	for _, r := range run.Results {
		firm := slices.ContainsFunc(r.Findings, func(f rules.Finding) bool { return f.Firm })
		if name, ok := b.name(r.Path); ok && !firm {
			checked[name] = true
		}
	}
	for _, folder := range run.Folders {
		if name, ok := b.name(folder); ok {
			sessions[name] = true
		}
	}
	return func(k baselineKey) bool {
		if strings.HasPrefix(k.rule, "session/") { // they look at a folder as a whole
			return sessions[k.path] || sessions[path.Dir(k.path)] || b.gone(k.path)
		}
		return checked[k.path] || b.gone(k.path)
	}
}
