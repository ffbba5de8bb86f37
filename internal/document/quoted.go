package document

import "slices"

// markQuoted marks the fences that are shown as code: those within a longer fence, or a fence of the other
// character, that closes. A fence within one of the same length and character is not marked: agents nest such
// fences without meaning a quotation, so it is unclear which of them pair.
func markQuoted(fences []fence) {
	unclosed := map[byte]int{}  // by character, the length from which on no fence closes
	around, last := fence{}, -1 // the last pair: its opening fence, and the index of its closing one
	for i, open := range fences {
		// In a pair a longer fence with an info string opens a quotation: the pair's own fence was a stray one.
		opensQuotation := !open.quoted && open.info != "" && open.length > around.length
		isInPair := i <= last
		if isInPair && !opensQuotation {
			continue
		}
		if length, ok := unclosed[open.char]; ok && open.length >= length {
			continue
		}
		below := fences[i+1:]
		end := slices.IndexFunc(below, func(f fence) bool { return f.closes(open) })
		if end < 0 {
			unclosed[open.char] = open.length
			continue
		}
		for k, f := range below[:end] {
			below[k].quoted = f.char != open.char || f.length < open.length
		}
		around = open
		last = i + 1 + end
	}
}
