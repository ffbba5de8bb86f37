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
	Words      int `json:"words"`
	Times      int `json:"times"`
	Characters int `json:"characters"`
	Window     int `json:"window"`
	Different  int `json:"different"`
}

// passage is a paragraph or a list item of a section.
type passage struct {
	*document.Leaf
	section *document.Section
	// row numbers runs of consecutive paragraphs. Each list item is its own row.
	row int
	// plain is the text as it is shown, in lower case.
	plain string
	// bold is set for one sentence in bold, which may be a title.
	bold     bool
	reported bool
}

// repeatedText reports repeated sentences and paragraphs, and passages in which few words differ. A text is
// reported once.
func repeatedText(p *repeatedTextParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	all := passagesOf(pass.Doc)
	texts := slices.DeleteFunc(slices.Clone(all), func(t *passage) bool { return t.bold })
	p.sentences(pass, texts)
	p.paragraphs(pass, all)
	for start := 0; start < len(texts); {
		end := start + 1
		for end < len(texts) && texts[end].row == texts[start].row {
			end++
		}
		p.words(pass, texts[start:end])
		start = end
	}
}

// passagesOf returns the paragraphs and list items of a report, except labels: texts that end with a colon,
// or one sentence in bold with content below.
func passagesOf(doc *document.Document) (texts []*passage) {
	row := 0
	for i := range doc.Body.Sections {
		s := &doc.Body.Sections[i]
		if doc.Body.IsTrailing(s.Span) {
			break // text after the end marker is not part of the report
		}
		row++
		for k := range s.Leaves {
			leaf := &s.Leaves[k]
			followsItem := k > 0 && s.Leaves[k-1].Kind == document.ListItem
			if followsItem || leaf.Kind != document.Paragraph {
				row++
			}
			isTitle := leaf.Label && hasContentBelow(doc.Source, s, k)
			if isPassage(leaf) && !isTitle {
				plain := strings.ToLower(text.Visible(leaf.Text))
				texts = append(texts, &passage{Leaf: leaf, section: s, row: row, plain: plain, bold: leaf.Label})
			}
		}
	}
	return texts
}

func isPassage(leaf *document.Leaf) bool {
	isProse := leaf.Kind == document.Paragraph || leaf.Kind == document.ListItem
	return isProse && !text.EndsInColon(leaf.Text) && !strings.HasPrefix(leaf.Text, "|")
}

// hasContentBelow reports whether a section has more after one of its texts.
func hasContentBelow(source *text.Source, s *document.Section, leaf int) bool {
	isLast := leaf == len(s.Leaves)-1
	return !isLast || !isBlank(source, text.Span{Start: s.Leaves[leaf].Span.End, End: s.Content.End})
}

// sentences reports sentences that occur too often, at most one per text.
func (p *repeatedTextParams) sentences(pass *rules.Pass, texts []*passage) {
	in := map[string][]*passage{}
	p.eachSentence(texts, func(t *passage, sentence string) { in[sentence] = append(in[sentence], t) })
	p.eachSentence(texts, func(_ *passage, sentence string) {
		if len(in[sentence]) > p.Times {
			p.reportSentence(pass, sentence, in[sentence])
			delete(in, sentence)
		}
	})
}

// eachSentence calls a function for each sentence that may have enough words, without surrounding marks.
func (p *repeatedTextParams) eachSentence(texts []*passage, call func(t *passage, sentence string)) {
	for _, t := range texts {
		for _, found := range text.Sentences(t.plain) {
			sentence := strings.Trim(t.plain[found.Start:found.Stop], text.Around+".!?")
			if len(sentence) >= 2*p.Words-1 { // one letter and one space per word
				call(t, sentence)
			}
		}
	}
}

// isLong reports whether a sentence has enough words outside of code.
func (p *repeatedTextParams) isLong(plain string) bool {
	words := slices.Collect(wordsOf(text.CodeSpan.ReplaceAllString(plain, " ")))
	return len(words) >= p.Words
}

func (p *repeatedTextParams) reportSentence(pass *rules.Pass, plain string, in []*passage) {
	if in[1].reported || !p.isLong(plain) {
		return
	}
	shown := plain
	for _, found := range text.Sentences(in[0].Text) {
		s := in[0].Text[found.Start:found.Stop]
		if strings.ToLower(strings.Trim(text.Visible(s), text.Around+".!?")) == plain {
			shown = s
			break
		}
	}
	for _, t := range in {
		t.reported = true
	}
	values := rules.Values{"times": strconv.Itoa(len(in)), "text": secret.Quote(shown)}
	pass.Report(rules.Report{At: in[1].Span, Related: []document.Related{{Span: in[0].Span}}, Values: values})
}

// paragraphs reports each paragraph that is in two sections, whatever its markup. Lists may share an item.
func (p *repeatedTextParams) paragraphs(pass *rules.Pass, texts []*passage) {
	first := firsts[string, *passage]{}
	for _, t := range texts {
		if t.reported || len(t.plain) <= p.Characters {
			continue
		}
		plain := strings.Trim(text.WithoutMarks(text.Unmarked(t.plain)), text.Around+".!?")
		other, repeated := first.before(plain, t)
		if !repeated {
			continue
		}
		outside := text.CodeSpan.ReplaceAllString(plain, "")
		isName := !strings.ContainsAny(strings.TrimSpace(outside), " \t") && !strings.ContainsFunc(outside, text.Ideographic) // a path, an address
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

// words reports the first passage of a row in which too few words differ.
func (p *repeatedTextParams) words(pass *rules.Pass, row []*passage) {
	length := 0
	for _, t := range row {
		length += len(t.plain)
	}
	if length < 2*p.Window-1 { // too few words
		return
	}
	words := make([]wordOfRow, 0, length/4)
	counts := map[string]int{} // of the words in the window
	for i, masked := range maskCode(row) {
		if row[i].reported {
			return
		}
		for word := range wordsOf(masked) {
			words = append(words, wordOfRow{word, row[i].Leaf})
			counts[word]++
			if len(words) < p.Window {
				continue
			}
			window := words[len(words)-p.Window:]
			if len(counts) < p.Different {
				at := window[p.Window-p.Window/2].in // the text before may be fine
				pass.Report(rules.Report{At: at.Span, Variant: "words", Values: rules.Values{
					"words":     strconv.Itoa(p.Window),
					"different": strconv.Itoa(len(counts)),
					"text":      secret.Quote(at.Text),
				}})
				return
			}
			first := window[0].text
			counts[first]--
			if counts[first] == 0 {
				delete(counts, first)
			}
		}
	}
}

// wordOfRow is a word of consecutive texts.
type wordOfRow struct {
	text string
	in   *document.Leaf
}

// maskCode returns the plain texts of a row with a distinct word for each code span: a sentence that is
// repeated for many names differs by the names.
func maskCode(row []*passage) []string {
	code := 0
	mask := func(string) string {
		code++
		return " code" + strconv.Itoa(code) + " "
	}
	masked := make([]string, len(row))
	for i, t := range row {
		masked[i] = text.CodeSpan.ReplaceAllStringFunc(t.plain, mask)
	}
	return masked
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
