package lint

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Baseline is the known findings, so that a check reports only new ones: a team can start to check before all
// old handoffs are fixed. It is a file that is kept with the handoffs. It identifies findings by file, rule
// and fingerprint, and counts those that have all three in common, so it stays valid when lines move.
type Baseline struct {
	path string
	// folder is the baseline's folder, without links.
	folder  string
	entries map[baselineKey]int
	// resolved maps folders to their paths without links.
	resolved map[string]string
}

// baselineKey identifies findings. Path is the file, with forward slashes, relative to the baseline's folder;
// Fingerprint is rules.Finding.Fingerprint.
type baselineKey struct {
	Path        string `json:"path"`
	Rule        string `json:"rule"`
	Fingerprint string `json:"fingerprint"`
}

// baselineEntry is an entry of the file.
type baselineEntry struct {
	baselineKey
	Count int `json:"count"`
}

// maxBaseline bounds the file: about a hundred thousand entries.
const maxBaseline = 16 << 20

// ErrNoBaseline is the error of a path that has no baseline.
var ErrNoBaseline = errors.New("no such baseline")

// Run is the outcome of a run of the linter, and its scope.
type Run struct {
	// Results are the results of all files, including skipped ones and those without findings. Nothing is
	// known about other files.
	Results []rules.Result
	// Folders are the session folders that were checked as a whole, as results name them.
	Folders []string
	// Rules are the rules that were applied, nil for all. Nothing is known about other rules.
	Rules *rules.Catalogue
}

// NewBaseline returns an empty baseline to be kept at a path.
func NewBaseline(path string) *Baseline {
	b := &Baseline{path: path, entries: map[baselineKey]int{}, resolved: map[string]string{}}
	b.folder = b.resolve(filepath.Dir(files.Key(path)))
	return b
}

// ReadBaseline reads a baseline. An error has the position in the file, and what to do; it wraps
// ErrNoBaseline if the file does not exist.
func ReadBaseline(path string) (*Baseline, error) {
	data, over, err := files.Named.ReadFile(path, maxBaseline)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; --update-baseline makes one of what is found now", path, ErrNoBaseline)
	}
	if over {
		err = fmt.Errorf("%s has more than %d bytes: it is not a baseline", path, maxBaseline)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline: %w", err)
	}
	b := NewBaseline(path)
	return b, b.parse(data)
}

// parse reads the entries. Of equal ones, as a merge of two branches leaves them, the higher count wins.
func (b *Baseline) parse(data []byte) error {
	var file struct {
		Entries []baselineEntry `json:"entries"`
	}
	err := json.Unmarshal(bytes.TrimPrefix(data, []byte(text.BOM)), &file)
	var invalid *json.SyntaxError
	var mistyped *json.UnmarshalTypeError
	offset, problem := 0, ""
	switch {
	case errors.As(err, &invalid):
		offset = int(invalid.Offset)
		problem = "it is not valid JSON: " + err.Error()
	case errors.As(err, &mistyped):
		offset = int(mistyped.Offset)
		problem = "it is not a baseline: " + strings.TrimPrefix(err.Error(), "json: ")
	case file.Entries == nil:
		problem = "it is not a baseline: entries is missing"
	}
	for i, e := range file.Entries {
		isComplete := e.Count > 0 && !slices.Contains([]string{e.Path, e.Rule, e.Fingerprint}, "")
		if problem == "" && !isComplete {
			problem = fmt.Sprintf("it is not a baseline: entry %d needs a path, a rule, a fingerprint and a count", i+1)
		}
		b.entries[e.baselineKey] = max(b.entries[e.baselineKey], e.Count)
	}
	if problem == "" {
		return nil
	}
	pos := text.NewSource(data).Pos(offset)
	return fmt.Errorf("%s:%d:%d: %s: restore the file, or delete it and make it anew with --update-baseline", b.path, pos.Line, pos.Column, problem)
}

// Encode returns the baseline's file: sorted, one entry per line, for readable diffs. It returns an error if
// there are too many entries.
func (b *Baseline) Encode() ([]byte, error) {
	var lines []string
	for key, count := range b.entries {
		line, err := text.JSON(baselineEntry{key, count})
		if err != nil {
			return nil, err
		}
		lines = append(lines, "\n    "+string(line))
	}
	slices.Sort(lines) // by path, rule and fingerprint, which each begins with
	end := "]\n}\n"
	if len(lines) > 0 {
		end = "\n  " + end
	}
	out := "{\n  \"entries\": [" + strings.Join(lines, ",") + end
	if len(out) > maxBaseline {
		return nil, fmt.Errorf("the baseline would have more than %d bytes; make one for a part of the files", maxBaseline)
	}
	return []byte(out), nil
}

// resolve returns a folder without links, or unchanged if it cannot be resolved.
func (b *Baseline) resolve(folder string) string {
	if b.resolved[folder] == "" {
		real, _ := filepath.EvalSymlinks(folder)
		b.resolved[folder] = cmp.Or(real, folder)
	}
	return b.resolved[folder]
}

// name returns a file's name in the baseline: its path from the baseline's folder, which does not depend on
// the current folder. Standard input has no name, nor does a path that is not UTF-8, which JSON cannot hold, or
// one on another volume on Windows.
func (b *Baseline) name(shown string) (string, bool) {
	if shown == document.StdinName || !utf8.ValidString(shown) {
		return "", false
	}
	file := files.Key(filepath.FromSlash(shown))
	rel, err := filepath.Rel(b.folder, filepath.Join(b.resolve(filepath.Dir(file)), filepath.Base(file)))
	return filepath.ToSlash(rel), err == nil
}

// isGone reports whether the file with a name no longer exists.
func (b *Baseline) isGone(name string) bool {
	_, err := os.Lstat(filepath.Join(b.folder, filepath.FromSlash(name)))
	return os.IsNotExist(err)
}

// keyOf returns the key of a finding, or false if it is never known: its file was not checked, or has no
// name.
func (b *Baseline) keyOf(f rules.Finding) (baselineKey, bool) {
	name, ok := b.name(f.Path)
	return baselineKey{name, f.Rule, f.Fingerprint()}, ok && isAccepted(f)
}

// isAccepted reports whether a baseline may contain a finding.
func isAccepted(f rules.Finding) bool { return !f.Unsuppressible || f.Baseline }

// Apply removes the known findings from copies of the results, and counts them there. stale is the number of
// entries that no longer occur: those of deleted files, and those of checked files with fewer such findings.
func (b *Baseline) Apply(run Run) (left []rules.Result, stale int) {
	remaining := maps.Clone(b.entries)
	left = slices.Clone(run.Results)
	isKnown := func(f rules.Finding) bool {
		k, ok := b.keyOf(f)
		if !ok || remaining[k] == 0 {
			return false
		}
		remaining[k]--
		return true
	}
	for i, r := range left {
		left[i].Findings = slices.DeleteFunc(slices.Clone(r.Findings), isKnown)
		left[i].Known += len(r.Findings) - len(left[i].Findings)
	}
	wasChecked := b.checkedBy(run)
	for k, n := range remaining {
		if n > 0 && wasChecked(k) {
			stale++
		}
	}
	return left, stale
}

// BaselineChanges counts the entries of a baseline that an update changed.
type BaselineChanges struct {
	// Entries is the new number of entries. Added are new, or have a higher count than before; Removed are
	// gone, or have a lower count.
	Entries, Added, Removed int
	// Refused is the number of findings that a baseline cannot contain: those of files that were not checked,
	// or have no name.
	Refused int
}

// Update makes the findings of a run the known ones. Entries of files that the run did not check stay.
func (b *Baseline) Update(run Run) BaselineChanges {
	var c BaselineChanges
	found := map[baselineKey]int{}
	for _, r := range run.Results {
		for _, f := range r.Findings {
			if k, ok := b.keyOf(f); ok {
				found[k]++
			} else {
				c.Refused++
			}
		}
	}
	wasChecked := b.checkedBy(run)
	for k, n := range b.entries {
		if !wasChecked(k) {
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
	b.entries = found
	c.Entries = len(found)
	return c
}

// checkedBy returns a function that reports whether a run has checked what an entry is about, or that no longer
// exists: if the finding is missing, the entry is stale.
func (b *Baseline) checkedBy(run Run) func(baselineKey) bool {
	names := map[string]bool{}
	for _, r := range run.Results {
		// Such as a syntax fault, which hides others.
		isRefused := func(f rules.Finding) bool { return !isAccepted(f) }
		isSkipped := r.Skipped != "" // such as a handoff of a format that is not configured in this run
		if name, _ := b.name(r.Path); !isSkipped && !slices.ContainsFunc(r.Findings, isRefused) {
			names[name] = true
		}
	}
	sessions := map[string]bool{}
	for _, folder := range run.Folders {
		name, _ := b.name(folder)
		sessions[name] = true
	}
	isSubject := func(k baselineKey) bool {
		if run.Rules != nil && run.Rules.Rule(k.Rule) == nil {
			return false
		}
		if strings.HasPrefix(k.Rule, "session/") { // these rules check a folder as a whole, and may report a file in it
			return sessions[k.Path] || sessions[path.Dir(k.Path)]
		}
		return names[k.Path]
	}
	return func(k baselineKey) bool { return isSubject(k) || b.isGone(k.Path) }
}
