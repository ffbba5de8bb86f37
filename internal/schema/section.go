package schema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Section is what a format says of a part of its Markdown.
type Section struct {
	// Number is what its heading has to begin with, 0 if no number is needed.
	Number int `json:"number"`
	// Title is that of its heading, Also are others that it may have.
	Title string   `json:"title"`
	Also  []string `json:"also"`
	// Starts is how much of the title is enough in a numbered section, "" for all of it.
	Starts string `json:"starts"`
	// Optional means that it may be missing, Empty that it may say nothing, or "None".
	Optional bool `json:"optional"`
	Empty    bool `json:"empty"`
	// Characters and Words are how many it has at least.
	Characters int `json:"characters"`
	Words      int `json:"words"`
	// Claims is what it claims, one of ClaimKinds, "" for nothing.
	Claims string `json:"claims"`
}

// Is reports whether a section of a document is this one.
func (s *Section) Is(found *document.Section) bool {
	if s.Number > 0 {
		return found.Number == s.Number && s.Titled(found.Title)
	}
	return s.Titled(found.Title) || s.Titled(found.Text)
}

// Titled reports whether the text of a heading without its number is one of the section's
// titles, ignoring case, emphasis and what follows in parentheses, after a colon or after
// a dash. That of a numbered section only has to begin so.
func (s *Section) Titled(heading string) bool {
	if s.Number > 0 {
		starts := s.begins()
		heading = strings.TrimSpace(heading)
		return len(heading) >= len(starts) && strings.EqualFold(heading[:len(starts)], starts)
	}
	_, titled := s.cut(heading)
	return titled
}

// Said returns what a heading says after the section's title: "DONE" in "Status: DONE".
func (s *Section) Said(heading string) string {
	said, _ := s.cut(heading)
	return said
}

// cut returns what a heading has after one of the section's titles, and whether it has one.
func (s *Section) cut(heading string) (said string, titled bool) {
	heading = document.BareTitle(document.WithoutNumber(heading))
	if s.isTitle(heading) {
		return "", true
	}
	if !strings.ContainsAny(heading, "(:：（–—-") {
		return "", false
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

// begins returns what the heading of a numbered section begins with.
func (s *Section) begins() string { return cmp.Or(s.Starts, s.Title) }

// afterTitle matches what a heading has after its title: "Tests (all of them)", "Tests: 3",
// "Tests - what ran".
var afterTitle = text.MustCompile(`\s*[(:：（]|\s[–—-]\s|\s*[–—]`)

// Name returns what messages call the section: its number, or its title in quotes.
func (s *Section) Name() string {
	if s.Number > 0 {
		return strconv.Itoa(s.Number)
	}
	return text.QuoteShort(s.Title)
}

// Heading returns the text of its heading as it should be.
func (s *Section) Heading() string {
	if s.Number > 0 {
		return strconv.Itoa(s.Number) + ". " + s.Title
	}
	return s.Title
}
