package prose

import (
	"slices"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// own is what tells whose a claim is. See rules/own.cue.
type own struct {
	Breaks, Joins                           *text.Regexp
	Clauses                                 []*text.Regexp
	Others, Who, Contractions               *text.Regexp
	Determiners, Adjectives, Verbs, Counted *text.Regexp
	Passive, Did                            *text.Regexp
	Labels, Titles, Headings                *text.Regexp
}

// IsOwn reports whether a claim that a sentence makes at an offset is the agent's own, by what
// stands before it in the sentence, and above it.
func (s Statement) IsOwn(at int) bool { return s.isOwn(at) && s.isUnderOwn() }

// isOwn reports whether what a sentence says before an offset makes a claim at the offset the
// agent's own: each label and clause before it is about results, or about what the agent did.
// "Maria: all tests pass" is not.
func (s Statement) isOwn(at int) bool {
	lead := s.Plain[:at]
	if s.IsRow {
		return !isOthers(lead)
	}
	from := 0
	for _, end := range builtin().Own.Breaks.FindAllStringIndex(lead, -1) {
		part := lead[from:end[0]]
		if !isOwnPart(part) && !isResult(part) {
			return false
		}
		from = end[1]
	}
	return isOwnPart(lead[from:]) || isOwnSubject(lead[from:]) && !builtin().Own.Did.MatchString(s.Plain[at:])
}

// isUnderOwn reports whether a sentence is below no heading of somebody else, and if it is an item
// of a list, below a label of what the agent did.
func (s Statement) isUnderOwn() bool {
	isOfOthers := func(h document.Heading) bool {
		return builtin().Own.Headings.MatchString(h.Text) || isOthers(h.Text)
	}
	if slices.ContainsFunc(s.headings, isOfOthers) {
		return false
	}
	label := strings.TrimSpace(s.Label)
	if !s.isItem || !strings.HasSuffix(label, ":") && !strings.HasSuffix(label, "：") {
		return true
	}
	above := Statement{Text: label, Plain: Masked(label)}
	label = trimPart(above.Plain)
	if isOwnPart(label) || builtin().Own.Titles.MatchString(label) {
		return true
	}
	return !builtin().Own.Labels.MatchString(label) && !isOthers(label) && !above.isHedged(text.Span{End: len(above.Plain)})
}

// isOwnPart reports whether a part of a sentence says nothing of somebody else.
func isOwnPart(part string) bool {
	part = trimPart(part)
	if part == "" {
		return true
	}
	matches := func(clause *text.Regexp) bool { return clause.MatchString(part) }
	return slices.ContainsFunc(builtin().Own.Clauses, matches) && !isOthers(part)
}

// isOthers reports whether some words name somebody else.
func isOthers(part string) bool {
	return builtin().Own.Others.MatchString(builtin().Own.Contractions.ReplaceAllString(part, ""))
}

// isResult reports whether a part of a sentence is a name of runs, as in a list of these, or
// says itself that they passed.
func isResult(part string) bool {
	s := Statement{Text: part, Plain: part}
	subjects := s.subjects(text.Span{End: len(part)})
	if len(subjects) == 0 || isOthers(part) {
		return false
	}
	rest := part[subjects[len(subjects)-1].End:]
	isListed := trimPart(rest) == "" || builtin().Passes.MatchString(part)
	return isListed && isOwnSubject(part[:subjects[0].Start])
}

// isOwnSubject reports whether what is before a word for runs, in its part of a sentence, says
// nothing of somebody else: "all the", "I fixed it and all".
func isOwnSubject(lead string) bool {
	o := builtin().Own
	if isOthers(lead) {
		return false
	}
	if at := o.Counted.FindStringIndex(lead); at != nil && strings.ContainsFunc(lead, isHan) {
		return isOwnPart(lead[:at[0]])
	}
	before, adjectives := "", lead
	if all := o.Determiners.FindAllStringIndex(lead, -1); len(all) > 0 {
		last := all[len(all)-1]
		before, adjectives = lead[:last[0]], lead[last[1]:]
	}
	adjectives = trimPart(adjectives)
	return o.Adjectives.MatchString(adjectives) && !o.Verbs.MatchString(adjectives) && (isOwnPart(before) || isResult(before))
}

// isRunOfOthers reports whether a sentence says that somebody else ran or looked at something:
// what follows it may be what they saw.
func (s Statement) isRunOfOthers() bool {
	who := builtin().Runs.FindStringSubmatchIndex(s.Plain)
	if who == nil {
		return false
	}
	span := groupIn(who)
	lead := s.Plain[span.Start:span.End]
	return !builtin().Own.Passive.MatchString(lead) && !isOwnPart(lead)
}

// trimPart returns a part of a sentence without signs and conjunctions around it.
func trimPart(part string) string {
	isSign := func(r rune) bool { return r != '¤' && r != '#' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	part = strings.TrimFunc(part, isSign)
	part = builtin().Own.Joins.ReplaceAllString(part, "")
	return strings.TrimFunc(part, isSign)
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// groupIn returns where the first group of a match is that has something.
func groupIn(at []int) text.Span {
	for i := 2; i+1 < len(at); i += 2 {
		if at[i] >= 0 {
			return text.Span{Start: at[i], End: at[i+1]}
		}
	}
	return text.Span{}
}
