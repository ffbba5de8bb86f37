package prose

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/table"
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
	// Invocation is that command, as commands are compared.
	Invocation ledger.Invocation
	// Path is the file that was changed.
	Path string
	// Not is set if it says that it was not done.
	Not bool
	// Command is the command in code that it speaks of, "" for none.
	Command string
	// Limited is set if it is about a part: some tests, or another may have failed by what
	// the text says.
	Limited bool
	// Count is the number that it says passed, -1 for none.
	Count int
}

// facts is the data of rules/prose.cue.
type facts struct {
	// Words are such that each claim has one of them: looking for them costs next to nothing
	// beside a pattern.
	Words    []string
	Subjects []struct {
		Kind    runner.Kind
		Pattern *text.Regexp
	}
	Done []struct {
		Kind runner.Kind
		// Not is set if it says that it was not done, Weak if somebody else may have done it.
		Not, Weak bool
		Pattern   *text.Regexp
	}
	Wrote, Relates, Ran, Listed, File, Command, Between, Orders, Aims                      *text.Regexp
	Passes, Follows, Breaks, Ends, Limited, Share, Admitted, Denied, Assurances, Elsewhere *text.Regexp
	Hedges, Apart, Counts                                                                  []*text.Regexp
}

var builtin = sync.OnceValue(func() facts { return table.Load[facts]("prose") })

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
			claims = append(claims, c)
		}
	}
	return claims
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
	lower := strings.ToLower(s.Text + " " + s.Label)
	if !slices.ContainsFunc(builtin().Words, func(word string) bool { return strings.Contains(lower, word) }) {
		return nil
	}
	var claims []Claim
	if c, ok := s.listed(); ok {
		claims = []Claim{c}
	} else {
		claims = slices.Concat(s.passed(), s.done(), s.named())
	}
	if len(claims) == 0 || s.isApart() {
		return nil
	}
	return claims
}

// done returns the claims that a commit or a push went through.
func (s Statement) done() []Claim {
	var claims []Claim
	for _, d := range builtin().Done {
		at := d.Pattern.FindStringIndex(s.Plain)
		if at == nil {
			continue
		}
		start := s.clauseStart(0, at[0])
		if d.Not || !s.isHedged(text.Span{Start: start, End: at[1]}) {
			clause := text.Span{Start: start, End: s.clauseEnd(at[1])}
			claims = append(claims, Claim{Statement: s, Act: Did, Not: d.Not, Limited: d.Weak, Text: s.textOf(clause), Kinds: []runner.Kind{d.Kind}, Count: -1})
		}
	}
	return claims
}

// elided matches what stands for words that are left out of a command.
var elided = text.MustCompile(` (?:\.\.\.|…)(?: |$)`)

// names matches words that may name a file.
var names = text.MustCompile(`[\w@./+-]*\w\.[A-Za-z]\w{0,5}\b`)

// named returns the claims that the commands and files that a sentence names in code were
// run and changed. What is behind the code does not limit them.
func (s Statement) named() []Claim {
	label := Masked(s.Label)
	isItem := strings.Trim(s.Plain, "¤#. ") == ""
	ran := builtin().Ran.FindStringIndex(s.Plain)
	if ran == nil && isItem && builtin().Ran.MatchString(label) {
		ran = []int{0, 0}
	}
	wrote := builtin().Wrote.FindStringIndex(s.Plain)
	var claims []Claim
	for _, at := range append(text.CodeSpan.FindAllStringIndex(s.Text, -1), names.FindAllStringIndex(s.Plain, -1)...) {
		code := strings.Trim(s.Text[at[0]:at[1]], "` $")
		ref, isPath := ledger.ParseReference(code)
		c := Claim{Statement: s, Text: s.Text, Count: -1}
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

// passed returns the claims that runs passed.
func (s Statement) passed() []Claim {
	var claims []Claim
	from := 0
	for _, at := range builtin().Passes.FindAllStringIndex(s.Plain, -1) {
		if at[0] < from || !builtin().Follows.MatchString(s.Plain[at[1]:]) {
			continue
		}
		clause := text.Span{Start: s.clauseStart(from, at[0]), End: s.clauseEnd(at[1])}
		subjects := s.subjects(text.Span{Start: clause.Start, End: s.withParenthesis(at[1])})
		if s.IsRow {
			subjects = s.rowSubjects(at[0])
		}
		subjects = withoutVerb(subjects, at[0])
		if len(subjects) == 0 || !s.IsRow && !s.isOf(subjects, at[0]) || s.isHedged(clause) {
			continue
		}
		claims = append(claims, s.claim(subjects, clause))
		from = s.withParenthesis(at[1])
	}
	// "Verified: the linter" says that it passed.
	whole := text.Span{End: len(s.Plain)}
	if len(claims) == 0 && builtin().Listed.MatchString(s.Plain) && !s.isHedged(whole) {
		if subjects := withoutCode(s.subjects(whole)); len(subjects) > 0 {
			claims = append(claims, s.claim(subjects, whole))
		}
	}
	return claims
}

// isOf reports whether what is said at an offset is said of the subject before it.
func (s Statement) isOf(subjects []subject, at int) bool {
	start, end := subjects[0].Start, subjects[0].End
	for _, sub := range subjects {
		if sub.End <= at {
			end = sub.End
		}
	}
	if builtin().Orders.MatchString(s.Plain) {
		return false
	}
	isAim := builtin().Aims.MatchString(s.Plain[:start]) || builtin().Aims.MatchString(s.Plain[:at])
	return !isAim && (end > at || builtin().Between.MatchString(s.Plain[end:at]))
}

// rowSubjects returns what a row of a table speaks of before an offset: the command that it
// names, or its first cell if that names nothing else.
func (s Statement) rowSubjects(at int) []subject {
	first, _, _ := strings.Cut(s.Plain, cellMark)
	all := s.subjects(text.Span{End: at})
	commands := slices.DeleteFunc(slices.Clone(all), func(sub subject) bool { return sub.command == "" })
	if len(commands) > 0 {
		return commands
	}
	inFirst := slices.DeleteFunc(all, func(sub subject) bool { return sub.End > len(first) || sub.kind == runner.Checks })
	const before = 20 // bytes, of an adjective
	if len(inFirst) == 0 || inFirst[0].Start > before || !builtin().Between.MatchString(first[inFirst[len(inFirst)-1].End:]) {
		return nil
	}
	return inFirst
}

// withoutVerb returns the subjects of a verb at an offset without the verb itself: "it
// compiles" is about a build, "TypeScript compiles" about types.
func withoutVerb(subjects []subject, at int) []subject {
	if len(subjects) == 0 || subjects[0].Start >= at {
		return subjects
	}
	isVerb := func(s subject) bool { return s.Start == at && s.command == "" }
	return slices.DeleteFunc(subjects, isVerb)
}

// withoutCode returns the subjects that are no commands in code: those are said to have run.
func withoutCode(subjects []subject) []subject {
	return slices.DeleteFunc(subjects, func(s subject) bool { return s.command != "" || s.kind == runner.Checks })
}

// listed returns the claim of an item that is a command alone, below a line that says that
// what follows passed.
func (s Statement) listed() (c Claim, ok bool) {
	label := s.Label
	if label == "" || strings.Trim(s.Plain, "¤#. ") != "" {
		return c, false
	}
	subjects := s.subjects(text.Span{End: len(s.Text)})
	above := Statement{Text: label, Plain: Masked(label)}
	says := builtin().Passes.MatchString(above.Plain) && !above.isHedged(text.Span{End: len(above.Plain)})
	if len(subjects) != 1 || !says {
		return c, false
	}
	return s.claim(subjects, text.Span{End: len(s.Text)}), true
}

// isApart reports whether a sentence is below a heading or label about what is to come.
func (s Statement) isApart() bool {
	return slices.ContainsFunc(s.Under, func(title string) bool {
		return title != "" && slices.ContainsFunc(builtin().Apart, func(a *text.Regexp) bool { return a.MatchString(title) })
	})
}

// withParenthesis returns where a parenthesis after an offset ends, or the offset.
func (s Statement) withParenthesis(at int) int {
	rest := s.Plain[at:]
	if end := strings.IndexByte(rest, ')'); end >= 0 && strings.HasPrefix(strings.TrimLeft(rest, " "), "(") {
		return at + end + 1
	}
	return at
}

func (s Statement) claim(subjects []subject, clause text.Span) Claim {
	plain := s.Plain[clause.Start:clause.End]
	c := Claim{Statement: s, Act: Passed, Text: s.textOf(clause), Count: countIn(plain)}
	var commands []string
	for _, found := range subjects {
		if !slices.Contains(c.Kinds, found.kind) {
			c.Kinds = append(c.Kinds, found.kind)
		}
		if found.command != "" {
			commands = append(commands, found.command)
		}
	}
	if len(commands) == 1 && len(c.Kinds) == 1 {
		c.setCommand(commands[0])
	}
	last := subjects[len(subjects)-1]
	isOfCode := c.Command == "" && strings.Contains(s.Plain[clause.Start:max(clause.Start, min(clause.End, passesAt(s.Plain, last.End)))], "¤")
	c.Limited = builtin().Limited.MatchString(plain) || isOfCode || isShare(plain)
	return c
}

func (c *Claim) setCommand(command string) {
	c.Command, c.Invocation = command, invocationOf(command)
}

// invocationOf returns a command in code, without "..." for words that are left out. Of
// several it is the first that does something with code.
func invocationOf(command string) ledger.Invocation {
	command = elided.ReplaceAllString(command, " ")
	invocation := shell.InvocationOf(command, nil)
	if invocation.Words != nil || !strings.ContainsAny(command, "|&;") {
		return invocation
	}
	for _, deed := range shell.Deeds(command, "", shell.Unknown, "", nil) {
		if runner.KindOf(deed.Words) != runner.Other {
			return deed.Invocation
		}
	}
	return invocation
}

// passesAt returns where what is said of a subject that ends at an offset begins.
func passesAt(plain string, end int) int {
	if at := builtin().Passes.FindStringIndex(plain[end:]); at != nil {
		return end + at[0]
	}
	return end
}

// isShare reports whether a clause has fewer that passed than there are.
func isShare(clause string) bool {
	m := builtin().Share.FindStringSubmatch(clause)
	if m == nil {
		return false
	}
	passed, _ := strconv.Atoi(m[1])
	of, _ := strconv.Atoi(m[2])
	return passed < of
}

// breaksIn returns what ends clauses in a part of a sentence.
func breaksIn(plain string) (breaks []text.Span) {
	for _, at := range builtin().Breaks.FindAllStringSubmatchIndex(plain, -1) {
		if isNone := at[2] >= 0; !isNone {
			breaks = append(breaks, text.Span{Start: at[0], End: at[1]})
		}
	}
	return breaks
}

// clauseStart returns where the clause around an offset begins, not before from.
func (s Statement) clauseStart(from, at int) int {
	start := from
	for _, end := range breaksIn(s.Plain[from:at]) {
		start = from + end.End
	}
	if s.IsRow {
		start = max(start, strings.LastIndex(s.Plain[:at], cellMark)+len(cellMark))
	}
	return start
}

// clauseEnd returns where the clause around an offset ends: at the next break, or before
// the next subject.
func (s Statement) clauseEnd(at int) int {
	rest := s.Plain[at:]
	end := len(rest)
	if breaks := breaksIn(rest); len(breaks) > 0 {
		end = breaks[0].Start
	}
	if stop := builtin().Ends.FindStringIndex(rest); stop != nil {
		end = min(end, stop[0])
	}
	for _, sub := range builtin().Subjects {
		if next := sub.Pattern.FindStringIndex(rest); next != nil && next[0] < end {
			end = next[0]
		}
	}
	return at + end
}

// subjects returns what a part of the sentence speaks of, in order.
func (s Statement) subjects(in text.Span) []subject {
	var found []subject
	plain := s.Plain[in.Start:in.End]
	for _, sub := range builtin().Subjects {
		for _, at := range sub.Pattern.FindAllStringIndex(plain, -1) {
			found = append(found, subject{text.Span{Start: in.Start + at[0], End: in.Start + at[1]}, sub.Kind, ""})
		}
	}
	for _, at := range text.CodeSpan.FindAllStringIndex(s.Text[in.Start:in.End], -1) {
		command := strings.Trim(s.Text[in.Start+at[0]:in.Start+at[1]], "` $")
		if kind := runner.KindOf(invocationOf(command).Words); kind != runner.Other {
			found = append(found, subject{text.Span{Start: in.Start + at[0], End: in.Start + at[1]}, kind, command})
		}
	}
	slices.SortStableFunc(found, func(a, b subject) int { return a.Start - b.Start })
	return found
}

// isHedged reports whether a clause denies, asks, demands, expects, quotes or limits, or
// speaks of runs that no transcript has.
func (s Statement) isHedged(clause text.Span) bool {
	plain := builtin().Assurances.ReplaceAllString(s.Plain[clause.Start:clause.End], "")
	if strings.HasSuffix(strings.TrimSpace(s.Plain), "?") || builtin().Elsewhere.MatchString(plain) {
		return true
	}
	return slices.ContainsFunc(builtin().Hedges, func(h *text.Regexp) bool { return h.MatchString(plain) })
}

// admits reports whether a sentence says that something fails.
func (s Statement) admits() bool {
	plain := builtin().Assurances.ReplaceAllString(s.Plain, "")
	return builtin().Admitted.MatchString(plain) && !builtin().Denied.MatchString(plain)
}

// countIn returns the number of what passed in a clause, -1 for none.
func countIn(clause string) int {
	for _, pattern := range builtin().Counts {
		if m := pattern.FindStringSubmatch(clause); m != nil {
			if n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", "")); err == nil {
				return n
			}
		}
	}
	return -1
}
