package checks

import (
	"regexp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// statementParams say which sentences of a handoff are claims about work that is
// done.
type statementParams struct {
	// Fields hold text for people, beside the Markdown.
	Fields []string `json:"fields"`
	// Apart match headings and labels under which nothing is claimed.
	Apart []*rules.Pattern `json:"apart"`
	// Hedges match sentences that claim nothing; Assurances match negations that do
	// not count as one.
	Hedges     []*rules.Pattern `json:"hedges"`
	Assurances *rules.Pattern   `json:"assurances"`
}

// statement is a sentence of a handoff.
type statement struct {
	// text is the sentence without emphasisMarks, plain has code and quotations masked by
	// characters that no pattern matches: offsets are the same in both.
	text, plain string
	at          rules.Span
	pointer     string
}

// statements returns the sentences of a handoff that may claim something: those of its
// Markdown and of its fields, except what is under headings and labels about work to
// come.
func (p *statementParams) statements(pass *rules.Pass) []statement {
	var all []statement
	if body := pass.Doc.Body; body != nil {
		end := body.Span.End
		if body.Trailing.Len() > 0 {
			end = body.Trailing.Start
		}
		source := pass.Doc.Source.Slice(rules.Span{Start: body.Span.Start, End: end})
		all = p.inMarkdown(source, pass.Steps())
		for i := range all {
			all[i].at.Start += body.Span.Start
			all[i].at.End += body.Span.Start
		}
	}
	for _, field := range p.Fields {
		path := strings.Split(field, ".")
		node := pass.Doc.Data().Lookup(path...)
		pointer := "/" + strings.Join(path, "/")
		if node.Str() == "" || pass.Failed(pointer) {
			continue
		}
		for _, s := range p.inMarkdown(node.Text, pass.Steps()) {
			s.at, s.pointer = node.Value, pointer
			all = append(all, s)
		}
	}
	return all
}

// inMarkdown returns the statements of a text.
func (p *statementParams) inMarkdown(source string, steps *rules.Steps) []statement {
	_, leaves := document.LeavesOf(source)
	var all []statement
	var apart [7]bool // by the level of the heading
	label := false
	for _, leaf := range leaves {
		if leaf.Kind == document.HeadingText {
			level := headingLevel(source, leaf.Span.Start)
			apart[level] = matchesAny(p.Apart, leaf.Text, steps)
			clear(apart[level+1:])
			label = false
			continue
		}
		if slices.Contains(apart[:], true) || leaf.Kind == document.TableCell || isOpenTask(source, leaf.Span.Start) {
			continue
		}
		if isTitle(leaf.Text) {
			if label = matchesAny(p.Apart, leaf.Text, steps); label || strings.HasSuffix(bare(leaf.Text), ":") {
				continue
			}
		}
		text := unmarked(leaf.Text)
		if label || matchesAny(p.Apart, beforeColon(text), steps) {
			continue
		}
		for _, sentence := range sentencesOf(text) {
			s := statement{text: sentence, plain: masked(sentence), at: leaf.Span}
			if i := strings.Index(source[leaf.Span.Start:leaf.Span.End], sentence); i >= 0 {
				s.at = rules.Span{Start: leaf.Span.Start + i, End: leaf.Span.Start + i + len(sentence)}
			}
			all = append(all, s)
		}
	}
	return all
}

// headingLevel returns the level of the heading whose text starts at an offset; one
// that is underlined counts as the second.
func headingLevel(source string, at int) int {
	line := source[strings.LastIndexByte(source[:at], '\n')+1 : at]
	if level := strings.Count(line, "#"); level > 0 {
		return min(level, 6)
	}
	return 2
}

// isOpenTask reports whether the text at an offset is after the box of a task that is
// not done.
func isOpenTask(source string, at int) bool {
	return strings.HasSuffix(strings.TrimRight(source[:at], " \t"), "[ ]")
}

// emphasisMarks matches marks of emphasis, not the underscores and stars of names.
var emphasisMarks = regexp.MustCompile(`\*\*|__|~~|(^|[\s(])[*_]+|[*_]+($|[\s.,;:!?)])`)

// unmarked returns a text without marks of emphasisMarks, which would separate the words of
// a sentence. Code keeps its stars.
func unmarked(s string) string {
	var b strings.Builder
	at := 0
	for _, code := range append(codeSpan.FindAllStringIndex(s, -1), []int{len(s), len(s)}) {
		b.WriteString(emphasisMarks.ReplaceAllString(s[at:code[0]], "$1$2"))
		b.WriteString(s[code[0]:code[1]])
		at = code[1]
	}
	return b.String()
}

// beforeColon returns the first words of a text if a colon follows them: they label the
// rest.
func beforeColon(s string) string {
	const longest = 40 // of a label; more is a sentence
	if at := strings.IndexAny(s, ":："); at >= 0 && at <= longest {
		return s[:at]
	}
	return ""
}

var (
	quotation = regexp.MustCompile(`"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』`)
	fullStop  = regexp.MustCompile(`[.!?;]+["')\]]*\s+|[。！？；]+`)
	// shortened words end with a full stop that ends no sentence.
	shortened = regexp.MustCompile(`(?i)(^|[\s(])(e\.g|i\.e|etc|vs|cf|approx|incl|no)\.\s$`)
)

// sentencesOf cuts a text into sentences, each with its final punctuation.
func sentencesOf(s string) []string {
	masked := masked(s)
	var sentences []string
	at := 0
	for _, stop := range fullStop.FindAllStringIndex(masked, -1) {
		if !shortened.MatchString(masked[:stop[1]]) {
			sentences = append(sentences, strings.TrimSpace(s[at:stop[1]]))
			at = stop[1]
		}
	}
	if rest := strings.TrimSpace(s[at:]); rest != "" {
		sentences = append(sentences, rest)
	}
	return sentences
}

// masked returns a text of the same length in which code and quotations have no words.
func masked(s string) string {
	mask := func(part string) string { return strings.Repeat("¤", len(part)/2) + strings.Repeat("#", len(part)%2) }
	return quotation.ReplaceAllStringFunc(codeSpan.ReplaceAllStringFunc(s, mask), mask)
}

// isHedged reports whether a sentence claims nothing: it denies, asks, demands, expects
// or quotes.
func (p *statementParams) isHedged(s statement, steps *rules.Steps) bool {
	plain := s.plain
	for found := p.Assurances.Find(plain, steps); found != nil; found = p.Assurances.Find(plain, steps) {
		plain = plain[:found[0]] + plain[found[1]:]
	}
	return matchesAny(p.Hedges, plain, steps)
}

func matchesAny(patterns []*rules.Pattern, s string, steps *rules.Steps) bool {
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
