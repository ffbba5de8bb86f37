package checks

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// sectionNumbered returns the first section of a document that is the format's section with a number, or nil.
func sectionNumbered(pass *rules.Pass, number int) *document.Section {
	for _, wanted := range pass.Sections() {
		if wanted.Number == number {
			return pass.Section(&wanted)
		}
	}
	return nil
}

// isEmptyAnswer reports whether a section may be an empty answer and has no other text.
func isEmptyAnswer(pass *rules.Pass, s *document.Section, empty wordSet) bool {
	wanted := pass.SectionOf(s)
	return wanted != nil && wanted.Empty && len(s.Leaves) == 1 && empty[unwrapped(text.Bare(s.Leaves[0].Text))]
}

// eachSection calls each for the sections of a document that its format has, in the file's order. It skips
// those after the end marker, which are reported as trailing text.
func eachSection(pass *rules.Pass, each func(*document.Section)) {
	if pass.Doc.Body == nil {
		return
	}
	for i := range pass.Doc.Body.Sections {
		s := &pass.Doc.Body.Sections[i]
		if pass.Doc.Body.IsTrailing(s.Span) {
			return
		}
		if pass.SectionOf(s) != nil {
			each(s)
		}
	}
}

// duplicateSections reports every repeated section of the format.
func duplicateSections(_ *struct{}, pass *rules.Pass) {
	seen := firsts[string, *document.Section]{}
	eachSection(pass, func(s *document.Section) {
		name := pass.SectionOf(s).Name()
		earlier, repeated := seen.add(name, s)
		if !repeated {
			return
		}
		pass.Report(rules.Report{
			At:      s.Span,
			Values:  rules.Values{"section": name, "line": strconv.Itoa(pass.Line(earlier.Span))},
			Related: []document.Related{{Span: earlier.Span}},
		})
	})
}

// sectionOrder reports a section after one that comes later in the format: one finding for each step back,
// however many sections were moved.
func sectionOrder(_ *struct{}, pass *rules.Pass) {
	previous := 0
	wanted := pass.Sections()
	eachSection(pass, func(s *document.Section) {
		at := slices.IndexFunc(wanted, func(w schema.Section) bool { return w.Is(s) })
		if at < previous {
			values := rules.Values{"section": wanted[at].Name(), "before": wanted[previous].Name()}
			pass.Report(rules.Report{At: s.Span, Values: values})
		}
		previous = at
	})
}

type sectionLengthParams struct {
	// Min are minimum characters by section number; they replace the format's.
	Min   map[string]int `json:"min"`
	Empty wordSet        `json:"empty"`
}

// least returns the minimum number of characters of a section.
func (p *sectionLengthParams) least(wanted *schema.Section) int {
	if least, ok := p.Min[strconv.Itoa(wanted.Number)]; ok {
		return least
	}
	if wanted.Empty {
		return wanted.Characters
	}
	return max(1, wanted.Characters)
}

// lengthOf measures a section with its subsections.
func lengthOf(body *document.Body, s *document.Section) (characters, words int) {
	for _, part := range body.Within(s) {
		characters += part.Characters
		words += part.Words
	}
	return characters, words
}

// sectionLength reports each section that is shorter than its format requires, unless it may be an empty
// answer and is one. Only the first of duplicate sections is measured.
func sectionLength(p *sectionLengthParams, pass *rules.Pass) {
	for _, wanted := range pass.Sections() {
		s := pass.Section(&wanted)
		if s == nil || isEmptyAnswer(pass, s, p.Empty) {
			continue
		}
		least := p.least(&wanted)
		characters, words := lengthOf(pass.Doc.Body, s)
		characters += len(wanted.Said(s.Text)) // the content of "Status: DONE" is in the heading
		variant := ""
		count := characters
		noun := "character"
		switch {
		case characters >= least && words >= wanted.Words:
			continue
		case characters == 0 && htmlComment.MatchString(pass.Doc.Source.Slice(s.Content)):
			variant = "comment"
		case characters == 0:
			variant = "blank"
		case characters >= least:
			count = words
			least = wanted.Words
			noun = "word"
		}
		name := wanted.Name()
		if wanted.Number == 0 {
			name = secret.Quote(strings.Trim(s.Text, "*_: "))
		}
		pass.Report(rules.Report{At: s.Span, Scope: s.Whole(), Variant: variant, Values: rules.Values{
			"section": name,
			"title":   secret.Quote(wanted.Title),
			"count":   strconv.Itoa(count),
			"unit":    text.Plural(count, noun),
			"min":     strconv.Itoa(least),
		}})
	}
}
