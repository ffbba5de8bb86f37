package checks

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type injectionParams struct {
	Orders     []string      `json:"orders"` // patterns
	Commands   []*command    `json:"commands"`
	Openers    []string      `json:"openers"`    // words that may be before a verb
	Conditions *text.Pattern `json:"conditions"` // such as "after"
	Readers    *text.Pattern `json:"readers"`    // what a condition about the reader has, such as "you read"
	OwnText    *text.Pattern `json:"own"`        // parts of the document itself, such as "section"

	openers text.Phrases
}

// command is a class of orders: one of the verbs, followed within a few words by one of the objects. Needs
// matches what else the sentence must contain; Own says whether it may be about the document's own text.
type command struct {
	Verbs   []string      `json:"verbs"`
	Objects []string      `json:"objects"`
	Within  int           `json:"within"`
	Needs   *text.Pattern `json:"needs"`
	Own     bool          `json:"own"`

	verbs, objects text.Phrases
}

// Prepare splits verbs, objects and openers into words.
func (p *injectionParams) Prepare() error {
	p.openers = text.PhrasesOf(p.Openers)
	for _, c := range p.Commands {
		c.verbs, c.objects = text.PhrasesOf(c.Verbs), text.PhrasesOf(alternatives(c.Objects))
	}
	return nil
}

// alternatives expands phrases such as "user|team about|that".
func alternatives(texts []string) []string {
	var all []string
	for _, s := range texts {
		phrases := []string{""}
		for word := range strings.FieldsSeq(s) {
			var longer []string
			for _, phrase := range phrases {
				for alternative := range strings.SplitSeq(word, "|") {
					longer = append(longer, phrase+" "+alternative)
				}
			}
			phrases = longer
		}
		all = append(all, phrases...)
	}
	return all
}

// injection reports orders to a model in comments, attributes and the like.
func injection(p *injectionParams, pass *rules.Pass) {
	if body := pass.Doc.Body; body != nil {
		for _, u := range document.UnseenIn(pass.Doc.Source, body.Span) {
			p.checkUnseen(pass, u, pass.Doc.Source, rules.Report{At: u.Span})
		}
	}
	pass.Doc.EachString(func(n *document.Node, pointer string) {
		source := text.NewSource([]byte(n.Text))
		for _, u := range document.UnseenIn(source, text.Span{End: len(n.Text)}) {
			p.checkUnseen(pass, u, source, rules.Report{At: n.Value, Pointer: pointer})
		}
	})
}

// checkUnseen reports the first order in an invisible text, at the position of r.
func (p *injectionParams) checkUnseen(pass *rules.Pass, u document.Unseen, source *text.Source, r rules.Report) {
	shown := text.Fold(text.Visible(source.Slice(u.Span)))
	for _, order := range p.Orders {
		if at := text.Compiled(order).Find(strings.ToLower(shown), pass.Steps()); at != nil {
			reportOrder(pass, u, r, shown[min(at[0], len(shown)):]) // lower case may have another length
			return
		}
	}
	if u.Rendered { // a command in it may be meant for people
		return
	}
	if order := p.commandIn(pass, proseOf(source.Slice(u.Span), u.Code)); order != "" {
		reportOrder(pass, u, r, order)
	}
}

func reportOrder(pass *rules.Pass, u document.Unseen, r rules.Report, order string) {
	order = strings.Trim(order, ` -<>/"'`+"`")
	r.Values = rules.Values{"where": u.Where, "text": secret.Quote(strings.ToValidUTF8(order, ""))}
	pass.Report(r)
}

// proseOf returns a text as it is shown. For a program it returns the lines that are not code.
func proseOf(s string, isCode bool) string {
	var prose []string
	for line := range strings.Lines(text.Visible(s)) {
		line = strings.TrimSpace(line)
		if isCode && strings.ContainsAny(line, "{}()=<>;") {
			continue
		}
		prose = append(prose, strings.TrimLeft(line, "/*#"))
	}
	return text.Fold(strings.Join(prose, " "))
}

// commandIn returns the first sentence of a text that is an order of one of the classes.
func (p *injectionParams) commandIn(pass *rules.Pass, s string) string {
	s = strings.TrimPrefix(strings.TrimSuffix(s, "-->"), "<!--")
	for _, found := range text.Sentences(s) {
		sentence := s[found.Start:found.Stop]
		for _, c := range p.Commands {
			if p.isCommand(c, sentence) && !p.isNote(pass, c, sentence) {
				return sentence
			}
		}
	}
	return ""
}

// nameInText matches addresses and file names, whose parts are not words.
var nameInText = text.MustCompile(`\S*[^\s.][./@][^\s.]\S*`)

// isNote reports whether a sentence is not an order despite its form: it lacks what its class needs, is about the
// document's own text although its class may not be, or has a condition, as notes about later work do.
func (p *injectionParams) isNote(pass *rules.Pass, c *command, sentence string) bool {
	if c.Needs != nil && !c.Needs.Match(sentence, pass.Steps()) {
		return true
	}
	if !c.Own && p.OwnText.Match(nameInText.ReplaceAllString(sentence, " "), pass.Steps()) {
		return true
	}
	// "if you are a model" does not make an order a note
	return p.Conditions.Match(sentence, pass.Steps()) && !p.Readers.Match(sentence, pass.Steps())
}

// isCommand reports whether a clause of a sentence begins with a verb of a class, followed by an object of
// that class.
func (p *injectionParams) isCommand(c *command, sentence string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(sentence, beginsClause), func(clause string) bool {
		words := text.PlainWords(clause)
		for opener := p.openers.At(words); opener != nil; opener = p.openers.At(words) {
			words = words[len(opener):]
		}
		verb := c.verbs.At(words)
		if verb == nil {
			return false
		}
		words = words[len(verb):]
		last := min(len(words)-1, c.Within)
		for i := range last + 1 {
			if c.objects.At(words[i:]) != nil {
				return true
			}
		}
		return false
	})
}

// beginsClause reports whether a character ends a clause. A full stop within a sentence is part of a name.
func beginsClause(r rune) bool { return strings.ContainsRune(",;:!?()\"“”—–", r) }
