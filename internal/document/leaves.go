package document

import (
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// LeavesOf are the pieces of a text in Markdown that is the value of a field,
// and the source that their spans are of.
func LeavesOf(value string) (*text.Source, []Leaf) {
	src := text.NewSource([]byte(value))
	b := &bodyReader{src: src, body: &Body{}, pieces: splitMarkdown(src, text.Span{End: len(value)})}
	var leaves []Leaf
	for _, p := range b.pieces {
		b.comments = append(b.comments, scanInline(src, p).comments...)
		if leaf, ok := b.leaf(p); ok {
			leaves = append(leaves, leaf)
		}
	}
	return src, leaves
}

// leaves lists the pieces of text of a section that begins with the first of
// the pieces given and ends before the next heading of level 1 or 2.
func (b *bodyReader) leaves(pieces []piece) []Leaf {
	var leaves []Leaf
	for _, p := range pieces {
		if p.kind == headingPiece && p.top && p.level <= 2 {
			break
		}
		if leaf, ok := b.leaf(p); ok {
			leaves = append(leaves, leaf)
		}
	}
	return leaves
}

func (b *bodyReader) leaf(p piece) (Leaf, bool) {
	leaf := Leaf{Kind: Paragraph, Span: p.span}
	switch {
	case p.inQuote || p.kind == fencePiece || p.kind == rawPiece:
		return Leaf{}, false
	case p.kind == headingPiece:
		leaf.Kind, leaf.Span = HeadingText, p.title
	case p.kind == cellPiece:
		leaf.Kind = TableCell
	case p.inItem:
		leaf.Kind, leaf.Span = ListItem, b.behindCheckbox(p.span)
	}
	leaf.Text = b.textOf(leaf.Span)
	return leaf, leaf.Text != ""
}

// behindCheckbox is a list item's text without the box of a task list, which
// says something of the item but is not a part of its text.
func (b *bodyReader) behindCheckbox(span text.Span) text.Span {
	s := b.src.Slice(span)
	if len(s) < 4 || s[0] != '[' || s[2] != ']' || !isBlank(s[3]) || !strings.ContainsRune(" xX", rune(s[1])) {
		return span
	}
	return strip(b.src, text.Span{Start: span.Start + 4, End: span.End})
}

// textOf is the text of a span without its comments, white space folded.
func (b *bodyReader) textOf(span text.Span) string {
	var f folder
	b.pour(&f, span, b.comments)
	return f.String()
}
