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
}

// action reports a section without a verb that tells the next agent what to do.
func action(raw rules.Params) (rules.Run, error) {
	var p actionParams
	if err := raw.Decode(&p); err != nil {
		return nil, err
	}
	words := p.words()
	phrases := p.phrases(words)
	return func(pass *rules.Pass) { p.run(pass, words, phrases) }, nil
}

// words returns all forms of all verbs, in lower case.
func (p actionParams) words() map[string]bool {
	words := map[string]bool{}
	for _, v := range p.Verbs {
		for _, form := range forms(strings.ToLower(v)) {
			words[form] = true
		}
	}
	for _, v := range p.Irregular {
		words[strings.ToLower(v)] = true
	}
	return words
}

// phrases returns what is matched anywhere, with verbs of several words.
func (p actionParams) phrases(words map[string]bool) []string {
	var phrases []string
	for _, phrase := range p.Phrases {
		phrases = append(phrases, strings.ToLower(phrase))
	}
	for word := range words {
		if strings.ContainsFunc(word, betweenWords) {
			phrases = append(phrases, word)
		}
	}
	return phrases
}

func (p *actionParams) run(pass *rules.Pass, words map[string]bool, phrases []string) {
	if s := p.numbered(pass, p.Section); s != nil && !hasAction(pass.Doc.Source.Slice(s.Content), words, phrases) {
		pass.Report(rules.Report{At: s.Span, Scope: whole(s), Values: rules.Values{
			"number": strconv.Itoa(s.Number),
			"verbs":  strings.Join(p.Verbs, ", "),
		}})
	}
}

// hasAction reports whether a text contains one of the words as a whole word,
// or one of the phrases.
func hasAction(text string, words map[string]bool, phrases []string) bool {
	text = strings.ToLower(text)
	for word := range strings.FieldsFuncSeq(text, betweenWords) {
		if words[word] {
			return true
		}
	}
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, p) })
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
