package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

type placeholderParams struct {
	Unfinished []string `json:"unfinished"`
	Patterns   []string `json:"patterns"`
	Heading    string   `json:"heading"`
	HTML       []string `json:"html"`
	Elements   []string `json:"elements"`
	Flags      []string `json:"flags"`
	Empty      []string `json:"empty"`
	Marks      int      `json:"marks"`
}

// placeholders tells texts that stand where content should from content.
type placeholders struct {
	unfinished, empty map[string]bool
	html              elements
	patterns          []*regexp.Regexp
	heading           *regexp.Regexp // nil for none
	marks             int            // of Markdown, around the one text of a section
}

// placeholder reports unfinished texts wherever they stand alone, and empty
// answers where they are all that a section or a required string says.
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
		empty:      foldedSet(params.Empty),
		html:       params.elements(),
		marks:      params.Marks,
	}
	for _, source := range params.Patterns {
		re, err := regexp.Compile(`^(?:` + source + `)$`)
		if err != nil {
			return nil, fmt.Errorf("patterns: %w", err)
		}
		p.patterns = append(p.patterns, re)
	}
	if params.Heading == "" {
		return p, nil
	}
	var err error
	p.heading, err = regexp.Compile(params.Heading)
	return p, err
}

func foldedSet(words []string) map[string]bool {
	set := map[string]bool{}
	for _, w := range words {
		set[bare(w)] = true
	}
	return set
}

// emphasis and quotes may stand around a text without changing what it says.
const around = "*_~\"'“”‘’«»「」 \t\r\n"

// bare is a text in lower case without emphasis, quotes and final full stop
// around it. Dots that are the whole text stay.
func bare(s string) string {
	s = strings.Trim(s, around)
	if t := strings.TrimRight(s, ".。"); t != "" {
		s = strings.Trim(t, around)
	}
	return strings.ToLower(s)
}

func (p *placeholders) run(pass *rules.Pass) {
	p.walk(pass, pass.Doc.Data(), "")
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

// walk looks at every string of the handoff's own object.
func (p *placeholders) walk(pass *rules.Pass, n *rules.Node, pointer string) {
	if n == nil {
		return
	}
	if _, refused := pass.Refused(pointer); pass.Failed(pointer) && pointer != "" && !refused {
		return
	}
	if n.Kind == document.String {
		p.checkString(pass, n, pointer)
		return
	}
	for i, item := range n.Items {
		step := item.Name
		if pointer == "" && step == rules.InlineKey { // it names rules, this one too
			continue
		}
		if n.Kind == document.List {
			step = strconv.Itoa(i)
		}
		p.walk(pass, item, document.PointerStep(pointer, step))
	}
}

func (p *placeholders) checkString(pass *rules.Pass, n *rules.Node, pointer string) {
	want, refused := pass.Refused(pointer)
	variant := ""
	if refused {
		variant = "refused"
	}
	if !p.isUnfinished(n.Text, nil) && !p.isLoneTag(n.Text) {
		if !p.empty[bare(n.Text)] || refused || !pass.MustSpeak(pointer) {
			return
		}
		variant = "empty"
	}
	pass.Report(rules.Report{At: n.Value, Pointer: pointer, Variant: variant, Values: rules.Values{
		"where": rules.FieldName(pointer),
		"text":  rules.Quote(n.Text),
		"want":  want,
	}})
}

// checkHeading reports a heading with a template's field in it.
func (p *placeholders) checkHeading(pass *rules.Pass, h *document.Heading) {
	text := strings.TrimSpace(h.Text)
	if p.heading != nil && p.heading.MatchString(text) || p.isUnfinished(text, nil) {
		pass.Report(rules.Report{At: h.Span, Values: rules.Values{"where": "this heading", "text": rules.Quote(text)}})
	}
}

// checkSection reports the unfinished texts of a section, and an empty answer
// that is all it says.
func (p *placeholders) checkSection(pass *rules.Pass, s *rules.Section) {
	where, closed := "section "+sectionName(s), closedIn(s.Leaves)
	for _, leaf := range s.Leaves {
		if leaf.Kind != document.HeadingText && p.isUnfinished(leaf.Text, closed) {
			pass.Report(rules.Report{At: leaf.Span, Values: rules.Values{
				"where": leafName(leaf.Kind, len(s.Leaves)) + where,
				"text":  rules.Quote(leaf.Text),
			}})
		}
	}
	if only := p.onlyLeaf(s); only != nil && p.empty[bare(only.Text)] {
		pass.Report(rules.Report{At: only.Span, Variant: "empty", Values: rules.Values{"where": where, "text": rules.Quote(only.Text)}})
	}
}

// sectionName is a section's number, or its title where it has none.
func sectionName(s *rules.Section) string {
	if s.Number == 0 {
		return rules.Quote(s.Title)
	}
	return strconv.Itoa(s.Number)
}

// leafName says which part of a section a leaf is, nothing where it is all.
func leafName(kind document.LeafKind, leaves int) string {
	if leaves == 1 {
		return ""
	}
	return [...]string{"a paragraph", "a list item", "a table cell", "a heading"}[kind] + " of "
}

// onlyLeaf is the one text of a section, nil where there is more: another
// text, or something that is no leaf, such as code.
func (p *placeholders) onlyLeaf(s *rules.Section) *document.Leaf {
	if len(s.Leaves) != 1 || s.Characters > utf8.RuneCountInString(s.Leaves[0].Text)+p.marks {
		return nil
	}
	return &s.Leaves[0]
}

// isUnfinished says whether a whole text is a placeholder; closed are the
// elements whose end tags stand in the texts around it.
func (p *placeholders) isUnfinished(text string, closed names) bool {
	plain := bare(text)
	if p.unfinished[plain] {
		return true
	}
	if plain == "" || !strings.ContainsAny(plain[:1], "<{[") {
		return false
	}
	return p.isPattern(plain) && !isLink(plain) && !p.html.is(plain, closed)
}

func (p *placeholders) isPattern(text string) bool {
	return slices.ContainsFunc(p.patterns, func(re *regexp.Regexp) bool { return re.MatchString(text) })
}

// isLink says whether a text in angle brackets is a comment or a link.
func isLink(text string) bool {
	return strings.HasPrefix(text, "<!") || strings.Contains(text, "://") ||
		strings.Contains(text, "@") || strings.HasPrefix(text, "<mailto:")
}
