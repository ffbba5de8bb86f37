package prose

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
)

// passed returns the claims that runs passed.
func (s Statement) passed(lower string) []Claim {
	if !builtin().Words.Passed.in(lower) {
		return nil
	}
	var claims []Claim
	from := 0
	for _, at := range builtin().Passes.FindAllStringIndex(s.Plain, -1) {
		if at[0] < from || !builtin().Follows.MatchString(s.Plain[at[1]:]) {
			continue
		}
		clause := text.Span{Start: s.clauseStart(from, at[0]), End: s.clauseEnd(at[1])}
		subjects := s.subjects(text.Span{Start: clause.Start, End: s.withParenthesis(at[1])})
		if s.IsRow {
			subjects = s.rowSubjects(at[0], at[1])
		}
		subjects = withoutVerb(subjects, at[0])
		if len(subjects) == 0 || !s.IsRow && !s.isOf(subjects, at[0]) || s.isHedged(clause) {
			continue
		}
		c := s.claim(subjects, clause, at[0])
		c.Part = c.Part || s.isScoped(at[1])
		c.All = !c.Part && builtin().All.MatchString(s.Plain[clause.Start:clause.End])
		c.Limited = c.Part || builtin().Part.MatchString(s.Plain[:at[1]])
		c.Attributed = !s.IsOwn(nearest(subjects, at[0]))
		claims = append(claims, c)
		from = s.withParenthesis(at[1])
	}
	// "Verified: the linter" says that it passed.
	whole := text.Span{End: len(s.Plain)}
	if len(claims) == 0 && builtin().Listed.MatchString(s.Plain) && !s.isHedged(whole) {
		if subjects := withoutCode(s.subjects(whole)); len(subjects) > 0 {
			claims = append(claims, s.claim(subjects, whole, 0))
		}
	}
	return claims
}

// nearest returns where the last of some subjects before an offset begins, or what comes first
// if all are after it.
func nearest(subjects []subject, at int) int {
	begin := min(subjects[0].Start, at)
	for _, sub := range subjects {
		if sub.Start <= at {
			begin = sub.Start
		}
	}
	return begin
}

// isScoped reports whether what follows a claim, from an offset, excepts something, or names a
// part, a place or an option.
func (s Statement) isScoped(at int) bool {
	rest := s.Plain[at:]
	isPart := builtin().Scope.MatchString(rest) && !builtin().Wholes.MatchString(rest)
	return isPart || builtin().Excepted.MatchString(rest) || builtin().Option.MatchString(s.Text[at:])
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

// isAim reports whether a row, or its column at an offset, is about what is wanted, or a column
// says who saw it.
func (s Statement) isAim(at int) bool {
	column := strings.Count(s.Plain[:at], cellMark)
	for _, i := range []int{0, column} {
		if i < len(s.titles) && isApart(s.titles[i]) {
			return true
		}
	}
	return slices.ContainsFunc(s.titles, builtin().Own.Who.MatchString)
}

// rowSubjects returns what a row of a table says between two offsets that passes: the command that it
// names, or its first cell if that names nothing else. The first cell itself names what is to
// pass: "| M1: all tests pass | open |".
func (s Statement) rowSubjects(at, end int) []subject {
	first, _, _ := strings.Cut(s.Plain, cellMark)
	if at < len(first) || s.isAim(end) {
		return nil
	}
	all := s.subjects(text.Span{End: at})
	commands := slices.DeleteFunc(slices.Clone(all), func(sub subject) bool { return sub.command == "" })
	if len(commands) > 0 {
		return commands
	}
	inFirst := slices.DeleteFunc(all, func(sub subject) bool { return sub.End > len(first) || sub.kind == runner.Checks })
	if len(inFirst) == 0 || inFirst[0].Start > builtin().Adjective || strings.Contains(first[:inFirst[0].Start], "(") || !builtin().Between.MatchString(first[inFirst[len(inFirst)-1].End:]) {
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
	passes := builtin().Passes.FindStringIndex(above.Plain)
	if len(subjects) != 1 || passes == nil || above.isHedged(text.Span{End: len(above.Plain)}) {
		return c, false
	}
	c = s.claim(subjects, text.Span{End: len(s.Text)}, 0)
	c.Attributed = !above.isOwn(passes[0])
	return c, true
}

// isApart reports whether a sentence is below a heading or label about what is to come.
func (s Statement) isApart() bool {
	return slices.ContainsFunc(s.Under, isApart)
}

// isApart reports whether a heading, a label or the title of a column is about what is to come.
func isApart(title string) bool {
	return title != "" && slices.ContainsFunc(builtin().Apart, func(a *text.Regexp) bool { return a.MatchString(title) })
}

// withParenthesis returns where a parenthesis after an offset ends, or the offset.
func (s Statement) withParenthesis(at int) int {
	rest := s.Plain[at:]
	if end := strings.IndexByte(rest, ')'); end >= 0 && strings.HasPrefix(strings.TrimLeft(rest, " "), "(") {
		return at + end + 1
	}
	return at
}

// claim returns the claim that some subjects in a clause passed, which it says at an offset.
func (s Statement) claim(subjects []subject, clause text.Span, at int) Claim {
	plain := s.Plain[clause.Start:clause.End]
	c := Claim{Statement: s, Act: Passed, Text: s.textOf(clause)}
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
	from := clause.Start
	for _, end := range builtin().Own.Breaks.FindAllStringIndex(s.Plain[from:max(from, nearest(subjects, at))], -1) {
		from = clause.Start + end[1]
	}
	said := s.Plain[from:max(from, min(clause.End, passesAt(s.Plain, last.End)))]
	isOfCode := c.Command == "" && strings.Contains(said, "¤")
	c.Part = builtin().Limited.MatchString(plain) || isOfCode || isShare(plain)
	c.Limited = c.Part
	return c
}

func (c *Claim) setCommand(command string) {
	c.Command, c.Invocation = command, invocationOf(command)
}

// invocationOf returns a command in code, without "..." for words that are left out. Of
// several it is the first that does something with code.
func invocationOf(command string) ledger.Invocation {
	command = builtin().Elided.ReplaceAllString(command, " ")
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
