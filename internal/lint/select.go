package lint

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// unit is what is checked together: a session folder with the files directly in
// it, since rules for sessions look at all of them, or a single file.
type unit struct {
	path string
	Found
}

// size is how many files a unit has to check. A folder without any counts too.
func (u *unit) size() int { return max(1, len(u.Files)+len(u.Problems)) }

// units parts what was found, in the order of the units' paths. What was
// skipped is in none of them.
func (f Found) units() []*unit {
	byPath := map[string]*unit{}
	at := func(path string) *unit {
		if byPath[path] == nil {
			byPath[path] = &unit{path: path}
		}
		return byPath[path]
	}
	for _, folder := range f.Folders {
		at(folder.Path).Folders = []Folder{folder}
	}
	home := func(p string) *unit {
		if folder := byPath[path.Dir(p)]; folder != nil && len(folder.Folders) > 0 {
			return folder
		}
		return at(p)
	}
	for _, file := range f.Files {
		u := home(file.Path)
		u.Files = append(u.Files, file)
	}
	for _, problem := range f.Problems {
		u := home(problem.Path)
		u.Problems = append(u.Problems, problem)
	}
	return slices.SortedFunc(maps.Values(byPath), func(a, b *unit) int { return strings.Compare(a.path, b.path) })
}

// only is what was found without the units that are not to be kept.
func (f Found) only(units []*unit, keep func(*unit) bool) Found {
	kept := Found{Skipped: f.Skipped}
	for _, u := range units {
		if keep(u) {
			kept.Files = append(kept.Files, u.Files...)
			kept.Folders = append(kept.Folders, u.Folders...)
			kept.Problems = append(kept.Problems, u.Problems...)
		}
	}
	return kept.sorted()
}

// Changed keeps what has changed. A session is kept whole if anything in it has,
// and so is every problem: nobody knows what is after it.
func (f Found) Changed(changes interface {
	Has(path string) bool
	Touched(folder string) bool
}) Found {
	return f.only(f.units(), func(u *unit) bool {
		for _, folder := range u.Folders {
			marker := func(name string) bool { return changes.Has(path.Join(folder.Path, name)) }
			if changes.Touched(folder.Path) || slices.ContainsFunc(folder.Done, marker) {
				return true
			}
		}
		return len(u.Problems) > 0 || slices.ContainsFunc(u.Files, func(f File) bool { return changes.Has(f.Path) })
	})
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

// Of is the shard's part of what was found, and a name for the whole set by
// which parts of different sets are told apart. The parts are the same on
// every machine that finds the same paths. Units are dealt out, the largest
// first, always to the shard that has the least so far, so the numbers of files
// differ by no more than the largest session has.
func (s Shard) Of(f Found) (part Found, set string) {
	units := f.units()
	hash := sha256.New()
	for _, u := range units {
		fmt.Fprintf(hash, "%d %q\n", u.size(), u.path)
	}
	bySize := slices.Clone(units)
	slices.SortStableFunc(bySize, func(a, b *unit) int { return cmp.Compare(b.size(), a.size()) })
	mine := map[*unit]bool{}
	loads := make([]int, s.Count)
	for _, u := range bySize {
		least := slices.Index(loads, slices.Min(loads))
		loads[least] += u.size()
		mine[u] = least == s.Index-1
	}
	return f.only(units, func(u *unit) bool { return mine[u] }), hex.EncodeToString(hash.Sum(nil))
}
