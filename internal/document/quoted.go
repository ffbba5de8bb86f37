package document

import (
	"bytes"

	"github.com/handofflint/handofflint/internal/text"
)

// markQuoted marks the fences that are shown as code: those within a longer fence or
// one of the other character, and those in indented code. A fence within one of the
// same length and character is not marked. Agents nest such fences without meaning a
// quotation, so nobody can say which of them pair.
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
		f, most := &fences[i], around[len(around)-1].most
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

// pairFences returns for each fence the index of the one that closes it, 0 if none
// does. A fence with an info string always opens. A bare one closes the last open fence
// of its own length and character, or else the innermost one if it can.
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
			if closed = same || count[own] == 0; closed {
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

// listItem is the marker of a list item with the spaces after it.
var listItem = text.MustCompile(`^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)`)

// codeIndent is by how many columns code is indented more than the text around it.
const codeIndent = 4

// markIndented marks the fences in indented code: indented by four columns more than
// the text or list item that they are in, after a blank line.
func markIndented(src *text.Source, fences []fence) {
	deep := false
	for _, f := range fences {
		deep = deep || columns(lineOf(src, f.line)) >= codeIndent
	}
	if !deep {
		return
	}
	var items []int // the columns at which the text of the open list items begins
	begun, blankBefore, code := false, false, false
	next := 0
	for line := src.FirstLine(); line <= src.Lines() && next < len(fences); line++ {
		raw := lineOf(src, line)
		isFence := fences[next].line == line
		if len(bytes.TrimSpace(raw)) == 0 {
			blankBefore = true
			continue
		}
		indent := columns(raw)
		marker := listItem.Find(raw)
		// A line of text right below an item continues it, however it is indented.
		ends := blankBefore || isFence || marker != nil || anyHeading.Match(raw)
		for ends && len(items) > 0 && indent < items[len(items)-1] {
			items = items[:len(items)-1]
		}
		base := 0
		if len(items) > 0 {
			base = items[len(items)-1]
		}
		code = begun && indent >= base+codeIndent && (blankBefore || code)
		switch {
		case isFence:
			fences[next].quoted = fences[next].quoted || code
			next++
		case marker != nil && !code:
			items = append(items, width(marker))
		}
		begun, blankBefore = begun || indent < codeIndent, false
	}
}

// columns returns how far a line is indented.
func columns(line []byte) int {
	return width(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// width returns how many columns a text takes; a tab reaches to the next multiple of
// four.
func width(line []byte) int {
	n := 0
	for _, c := range line {
		if c == '\t' {
			n += codeIndent - n%codeIndent
		} else {
			n++
		}
	}
	return n
}
