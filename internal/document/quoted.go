package document

import (
	"bytes"
	"slices"

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

// pairFences returns for each fence the index of the one that closes it, or 0 if none
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

// listItem is the marker of a list item with the spaces after it.
var listItem = text.MustCompile(`^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)`)

// codeIndent is by how many columns code is indented more than the text around it.
const codeIndent = 4

// markIndented marks the fences in indented code: indented by four columns more than
// the text or list item that they are in, after a blank line.
func markIndented(src *text.Source, fences []fence) {
	isDeep := func(f fence) bool { return columns(lineOf(src, f.line)) >= codeIndent }
	if !slices.ContainsFunc(fences, isDeep) {
		return
	}
	var at indentation
	next := 0
	for line := src.FirstLine(); line <= src.Lines() && next < len(fences); line++ {
		isFence := fences[next].line == line
		inCode := at.add(lineOf(src, line), isFence)
		if !isFence {
			continue
		}
		if inCode {
			fences[next].quoted = true
		}
		next++
	}
}

// indentation follows the lines of a Markdown text to tell indented code.
type indentation struct {
	// items are the columns at which the text of the open list items begins.
	items []int
	// isBegun is set from the first line that is not indented on: an output of which every
	// line is indented was indented without care. afterBlank is set after a blank line,
	// inCode after a line of code.
	isBegun, afterBlank, inCode bool
}

// add reads the next line and reports whether it is indented code.
func (in *indentation) add(line []byte, isFence bool) bool {
	if len(bytes.TrimSpace(line)) == 0 {
		in.afterBlank = true
		return false
	}
	indent := columns(line)
	marker := listItem.Find(line)
	// A line of text right below an item continues it, however it is indented.
	isText := !isFence && marker == nil && !anyHeading.Match(line)
	if in.afterBlank || !isText {
		in.endItems(indent)
	}
	in.inCode = in.isBegun && indent >= in.base()+codeIndent && (in.afterBlank || in.inCode)
	if marker != nil && !isFence && !in.inCode {
		in.items = append(in.items, width(marker))
	}
	in.isBegun = in.isBegun || indent < codeIndent
	in.afterBlank = false
	return in.inCode
}

// endItems ends the list items whose text begins right of a column.
func (in *indentation) endItems(column int) {
	for len(in.items) > 0 && column < in.base() {
		in.items = in.items[:len(in.items)-1]
	}
}

// base returns the column at which text begins, 0 outside of lists.
func (in *indentation) base() int {
	if len(in.items) == 0 {
		return 0
	}
	return in.items[len(in.items)-1]
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
