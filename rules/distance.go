package rules

import (
	"unicode"
	"unicode/utf8"
)

// compared is how many letters of a word are compared, which are the bits of a
// machine word: nobody misspells longer names.
const compared = 64

// Distance is how many letters (code points) have to be added, removed, changed
// or put in the place of the one beside to make one word of the other, ignoring
// case: the optimal string alignment. A column of its table is a machine word
// (Hyyrö 2003, "A bit-vector algorithm for computing Levenshtein and Damerau
// edit distances"), for a hostile file compares a great many names. Of each word
// only the first 64 letters are compared.
//
// Internal: it serves the commands of handofflint.
func Distance(a, b string) int {
	var inA, inB [compared]rune
	short, long := letters(a, &inA), letters(b, &inB)
	if len(short) == 0 {
		return len(long)
	}
	var at positions
	at.add(short)
	up, down, diagonal, before := ^uint64(0), uint64(0), uint64(0), uint64(0)
	last, distance := uint64(1)<<(len(short)-1), len(short)
	for _, letter := range long {
		equal := at.of(letter)
		swapped := ((^diagonal & equal) << 1) & before
		diagonal = (((equal & up) + up) ^ up) | equal | down | swapped
		right, left := down|^(diagonal|up), diagonal&up
		if right&last != 0 {
			distance++
		} else if left&last != 0 {
			distance--
		}
		right, left = right<<1|1, left<<1
		up, down, before = left|^(diagonal|right), right&diagonal, equal
	}
	return distance
}

// letters are the letters of a word that are compared, in lower case.
func letters(word string, into *[compared]rune) []rune {
	n := 0
	for _, r := range word {
		if n == compared {
			break
		}
		into[n] = unicode.ToLower(r)
		n++
	}
	return into[:n]
}

// positions are the letters of a word and where each stands in it, a bit a place.
type positions struct {
	ascii [utf8.RuneSelf]uint64
	other map[rune]uint64
}

func (p *positions) add(word []rune) {
	for i, r := range word {
		switch {
		case r < utf8.RuneSelf:
			p.ascii[r] |= 1 << i
		case p.other == nil:
			p.other = map[rune]uint64{r: 1 << i}
		default:
			p.other[r] |= 1 << i
		}
	}
}

func (p *positions) of(letter rune) uint64 {
	if letter < utf8.RuneSelf {
		return p.ascii[letter]
	}
	return p.other[letter]
}
