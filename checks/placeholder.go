package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type placeholderParams struct {
	Unfinished []string `json:"unfinished"`
	Patterns   []string `json:"patterns"`
	Templates  []string `json:"templates"`
	Begins     []string `json:"begins"`
	Phrases    []string `json:"phrases"`
	Values     []string `json:"values"`
	Names      []string `json:"names"`
	Heading    string   `json:"heading"`
	HTML       []string `json:"html"`
	Elements   []string `json:"elements"`
	Flags      []string `json:"flags"`
	Empty      []string `json:"empty"`
	Marks      int      `json:"marks"`
}

// placeholders finds texts that were never filled in.
type placeholders struct {
	unfinished, phrases, values, empty names
	begins                             []string
	names                              []string // of fields
	html                               elements
	patterns, templates                []*rules.Pattern
	heading                            *rules.Pattern // nil for none
	marks                              int            // of Markdown, around a text in a section
	steps                              *rules.Steps   // of the file
}

// place is the context that decides what a text means.
type place struct {
	// whole: the value of a field; prose: that, or a paragraph; loose: a path,
	// a value for a program, a table cell or a list item, in which a template's
	// field or a symbol can be content.
	whole, prose, loose bool
	// closed are the elements whose end tags are in neighbouring texts.
	closed names
}

// placeholder reports unfinished texts wherever they are on their own, and
// empty answers if they are all of a section, a list or a required string.
func placeholder(raw rules.Params) (rules.Run, error) {
	var params placeholderParams
	if err := raw.Decode(&params); err != nil {
		return nil, err
	}
	p, err := params.compile()
	if err != nil {
		return nil, err
	}
	return p.run, nil
}

func (params placeholderParams) compile() (*placeholders, error) {
	p := &placeholders{
		unfinished: foldedSet(params.Unfinished),
		phrases:    foldedSet(params.Phrases),
		values:     foldedSet(params.Values),
		empty:      foldedSet(params.Empty),
		names:      params.Names,
		html:       params.elements(),
		marks:      params.Marks,
	}
	for _, s := range params.Begins {
		p.begins = append(p.begins, bare(s))
	}
	var err error
	if p.patterns, err = wholeTexts(params.Patterns); err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	if p.templates, err = wholeTexts(params.Templates); err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	if params.Heading != "" {
		p.heading, err = rules.CompilePattern(params.Heading)
	}
	return p, err
}

// wholeTexts compiles patterns that match whole texts.
func wholeTexts(sources []string) ([]*rules.Pattern, error) {
	var patterns []*rules.Pattern
	for _, source := range sources {
		p, err := rules.CompilePattern(`^(?:` + source + `)$`)
		if err != nil {
			return nil, err
		}
		patterns = append(patterns, p)
	}
	return patterns, nil
}

func (p *placeholders) matchesAny(patterns []*rules.Pattern, s string) bool {
	return slices.ContainsFunc(patterns, func(pattern *rules.Pattern) bool { return pattern.Match(s, p.steps) })
}

func foldedSet(words []string) names {
	set := names{}
	for _, w := range words {
		set[bare(w)] = true
	}
	return set
}

// Emphasis and quotes may surround a text without changing its meaning, and so
// may brackets around the words of a template.
const (
	around   = "*_~–—\"'“”„‘’‚«»‹›「」『』 \t\r\n"
	brackets = "()[]{}<>【】〔〕〖〗〈〉《》⟨⟩⟦⟧"
)

var (
	// mark matches the beginning of a list item or heading in Markdown.
	mark = regexp.MustCompile(`^(?:(?:[-+*•–—]|#{1,6}|\d{1,9}[.)])\s+)+`)
	// escape matches a character that Markdown shows without its backslash.
	escape = regexp.MustCompile(`\\([\[\](){}<>*_])`)
)

// bare returns a text in lower case without invisible characters, Markdown
// marks before it, and emphasis, quotes and final punctuation around it. A text
// of symbols alone stays.
func bare(s string) string {
	s = strings.Trim(norm.NFKC.String(text.Visible(s)), around)
	s = escape.ReplaceAllString(strings.TrimLeft(mark.ReplaceAllString(s, ""), around), "$1")
	if t := strings.TrimRight(s, ".。!?"); t != "" {
		s = strings.Trim(t, around)
	}
	return strings.ToLower(s)
}

// unwrapped returns a bare text without the brackets around it.
func unwrapped(s string) string {
	for {
		first, n := utf8.DecodeRuneInString(s)
		last, m := utf8.DecodeLastRuneInString(s)
		i := strings.IndexRune(brackets, first)
		if n == len(s) || i < 0 || !strings.HasPrefix(brackets[i+n:], string(last)) {
			return s
		}
		s = strings.Trim(s[n:len(s)-m], around)
	}
}

func (p placeholders) run(pass *rules.Pass) {
	p.steps = pass.Steps()
	p.walk(pass, pass.Doc.Data(), "", false)
	if pass.Doc.Body == nil {
		return
	}
	for i := range pass.Doc.Body.Headings {
		p.checkHeading(pass, &pass.Doc.Body.Headings[i])
	}
	for i := range pass.Doc.Body.Sections {
		p.checkSection(pass, &pass.Doc.Body.Sections[i])
	}
}

// walk checks every string of the handoff's own object; loose means that it is
// in a list, or in a field of paths or of values for programs.
func (p *placeholders) walk(pass *rules.Pass, n *rules.Node, pointer string, loose bool) {
	if n == nil {
		return
	}
	if _, refused := pass.Rejected(pointer); pass.Failed(pointer) && pointer != "" && !refused {
		return
	}
	loose = loose || pointer != "" && slices.Contains(p.names, n.Name) // the root is named data too
	if n.Kind == document.String {
		p.checkString(pass, n, pointer, loose)
		return
	}
	if n.Kind == document.List && p.checkList(pass, n, pointer) {
		return
	}
	for i, item := range n.Items {
		step := item.Name
		if pointer == "" && step == rules.InlineKey { // it names rules, such as this one
			continue
		}
		if n.Kind == document.List {
			step = strconv.Itoa(i)
		}
		p.walk(pass, item, document.PointerStep(pointer, step), loose || n.Kind == document.List)
	}
}

// checkList reports a list of nothing but empty answers or texts without a
// letter, and returns whether it has.
func (p *placeholders) checkList(pass *rules.Pass, n *rules.Node, pointer string) bool {
	named := slices.Contains(p.names, n.Name)
	saysNothing := func(item *rules.Node) bool {
		path := named && strings.Trim(item.Text, `./\*~`) == "" // "..", "/", "**/*"
		return item.Kind == document.String && !item.Blank() && !path && p.saysNothing(item.Text) && !p.unfinished[unwrapped(bare(item.Text))]
	}
	if len(n.Items) == 0 || slices.ContainsFunc(n.Items, func(item *rules.Node) bool { return !saysNothing(item) }) ||
		!named && !pass.RejectsBlank(document.PointerStep(pointer, "0")) {
		return false
	}
	variant := "list"
	if named {
		variant = "names"
	}
	pass.Report(rules.Report{At: n.Value, Pointer: pointer, Variant: variant, Values: rules.Values{
		"where": rules.FieldName(pointer),
		"text":  rules.Quote(n.Items[0].Text),
	}})
	return true
}

// mostInValue bounds the findings of one value, which all have one position.
const mostInValue = 20

func (p *placeholders) checkString(pass *rules.Pass, n *rules.Node, pointer string, loose bool) {
	want, refused := pass.Rejected(pointer)
	report := func(variant, where, what string) {
		pass.Report(rules.Report{At: n.Value, Pointer: pointer, Variant: variant, Values: rules.Values{
			"where": where + rules.FieldName(pointer),
			"text":  rules.Quote(what),
			"want":  want,
		}})
	}
	plain := bare(n.Text)
	empty, wordless := p.isEmpty(plain), !loose && !n.Blank() && p.isWordless(n.Text, plain)
	switch {
	case p.isUnfinished(plain, place{whole: true, prose: true, loose: loose}) || p.isLabel(plain):
		if refused {
			report("refused", "", n.Text)
			return
		}
		report("", "", n.Text)
	case refused:
	case (empty || wordless) && pass.RejectsBlank(pointer):
		if empty {
			report("empty", "", n.Text)
			return
		}
		report("wordless", "", n.Text)
	case strings.ContainsAny(n.Text, "\r\n"):
		source, leaves := document.LeavesOf(n.Text)
		reported := names{}
		for _, i := range p.unfinishedIn(source, leaves, len(source.Bytes())) {
			if what := leaves[i].Text; !reported[what] && len(reported) < mostInValue {
				reported[what] = true
				report("", leafName(leaves[i].Kind, len(leaves)), what)
			}
		}
	}
}

// checkHeading reports a heading that contains a template's field.
func (p *placeholders) checkHeading(pass *rules.Pass, h *document.Heading) {
	title := strings.TrimSpace(h.Text)
	if p.heading != nil && p.heading.Match(title, p.steps) || p.isUnfinished(bare(title), place{}) {
		pass.Report(rules.Report{At: h.Span, Values: rules.Values{"where": "this heading", "text": rules.Quote(title)}})
	}
}

// checkSection reports the unfinished texts of a section, and empty answers if
// it has no other texts.
func (p *placeholders) checkSection(pass *rules.Pass, s *rules.Section) {
	where := "section " + sectionName(s)
	for _, i := range p.unfinishedIn(pass.Doc.Source, s.Leaves, s.Content.End) {
		leaf := s.Leaves[i]
		if leaf.Kind == document.HeadingText {
			continue // checked before
		}
		pass.Report(rules.Report{At: leaf.Span, Values: rules.Values{
			"where": leafName(leaf.Kind, len(s.Leaves)) + where,
			"text":  rules.Quote(leaf.Text),
		}})
	}
	if !p.isNothing(s) {
		return
	}
	at := s.Content
	if len(s.Leaves) > 0 {
		at = s.Leaves[0].Span
	}
	variant := "empty"
	if s.Words == 0 {
		variant = "wordless"
	}
	what := strings.TrimSpace(pass.Doc.Source.Slice(at))
	pass.Report(rules.Report{At: at, Variant: variant, Values: rules.Values{"where": where, "text": rules.Quote(what)}})
}

// isNothing reports whether a section has only texts that say nothing, and no
// code or the like; or, if the format requires the section, only symbols.
func (p *placeholders) isNothing(s *rules.Section) bool {
	if len(s.Leaves) == 0 {
		return s.Number > 0 && s.Words == 0 && s.Characters > 0
	}
	most := 0
	for _, leaf := range s.Leaves {
		if leaf.Kind == document.HeadingText || !p.saysNothing(leaf.Text) {
			return false
		}
		most += utf8.RuneCountInString(leaf.Text) + p.marks
	}
	return s.Words == 0 || s.Characters <= most
}

// unfinishedIn returns the indexes of the texts that are placeholders; end is
// the end of their part of the source.
func (p *placeholders) unfinishedIn(source *rules.SourceText, leaves []rules.Leaf, end int) []int {
	var found []int
	closed := closedIn(leaves)
	for i, leaf := range leaves {
		at := place{
			prose:  leaf.Kind == document.Paragraph,
			loose:  leaf.Kind == document.ListItem || leaf.Kind == document.TableCell,
			closed: closed,
		}
		below := rules.Span{Start: leaf.Span.End, End: end}
		last := i == len(leaves)-1
		if !last && leaves[i+1].Kind == document.HeadingText {
			last, below.End = true, leaves[i+1].Span.Start
		}
		plain := bare(leaf.Text)
		if p.isUnfinished(plain, at) ||
			last && p.isLabel(plain) && isWordless(htmlComment.ReplaceAllString(source.Slice(below), "")) {
			found = append(found, i)
		}
	}
	return found
}

var htmlComment = regexp.MustCompile(`(?s)<!--.*?-->`)

// sectionName returns a section's number, or its title if it has none.
func sectionName(s *rules.Section) string {
	if s.Number == 0 {
		return rules.Quote(s.Title)
	}
	return strconv.Itoa(s.Number)
}

// leafName names the part of a section that a leaf is, "" if it is all of it.
func leafName(kind document.LeafKind, leaves int) string {
	if leaves == 1 {
		return ""
	}
	return [...]string{"a paragraph", "a list item", "a table cell", "a heading"}[kind] + " of "
}

// isUnfinished reports whether a whole bare text is a placeholder.
func (p *placeholders) isUnfinished(plain string, at place) bool {
	begins := func(words string) bool { return strings.HasPrefix(plain, words) }
	switch {
	case plain == "":
		return false
	case isOf(p.unfinished, plain), slices.ContainsFunc(p.begins, begins),
		at.prose && p.phrases[unwrapped(plain)], at.whole && p.values[unwrapped(plain)]:
		return true
	case strings.HasPrefix(plain, "<") && isOf(p.unfinished, p.html.untagged(plain)):
		return true
	case !at.loose && p.matchesAny(p.templates, plain):
		return true
	}
	return p.matchesAny(p.patterns, plain) && !isLink(plain) && !p.html.is(plain, at)
}

// isLabel reports whether a bare text is a template's label for what follows.
func (p *placeholders) isLabel(plain string) bool {
	word, found := strings.CutSuffix(unwrapped(plain), ":")
	return found && p.unfinished[unwrapped(bare(word))]
}

func (p *placeholders) saysNothing(s string) bool {
	plain := bare(s)
	return p.isWordless(s, plain) || p.isEmpty(plain)
}

// isWordless reports whether a text, plain in its bare form, has no letter or
// digit outside of HTML tags.
func (p *placeholders) isWordless(s, plain string) bool {
	return isWordless(s) || strings.HasPrefix(plain, "<") && isWordless(p.html.untagged(plain))
}

// isEmpty reports whether a bare text is an empty answer, with or without a
// symbol such as ✅.
func (p *placeholders) isEmpty(plain string) bool {
	plain = strings.TrimFunc(plain, func(r rune) bool { return unicode.Is(unicode.So, r) || r == '\uFE0F' || r == ' ' })
	return isOf(p.empty, plain) || strings.HasPrefix(plain, "<") && isOf(p.empty, p.html.untagged(plain))
}

// isOf reports whether a bare text is one of some words, or a sequence of them.
func isOf(words names, plain string) bool {
	if words[unwrapped(plain)] {
		return true
	}
	row := strings.FieldsFunc(plain, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;|、–—", r) })
	return len(row) > 1 && !slices.ContainsFunc(row, func(s string) bool { return s != "/" && !words[unwrapped(bare(s))] })
}

// isWordless reports whether a text has no letter or digit; code is not
// stripped.
func isWordless(s string) bool {
	return !strings.ContainsFunc(text.Visible(s), func(r rune) bool {
		return r == '`' || unicode.IsLetter(r) || unicode.IsNumber(r)
	})
}

// isLink reports whether a text in angle brackets is a comment or a link.
func isLink(text string) bool {
	return strings.HasPrefix(text, "<!") || strings.Contains(text, "://") ||
		strings.Contains(text, "@") || strings.HasPrefix(text, "<mailto:")
}
