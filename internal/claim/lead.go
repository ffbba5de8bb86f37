package claim

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// lead is a text that what is below it may go on from: an item, which everything nested in it belongs to, or a
// paragraph that is no whole sentence, "For the merge we need", which a list or a paragraph right below it completes.
type lead struct {
	text   string
	indent int
	isItem bool
	// isDone is set behind the first text below it: only a list goes on.
	isDone bool
}

// leads are the leads above the current piece of text, outermost first.
type leads []lead

// Bounds of the leads of a sentence: a longer text says more than what its list is about.
const (
	maxLead  = 300
	maxLeads = 3
)

// read returns the texts that a leaf may go on from, and adds the leaf itself for those after it.
func (l *leads) read(source *text.Source, leaf document.Leaf) (above []string) {
	indent := indentOf(source, leaf)
	*l = slices.DeleteFunc(*l, func(above lead) bool { return !above.holds(leaf, indent) })
	for i := range *l {
		above = append(above, (*l)[i].text)
		(*l)[i].isDone = true
	}
	next := lead{text: leaf.Text, indent: indent, isItem: leaf.Kind == document.ListItem}
	if leaf.Kind == document.Paragraph {
		next.text = unfinished(leaf.Text)
	}
	isText := next.isItem || leaf.Kind == document.Paragraph
	if isText && next.text != "" && len(next.text) <= maxLead {
		*l = append(*l, next)
	}
	return above[max(0, len(above)-maxLeads):]
}

// unfinished returns the end of a text if it is no whole sentence, and neither a label nor several.
func unfinished(s string) string {
	last := text.LastSentence(strings.TrimRight(s, text.Around+")）") + " ")
	if strings.ContainsAny(last, ":：") {
		return ""
	}
	return last
}

// holds reports whether a leaf is still below the lead.
func (l lead) holds(leaf document.Leaf, indent int) bool {
	isItem := leaf.Kind == document.ListItem
	isText := isItem || leaf.Kind == document.Paragraph
	isRightBelow := !l.isItem && (isItem || !l.isDone)
	return isText && (indent > l.indent || isRightBelow)
}

// indentOf returns how far the first line of a leaf is indented, in bytes.
func indentOf(source *text.Source, leaf document.Leaf) int {
	line := text.View(source, source.LineSpan(source.Pos(leaf.Span.Start).Line))
	return len(line) - len(strings.TrimLeft(line, " \t"))
}
