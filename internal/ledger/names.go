package ledger

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
)

// maxNamed is the maximum size of a text whose names are kept, in bytes; the names in a longer text are unknown. minName
// is the minimum size of a name.
const (
	maxNamed = 64 << 10
	minName  = 3
)

var seed = maphash.MakeSeed()

// namesIn returns hashes of the names in a text, such as "EndedAt" in "EndedAt *time.Time", sorted. Numbers are not
// names. The lowest bit is 0: SetNames uses it as a flag.
func namesIn(s string) (hashes []uint32) {
	isApart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }
	for name := range strings.FieldsFuncSeq(s, isApart) {
		if len(name) >= minName && !unicode.IsDigit(rune(name[0])) {
			hashes = append(hashes, uint32(maphash.String(seed, name))&^1)
		}
	}
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// SetNames keeps the names in the new text of a change, and which of them the replaced text does not have.
func (d *Deed) SetNames(was, is string) {
	if len(was) > maxNamed || len(is) > maxNamed {
		return
	}
	old := namesIn(was)
	d.names = namesIn(is)
	for i, name := range d.names {
		if _, isOld := slices.BinarySearch(old, name); !isOld {
			d.names[i] |= 1
		}
	}
}

// HasAdded reports whether a change wrote all names in a piece of code, at least one of which the replaced text does not
// have. It is false if the text of the change is not known.
func (d *Deed) HasAdded(code string) bool {
	isNew := false
	for _, name := range namesIn(code) {
		i, _ := slices.BinarySearch(d.names, name)
		if i == len(d.names) || d.names[i]&^1 != name {
			return false
		}
		isNew = isNew || d.names[i] != name
	}
	return isNew
}
