package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// unitOf returns a function that returns what a file is checked together with:
// the session folder that it is directly in, since rules for sessions look at all of its
// files, else itself.
func (f Found) unitOf() func(path string) string {
	sessions := map[string]bool{}
	for _, folder := range f.Folders {
		sessions[folder.Path] = true
	}
	return func(p string) string {
		if folder := path.Dir(p); sessions[folder] {
			return folder
		}
		return p
	}
}

// only returns what was found in some units.
func (f Found) only(keep map[string]bool) Found {
	kept, unit := Found{Skipped: f.Skipped}, f.unitOf()
	for _, file := range f.Files {
		if keep[unit(file.Path)] {
			kept.Files = append(kept.Files, file)
		}
	}
	for _, folder := range f.Folders {
		if keep[folder.Path] {
			kept.Folders = append(kept.Folders, folder)
		}
	}
	return kept.sorted()
}

// Changed keeps what has changed. A session is kept whole if anything in it has,
// and so is what a walk could not read, since handoffs may be behind it.
func (f Found) Changed(changes interface {
	Has(path string) bool
	Touched(folder string) bool
}) Found {
	keep, unit := map[string]bool{}, f.unitOf()
	for _, folder := range f.Folders {
		marker := func(name string) bool { return changes.Has(path.Join(folder.Path, name)) }
		keep[folder.Path] = changes.Touched(folder.Path) || slices.ContainsFunc(folder.Done, marker)
	}
	for _, file := range f.Files {
		keep[unit(file.Path)] = keep[unit(file.Path)] || file.fault != nil || changes.Has(file.Path)
	}
	return f.only(keep)
}

// maxShards is far above the machines that anyone has for this.
const maxShards = 1000

// Shard is one of Count parts of a set of files, Index counting from 1.
type Shard struct{ Index, Count int }

// ParseShard reads I/N, with I from 1 to N. 0/N is another name of N/N, for
// machines that count from 0: both ways every part has one name.
func ParseShard(s string) (Shard, error) {
	left, right, _ := strings.Cut(s, "/")
	index, errIndex := strconv.Atoi(left)
	count, errCount := strconv.Atoi(right)
	if errIndex != nil || errCount != nil || count < 1 || count > maxShards || index < 0 || index > count {
		return Shard{}, fmt.Errorf("%q is not a shard: use I/N, such as 3/7, with N from 1 to %d and I from 1 to N", s, maxShards)
	}
	if index == 0 {
		index = count
	}
	return Shard{Index: index, Count: count}, nil
}

// Of returns the shard's part of what was found, and a name for the whole set by
// which parts of different sets are told apart. The parts are the same on
// every machine that finds the same paths. Units are dealt out, the largest
// first, always to the shard that has the least so far, so the numbers of files
// differ by no more than the largest session has.
func (s Shard) Of(f Found) (part Found, set string) {
	sizes, unit := map[string]int{}, f.unitOf()
	for _, file := range f.Files {
		sizes[unit(file.Path)]++
	}
	for _, folder := range f.Folders { // one without any files counts too
		sizes[folder.Path] = max(1, sizes[folder.Path])
	}
	units := slices.Sorted(maps.Keys(sizes))
	hash := sha256.New()
	for _, u := range units {
		fmt.Fprintf(hash, "%d %q\n", sizes[u], u)
	}
	slices.SortStableFunc(units, func(a, b string) int { return sizes[b] - sizes[a] })
	keep, loads := map[string]bool{}, make([]int, s.Count)
	for _, u := range units {
		least := slices.Index(loads, slices.Min(loads))
		loads[least] += sizes[u]
		keep[u] = least == s.Index-1
	}
	return f.only(keep), hex.EncodeToString(hash.Sum(nil))
}
