package document

// markQuoted marks the fences that are shown as code: those within a longer fence, or a fence of the other
// character, that closes. A fence within one of the same length and character is not marked: agents nest such
// fences without meaning a quotation, so it is unclear which of them pair.
func markQuoted(fences []fence) {
	unclosed := map[byte]int{} // by character, the length from which on no fence closes
	for i := 0; i < len(fences); i++ {
		open := fences[i]
		if length, ok := unclosed[open.char]; ok && open.length >= length {
			continue
		}
		end := i + 1
		for end < len(fences) && !fences[end].closes(open) {
			end++
		}
		if end == len(fences) {
			unclosed[open.char] = open.length
			continue
		}
		for k := i + 1; k < end; k++ {
			fences[k].quoted = fences[k].char != open.char || fences[k].length < open.length
		}
		i = end
	}
}
