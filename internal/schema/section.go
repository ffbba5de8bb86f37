package schema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Section is a format's description of a part of its Markdown.
type Section struct {
	// Number is the number at the start of its heading, or 0 for none.
	Number int `json:"number"`
	// Title is the title of its heading; Also are alternatives.
	Title string   `json:"title"`
	Also  []string `json:"also"`
	// Starts is the beginning of the title that is enough in a numbered section, "" for the whole title.
	Starts string `json:"starts"`
	// Optional means that it may be missing, Empty that it may be empty, or "None".
	Optional bool `json:"optional"`
	Empty    bool `json:"empty"`
	// Characters and Words are its minimum lengths.
	Characters int `json:"characters"`
	Words      int `json:"words"`
	// Claims is the kind of its claims, one of ClaimKinds, or "".
	Claims string `json:"claims"`
}

// Is reports whether a section of a document is this one.
func (s *Section) Is(found *document.Section) bool {
	if s.Number > 0 {
		return found.Number == s.Number && s.Titled(found.Title)
	}
	return s.Titled(found.Title)
}

// Titled reports whether the text of a heading without its number is one of the section's titles, ignoring
// case, emphasis and text in parentheses, after a colon or after a dash. The heading of a numbered section
// only has to start with the title.
func (s *Section) Titled(heading string) bool {
	if s.Number > 0 {
		starts := cmp.Or(s.Starts, s.Title)
		heading = strings.TrimSpace(heading)
		return len(heading) >= len(starts) && strings.EqualFold(heading[:len(starts)], starts)
	}
	_, titled := s.textAfterTitle(heading)
	return titled
}

// Said returns the text of a heading after the section's title: "DONE" in "Status: DONE".
func (s *Section) Said(heading string) string {
	said, _ := s.textAfterTitle(heading)
	return said
}

// textAfterTitle returns the text of a heading after one of the section's titles, and whether it has one.
func (s *Section) textAfterTitle(heading string) (said string, titled bool) {
	heading = document.BareTitle(document.WithoutNumber(heading))
	if s.isTitle(heading) {
		return "", true
	}
	more := afterTitle.FindStringIndex(heading)
	if more == nil || !s.isTitle(document.BareTitle(heading[:more[0]])) {
		return "", false
	}
	return strings.Trim(heading[more[1]:], "*_:：() \t"), true
}

// isTitle reports whether a bare title is one of the section's.
func (s *Section) isTitle(bare string) bool {
	isIt := func(title string) bool { return strings.EqualFold(bare, document.BareTitle(title)) }
	return isIt(s.Title) || slices.ContainsFunc(s.Also, isIt)
}

// afterTitle matches the beginning of the text after a title: "Tests (all of them)", "Tests: 3", "Tests -
// what ran".
var afterTitle = text.MustCompile(`\s*[(:：（]|\s[–—-]\s|\s*[–—]`)

// Name returns the section's name for messages: its number, or its title in quotes.
func (s *Section) Name() string {
	if s.Number > 0 {
		return strconv.Itoa(s.Number)
	}
	return text.QuoteShort(s.Title)
}

// Heading returns the correct text of its heading.
func (s *Section) Heading() string {
	if s.Number > 0 {
		return strconv.Itoa(s.Number) + ". " + s.Title
	}
	return s.Title
}
