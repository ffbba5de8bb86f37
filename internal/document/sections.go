package document

import (
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// endMarker is upstream's `<!-- handoff-end -->`. The white space in it may
// vary, which changes nothing for who reads the comment.
var endMarker = regexp.MustCompile(`<!--[ \t]*handoff-end[ \t]*-->`)

// numbered is the text of a section's heading, "3. Decisions".
var numbered = regexp.MustCompile(`^([1-9][0-9]{0,8})\.[ \t]+(\S.*)$`)

// tightHeading is a line that lacks the space after its `#`s.
var tightHeading = regexp.MustCompile(`^[ \t]{0,3}(#{1,6})([^#\s].*)`)

// underlined is what is after a line with a line of dashes or equals signs
// under it.
var underlined = regexp.MustCompile(`^\r?\n[ \t]{0,3}(?:-{3,}|={3,})[ \t]*(?:\r?\n|$)`)

// hiddenHeading is a line that would be a section's heading outside code and
// comments.
var hiddenHeading = regexp.MustCompile(`(?m)^[ \t]{0,3}##[ \t]+[1-9][0-9]{0,8}\.[ \t]+\S.*$`)

// parseBody reads the body of a report.
func parseBody(src *text.Source, span text.Span) *Body {
	b := &bodyReader{src: src, body: &Body{Span: span}, pieces: splitMarkdown(src, span)}
	b.scan()
	b.body.Directives = directivesIn(src, b.visible)
	b.endMarkers()
	b.headings()
	b.sections()
	return b.body
}

// bodyReader puts a Body together.
type bodyReader struct {
	src    *text.Source
	body   *Body
	pieces []piece
	// comments and code (spans and fences) are in order and do not overlap.
	comments, code []text.Span
	// visible are the comments outside of quotations.
	visible []text.Span
	// silent is what counts for no section: headings, comments, end markers.
	silent []text.Span
}

// scan finds the comments, the code and what is hidden in either.
func (b *bodyReader) scan() {
	for _, p := range b.pieces {
		found := scanInline(b.src, p)
		b.comments = append(b.comments, found.comments...)
		if !p.inQuote {
			b.visible = append(b.visible, found.comments...)
		}
		b.code = append(b.code, found.code...)
		if p.kind == textPiece && !p.inQuote {
			b.almost(p)
		}
		if p.kind == fencePiece {
			b.code = append(b.code, p.span)
		}
		if (p.kind == fencePiece || p.kind == commentPiece) && !p.inQuote {
			b.hidden(p)
		}
		if p.kind == fencePiece && !p.inQuote {
			b.hiddenMarkers(p)
		}
	}
}

// almost notes a line that was meant for a heading: the first of a text.
func (b *bodyReader) almost(p piece) {
	line := b.src.LineSpan(b.src.Pos(p.span.Start).Line)
	raw := b.src.Slice(line)
	if m := tightHeading.FindStringSubmatch(raw); m != nil {
		b.body.Almost = append(b.body.Almost, Heading{Level: len(m[1]), Text: fold(m[2]), Span: strip(b.src, line)})
		return
	}
	if p.inItem && underlined.Match(b.src.Bytes()[line.End:b.body.Span.End]) {
		b.body.Almost = append(b.body.Almost, Heading{Level: 2, Text: fold(raw), Span: strip(b.src, line)})
	}
}

// hidden notes the section headings that a fence or comment keeps from being
// any.
func (b *bodyReader) hidden(p piece) {
	for _, at := range hiddenHeading.FindAllStringIndex(b.src.Slice(p.span), -1) {
		line := strip(b.src, text.Span{Start: p.span.Start + at[0], End: p.span.Start + at[1]})
		number, title, ok := sectionTitle(strings.TrimLeft(b.src.Slice(line), "# \t"))
		if ok {
			b.body.Hidden = append(b.body.Hidden, Hidden{Number: number, Title: title, Span: line, Opening: p.opening})
		}
	}
}

// hiddenMarkers notes the end markers that a fence keeps from ending anything.
func (b *bodyReader) hiddenMarkers(p piece) {
	for _, at := range endMarker.FindAllStringIndex(b.src.Slice(p.span), -1) {
		span := text.Span{Start: p.span.Start + at[0], End: p.span.Start + at[1]}
		b.body.HiddenMarkers = append(b.body.HiddenMarkers, HiddenMarker{Span: span, Opening: p.opening})
	}
}

// endMarkers finds the end markers outside code. One in a comment that was
// never closed counts, as it does upstream: its own close is the only one.
func (b *bodyReader) endMarkers() {
	raw := b.src.Bytes()[b.body.Span.Start:b.body.Span.End]
	for _, at := range endMarker.FindAllIndex(raw, -1) {
		span := text.Span{Start: b.body.Span.Start + at[0], End: b.body.Span.Start + at[1]}
		if !inOneOf(b.code, span) {
			b.body.EndMarkers = append(b.body.EndMarkers, span)
		}
	}
	b.body.Trailing = b.trailing()
}

// trailing is what is after the first end marker that something else than
// a further marker follows. Where two finished reports were glued together it
// is the second one: the last marker alone would hide it. A directive is not
// part of the report.
func (b *bodyReader) trailing() text.Span {
	markers := b.body.EndMarkers
	for i, m := range markers {
		if i+1 == len(markers) || !b.silentUpTo(m.End, markers[i+1].Start) {
			return behindDirectives(b.src, text.Span{Start: m.End, End: b.body.Span.End}, b.body.Directives)
		}
	}
	return text.Span{}
}

// silentUpTo reports whether nothing is between two end markers but
// directives and the marks of a list or quotation that the second one is in.
func (b *bodyReader) silentUpTo(start, end int) bool {
	between := behindDirectives(b.src, text.Span{Start: start, End: end}, b.body.Directives)
	return strings.Trim(b.src.Slice(between), blank+"->*+") == ""
}

// inOneOf reports whether a span is in one of the ordered spans.
func inOneOf(spans []text.Span, span text.Span) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > span.Start })
	return i < len(spans) && spans[i].Start <= span.Start
}

// headings lists the headings, those of quoted text aside, and what no section
// counts.
func (b *bodyReader) headings() {
	count := 0
	for _, p := range b.pieces {
		if p.kind == headingPiece {
			count++
		}
	}
	b.body.Headings = make([]Heading, 0, count)
	b.silent = make([]text.Span, 0, count+len(b.comments)+len(b.body.EndMarkers))
	b.silent = append(append(b.silent, b.comments...), b.body.EndMarkers...)
	for _, p := range b.pieces {
		if p.kind != headingPiece || p.inQuote {
			continue
		}
		b.silent = append(b.silent, p.span)
		b.body.Headings = append(b.body.Headings, b.heading(p))
	}
	sort.SliceStable(b.silent, func(i, j int) bool { return b.silent[i].Start < b.silent[j].Start })
}

func (b *bodyReader) heading(p piece) Heading {
	return Heading{Level: p.level, Text: fold(b.src.Slice(p.title)), Span: p.span}
}

// sections cuts the body at its headings of level 1 and 2. Those in a list or
// quotation belong to what they are in.
func (b *bodyReader) sections() {
	var open *Section
	for i, p := range b.pieces {
		if p.kind != headingPiece || !p.top || p.level > 2 {
			continue
		}
		b.close(open, p.span.Start)
		open = nil
		h := b.heading(p)
		if number, title, ok := sectionTitle(h.Text); ok && p.level == 2 {
			open = &Section{Heading: h, Number: number, Title: title}
			open.Content.Start = p.span.End
			open.Leaves = b.leaves(b.pieces[i+1:])
		}
	}
	b.close(open, b.body.Span.End)
}

// close ends a section at an offset and measures it.
func (b *bodyReader) close(s *Section, end int) {
	if s == nil {
		return
	}
	s.Content.End = end
	s.Characters, s.Words = b.measure(s.Content)
	b.body.Sections = append(b.body.Sections, *s)
}

// sectionTitle takes the text of a section's heading apart.
func sectionTitle(heading string) (number int, title string, ok bool) {
	m := numbered.FindStringSubmatch(heading)
	if m == nil {
		return 0, "", false
	}
	number, err := strconv.Atoi(m[1])
	return number, m[2], err == nil
}
