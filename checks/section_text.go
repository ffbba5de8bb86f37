package checks

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type sectionTextParams struct {
	Section sectionID `json:"section"`
	// One of Contains must match, and none of NotContains.
	Contains    []*text.Pattern `json:"contains"`
	NotContains []*text.Pattern `json:"not-contains"`
}

// sectionID is a section's number or its title.
type sectionID struct {
	number int
	titled schema.Section
}

// UnmarshalJSON reads a number or a text.
func (n *sectionID) UnmarshalJSON(raw []byte) error {
	if json.Unmarshal(raw, &n.number) == nil {
		return nil
	}
	return json.Unmarshal(raw, &n.titled.Title)
}

func (n sectionID) find(pass *rules.Pass) *document.Section {
	if n.number == 0 {
		return pass.Section(&n.titled)
	}
	return pass.Doc.Body.Section(func(s *document.Section) bool { return s.Number == n.number })
}

// Prepare requires a pattern.
func (p *sectionTextParams) Prepare() error {
	if len(p.Contains)+len(p.NotContains) == 0 {
		return errors.New("sectionText needs contains or not-contains, a list of patterns")
	}
	return nil
}

// sectionText reports a section that matches none of the patterns in Contains, and each match of NotContains.
// It ignores HTML comments and a missing section, which other rules report.
func sectionText(p *sectionTextParams, pass *rules.Pass) {
	s := p.Section.find(pass)
	if s == nil {
		return
	}
	raw := htmlComment.ReplaceAllStringFunc(pass.Doc.Source.Slice(s.Content), blanked)
	start := s.Content.Start + len(raw) - len(strings.TrimLeft(raw, " \t\r\n"))
	raw = strings.Trim(raw, " \t\r\n")
	content := strings.ReplaceAll(raw, "\r\n", "\n")
	number := strconv.Itoa(s.Number)
	matches := func(pattern *text.Pattern) bool { return pattern.Match(content, pass.Steps()) }
	if len(p.Contains) > 0 && !slices.ContainsFunc(p.Contains, matches) {
		pass.Report(rules.Report{At: s.Span, Scope: s.Whole(), Values: rules.Values{"number": number, "title": secret.Quote(s.Title)}})
	}
	for _, pattern := range p.NotContains {
		if at := pattern.Find(content, pass.Steps()); at != nil {
			found := text.Span{Start: start + unfolded(raw, at[0]), End: start + unfolded(raw, at[1])}
			values := rules.Values{"number": number, "title": secret.Quote(s.Title), "text": secret.Quote(content[at[0]:at[1]])}
			pass.Report(rules.Report{At: found, Variant: "not-contains", Values: values})
		}
	}
}

// blanked returns a comment as spaces, keeping its line ends.
func blanked(comment string) string {
	blank := []byte(comment)
	for i, c := range blank {
		if c != '\r' && c != '\n' {
			blank[i] = ' '
		}
	}
	return string(blank)
}

// unfolded returns the offset in raw for an offset in the same text with LF instead of CRLF.
func unfolded(raw string, offset int) int {
	at := 0
	for ; offset > 0; offset-- {
		if strings.HasPrefix(raw[at:], "\r\n") {
			at++
		}
		at++
	}
	return at
}
