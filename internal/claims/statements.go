package claims

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// statementParams say which sentences of a handoff are claims about work that is
// done.
type statementParams struct {
	// Fields hold text for people, beside the Markdown.
	Fields []string `json:"fields"`
	// Apart match headings and labels under which nothing is claimed.
	Apart []*text.Pattern `json:"apart"`
	// Label is how long a label before a colon is at most, in bytes.
	Label int `json:"label"`
	// Hedges match sentences that claim nothing; Assurances match negations that do
	// not count as one.
	Hedges     []*text.Pattern `json:"hedges"`
	Assurances *text.Pattern   `json:"assurances"`
}

// maxStatements is how many sentences of one handoff are looked at: more are not a handoff.
const maxStatements = 1000

// statement is a sentence of a handoff.
type statement struct {
	// text is the sentence without emphasis, plain has code and quotations masked by
	// characters that no pattern matches: offsets are the same in both.
	text, plain string
	// lower is plain in lower case.
	lower   string
	at      text.Span
	pointer string
	// under are the headings and the labels that it is under.
	under []string
}

// statements returns the sentences of a handoff: those of its Markdown and of its fields.
func (p *statementParams) statements(pass *rules.Pass) []statement {
	read := func() any { return p.read(pass) }
	return pass.Memo("statements "+strings.Join(p.Fields, " "), read).([]statement)
}

func (p *statementParams) read(pass *rules.Pass) []statement {
	var all []statement
	if body := pass.Doc.Body; body != nil {
		end := body.Span.End
		if body.Trailing.Len() > 0 {
			end = body.Trailing.Start
		}
		leaves := bodyLeaves(pass)
		isAfter := func(leaf document.Leaf) bool { return leaf.Span.Start >= end }
		if i := slices.IndexFunc(leaves, isAfter); i >= 0 {
			leaves = leaves[:i]
		}
		all = p.inMarkdown(pass.Doc.Source, leaves)
	}
	for _, field := range p.Fields {
		node := pass.Doc.Data().Find(field)
		pointer := document.PathPointer(field)
		if node.Str() == "" || pass.Failed(pointer) {
			continue
		}
		source, leaves := document.LeavesOf(node.Text)
		for _, s := range p.inMarkdown(source, leaves) {
			s.at, s.pointer = node.Value, pointer
			all = append(all, s)
		}
	}
	return all[:min(len(all), maxStatements)]
}

// bodyLeaves returns the pieces of text in a document's Markdown, which several rules read.
func bodyLeaves(pass *rules.Pass) []document.Leaf {
	return pass.Memo("leaves", func() any { return pass.Doc.Leaves() }).([]document.Leaf)
}

// inMarkdown returns the statements of some pieces of a text.
func (p *statementParams) inMarkdown(source *text.Source, leaves []document.Leaf) []statement {
	var all []statement
	for _, leaf := range leaves {
		if len(all) >= maxStatements {
			break
		}
		if leaf.Kind == document.HeadingText || leaf.Kind == document.TableCell || leaf.Open {
			continue
		}
		if leaf.Label && strings.HasSuffix(text.Bare(leaf.Text), ":") {
			continue
		}
		plain := text.Unmarked(leaf.Text)
		under := append(titlesAbove(leaf), beforeColon(plain, p.Label))
		from := leaf.Span.Start
		for _, found := range text.Sentences(masked(plain)) {
			sentence := strings.TrimSpace(plain[found.Start:found.End])
			s := statement{text: sentence, plain: masked(sentence), at: leaf.Span, under: under}
			s.lower = strings.ToLower(s.plain)
			if len(all) >= maxStatements {
				break
			}
			if i := strings.Index(text.View(source, text.Span{Start: from, End: leaf.Span.End}), sentence); i >= 0 {
				s.at = text.Span{Start: from + i, End: from + i + len(sentence)}
				from = s.at.End
			}
			all = append(all, s)
		}
	}
	return all
}

// titlesAbove returns the headings and labels that a text is under, and the text itself if
// it is a label.
func titlesAbove(leaf document.Leaf) []string {
	titles := slices.Clone(leaf.Under.Labels)
	for _, h := range leaf.Under.Headings {
		titles = append(titles, h.Text)
	}
	if leaf.Label {
		titles = append(titles, leaf.Text)
	}
	return titles
}

// beforeColon returns the first words of a text if a colon follows them, within some bytes:
// they label the rest.
func beforeColon(s string, longest int) string {
	if at := strings.IndexAny(s, ":："); at >= 0 && at <= longest {
		return s[:at]
	}
	return ""
}

var quotation = text.MustCompile(`"[^"]*"|~~[^~]*~~|“[^”]*”|「[^」]*」|『[^』]*』`)

// masked returns a text of the same length in which code, quotations and what is struck
// out have no words.
func masked(s string) string {
	mask := func(part string) string { return strings.Repeat("¤", len(part)/2) + strings.Repeat("#", len(part)%2) }
	if strings.Contains(s, "`") {
		s = text.CodeSpan.ReplaceAllStringFunc(s, mask)
	}
	if strings.ContainsAny(s, `"~“「『`) {
		s = quotation.ReplaceAllStringFunc(s, mask)
	}
	return s
}

// hasOne reports whether a sentence has one of some words: looking for them costs next to
// nothing beside a pattern.
func (s *statement) hasOne(words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(s.lower, word) })
}

// isHedged reports whether a sentence claims nothing: it denies, asks, demands, expects
// or quotes, or is under a heading or label about work to come.
func (p *statementParams) isHedged(s statement, steps *text.Steps) bool {
	if slices.ContainsFunc(s.under, func(title string) bool { return matchesAny(p.Apart, title, steps) }) {
		return true
	}
	return matchesAny(p.Hedges, p.withoutAssurances(s.plain, steps), steps)
}

// withoutAssurances returns a sentence without "with no failures" and the like.
func (p *statementParams) withoutAssurances(plain string, steps *text.Steps) string {
	for found := p.Assurances.Find(plain, steps); found != nil; found = p.Assurances.Find(plain, steps) {
		plain = plain[:found[0]] + plain[found[1]:]
	}
	return plain
}

func matchesAny(patterns []*text.Pattern, s string, steps *text.Steps) bool {
	if s == "" {
		return false
	}
	for _, pattern := range patterns {
		if pattern.Match(s, steps) {
			return true
		}
	}
	return false
}
