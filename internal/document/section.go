package document

import (
	"sort"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// Section is a part of a body under a heading.
type Section struct {
	Heading
	// Number and Title are the heading's parts: `## 3. Decisions` has 3 and
	// "Decisions".
	Number int
	Title  string
	// Content reaches from after the heading to that of the next section, in a report to
	// the next heading of level 1 or 2, or to the end of the body.
	Content text.Span
	// Characters and Words measure the content: headings, HTML comments and
	// the end marker do not count, a run of white space counts as one
	// character, words are Unicode's (UAX #29) with every Han, Hiragana and
	// Katakana character as one.
	Characters, Words int
	// Leaves are the pieces of text that are alone.
	Leaves []Leaf
}

// SameTitle reports whether two titles are the same, ignoring case, emphasis and a colon
// around them.
func SameTitle(a, b string) bool { return strings.EqualFold(BareTitle(a), BareTitle(b)) }

// BareTitle returns a title without emphasis and colons around it.
func BareTitle(title string) string { return strings.TrimFunc(title, isAroundTitle) }

func isAroundTitle(r rune) bool { return r == '*' || r == '_' || r == ':' || r == ' ' || r == '\t' }

// WithoutNumber returns a heading without a number before its title: "2) Tests".
func WithoutNumber(heading string) string {
	if !strings.ContainsAny(heading, "0123456789") {
		return heading // looking costs next to nothing beside a pattern
	}
	return strings.TrimPrefix(heading, headingNumber.FindString(heading))
}

var headingNumber = text.MustCompile(`^\s*\d+\s*[.):–—-]?\s+`)

// Section returns the first section that fits, or nil if there is none or no body. One in an
// earlier entry of a log comes after all others.
func (b *Body) Section(fits func(*Section) bool) *Section {
	if b == nil {
		return nil
	}
	var over *Section
	for i := range b.Sections {
		s := &b.Sections[i]
		isOver := b.IsOver(s.Span)
		if isOver && over != nil || !fits(s) {
			continue
		}
		if isOver {
			over = s
			continue
		}
		return s
	}
	return over
}

// Within returns a section and those below it, up to the next one of its level or above.
func (b *Body) Within(s *Section) []Section {
	first := sort.Search(len(b.Sections), func(i int) bool { return b.Sections[i].Span.Start >= s.Span.Start })
	if first == len(b.Sections) || b.Sections[first].Span != s.Span {
		return nil
	}
	end := first + 1
	for end < len(b.Sections) && b.Sections[end].Level > s.Level {
		end++
	}
	return b.Sections[first:end]
}

// Below returns the span of what is below a heading, by its index: up to the next heading
// of its level or a higher one.
func (b *Body) Below(heading int) text.Span {
	h := b.Headings[heading]
	below := text.Span{Start: h.Span.End, End: b.Span.End}
	for _, next := range b.Headings[heading+1:] {
		if next.Level <= h.Level {
			below.End = next.Span.Start
			break
		}
	}
	return below
}

// Whole returns the span of the section with its heading.
func (s *Section) Whole() text.Span {
	return text.Span{Start: s.Span.Start, End: max(s.Span.End, s.Content.End)}
}
