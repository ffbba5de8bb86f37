package near

import (
	"unicode"
	"unicode/utf8"
)

// compared is how many letters of a word are compared, the bits of a machine
// word: nobody misspells longer names.
const compared = 64

// Distance returns the optimal string alignment distance of two words, ignoring
// case: the number of code points to add, remove, change or swap with a
// neighbour. A column of its table is a machine word (Hyyrö 2003, "A bit-vector
// algorithm for computing Levenshtein and Damerau edit distances"), since a
// hostile file compares very many names. Only the first 64 letters of each word
// are compared.
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

// letters returns the letters of a word that are compared, in lower case.
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

// positions maps each letter to its positions in a word, one bit each.
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
