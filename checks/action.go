package checks

import (
	"fmt"
	"regexp"
	"strings"

	"strconv"

	"github.com/handofflint/handofflint/rules"
)

type actionParams struct {
	Sections  []sectionTitle `json:"sections"`
	Section   int            `json:"section"`
	Verbs     []string       `json:"verbs"`
	Irregular []string       `json:"irregular"`
	Phrases   []string       `json:"phrases"`
}

// action reports a section in which no verb tells the next agent what to do.
func action(raw rules.Params) (rules.Run, error) {
	var p actionParams
	if err := raw.Decode(&p); err != nil {
		return nil, err
	}
	verbs, err := regexp.Compile(p.pattern())
	if err != nil {
		return nil, fmt.Errorf("verbs: %w", err)
	}
	return func(pass *rules.Pass) { p.run(pass, verbs) }, nil
}

func (p *actionParams) run(pass *rules.Pass, verbs *regexp.Regexp) {
	if pass.Doc.Body == nil {
		return
	}
	for _, t := range p.Sections {
		s := t.find(pass.Doc.Body)
		if t.Number != p.Section || s == nil || verbs.MatchString(pass.Doc.Source.Slice(s.Content)) {
			continue
		}
		pass.Report(rules.Report{At: s.Span, Scope: whole(s), Values: rules.Values{
			"number": strconv.Itoa(t.Number),
			"verbs":  strings.Join(p.Verbs, ", "),
		}})
	}
}

// pattern matches any form of any verb as a whole word, or any phrase.
func (p *actionParams) pattern() string {
	var words, phrases []string
	for _, v := range p.Verbs {
		words = append(words, forms(strings.ToLower(v))...)
	}
	for _, v := range p.Irregular {
		words = append(words, regexp.QuoteMeta(v))
	}
	for _, v := range p.Phrases {
		phrases = append(phrases, regexp.QuoteMeta(v))
	}
	pattern := `(?i)\b(?:` + strings.Join(words, "|") + `)\b`
	if len(phrases) > 0 {
		pattern += "|" + strings.Join(phrases, "|")
	}
	return pattern
}

// forms are the regular forms of an English verb, as patterns: check, checks,
// checked, checking; with a doubled consonant, runs and running; verify,
// verifies, verified.
func forms(verb string) []string {
	stem := regexp.QuoteMeta(strings.TrimSuffix(verb, "e"))
	last := regexp.QuoteMeta(verb[len(verb)-1:])
	out := []string{regexp.QuoteMeta(verb), regexp.QuoteMeta(verb) + "e?s", stem + "(?:" + last + ")?(?:ed|ing)"}
	if y, ok := strings.CutSuffix(verb, "y"); ok {
		out = append(out, regexp.QuoteMeta(y)+"(?:ies|ied)")
	}
	return out
}
