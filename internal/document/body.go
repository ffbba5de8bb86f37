package document

import "github.com/handofflint/handofflint/internal/text"

// Body is a Markdown body as the rules need it.
type Body struct {
	// Span is the whole body: for a report all that follows the front matter.
	Span text.Span
	// Headings are all headings outside code and comments, in order.
	Headings []Heading
	// Almost are lines that were meant for headings and are none: `##3. Title`,
	// which lacks a space, and a list item with a line under it, which is how
	// `3. Title` over dashes reads.
	Almost []Heading
	// Sections are the numbered sections, `## N. Title`, in order.
	Sections []Section
	// Hidden are lines that look like a numbered heading but are none, because
	// they are in a code fence or a comment.
	Hidden []Hidden
	// EndMarkers are the `<!-- handoff-end -->` outside code fences, in order.
	EndMarkers []text.Span
	// HiddenMarkers are the end markers that count for nothing, because they stand
	// in a code fence, in order.
	HiddenMarkers []HiddenMarker
	// Directives are the comments that are meant for handofflint, in order.
	Directives []Directive
	// Blocks are the metadata blocks, closed ones, in order; the last is the
	// document's data.
	Blocks []text.Span
	// Framed is the judged block with its fences and, where it is under
	// one, the heading about metadata or the line of dashes above it: whole
	// lines, the last without its line end. It is empty if what is above
	// cannot be told apart from the block.
	Framed text.Span
	// Trailing is the text after the first end marker that more than further
	// markers follows (report), or after the judged block's closing fence
	// (metadata), white space trimmed off both ends; empty if there is none.
	// Directives at its beginning do not count.
	Trailing text.Span
}

// Heading is a Markdown heading.
type Heading struct {
	Level int
	Text  string
	// Span is the whole line or lines, the `#`s included.
	Span text.Span
}

// Section is a part of a report under a heading `## N. Title`.
type Section struct {
	Heading
	// Number and Title are the heading's parts: `## 3. Decisions` has 3 and
	// "Decisions".
	Number int
	Title  string
	// Content reaches from after the heading to the next heading of level 1
	// or 2, or to the end of the body.
	Content text.Span
	// Characters and Words measure the content: headings, HTML comments and
	// the end marker do not count, a run of white space counts as one
	// character, words are Unicode's (UAX #29) with every Han, Hiragana and
	// Katakana character as one.
	Characters, Words int
	// Leaves are the pieces of text that are alone, in order.
	Leaves []Leaf
}

// LeafKind says what a leaf is.
type LeafKind uint8

// The kinds of leaves.
const (
	Paragraph LeafKind = iota
	ListItem
	TableCell
	HeadingText
)

// Leaf is a piece of text that is alone: a paragraph, the text of a list
// item, a table cell, a heading. Code, HTML comments and quotations are none.
type Leaf struct {
	Kind LeafKind
	// Text is the Markdown source, line ends and runs of white space folded
	// into one space, emphasis and code spans as they are.
	Text string
	Span text.Span
}

// HiddenMarker is an end marker in a code fence.
type HiddenMarker struct {
	Span text.Span
	// Opening is the fence around it.
	Opening text.Span
}

// Hidden is a line in a code fence or comment that would be a section's
// heading outside.
type Hidden struct {
	Number int
	Title  string
	Span   text.Span
	// Opening is the fence or comment around it.
	Opening text.Span
}
