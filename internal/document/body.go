package document

import (
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// Body is a Markdown body as rules read it. All lists are in order.
type Body struct {
	// Span is the whole body: for a report everything after the front matter.
	Span text.Span
	// Headings are all headings outside code and comments.
	Headings []Heading
	// Leaves are the separate pieces of text, Code are the code blocks that name no language. They are nil if the body
	// is not parsed for them: see Document.Leaves.
	Leaves, Code []Leaf
	// Sections are the parts under headings: in a report those under `## N. Title`, including subsections;
	// otherwise those under each heading up to the next heading of any level.
	Sections []Section
	// Earlier are the parts that later parts replace.
	Earlier []Earlier
	// Hidden are lines in code fences and comments that would be section headings elsewhere.
	Hidden []Hidden
	// EndMarkers are the `<!-- handoff-end -->` outside of code and quotations,
	// HiddenMarkers those in code fences, which do not count.
	EndMarkers    []text.Span
	HiddenMarkers []Hidden
	// Directives are the comments that are meant for handofflint.
	Directives []Directive
	// Blocks are the closed metadata blocks; the last is the document's data. Fenced are the same blocks with
	// their fences and frames.
	Blocks, Fenced []text.Span
	// Trailing is the text after the end marker (report) or the last block (metadata), without surrounding
	// white space and leading directives.
	Trailing text.Span
}

// Heading is a Markdown heading. Span covers the whole line or lines, including the `#`s. In a format with
// headings of any level, a line in bold is also a heading, of level BoldLevel.
type Heading struct {
	Level int
	Text  string
	Span  text.Span
}

// BoldLevel is the level of a heading that is a line in bold.
const BoldLevel = 7

// IsTrailing reports whether a span is after the end marker.
func (b *Body) IsTrailing(at text.Span) bool {
	return b.Trailing.Len() > 0 && at.Start >= b.Trailing.Start
}

// Hidden is something that would count outside of a code fence or comment. Number and Title are set for a
// section heading; Opening is the fence or comment around it.
type Hidden struct {
	Number        int
	Title         string
	Span, Opening text.Span
}

var (
	// endMarker is upstream's `<!-- handoff-end -->`. The white space in it may vary.
	endMarker = text.MustCompile(`<!--[ \t]*` + regexp.QuoteMeta(protocol.End()) + `[ \t]*-->`)
	// numbered matches the text of a section's heading, "3. Decisions", with or without emphasis. The title
	// may include closing emphasis, so there is only one way to match, without backtracking.
	numbered = text.MustCompile(`^[*_]*([1-9][0-9]{0,8})\.[*_]*[ \t]+[*_]*([^\s*_].*)$`)
	// hiddenHeading matches a line that would be a section heading outside of code and comments.
	hiddenHeading = text.MustCompile(`(?m)^[ \t]{0,3}##[ \t]+([*_]*[1-9][0-9]{0,8}\.[*_]*[ \t]+\S.*)$`)
)

// bodyReader builds a Body, piece by piece.
type bodyReader struct {
	src  *text.Source
	spec *protocol.Spec
	body *Body
	// comments are the comments outside of quotations.
	comments []text.Span
	// silent are the spans that count for no section: headings and comments.
	silent []text.Span
	// open is the section whose end is not reached yet, or nil.
	open *Section
	// reader makes the leaves.
	reader leafReader
}

// sectionLevel is the level of the headings of numbered sections.
const sectionLevel = 2

// parseBody reads a body as its format describes it. Headings in a list or quotation belong to the list or
// quotation.
func parseBody(src *text.Source, span text.Span, spec *protocol.Spec) *Body {
	b := &bodyReader{src: src, spec: spec, body: &Body{Span: span}, reader: leafReader{src: src, withCode: true}}
	for _, p := range splitMarkdown(src, span) {
		b.add(p)
	}
	b.endSection(span.End)
	for i := range b.body.Sections {
		b.body.Sections[i].Leaves = b.body.leavesIn(b.body.Sections[i].Content)
	}
	b.body.Directives = directivesIn(src, b.comments)
	b.body.Trailing = b.trailing()
	return b.body
}

// add reads the next piece of the body.
func (b *bodyReader) add(p piece) {
	isNumbered := b.spec.Titles != nil
	if !isNumbered {
		boldToHeading(b.src, &p)
	}
	comments := commentsIn(b.src, p)
	isHeading := p.kind == headingPiece
	if isHeading && !p.inQuote {
		b.silent = append(b.silent, p.span) // with the comments in it
	} else {
		b.silent = append(b.silent, comments...)
	}
	isSubsection := isNumbered && p.level > sectionLevel
	if isHeading && p.top && !isSubsection {
		b.section(p)
	}
	switch leaf, ok := b.reader.read(&p, comments); {
	case !ok:
	case leaf.Kind == CodeBlock:
		b.body.Code = append(b.body.Code, leaf)
	default:
		b.body.Leaves = append(b.body.Leaves, leaf)
	}
	if p.inQuote {
		return
	}
	b.comments = append(b.comments, comments...)
	b.note(p)
	if b.spec.End == "" {
		return
	}
	for _, comment := range comments {
		b.body.EndMarkers = append(b.body.EndMarkers, matches(b.src, comment, endMarker)...)
	}
}

// boldToHeading turns a line that is entirely in bold, with or without a colon after it, into a heading, unless
// it is a sentence.
func boldToHeading(src *text.Source, p *piece) {
	if p.kind != textPiece || !p.top {
		return
	}
	line := strip(src, p.span)
	raw := strings.TrimRight(src.Slice(line), ":：")
	if !text.IsBold(raw) || strings.Contains(raw, "\n") {
		return
	}
	title := text.Span{Start: line.Start + len("**"), End: line.Start + len(raw) - len("**")}
	if said := src.Slice(title); strings.TrimRight(said, ".!?。！？") != said {
		return
	}
	p.kind = headingPiece
	p.level = BoldLevel
	p.title = title
}

// section ends the section before a heading and opens the next one. Numbered sections have
// headings of their own.
func (b *bodyReader) section(p piece) {
	b.endSection(p.span.Start)
	h := Heading{p.level, text.Fold(text.View(b.src, p.title)), p.span}
	number, title, ok := sectionTitle(h.Text)
	if !ok {
		title = h.Text
	}
	if b.spec.Titles == nil || p.level == sectionLevel && ok {
		b.open = &Section{Heading: h, Number: number, Title: title, Content: text.At(p.span.End)}
	}
}

func (b *bodyReader) endSection(at int) {
	if b.open == nil {
		return
	}
	b.open.Content.End = at
	b.open.Characters, b.open.Words = text.Measure(text.Visible(without(b.src, b.open.Content, b.silent)))
	b.body.Sections = append(b.body.Sections, *b.open)
	b.open = nil
}

// note records a heading, and what a fence or comment hides.
func (b *bodyReader) note(p piece) {
	switch p.kind {
	case headingPiece:
		b.body.Headings = append(b.body.Headings, Heading{p.level, text.Fold(text.View(b.src, p.title)), p.span})
	case fencePiece, commentPiece:
		for _, line := range matches(b.src, p.span, hiddenHeading) {
			line = strip(b.src, line)
			number, title, _ := sectionTitle(strings.TrimLeft(b.src.Slice(line), "# \t"))
			b.body.Hidden = append(b.body.Hidden, Hidden{number, title, line, p.opening})
		}
	}
	if p.kind == fencePiece { // in a comment a marker ends the comment, and counts
		for _, marker := range matches(b.src, p.span, endMarker) {
			b.body.HiddenMarkers = append(b.body.HiddenMarkers, Hidden{Span: marker, Opening: p.opening})
		}
	}
}

func matches(src *text.Source, in text.Span, pattern *text.Regexp) []text.Span {
	var spans []text.Span
	for _, at := range pattern.FindAllIndex(src.Bytes()[in.Start:in.End], -1) {
		spans = append(spans, text.Span{Start: in.Start + at[0], End: in.Start + at[1]})
	}
	return spans
}

// trailing returns the text after the first end marker that has text after it other than another marker. If
// two finished reports were concatenated, it is the second one, which the last marker alone would hide.
// Directives, and list marks before the next marker, do not count.
func (b *bodyReader) trailing() text.Span {
	markers := b.body.EndMarkers
	for i, m := range markers {
		if i+1 < len(markers) {
			between := afterDirectives(b.src, text.Span{Start: m.End, End: markers[i+1].Start}, b.body.Directives)
			if strings.Trim(text.Visible(b.src.Slice(between)), blank+"-*+") == "" {
				continue
			}
		}
		after := afterDirectives(b.src, text.Span{Start: m.End, End: b.body.Span.End}, b.body.Directives)
		if strings.Trim(text.Visible(b.src.Slice(after)), blank) == "" {
			return text.At(after.Start)
		}
		return after
	}
	return text.Span{}
}

// sectionTitle splits the text of a section's heading into number and title.
func sectionTitle(heading string) (number int, title string, ok bool) {
	m := numbered.FindStringSubmatch(heading)
	if m == nil {
		return 0, "", false
	}
	number, err := strconv.Atoi(m[1])
	return number, strings.TrimRight(m[2], "*_"), err == nil
}

// without returns the text of a span without the gaps, which are in order. It may be a view of the source.
func without(src *text.Source, span text.Span, gaps []text.Span) string {
	at := span.Start
	first := sort.Search(len(gaps), func(i int) bool { return gaps[i].End > at })
	if first == len(gaps) || gaps[first].Start >= span.End {
		return text.View(src, text.Span{Start: min(at, span.End), End: span.End})
	}
	var b strings.Builder
	for i := first; i < len(gaps) && gaps[i].Start < span.End; i++ {
		b.Write(src.Bytes()[at:max(at, gaps[i].Start)])
		at = max(at, gaps[i].End)
	}
	b.Write(src.Bytes()[min(at, span.End):span.End])
	return b.String()
}
