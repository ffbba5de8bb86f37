package claim

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// lead is a text that may say whose the texts below it are: an item, for everything nested in it, or an unfinished
// paragraph such as "For the merge we need", for the list or the paragraph right below that completes it.
type lead struct {
	text   string
	indent int
	isItem bool
	// isDone is set once something was read below it: after that, no paragraph completes it.
	isDone bool
}

// leads are the leads above the current piece of text, outermost first.
type leads []lead

// Bounds on the leads of a sentence, which are read again for each: the outermost one and the innermost ones are kept,
// and the first bytes of each.
const (
	maxLead  = 300
	maxLeads = 3
)

// read returns the leads above a leaf, and adds the leaf itself for those after it.
func (l *leads) read(source *text.Source, leaf document.Leaf) (above leads) {
	indent := indentOf(source, leaf)
	*l = slices.DeleteFunc(*l, func(above lead) bool { return !above.holds(leaf, indent) })
	for i := range *l {
		above = append(above, (*l)[i])
		(*l)[i].isDone = true
	}
	if more := len(above) - maxLeads; more > 0 {
		above = slices.Delete(above, 1, 1+more)
	}
	next := lead{indent: indent, isItem: leaf.Kind == document.ListItem}
	switch leaf.Kind {
	case document.ListItem:
		next.text = text.Head(leaf.Text, maxLead)
	case document.Paragraph:
		next.text = text.Head(unfinished(leaf.Text), maxLead)
	}
	if next.text != "" {
		*l = append(*l, next)
	}
	return above
}

// unfinished returns the sentence at the end of a text that has no stop, "" for none, or if it has a colon.
func unfinished(s string) string {
	const space = " " // a stop ends a sentence only before one
	last := text.LastSentence(strings.TrimRight(s, text.Around+")）") + space)
	if strings.ContainsAny(last, ":：") {
		return ""
	}
	return last
}

// holds reports whether a leaf is still below the lead.
func (l lead) holds(leaf document.Leaf, indent int) bool {
	isCompleted := l.isDone && leaf.Kind == document.Paragraph
	isRightBelow := !l.isItem && !isCompleted
	return leaf.Kind != document.HeadingText && (indent > l.indent || isRightBelow)
}

// indentOf returns how far the first line of a leaf is indented, in columns.
func indentOf(source *text.Source, leaf document.Leaf) (columns int) {
	const tab = 4
	for _, c := range text.View(source, source.LineSpan(source.Pos(leaf.Span.Start).Line)) {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += tab - columns%tab
		default:
			return columns
		}
	}
	return columns
}
