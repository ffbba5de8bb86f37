package document

import (
	"slices"

	"github.com/handofflint/handofflint/internal/text"
)

// markQuoted marks the fences that are shown as code: those within a longer fence or a fence of the other
// character, and those in indented code. A fence within one of the same length and character is not marked:
// agents nest such fences without meaning a quotation, so it is unclear which of them pair.
func markQuoted(src *text.Source, fences []fence) {
	closing := pairFences(fences)
	// A pair ends at the fence with that index. most has the longest fence around what
	// is in it, by whether it is of tildes.
	type pair struct {
		end  int
		most [2]int
	}
	around := []pair{{end: len(fences) + 1}}
	for i := range fences {
		for around[len(around)-1].end <= i {
			around = around[:len(around)-1]
		}
		f := &fences[i]
		most := around[len(around)-1].most
		own, other := 0, 1
		if f.char == '~' {
			own, other = 1, 0
		}
		f.quoted = most[other] > 0 || most[own] > f.length
		if closing[i] > 0 {
			most[own] = max(most[own], f.length)
			around = append(around, pair{end: closing[i], most: most})
		}
	}
	markIndented(src, fences)
}

// pairFences returns for each fence the index of its closing fence, or 0. A fence with an info string always
// opens. A bare fence closes the last open fence of its own length and character, or else the innermost one
// if it can.
func pairFences(fences []fence) []int {
	type kind struct {
		char   byte
		length int
	}
	closing := make([]int, len(fences))
	open := make([]int, 0, len(fences))
	count := map[kind]int{} // of the open ones
	for i, f := range fences {
		own := kind{f.char, f.length}
		closed := false
		for !closed && len(open) > 0 && f.info == "" {
			last := fences[open[len(open)-1]]
			same := kind{last.char, last.length} == own
			if !same && count[own] == 0 && !f.closes(last) {
				break
			}
			closed = same || count[own] == 0
			if closed {
				closing[open[len(open)-1]] = i
			}
			count[kind{last.char, last.length}]--
			open = open[:len(open)-1]
		}
		if !closed {
			open = append(open, i)
			count[own]++
		}
	}
	return closing
}

// markIndented marks the fences in indented code. Code at the beginning of a text does not count: an output
// that is indented throughout was indented carelessly.
func markIndented(src *text.Source, fences []fence) {
	isIndented := func(f fence) bool { return f.span.Start > src.LineSpan(f.line).Start }
	if !slices.ContainsFunc(fences, isIndented) {
		return
	}
	begin := firstLine(src).Start
	next := 0
	for _, p := range splitMarkdown(src, text.Span{Start: src.Start(), End: len(src.Bytes())}) {
		isCode := p.kind == indentedPiece && src.LineSpan(src.Pos(p.span.Start).Line).Start > begin
		for ; next < len(fences) && fences[next].span.Start < p.span.End; next++ {
			fences[next].quoted = fences[next].quoted || isCode
		}
	}
}
