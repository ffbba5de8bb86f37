package prose

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// Act is what a claim says that was done.
type Act string

// The acts.
const (
	Passed Act = "passed" // runs of some kinds passed
	Did    Act = "did"    // a commit or a push went through
	Ran    Act = "ran"    // a command ran
	Wrote  Act = "wrote"  // a file was changed
)

// Claim is what a clause says that was done.
type Claim struct {
	Statement Statement
	// Text is the clause.
	Text string
	Act  Act
	// Kinds are the kinds of runs that it speaks of; runner.Checks is all that was run.
	Kinds []runner.Kind
	// Invocation is what Command calls, in the form in which commands are compared.
	Invocation ledger.Invocation
	// Path is the file that was changed, "" for none.
	Path string
	// Not is set if it says that it was not done.
	Not bool
	// Command is the command in code that it speaks of, or "" for none.
	Command string
	// Limited is set if it is about a part: some tests, or another may have failed by what
	// the text says.
	Limited bool
	// Part is set if it is about a part by its own words.
	Part bool
	// All is set if it says "all", and is not about a part.
	All bool
	// Attributed is set if the words before it may say that somebody else saw it, or that it is
	// so in another place or on a condition.
	Attributed bool
}

// maxClaims is how many claims of one text are held against facts.
const maxClaims = 200

// maxSentence is how long a plain sentence is at most, in bytes: what is said in it is
// looked for from each "passes" on.
const maxSentence = 800

// ClaimsOf returns the claims of a text in Markdown.
func ClaimsOf(markdown string) []Claim { return Claims(Statements(document.LeavesOf(markdown))) }

// Claims returns what the plain ones of some sentences claim. A clause that denies, asks,
// demands, expects or quotes claims nothing.
func Claims(all []Statement) []Claim {
	var claims []Claim
	for i, s := range all {
		if len(claims) >= maxClaims {
			break
		}
		for _, c := range s.claims() {
			beside := all[max(0, i-1):min(len(all), i+2)]
			c.Limited = c.Limited || slices.ContainsFunc(beside, Statement.admits)
			c.Attributed = c.Attributed || i > 0 && all[i-1].Whole == s.Whole && all[i-1].isRunOfOthers()
			claims = append(claims, c)
		}
	}
	return claims
}

// Says reports whether a plain sentence of a text in Markdown, one that does not deny, ask,
// demand or expect, matches a pattern.
func Says(markdown string, pattern *text.Regexp) bool {
	return slices.ContainsFunc(Statements(document.LeavesOf(markdown)), func(s Statement) bool {
		return len(s.Text) <= maxSentence && pattern.MatchString(s.Plain) && !isHedge(s.Plain)
	})
}

// subject is what a clause says something of.
type subject struct {
	text.Span
	kind    runner.Kind
	command string
}

// claims returns the claims of a sentence: for each "passes", what is before it and after
// the one before.
func (s Statement) claims() []Claim {
	if len(s.Text) > maxSentence {
		return nil
	}
	var claims []Claim
	if c, ok := s.listed(); ok {
		claims = []Claim{c}
	} else {
		lower := strings.ToLower(s.Text + " " + s.Label)
		claims = slices.Concat(s.passed(lower), s.done(lower), s.named(lower))
	}
	if len(claims) == 0 || s.isApart() {
		return nil
	}
	return claims
}

// done returns the claims that a commit or a push went through. lower is the sentence and its
// label in lower case, as of the functions beside it.
func (s Statement) done(lower string) []Claim {
	var claims []Claim
	for _, d := range builtin().Done {
		if !strings.Contains(lower, d.Word) {
			continue
		}
		at := d.Pattern.FindStringIndex(s.Plain)
		if at == nil {
			continue
		}
		start := s.clauseStart(0, at[0])
		if d.Not || !s.isHedged(text.Span{Start: start, End: at[1]}) {
			clause := text.Span{Start: start, End: s.clauseEnd(at[1])}
			claims = append(claims, Claim{
				Statement: s, Act: Did, Not: d.Not, Limited: d.Weak, Attributed: !d.Not && !s.IsOwn(at[0]),
				Text: s.textOf(clause), Kinds: []runner.Kind{d.Kind},
			})
		}
	}
	return claims
}

// named returns the claims that the commands and files that a sentence names in code were
// run and changed. What is behind the code does not limit them.
func (s Statement) named(lower string) []Claim {
	if !builtin().Words.Ran.in(lower) && !builtin().Words.Wrote.in(lower) {
		return nil
	}
	label := Masked(s.Label)
	isItem := strings.Trim(s.Plain, "¤#. ") == ""
	ran := builtin().Ran.FindStringIndex(s.Plain)
	if ran == nil && isItem && builtin().Ran.MatchString(label) {
		ran = []int{0, 0}
	}
	wrote := builtin().Wrote.FindStringIndex(s.Plain)
	var claims []Claim
	for _, at := range append(text.CodeSpan.FindAllStringIndex(s.Text, -1), builtin().Names.FindAllStringIndex(s.Plain, -1)...) {
		code := strings.Trim(s.Text[at[0]:at[1]], "` $")
		ref, isPath := ledger.ParseReference(code)
		c := Claim{Statement: s, Text: s.Text}
		from := ran
		switch {
		case ran != nil && builtin().Command.MatchString(code):
			c.Act = Ran
			c.setCommand(code)
		case wrote != nil && isPath && builtin().File.MatchString(ref.Path):
			c.Act, c.Path = Wrote, ref.Path
			from = wrote
			if isAside(s.Plain[min(wrote[1], at[0]):at[0]]) {
				continue
			}
		default:
			continue
		}
		start := s.clauseStart(0, from[0])
		if !s.isHedged(text.Span{Start: start, End: max(start, at[1])}) {
			claims = append(claims, c)
		}
	}
	return claims
}

// isAside reports whether what is between "added" and a file says that the file is not the
// one that was changed: "added tests for", but "added a case for it to".
func isAside(between string) bool {
	if len(breaksIn(between)) > 0 {
		return true
	}
	all := builtin().Relates.FindAllStringSubmatch(between, -1)
	return len(all) > 0 && all[len(all)-1][1] != ""
}

// textOf returns the words of a clause.
func (s Statement) textOf(clause text.Span) string {
	words := strings.TrimRight(strings.TrimLeft(s.Text[clause.Start:clause.End], " \t,;:|().。"), " \t,;:|(.。")
	return strings.TrimSuffix(strings.TrimPrefix(words, "and "), " and")
}
