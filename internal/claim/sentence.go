package claim

import (
	"slices"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// maxStatements bounds the sentences of one text: a handoff has fewer.
const maxStatements = 1000

// maxColumns bounds the columns of a table: every title is compared for each row.
const maxColumns = 50

// maxUnder bounds the bytes of headings and labels above a sentence: any number may be above one, and each
// is compared for each sentence.
const maxUnder = 2000

// Statement is a sentence of a text in Markdown, or a row of a table.
type Statement struct {
	// Text is the sentence without emphasis.
	Text string
	// Whole is the text that contains the sentence, without emphasis.
	Whole string
	// Span is its place in the text, in bytes.
	Span text.Span
	// IsRow is set for a row of a table.
	IsRow bool
	// isTitle is set for a heading, isQuoted for a line of a code block, isTicked for a ticked task, isNoted if a star may
	// refer to a footnote.
	isTitle, isQuoted, isTicked, isNoted bool
	// titles are the column titles of a row's table.
	titles []string
	// headings and labels are those above it, leads what it may go on from; see leads.
	headings []document.Heading
	labels   []string
	leads    leads
}

// cellMark separates the cells of a row.
const cellMark = " | "

// Statements returns the sentences of pieces of a text. Open tasks are left out, and so are code blocks, except lists of
// results right below a label or a heading that announces them.
func Statements(source *text.Source, leaves []document.Leaf) []Statement {
	var all []Statement
	var titles []string
	isBehindList := false // a list, a table or a code block below the current label
	isAnnounced := false  // what follows is right below a label or a heading of results
	var above leads
	for len(leaves) > 0 {
		leaf, read := leaves[0], leaves[:1]
		over := above.read(source, leaf)
		if leaf.Kind == document.TableCell {
			read = rowIn(leaves)
		}
		isTitles := leaf.Kind == document.TableCell && leaf.Cell.Row == 0
		switch {
		case isTitles:
			titles = textsOf(read)
		case leaf.Open, isFarBelow(leaf.Under):
		case len(all) >= maxStatements:
			return all
		case leaf.Kind == document.CodeBlock:
			if isAnnounced {
				all = append(all, resultsIn(leaf)...)
			}
		case leaf.Kind == document.TableCell:
			if len(titles) <= maxColumns && len(strings.Join(titles, "")) <= maxUnder {
				row := statementOfRow(read, titles)
				row.leads = over
				all = append(all, row)
			}
		default:
			all = append(all, statementsOf(source, leaf, isBehindList, over)...)
		}
		isBehindList = !leaf.Label && (isBehindList || isListed(leaf))
		isAnnounced = (leaf.Label || leaf.Kind == document.HeadingText) && AnnouncesResults(leaf.Text)
		leaves = leaves[len(read):]
	}
	return all[:min(len(all), maxStatements)]
}

// runIn matches emphasis with which a text begins that goes on: a title of what follows. "**Where we want to be.** …"
var runIn = text.MustCompile(`^[*_]{1,3}(.{1,100}?[.:!?：。])[*_]{1,3}\s+\S`)

// statementsOf returns the sentences of a paragraph, an item or a heading with their leads. A label does not apply to a
// paragraph behind its list, unless the paragraph continues the sentence: "If it is:\n\n- a\n\nall tests pass."
func statementsOf(source *text.Source, leaf document.Leaf, isBehindList bool, over leads) (all []Statement) {
	goesOn := unicode.IsLower(firstRune(leaf.Text))
	isApart := isBehindList && !goesOn && leaf.Kind == document.Paragraph
	lines := linesOf(source, leaf)
	for _, line := range lines {
		all = append(all, sentencesOf(source, line)...)
	}
	isNoted := strings.Count(masked(leaf.Text), "*")%2 == 1
	title := runIn.FindStringSubmatch(leaf.Text)
	for i := range all {
		s := &all[i]
		s.isTitle, s.isTicked, s.isNoted = leaf.Kind == document.HeadingText, leaf.Ticked, isNoted
		s.leads = over
		if i == 0 && title != nil && len(lines) == 1 {
			over = append(slices.Clip(over), lead{text: title[1], isItem: true}) // for the sentences after it
		}
		if isApart {
			s.labels = nil
		}
	}
	return all
}

// isListed reports whether a leaf is of what a label announces. A code block below the label of a plan is not all of it.
func isListed(leaf document.Leaf) bool {
	isPlan := func(label string) bool { return wordOf(tokensOf(text.Unmarked(label)), tagDanger) != "" }
	if leaf.Kind == document.CodeBlock {
		return !slices.ContainsFunc(leaf.Under.Labels, isPlan)
	}
	return leaf.Kind == document.ListItem || leaf.Kind == document.TableCell
}

// maxResults bounds the lines of a code block that lists results.
const maxResults = 20

// resultsIn returns the lines of a code block if it is a list of results: each line claims that something
// passes, which it names first, or behind a mark. A log of a run is not.
func resultsIn(block document.Leaf) (lines []Statement) {
	for line := range strings.Lines(block.Text) {
		line = text.Fold(line)
		if line == "" {
			continue
		}
		if len(line) > maxSentence {
			return nil
		}
		s := statementOf(block, block.Text, quoteCommand(line), block.Span)
		s.isQuoted = true
		isResult := len(readSentence(s).claims) > 0 && tokensOf(s.Text)[0].is(nouns|tagMark)
		if !isResult || len(lines) == maxResults {
			return nil
		}
		lines = append(lines, s)
	}
	return lines
}

// quoteCommand returns a line of a code block with the command before its first mark as code: "npm test ✓".
func quoteCommand(line string) string {
	for i := range line {
		if markAt(line[i:]) == 0 {
			continue
		}
		command := strings.TrimSpace(line[:i])
		if codeToken(text.Span{}, command).is(tagCommand) {
			return "`" + command + "` " + line[i:]
		}
		break
	}
	return line
}

// isFarBelow reports whether headings and labels exceed maxUnder.
func isFarBelow(under *document.Under) bool {
	size := 0
	for _, h := range under.Headings {
		size += len(h.Text)
	}
	for _, label := range under.Labels {
		size += len(label)
	}
	return size > maxUnder
}

// rowIn returns the leading leaves that are cells of one row.
func rowIn(leaves []document.Leaf) []document.Leaf {
	isNextRow := func(leaf document.Leaf) bool { return leaf.Cell.Column == 0 }
	if i := slices.IndexFunc(leaves[1:], isNextRow); i >= 0 {
		return leaves[:i+1]
	}
	return leaves
}

// textsOf returns the text of cells.
func textsOf(cells []document.Leaf) (texts []string) {
	for _, cell := range cells {
		texts = append(texts, text.Unmarked(cell.Text))
	}
	return texts
}

func statementOfRow(cells []document.Leaf, titles []string) Statement {
	texts := textsOf(cells)
	span := text.Span{Start: cells[0].Span.Start, End: cells[len(cells)-1].Span.End}
	s := statementOf(cells[0], texts[0], strings.Join(texts, cellMark), span)
	s.IsRow, s.titles = true, titles
	return s
}

// labelled matches a line that begins with a label: "**Tests:** 24 passed".
var labelled = text.MustCompile(`^[^\pL\n]*\pL[^:：\n]{0,40}[:：]`)

// isMarked reports whether a line begins with the mark of an item.
func isMarked(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "•") || markAt(line) > 0
}

// linesOf splits a piece of text into items, which begin at lines with marks, or into its lines if each has
// a label; otherwise it returns the piece.
func linesOf(source *text.Source, leaf document.Leaf) []document.Leaf {
	lines := slices.Collect(strings.Lines(text.View(source, leaf.Span)))
	hasMarks := slices.ContainsFunc(lines, isMarked)
	isLabelled := !slices.ContainsFunc(lines, func(line string) bool { return !labelled.MatchString(line) })
	if !hasMarks && !isLabelled {
		return []document.Leaf{leaf}
	}
	var pieces []document.Leaf
	at := leaf.Span.Start
	for _, line := range lines {
		end := at + len(line)
		if len(pieces) == 0 || isLabelled || isMarked(line) {
			pieces = append(pieces, leaf)
			pieces[len(pieces)-1].Span.Start = at
		}
		last := &pieces[len(pieces)-1]
		last.Span.End = end
		last.Text = text.Fold(text.View(source, last.Span))
		at = end
	}
	return pieces
}

// numbered matches a word with a number that begins a text, as a label would: "AC 1. All tests pass."
var numbered = text.MustCompile(`^\W*\pL+[ -]?(?:\d+(?:\.\d+)*|[A-Z])\. ?$`)

func sentencesOf(source *text.Source, leaf document.Leaf) []Statement {
	plain := text.Unmarked(leaf.Text)
	var all []Statement
	from := leaf.Span.Start
	sentences := text.Sentences(masked(plain))
	if len(sentences) > 1 && numbered.MatchString(plain[:sentences[0].End]) {
		sentences[1].Start = 0
		sentences = sentences[1:]
	}
	for _, found := range sentences {
		if len(all) == maxStatements {
			break
		}
		sentence := strings.TrimSpace(plain[found.Start:found.End])
		span := leaf.Span
		if i := strings.Index(text.View(source, text.Span{Start: from, End: leaf.Span.End}), sentence); i >= 0 {
			span = text.Span{Start: from + i, End: from + i + len(sentence)}
			from = span.End
		}
		all = append(all, statementOf(leaf, plain, sentence, span))
	}
	return all
}

func statementOf(leaf document.Leaf, whole, sentence string, span text.Span) Statement {
	return Statement{Text: sentence, Whole: whole, Span: span, headings: leaf.Under.Headings, labels: leaf.Under.Labels}
}

// quotation matches a quotation or struck-out text at the beginning of a text.
var quotation = text.MustCompile(`^(?:"[^"]*"|~~[^~]*~~|„[^“]*“|“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』)`)

// quotes are the signs that begin and end what quotation matches.
var quotes = [][2]string{{`"`, `"`}, {"~~", "~~"}, {"„", "“"}, {"“", "”"}, {"«", "»"}, {"「", "」"}, {"『", "』"}}

// masked returns a text of the same length with code, quotations and struck-out text replaced. It looks for each sign
// once: quotation would read on to the end behind each that is not closed.
func masked(s string) string {
	mask := func(part string) string { return strings.Repeat("¤", len(part)/2) + strings.Repeat("#", len(part)%2) }
	s = text.CodeSpan.ReplaceAllStringFunc(s, mask)
	for _, quote := range quotes {
		var out strings.Builder
		for {
			before, rest, _ := strings.Cut(s, quote[0])
			inside, after, isClosed := strings.Cut(rest, quote[1])
			if !isClosed {
				break
			}
			out.WriteString(before + mask(quote[0]+inside+quote[1]))
			s = after
		}
		s = out.String() + s
	}
	return s
}
