package checks

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// placeholderParams are the texts that mean that something was never filled in. rules/placeholder.cue explains them.
type placeholderParams struct {
	Unfinished wordSet       `json:"unfinished"` // words such as TODO
	Patterns   wholeTexts    `json:"patterns"`
	Templates  wholeTexts    `json:"templates"` // fields and orders of templates, content in a loose place
	Truncated  wholeTexts    `json:"truncated"` // what says that the output was cut off
	Phrases    wordSet       `json:"phrases"`   // explanations in templates, as a value or a paragraph
	Values     wordSet       `json:"values"`    // the same, as a value only
	Loose      []string      `json:"names"`     // fields whose values are loose: see place
	Heading    *text.Pattern `json:"heading"`   // a template's field in a heading
	HTML       wordSet       `json:"html"`
	Elements   wordSet       `json:"elements"` // of HTML, whose names may also be words of a template
	Flags      wordSet       `json:"flags"`    // attributes without a value
	Empty      wordSet       `json:"empty"`    // answers such as "None"
	Marks      int           `json:"marks"`    // the most characters of Markdown around a text in a section
	Sentence   int           `json:"sentence"` // the most bytes of a text of Truncated
	State      int           `json:"state"`    // the most words of a state in a table
}

// kind is the kind of a text that may be a placeholder.
type kind string

const (
	content    kind = ""
	unfinished kind = "unfinished" // a word or a template that was not replaced
	label      kind = "label"      // an unfinished word that introduces a text: "TODO:"
	empty      kind = "empty"      // an empty answer, such as "None"
	wordless   kind = "wordless"   // no letter or digit
)

func (k kind) saysNothing() bool  { return k == empty || k == wordless }
func (k kind) isUnfinished() bool { return k == unfinished || k == label }

// place is the context of a text, which decides what the text means.
type place struct {
	// whole: the value of a field. prose: such a value, or a paragraph. loose: a path, a value for a program,
	// a table cell or a list item, in which a template's field or a symbol can be content.
	whole, prose, loose bool
	// closed are the elements whose end tags are in neighbouring texts: a blank line splits an element into
	// several texts.
	closed map[string]bool
}

// The places of the values of fields.
var (
	inField = place{whole: true, prose: true}
	inLoose = place{whole: true, prose: true, loose: true}
)

// placeholders is a run of the check on one document.
type placeholders struct {
	*placeholderParams
	pass  *rules.Pass
	steps *text.Steps
}

// placeholder reports unfinished texts that stand alone, and empty answers that are all of a section, a list
// or a required string.
func placeholder(params *placeholderParams, pass *rules.Pass) {
	p := &placeholders{params, pass, pass.Steps()}
	p.walk(pass.Doc.Data(), "", inField)
	if pass.Doc.Body == nil {
		return
	}
	for i, h := range pass.Doc.Body.Headings {
		title := strings.TrimSpace(h.Text)
		hasField := p.Heading != nil && p.Heading.Match(title, p.steps)
		isUnfinished := p.kindOf(title, place{}) == unfinished && !p.labelsContent(i, title)
		if hasField || isUnfinished {
			pass.Report(rules.Report{At: h.Span, Values: rules.Values{"where": "this heading", "text": secret.Quote(title)}})
		}
	}
	for i := range pass.Doc.Body.Sections {
		p.checkSection(&pass.Doc.Body.Sections[i])
	}
}

// labelsContent reports whether the title of a heading is an unfinished word with content below it, such as
// "TODO" above a list of open tasks.
func (p *placeholders) labelsContent(heading int, title string) bool {
	return p.isOf(p.Unfinished, text.Bare(title)) && !isBlank(p.pass.Doc.Source, p.pass.Doc.Body.Below(heading))
}

// isBlank reports whether a span has no letter, digit or code outside of comments.
func isBlank(source *text.Source, span text.Span) bool {
	return isWordless(htmlComment.ReplaceAllString(source.Slice(span), ""))
}

// walk checks every string of a value of the handoff's own object.
func (p *placeholders) walk(n *document.Node, pointer string, at place) {
	isRoot := pointer == ""
	_, refused := p.pass.Rejected(pointer)
	// A finding about a placeholder says more than the schema's, that the value is refused.
	if p.pass.Failed(pointer) && !refused {
		return
	}
	if !isRoot && slices.Contains(p.Loose, n.Name) { // the root's name is that of a loose field, "data"
		at = inLoose
	}
	switch n.Kind {
	case document.String:
		p.checkString(n, pointer, at)
		return
	case document.List:
		if p.checkList(n, pointer) {
			return
		}
		at = inLoose
	}
	for i, item := range n.Items {
		namesRules := isRoot && item.Name == rules.InlineKey
		if !namesRules {
			p.walk(item, n.ItemPointer(pointer, i), at)
		}
	}
}

// checkList reports a list that has only empty answers or texts without a letter, and returns whether it did. A list
// that is not of loose values counts only if its items must not be blank.
func (p *placeholders) checkList(n *document.Node, pointer string) bool {
	isLoose := slices.Contains(p.Loose, n.Name)
	saysSomething := func(item *document.Node) bool {
		isPath := isLoose && strings.Trim(item.Text, `./\*~`) == "" // "..", "/", "**/*"
		return item.Kind != document.String || item.Blank() || isPath || !p.kindOf(item.Text, inLoose).saysNothing()
	}
	if len(n.Items) == 0 || slices.ContainsFunc(n.Items, saysSomething) {
		return false
	}
	variant := "list"
	if isLoose {
		variant = "names"
	} else if !p.pass.RejectsBlank(n.ItemPointer(pointer, 0)) {
		return false
	}
	p.pass.Report(rules.Report{At: n.Value, Pointer: pointer, Variant: variant, Values: rules.Values{
		"where": document.FieldName(pointer),
		"text":  secret.Quote(n.Items[0].Text),
	}})
	return true
}

// mostInValue bounds the findings of one value, which all have the same position.
const mostInValue = 20

// checkString reports a value that is a placeholder or contains one. In a loose place, such as a list of
// keywords, a value without words may be intended. The schema has a finding for a refused or blank value, so it is
// reported only if it is unfinished.
func (p *placeholders) checkString(n *document.Node, pointer string, at place) {
	want, refused := p.pass.Rejected(pointer)
	report := func(variant, where, what string) {
		p.pass.Report(rules.Report{At: n.Value, Pointer: pointer, Variant: variant, Values: rules.Values{
			"where": where + document.FieldName(pointer),
			"text":  secret.Quote(what),
			"want":  want,
		}})
	}
	found := p.kindOf(n.Text, at)
	mayBeMeant := found == wordless && (at.loose || n.Blank())
	switch {
	case found.isUnfinished():
		variant := ""
		if refused {
			variant = "refused"
		} else if p.isEntry(pointer) {
			variant = "entry"
		}
		report(variant, "", n.Text)
	case refused:
	case found.saysNothing() && !mayBeMeant && p.pass.RejectsBlank(pointer):
		report(string(found), "", n.Text)
	case strings.ContainsAny(n.Text, "\r\n"):
		const withCode = false
		source, leaves := document.LeavesOf(n.Text, withCode)
		unfinished := p.unfinishedIn(source, leaves, p.kindsOf(leaves), len(source.Bytes()))
		for _, leaf := range unfinished[:min(len(unfinished), mostInValue)] {
			report("", leafName(leaf.Kind, len(leaves)), leaf.Text)
		}
	}
}

// isEntry reports whether a pointer leads to an item of a list of loose values. As such a list may be empty, the help for
// a placeholder in it is to remove the item.
func (p *placeholders) isEntry(pointer string) bool {
	_, err := strconv.Atoi(document.LastStep(pointer))
	return err == nil && slices.Contains(p.Loose, document.LastStep(document.ParentPointer(pointer)))
}

// checkSection reports the unfinished texts of a section, and empty answers if it has no other texts.
func (p *placeholders) checkSection(s *document.Section) {
	source := p.pass.Doc.Source
	report := func(at text.Span, variant, where, what string) {
		p.pass.Report(rules.Report{At: at, Variant: variant, Values: rules.Values{
			"where": where + "section " + sectionName(s),
			"text":  secret.Quote(what),
		}})
	}
	kinds := p.kindsOf(s.Leaves)
	unfinished := p.unfinishedIn(source, s.Leaves, kinds, s.Content.End)
	if len(unfinished) == 0 && p.isTruncated(s) {
		report(s.Leaves[0].Span, "", "", s.Leaves[0].Text)
		return
	}
	for _, leaf := range unfinished {
		if leaf.Kind != document.HeadingText { // a heading is checked as a heading
			report(leaf.Span, "", leafName(leaf.Kind, len(s.Leaves)), leaf.Text)
		}
	}
	if !p.isNothing(s, kinds) || isEmptyAnswer(p.pass, s, p.Empty) {
		return
	}
	at := s.Content
	if len(s.Leaves) > 0 {
		at = s.Leaves[0].Span
	}
	found := empty
	if s.Words == 0 {
		found = wordless
	}
	report(at, string(found), "", strings.TrimSpace(source.Slice(at)))
}

// isTruncated reports whether a section has only texts that say that the output was cut off.
func (p *placeholders) isTruncated(s *document.Section) bool {
	isTruncated := func(i int) bool {
		leaf := s.Leaves[i].Text
		return len(leaf) <= p.Sentence && p.Truncated.match(text.Bare(leaf), p.steps)
	}
	return len(s.Leaves) > 0 && p.hasOnly(s, isTruncated)
}

// isNothing reports whether a section has only empty answers and no code or the like; or only symbols, if it
// is a section of the format.
func (p *placeholders) isNothing(s *document.Section, kinds []kind) bool {
	if len(s.Leaves) == 0 {
		return s.Words == 0 && s.Characters > 0 && p.pass.SectionOf(s) != nil
	}
	return p.hasOnly(s, func(i int) bool { return kinds[i].saysNothing() })
}

// hasOnly reports whether a section has only texts of a kind, and no code or the like: that would make it longer than
// its texts with Markdown around them.
func (p *placeholders) hasOnly(s *document.Section, isOne func(leaf int) bool) bool {
	longest := 0
	for i, leaf := range s.Leaves {
		if leaf.Kind == document.HeadingText || !isOne(i) {
			return false
		}
		longest += utf8.RuneCountInString(leaf.Text) + p.Marks
	}
	hasOther := s.Words > 0 && s.Characters > longest // symbols without words are not code
	return !hasOther
}

// unfinishedIn returns the texts that are placeholders; end is the end of their part of the source. A label
// counts only if nothing follows it under its heading; a table cell depends on its row or column.
func (p *placeholders) unfinishedIn(source *text.Source, leaves []document.Leaf, kinds []kind, end int) []document.Leaf {
	var found []document.Leaf
	cells := unfinishedCells(leaves, kinds, p.State)
	for i, leaf := range leaves {
		isFound := kinds[i] == unfinished
		if leaf.Kind == document.TableCell {
			isFound = cells[leaf.Span]
		} else if kinds[i] == label {
			isFound = labelsNothing(source, leaves[i:], end)
		}
		if isFound {
			found = append(found, leaf)
		}
	}
	return found
}

// labelsNothing reports whether nothing follows a label, the first of some texts, up to the next heading or the end.
func labelsNothing(source *text.Source, leaves []document.Leaf, end int) bool {
	below := text.Span{Start: leaves[0].Span.End, End: end}
	if len(leaves) > 1 {
		below.End = leaves[1].Span.Start
		if leaves[1].Kind != document.HeadingText {
			return false
		}
	}
	return isBlank(source, below)
}

// kindsOf returns the kinds of the texts of a section or a value. An unfinished word as a paragraph in bold
// is a label.
func (p *placeholders) kindsOf(leaves []document.Leaf) []kind {
	closed := map[string]bool{}
	for _, leaf := range leaves {
		addClosed(closed, leaf.Text)
	}
	kinds := make([]kind, len(leaves))
	for i, leaf := range leaves {
		isParagraph := leaf.Kind == document.Paragraph
		isLoose := leaf.Kind == document.ListItem || leaf.Kind == document.TableCell
		kinds[i] = p.kindOf(leaf.Text, place{prose: isParagraph, loose: isLoose, closed: closed})
		if isParagraph && text.IsBold(leaf.Text) && p.isOf(p.Unfinished, text.Bare(leaf.Text)) {
			kinds[i] = label
		}
	}
	return kinds
}

var htmlComment = text.MustCompile(`(?s)<!--.*?-->`)

// sectionName returns a section's number, or its title if it has none.
func sectionName(s *document.Section) string {
	if s.Number == 0 {
		return secret.Quote(s.Title)
	}
	return strconv.Itoa(s.Number)
}

// leafName names the part of a section that a leaf is, or returns "" if it is the whole section.
func leafName(kind document.LeafKind, leaves int) string {
	if leaves == 1 {
		return ""
	}
	return [...]string{"a paragraph", "a list item", "a table cell", "a heading"}[kind] + " of "
}

// kindOf returns the kind of a whole text.
func (p *placeholders) kindOf(s string, at place) kind {
	plain := text.Bare(s)
	if p.isUnfinished(plain, at) {
		return unfinished
	}
	if p.isLabel(plain) {
		return label
	}
	if p.isEmpty(plain) {
		return empty
	}
	if p.isWordless(s, plain) {
		return wordless
	}
	return content
}

// isUnfinished reports whether a whole bare text is a placeholder: an unfinished word anywhere, and the texts of
// templates in the places where they are not content.
func (p *placeholders) isUnfinished(plain string, at place) bool {
	words := unwrapped(plain)
	switch {
	case p.isOf(p.Unfinished, plain),
		at.prose && p.Phrases[words],
		at.whole && p.Values[words],
		!at.loose && p.Templates.match(plain, p.steps):
		return true
	}
	return p.Patterns.match(plain, p.steps) && !isLink(plain) && !p.isHTML(plain, at)
}

// isHTML reports whether a text consists of HTML tags.
func (p *placeholders) isHTML(plain string, at place) bool {
	return strings.HasPrefix(plain, "<") && !strings.Contains(p.untagged(plain, at.closed), "<")
}

// isLabel reports whether a bare text is a template's label for the text after it.
func (p *placeholders) isLabel(plain string) bool {
	word, found := strings.CutSuffix(unwrapped(plain), ":")
	return found && p.Unfinished[unwrapped(text.Bare(word))]
}

// isWordless reports whether a text, plain in its bare form, has no letter or digit outside of HTML tags.
func (p *placeholders) isWordless(s, plain string) bool {
	return isWordless(s) || strings.HasPrefix(plain, "<") && isWordless(p.untagged(plain, nil))
}

// isEmpty reports whether a bare text is an empty answer, with or without a symbol such as ✅.
func (p *placeholders) isEmpty(plain string) bool {
	return p.isOf(p.Empty, strings.TrimFunc(plain, isSymbol))
}

// isSymbol reports whether a character is a symbol, or the space or the colour (U+FE0F) after one.
func isSymbol(r rune) bool { return unicode.Is(unicode.So, r) || strings.ContainsRune("\uFE0F ", r) }

// isOf reports whether a bare text, with or without HTML tags, is a word of the set, or a sequence of them.
func (p *placeholders) isOf(words wordSet, plain string) bool {
	return words.has(plain) || strings.HasPrefix(plain, "<") && words.has(p.untagged(plain, nil))
}
