package checks

import (
	"iter"
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

type repeatedTextParams struct {
	Words      int `json:"words"`      // of a sentence, at least
	Times      int `json:"times"`      // that a sentence may occur
	Characters int `json:"characters"` // of a paragraph that two sections may have
	Window     int `json:"window"`     // words in a row, of which Different have to differ
	Different  int `json:"different"`
}

// passage is a paragraph or a list item of a section.
type passage struct {
	*document.Leaf
	section *document.Section
	// shown is the text as it is shown.
	shown    string
	reported bool
}

// follows reports whether two passages are consecutive paragraphs of a section.
func (t *passage) follows(before *passage) bool {
	areParagraphs := t.Kind == document.Paragraph && before.Kind == document.Paragraph
	return areParagraphs && t.section == before.section
}

// repeatedText reports repeated sentences and paragraphs, and passages in which few words differ. A text is
// reported once.
func repeatedText(p *repeatedTextParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	texts := passagesOf(pass.Doc)
	p.reportSentences(pass, texts)
	p.reportParagraphs(pass, texts)
	for len(texts) > 0 {
		row := 1
		for row < len(texts) && texts[row].follows(texts[row-1]) {
			row++
		}
		p.reportFewWords(pass, texts[:row])
		texts = texts[row:]
	}
}

// passagesOf returns the paragraphs and list items of a report, except labels: texts that end with a colon,
// or one sentence in bold with content below.
func passagesOf(doc *document.Document) (texts []*passage) {
	for i := range doc.Body.Sections {
		s := &doc.Body.Sections[i]
		if doc.Body.IsTrailing(s.Span) {
			break // text after the end marker is not part of the report
		}
		for k := range s.Leaves {
			leaf := &s.Leaves[k]
			isTitle := leaf.Label && hasContentBelow(doc.Source, s, k)
			if isPassage(leaf) && !isTitle {
				texts = append(texts, &passage{Leaf: leaf, section: s, shown: text.Visible(leaf.Text)})
			}
		}
	}
	return texts
}

// isPassage reports whether a leaf is a paragraph or a list item that is neither a label nor a row of a broken table.
func isPassage(leaf *document.Leaf) bool {
	isProse := leaf.Kind == document.Paragraph || leaf.Kind == document.ListItem
	return isProse && !text.EndsInColon(leaf.Text) && !strings.HasPrefix(leaf.Text, "|")
}

// hasContentBelow reports whether a section has more after one of its texts.
func hasContentBelow(source *text.Source, s *document.Section, leaf int) bool {
	isLast := leaf == len(s.Leaves)-1
	return !isLast || !isBlank(source, text.Span{Start: s.Leaves[leaf].Span.End, End: s.Content.End})
}

// sentence is a sentence without surrounding marks, and the texts that have it in any case.
type sentence struct {
	text string
	in   []*passage
}

// leastBytes returns the length of the shortest text with a number of words: a letter each, and the spaces
// between them.
func leastBytes(words int) int { return 2*words - 1 }

// reportSentences reports sentences that occur too often, at most one per text.
func (p *repeatedTextParams) reportSentences(pass *rules.Pass, texts []*passage) {
	known := map[string]*sentence{}
	var all []*sentence
	for _, t := range texts {
		for _, at := range text.Sentences(t.shown) {
			s := strings.Trim(t.shown[at.Start:at.Stop], text.Around+".!?")
			if len(s) < leastBytes(p.Words) {
				continue
			}
			key := strings.ToLower(s)
			if known[key] == nil {
				known[key] = &sentence{text: s}
				all = append(all, known[key])
			}
			known[key].in = append(known[key].in, t)
		}
	}
	for _, s := range all {
		if len(s.in) <= p.Times || s.in[1].reported || !p.isLong(s.text) { // the finding is at the second text
			continue
		}
		for _, t := range s.in {
			t.reported = true
		}
		values := rules.Values{"times": strconv.Itoa(len(s.in)), "text": secret.Quote(s.text)}
		pass.Report(rules.Report{At: s.in[1].Span, Related: []document.Related{{Span: s.in[0].Span}}, Values: values})
	}
}

// isLong reports whether a sentence has enough words outside of code.
func (p *repeatedTextParams) isLong(plain string) bool {
	words := slices.Collect(wordsOf(text.CodeSpan.ReplaceAllString(plain, " ")))
	return len(words) >= p.Words
}

// reportParagraphs reports each paragraph that is in two sections, whatever its markup. Lists may share an item.
func (p *repeatedTextParams) reportParagraphs(pass *rules.Pass, texts []*passage) {
	seen := firsts[string, *passage]{}
	for _, t := range texts {
		if t.reported || len(t.shown) <= p.Characters {
			continue
		}
		plain := strings.Trim(text.WithoutMarks(text.Unmarked(strings.ToLower(t.shown))), text.Around+".!?")
		other, repeated := seen.add(plain, t)
		if !repeated {
			continue
		}
		outside := text.CodeSpan.ReplaceAllString(plain, "")
		isOneWord := !strings.ContainsAny(strings.TrimSpace(outside), " \t")
		isName := isOneWord && !strings.ContainsFunc(outside, text.Ideographic) // a path, an address
		isShared := t.Kind == document.ListItem && other.Kind == document.ListItem
		if isName || isShared || other.section == t.section || utf8.RuneCountInString(outside) <= p.Characters {
			continue
		}
		t.reported = true
		pass.Report(rules.Report{At: t.Span, Variant: "paragraph", Related: []document.Related{{Span: other.Span}}, Values: rules.Values{
			"first":  sectionName(other.section),
			"second": sectionName(t.section),
			"text":   secret.Quote(t.Text),
		}})
	}
}

// reportFewWords reports the first of consecutive passages in which the words repeat: fewer than p.Different of
// p.Window words in a row differ. Each code span is a word of its own: a sentence that is repeated for many names
// differs by the names.
func (p *repeatedTextParams) reportFewWords(pass *rules.Pass, row []*passage) {
	length := 0
	for _, t := range row {
		length += len(t.shown)
	}
	isReported := slices.ContainsFunc(row, func(t *passage) bool { return t.reported })
	if isReported || length < leastBytes(p.Window) {
		return
	}
	var words []string
	var in []*passage          // of each word
	counts := map[string]int{} // of the words in the window
	code := 0
	mask := func(string) string {
		code++
		return " code" + strconv.Itoa(code) + " "
	}
	for _, t := range row {
		for word := range wordsOf(text.CodeSpan.ReplaceAllStringFunc(strings.ToLower(t.shown), mask)) {
			words = append(words, word)
			in = append(in, t)
			counts[word]++
			start := len(words) - p.Window
			if start < 0 {
				continue
			}
			if len(counts) < p.Different {
				at := in[len(in)-p.Window/2] // the text before may be fine
				pass.Report(rules.Report{At: at.Span, Variant: "words", Values: rules.Values{
					"words":     strconv.Itoa(p.Window),
					"different": strconv.Itoa(len(counts)),
					"text":      secret.Quote(at.Text),
				}})
				return
			}
			counts[words[start]]--
			if counts[words[start]] == 0 {
				delete(counts, words[start])
			}
		}
	}
}

// isSign reports whether a character is not part of a word.
func isSign(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
}

// wordsOf yields the words of a plain text. Two Han or Kana characters count as one word.
func wordsOf(plain string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range strings.FieldsFuncSeq(plain, isSign) {
			for first, n := utf8.DecodeRuneInString(word); text.Ideographic(first) && n < len(word); first, n = utf8.DecodeRuneInString(word) {
				_, m := utf8.DecodeRuneInString(word[n:])
				if !yield(word[:n+m]) {
					return
				}
				word = word[n+m:]
			}
			if word != "" && !yield(word) {
				return
			}
		}
	}
}
