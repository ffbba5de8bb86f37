package checks

import (
	"regexp"
	"strconv"
	"strings"
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
	leaf    *rules.Leaf
	section *rules.Section
	// run numbers the sequence of paragraphs that it is in. A list item is a
	// sequence of its own.
	run int
}

// repeatedText reports repeated sentences and paragraphs, and stretches in
// which few words differ. A text is reported once.
var repeatedText = rules.NewCheck(func(p *repeatedTextParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	texts := proseOf(pass.Doc.Body)
	reported := p.sentences(pass, texts)
	p.paragraphs(pass, texts, reported)
	for start := 0; start < len(texts); {
		end := start + 1
		for end < len(texts) && texts[end].run == texts[start].run {
			end++
		}
		p.row(pass, texts[start:end], reported)
		start = end
	}
})

func proseOf(body *rules.Body) []prose {
	var texts []prose
	run := 0
	for i := range body.Sections {
		s := &body.Sections[i]
		if isTrailing(body, s.Span) {
			break // text after the end marker is not part of the report
		}
		run++
		for k := range s.Leaves {
			leaf := &s.Leaves[k]
			if leaf.Kind != document.Paragraph {
				run++
			}
			isProse := leaf.Kind == document.Paragraph || leaf.Kind == document.ListItem
			if isProse && !isTitle(leaf.Text) && !strings.HasPrefix(leaf.Text, "|") {
				texts = append(texts, prose{leaf: leaf, section: s, run: run})
			}
			if leaf.Kind == document.ListItem {
				run++
			}
		}
	}
	return texts
}

// isTitle reports whether a text is a label of what follows: it ends with a
// colon, or is one sentence in bold.
func isTitle(s string) bool {
	s = strings.TrimSpace(s)
	return strings.HasSuffix(bare(s), ":") || boldWhole.MatchString(s) && !sentenceEnd.MatchString(strings.Trim(s, "*_ "))
}

var (
	boldWhole   = regexp.MustCompile(`^(\*\*[^*]+\*\*|__[^_]+__)$`)
	codeSpan    = regexp.MustCompile("``[^`]+``|`[^`]+`")
	sentenceEnd = regexp.MustCompile(`[.!?]+["')\]*_]*\s+|[。！？；]+`)
)

// sentences reports sentences that occur too often, those of one text in one
// finding, and returns the texts reported.
func (p *repeatedTextParams) sentences(pass *rules.Pass, texts []prose) map[*rules.Leaf]bool {
	type sentence struct {
		text string
		in   []*rules.Leaf
	}
	var sentences []*sentence // in the order of the file
	byText := map[string]*sentence{}
	for _, t := range texts {
		if len(t.leaf.Text) < 2*p.Words-1 { // at least a letter and a space per word
			continue
		}
		for _, s := range sentenceEnd.Split(t.leaf.Text, -1) {
			key := strings.TrimRight(bare(s), ".!?")
			if byText[key] == nil {
				if isTitle(s) || len(wordsOf(codeSpan.ReplaceAllString(key, " "))) < p.Words {
					continue
				}
				byText[key] = &sentence{text: s}
				sentences = append(sentences, byText[key])
			}
			byText[key].in = append(byText[key].in, t.leaf)
		}
	}
	reported := map[*rules.Leaf]bool{}
	repeated := map[*rules.Leaf][]*sentence{} // by the second text that contains them
	for _, s := range sentences {
		if len(s.in) > p.Times {
			repeated[s.in[1]] = append(repeated[s.in[1]], s)
			for _, leaf := range s.in {
				reported[leaf] = true
			}
		}
	}
	for _, t := range texts {
		here := repeated[t.leaf]
		if len(here) == 0 {
			continue
		}
		variant := ""
		if len(here) > 1 {
			variant = "sentences"
		}
		pass.Report(rules.Report{At: t.leaf.Span, Variant: variant, Related: []rules.Place{{Span: here[0].in[0].Span}}, Values: rules.Values{
			"count": strconv.Itoa(len(here)),
			"times": strconv.Itoa(len(here[0].in)),
			"text":  rules.Quote(here[0].text),
		}})
	}
	return reported
}

// paragraphs reports each paragraph that is in two sections.
func (p *repeatedTextParams) paragraphs(pass *rules.Pass, texts []prose, reported map[*rules.Leaf]bool) {
	first := map[string]prose{}
	for _, t := range texts {
		if t.leaf.Kind != document.Paragraph || len(t.leaf.Text) <= p.Characters || reported[t.leaf] {
			continue
		}
		plain := bare(t.leaf.Text)
		outside := codeSpan.ReplaceAllString(plain, "")
		if utf8.RuneCountInString(outside) <= p.Characters || isName(outside) {
			continue
		}
		other, seen := first[plain]
		if !seen {
			first[plain] = t
			continue
		}
		if other.section == t.section {
			continue
		}
		reported[t.leaf] = true
		pass.Report(rules.Report{At: t.leaf.Span, Variant: "paragraph", Related: []rules.Place{{Span: other.leaf.Span}}, Values: rules.Values{
			"first":  sectionName(other.section),
			"second": sectionName(t.section),
			"text":   rules.Quote(t.leaf.Text),
		}})
	}
}

// isName reports whether a text is one word between spaces: a path, an address.
func isName(s string) bool {
	return !strings.ContainsAny(strings.TrimSpace(s), " \t") && !strings.ContainsFunc(s, text.Ideographic)
}

// row reports the first stretch in a sequence of texts in which too few words
// differ.
func (p *repeatedTextParams) row(pass *rules.Pass, texts []prose, reported map[*rules.Leaf]bool) {
	bytes := 0
	for _, t := range texts {
		bytes += len(t.leaf.Text) + 1
	}
	if bytes < 2*p.Window {
		return
	}
	var words []string
	var from []*rules.Leaf // of each word
	counts := map[string]int{}
	for _, t := range texts {
		if reported[t.leaf] {
			return
		}
		for _, word := range wordsOf(maskCode(bare(t.leaf.Text), len(words))) {
			words, from = append(words, word), append(from, t.leaf)
			counts[word]++
			if len(words) > p.Window {
				gone := words[len(words)-1-p.Window]
				if counts[gone]--; counts[gone] == 0 {
					delete(counts, gone)
				}
			}
			if len(words) >= p.Window && len(counts) < p.Different {
				at := from[len(words)-p.Window/2] // the text before may be sound
				pass.Report(rules.Report{At: at.Span, Variant: "words", Values: rules.Values{
					"words":     strconv.Itoa(p.Window),
					"different": strconv.Itoa(len(counts)),
					"text":      rules.Quote(at.Text),
				}})
				return
			}
		}
	}
}

// maskCode replaces each code span with a unique word: a sentence repeated for
// many names differs by the names.
func maskCode(s string, seed int) string {
	return codeSpan.ReplaceAllStringFunc(s, func(string) string {
		seed++
		return " code" + strconv.Itoa(seed) + " "
	})
}

// wordsOf returns the words of a text. Two characters of Han and Kana count as
// one word.
func wordsOf(s string) []string {
	var words []string
	half := ""
	for word := range text.Words(s) {
		r, n := utf8.DecodeRuneInString(word)
		switch {
		case n < len(word) || !text.Ideographic(r):
			words = append(words, word)
			half = ""
		case half == "":
			half = word
		default:
			words = append(words, half+word)
			half = ""
		}
	}
	return words
}
