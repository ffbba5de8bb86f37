package checks

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

type actionParams struct {
	sectionsParams
	Section   int      `json:"section"`
	Verbs     []string `json:"verbs"`
	Irregular []string `json:"irregular"`
	Phrases   []string `json:"phrases"`

	// words are all forms of all verbs, in lower case; phrases are matched anywhere.
	words   map[string]bool
	phrases []string
}

// Prepare computes the forms of the verbs. One of several words is a phrase.
func (p *actionParams) Prepare() error {
	p.words = map[string]bool{}
	for _, verb := range p.Verbs {
		for _, form := range forms(strings.ToLower(verb)) {
			p.words[form] = true
		}
	}
	for _, form := range p.Irregular {
		p.words[strings.ToLower(form)] = true
	}
	for _, phrase := range p.Phrases {
		p.phrases = append(p.phrases, strings.ToLower(phrase))
	}
	for word := range p.words {
		if strings.ContainsFunc(word, betweenWords) {
			p.phrases = append(p.phrases, word)
		}
	}
	return nil
}

// action reports a section without a verb that tells the next agent what to do.
func action(p *actionParams, pass *rules.Pass) {
	if s := p.numbered(pass, p.Section); s != nil && !p.hasAction(pass.Doc.Source.Slice(s.Content)) {
		values := rules.Values{"number": strconv.Itoa(s.Number), "verbs": strings.Join(p.Verbs, ", ")}
		pass.Report(rules.Report{At: s.Span, Scope: whole(s), Values: values})
	}
}

// hasAction reports whether a text contains one of the words as a whole word,
// or one of the phrases.
func (p *actionParams) hasAction(text string) bool {
	text = strings.ToLower(text)
	for word := range strings.FieldsFuncSeq(text, betweenWords) {
		if p.words[word] {
			return true
		}
	}
	return slices.ContainsFunc(p.phrases, func(phrase string) bool { return strings.Contains(text, phrase) })
}

// betweenWords reports whether a character cannot be part of a verb.
func betweenWords(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
}

// forms returns the regular forms of an English verb: check, checks, checked,
// checking; with a doubled consonant, runs and running; verify, verifies,
// verified.
func forms(verb string) []string {
	if verb == "" {
		return nil
	}
	stem, doubled := strings.TrimSuffix(verb, "e"), verb[len(verb)-1:]
	out := []string{verb, verb + "s", verb + "es"}
	for _, ending := range []string{"ed", "ing"} {
		out = append(out, stem+ending, stem+doubled+ending)
	}
	if y, ok := strings.CutSuffix(verb, "y"); ok {
		out = append(out, y+"ies", y+"ied")
	}
	return out
}
