package checks

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
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

// prose is a paragraph or a list item of a section, except labels.
type prose struct {
	*rules.Leaf
	section *rules.Section
	// row numbers the paragraphs that follow each other. A list item is a row of
	// its own.
	row int
}

// repeatedText reports repeated sentences and paragraphs, and stretches in
// which few words differ. A text is reported once.
func repeatedText(p *repeatedTextParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	texts := proseOf(pass.Doc.Body)
	reported := map[*rules.Leaf]bool{}
	p.sentences(pass, texts, reported)
	p.paragraphs(pass, texts, reported)
	for start, end := 0, 0; start < len(texts); start = end {
		for end < len(texts) && texts[end].row == texts[start].row {
			end++
		}
		p.words(pass, texts[start:end], reported)
	}
}

func proseOf(body *rules.Body) []prose {
	var texts []prose
	row := 0
	for i := range body.Sections {
		s := &body.Sections[i]
		if isTrailing(body, s.Span) {
			break // text after the end marker is not part of the report
		}
		row++
		for k := range s.Leaves {
			leaf := &s.Leaves[k]
			if leaf.Kind != document.Paragraph || k > 0 && s.Leaves[k-1].Kind == document.ListItem {
				row++
			}
			isProse := leaf.Kind == document.Paragraph || leaf.Kind == document.ListItem
			if isProse && !isTitle(leaf.Text) && !strings.HasPrefix(leaf.Text, "|") {
				texts = append(texts, prose{leaf, s, row})
			}
		}
	}
	return texts
}

// isTitle reports whether a text is a label of what follows: it ends with a
// colon, or is one sentence in bold.
func isTitle(s string) bool {
	plain := strings.Trim(s, around)
	return strings.HasSuffix(plain, ":") || strings.HasSuffix(plain, "：") ||
		boldWhole.MatchString(strings.TrimSpace(s)) && len(splitSentences(plain)) == 1
}

var (
	boldWhole = text.MustCompile(`^(\*\*[^*]+\*\*|__[^_]+__)$`)
	codeSpan  = text.MustCompile("``[^`]+``|`[^`]+`")
)

// splitSentences returns the sentences of a text without the signs that end them. A
// Latin sign ends one before a space only, with the quotes and brackets between.
func splitSentences(s string) (sentences []string) {
	start := 0
	for from := 0; ; {
		end := strings.IndexFunc(s[from:], endsSentence)
		if end < 0 {
			return append(sentences, s[start:])
		}
		end += from
		rest := strings.TrimLeft(s[end:], "。！？；")
		if len(rest) == len(s)-end {
			closed := strings.TrimLeft(strings.TrimLeft(rest, ".!?"), `"')]*_`)
			rest = strings.TrimLeft(closed, " \t\r\n\f")
			if from = len(s) - len(closed); len(rest) == len(closed) {
				continue
			}
		}
		sentences, start = append(sentences, s[start:end]), len(s)-len(rest)
		from = start
	}
}

func endsSentence(r rune) bool {
	switch r {
	case '.', '!', '?', '。', '！', '？', '；':
		return true
	}
	return false
}

// sentences reports sentences that occur too often, one of each text.
func (p *repeatedTextParams) sentences(pass *rules.Pass, texts []prose, reported map[*rules.Leaf]bool) {
	in := map[string][]*rules.Leaf{} // by the sentence
	var sentences []string           // in the order of the file
	for _, t := range texts {
		if len(t.Text) < 2*p.Words-1 { // a letter and a space each
			continue
		}
		for _, s := range splitSentences(t.Text) {
			key := plainSentence(s)
			if in[key] = append(in[key], t.Leaf); len(in[key]) == 1 {
				sentences = append(sentences, s)
			}
		}
	}
	for _, s := range sentences {
		leaves := in[plainSentence(s)]
		if len(leaves) <= p.Times || reported[leaves[1]] || isTitle(s) || len(wordsOf(codeSpan.ReplaceAllString(s, " "))) < p.Words {
			continue
		}
		for _, leaf := range leaves {
			reported[leaf] = true
		}
		pass.Report(rules.Report{At: leaves[1].Span, Related: []rules.Place{{Span: leaves[0].Span}}, Values: rules.Values{
			"times": strconv.Itoa(len(leaves)),
			"text":  rules.Quote(s),
		}})
	}
}

// plainSentence is a sentence in lower case as it is shown, without what is around it.
func plainSentence(s string) string {
	return strings.ToLower(strings.Trim(text.Visible(s), around+".!?"))
}

// paragraphs reports each paragraph that is in two sections.
func (p *repeatedTextParams) paragraphs(pass *rules.Pass, texts []prose, reported map[*rules.Leaf]bool) {
	first := map[string]prose{}
	for _, t := range texts {
		if t.Kind != document.Paragraph || reported[t.Leaf] {
			continue
		}
		plain := plainSentence(t.Text)
		other, seen := first[plain]
		if !seen {
			first[plain] = t
			continue
		}
		outside := codeSpan.ReplaceAllString(plain, "")
		if other.section == t.section || utf8.RuneCountInString(outside) <= p.Characters || isName(outside) {
			continue
		}
		reported[t.Leaf] = true
		pass.Report(rules.Report{At: t.Span, Variant: "paragraph", Related: []rules.Place{{Span: other.Span}}, Values: rules.Values{
			"first":  sectionName(other.section),
			"second": sectionName(t.section),
			"text":   rules.Quote(t.Text),
		}})
	}
}

// isName reports whether a text is one word between spaces: a path, an address.
func isName(s string) bool {
	return !strings.ContainsAny(strings.TrimSpace(s), " \t") && !strings.ContainsFunc(s, text.Ideographic)
}

// words reports the first stretch of a row in which too few words differ.
func (p *repeatedTextParams) words(pass *rules.Pass, row []prose, reported map[*rules.Leaf]bool) {
	if len(row) == 1 && len(row[0].Text) < 2*p.Window-1 {
		return
	}
	var words []string
	var from []*rules.Leaf // of each word
	counts := map[string]int{}
	code := 0
	masked := func(string) string { // a sentence repeated for many names differs by the names
		code++
		return " code" + strconv.Itoa(code) + " "
	}
	for _, t := range row {
		if reported[t.Leaf] {
			return
		}
		for _, word := range wordsOf(codeSpan.ReplaceAllStringFunc(t.Text, masked)) {
			words, from = append(words, word), append(from, t.Leaf)
			counts[word]++
			if len(words) < p.Window {
				continue
			}
			if len(counts) < p.Different {
				at := from[len(words)-p.Window/2] // the text before may be sound
				pass.Report(rules.Report{At: at.Span, Variant: "words", Values: rules.Values{
					"words":     strconv.Itoa(p.Window),
					"different": strconv.Itoa(len(counts)),
					"text":      rules.Quote(at.Text),
				}})
				return
			}
			gone := words[len(words)-p.Window]
			if counts[gone]--; counts[gone] == 0 {
				delete(counts, gone)
			}
		}
	}
}

// wordsOf returns what is between the signs of a text, in lower case. Two characters
// of Han and Kana count as one word.
func wordsOf(s string) []string {
	var words []string
	sign := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) }
	for word := range strings.FieldsFuncSeq(strings.ToLower(text.Visible(s)), sign) {
		for first, n := utf8.DecodeRuneInString(word); text.Ideographic(first) && n < len(word); first, n = utf8.DecodeRuneInString(word) {
			_, m := utf8.DecodeRuneInString(word[n:])
			words, word = append(words, word[:n+m]), word[n+m:]
		}
		if word != "" {
			words = append(words, word)
		}
	}
	return words
}
