package document

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// Section is a part of a body under a heading.
type Section struct {
	Heading
	// Number and Title are the parts of the heading: `## 3. Decisions` has 3 and "Decisions".
	Number int
	Title  string
	// Content reaches from the heading to the next section, in a report to the next heading of level 1 or 2,
	// or to the end of the body.
	Content text.Span
	// Characters and Words measure the content. Headings, HTML comments and the end marker do not count, and
	// a run of white space counts as one character. Words are Unicode's (UAX #29), with each Han, Hiragana
	// and Katakana character as one.
	Characters, Words int
	// Leaves are the separate pieces of text.
	Leaves []Leaf
}

// BareTitle returns a title without surrounding emphasis and colons.
func BareTitle(title string) string { return strings.Trim(title, "*_: \t") }

// WithoutNumber returns a heading without the number before its title, as in "2) Tests".
func WithoutNumber(heading string) string {
	return strings.TrimPrefix(heading, headingNumber.FindString(heading))
}

var headingNumber = text.MustCompile(`^\s*\d+\s*[.):–—-]?\s+`)

// Section returns the first section that fits, or nil. It prefers sections outside of a log's earlier
// entries.
func (b *Body) Section(fits func(*Section) bool) *Section {
	if b == nil {
		return nil
	}
	var earlier *Section
	for i := range b.Sections {
		s := &b.Sections[i]
		if !fits(s) {
			continue
		}
		if !b.IsOver(s.Span) {
			return s
		}
		earlier = cmp.Or(earlier, s)
	}
	return earlier
}

// Within returns a section of the body and its subsections, up to the next section of its level or above.
func (b *Body) Within(s *Section) []Section {
	first := sort.Search(len(b.Sections), func(i int) bool { return b.Sections[i].Span.Start >= s.Span.Start })
	end := first + 1
	for end < len(b.Sections) && b.Sections[end].Level > s.Level {
		end++
	}
	return b.Sections[first:end]
}

// leavesIn returns the leaves that begin in a span.
func (b *Body) leavesIn(span text.Span) []Leaf {
	from := func(offset int) int {
		return sort.Search(len(b.Leaves), func(i int) bool { return b.Leaves[i].Span.Start >= offset })
	}
	end := from(span.End)
	return b.Leaves[from(span.Start):end:end]
}

// Below returns the span below a heading, by its index, up to the next heading of its level or above.
func (b *Body) Below(heading int) text.Span {
	h, later := b.Headings[heading], b.Headings[heading+1:]
	below := text.Span{Start: h.Span.End, End: b.Span.End}
	if i := slices.IndexFunc(later, func(next Heading) bool { return next.Level <= h.Level }); i >= 0 {
		below.End = later[i].Span.Start
	}
	return below
}

// Whole returns the span of the section including its heading.
func (s *Section) Whole() text.Span {
	return text.Span{Start: s.Span.Start, End: max(s.Span.End, s.Content.End)}
}
