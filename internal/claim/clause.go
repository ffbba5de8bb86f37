package claim

import (
	"slices"

	"github.com/handofflint/handofflint/internal/runner"
)

// clause is a clause that says that something was done.
type clause struct {
	act   Act
	kinds []runner.Kind
	// commands are the commands in code that it is about.
	commands []string
	// isAll is set if it says "all", isPart if it is about a part, isSoft if a word before its subject is
	// unknown: the claim may hold, but is never judged false.
	isAll, isPart, isSoft bool
	// name is the one program or test that it names, if nothing else makes it about a part. isPlaced is set if
	// it goes on about where or with what.
	name     string
	isPlaced bool
	// isState is set if it describes a state without saying who caused it.
	isState bool
	// hasSubject is set if it names what passed.
	hasSubject bool
	// from and to are its first and last token.
	from, to int
}

// parser reads the clauses of a part of a sentence by the tags of its words.
type parser struct {
	tokens []token
	at     int
}

func (p *parser) peek() token { return nth(p.tokens, p.at) }

// is reports whether the next token has one of the tags.
func (p *parser) is(tags tag) bool { return p.peek().is(tags) }

// skip skips tokens that have one of the tags, and reports whether there were any.
func (p *parser) skip(tags tag) bool {
	from := p.at
	for p.is(tags) {
		p.at++
	}
	return p.at > from
}

// accept skips a token if it has one of the tags, and reports whether it did.
func (p *parser) accept(tags tag) bool {
	isAccepted := p.is(tags)
	if isAccepted {
		p.at++
	}
	return isAccepted
}

// isAtEnd reports whether a clause ends here.
func (p *parser) isAtEnd() bool { return p.at >= len(p.tokens) || p.is(joints) }

// try calls read, and goes back if it fails.
func (p *parser) try(read func() bool) bool {
	at := p.at
	if read() {
		return true
	}
	p.at = at
	return false
}

// maxSoft bounds the unknown words before a subject.
const maxSoft = 3

// subjects reads the names of what passes into a clause: "all 24 quota tests", "tests, lint, and `go vet`". The parser is
// then after the last one. It reports whether there is any.
func (p *parser) subjects(c *clause) bool {
	found := clause{act: c.act, from: c.from, isPart: p.isNamed()}
	count, end := 0, 0
	for p.modifiers(&found); p.is(nouns); p.modifiers(&found) {
		from := p.at
		p.skip(nouns | tagHead)
		found.addSubject(p.tokens[from:p.at])
		count++
		end = p.at
		if !p.nextOf(count) {
			break
		}
	}
	if count == 0 {
		return false
	}
	p.at = end
	found.hasSubject = true
	found.isPart = found.isPart || found.isSoft
	*c = found
	return true
}

// modifiers reads what may be before a subject: "all 24 quota". More than a few unknown words are about something else.
func (p *parser) modifiers(c *clause) {
	const known = tagDeterminer | tagQualifier | tagSelf | objects | tagNumber | tagZero
	unknown := 0
	for !p.is(nouns) {
		switch t := p.peek(); {
		case t.is(objects) && !t.is(tagWhole|tagAll) && nth(p.tokens, p.at+1).is(tagSubject): // "feature tests"
			c.isPart = true
		case t.is(tagAll):
			c.isAll = true
		case t.is(tagPart | tagCode):
			c.isPart = true
		case t.is(known):
		case t.is(tagUnknown) && unknown < maxSoft:
			unknown++
			c.isSoft = true
		default:
			return
		}
		p.at++
	}
}

// nextOf skips what separates two subjects, and reports whether there is a separator. A comma and an "and" separate the
// last of three or more: "I ran the tests, and lint passes" has two clauses.
func (p *parser) nextOf(count int) bool {
	isNext := p.accept(tagComma | tagAnd)
	if isNext && count > 1 {
		p.skip(tagAnd)
	}
	return isNext
}

// isNamed reports whether a word of headings is right before a subject and may say which one it is: "the
// session tests". Elsewhere it only begins an answer: "Summary: tests pass".
func (p *parser) isNamed() bool {
	return p.at > 0 && p.is(tagSubject|tagCommand) && p.tokens[p.at-1].isOnly(tagHeading|tagHead|objects)
}

// addSubject adds the subject that some words name. One that is the name of a program or a test names the clause; two
// names may be two parts.
func (c *clause) addSubject(words []token) {
	c.add(words)
	for _, t := range words {
		if t.is(tagPart | tagTest) {
			c.isPart = c.isPart || c.name != ""
			c.name = t.text
		}
	}
}

// add adds the kind of the last noun among some words, except that "lint checks" are lint, and all commands among them.
func (c *clause) add(words []token) {
	words = slices.DeleteFunc(slices.Clone(words), func(t token) bool { return !t.is(nouns) })
	if len(words) == 0 {
		return
	}
	kind := runner.Other
	for _, n := range words {
		if n.is(tagCommand) {
			c.commands = append(c.commands, n.text)
		}
		if kind == runner.Other || n.kind != runner.Checks {
			kind = n.kind
		}
	}
	if !slices.Contains(c.kinds, kind) {
		c.kinds = append(c.kinds, kind)
	}
}

// addCommands adds commands, which signs and "and" may join.
func (c *clause) addCommands(words []token) {
	for _, t := range words {
		c.add([]token{t})
	}
}

// passes reads that something passed: "pass", "are all green", "completed with no errors", "✅".
func (p *parser) passes(c *clause) bool {
	for p.is(tagLink | tagTail | tagAll | tagNumber) {
		c.isAll = c.isAll || p.is(tagAll)
		p.at++
	}
	switch {
	case p.accept(tagPass | tagMark):
	case p.accept(tagCompiles):
		if slices.Contains(c.kinds, runner.Tests) { // "the tests compile" claims only that they are built
			c.commands = nil
		}
		if !slices.Contains(c.kinds, runner.Types) {
			c.kinds = []runner.Kind{runner.Build}
		}
	case p.is(tagGo): // "completed with no errors", "exits 0"
		p.skip(tagGo | tagLink | tagTail)
		from := p.at
		if !p.try(p.noFault) && !p.skip(tagPass|tagWell|tagZero) {
			return false
		}
		c.isPart = c.isPart || p.isLimited(p.tokens[from:p.at])
	default:
		p.try(func() bool { // "3 tests, no failures", "290 files checked, no issues"
			isOfFiles := nth(p.tokens, p.at-1).is(tagNumber) && !slices.Contains(c.kinds, runner.Tests)
			if isOfFiles && p.skip(objects) {
				p.skip(tagVerify)
			}
			p.skip(tagComma)
			return p.is(tagNo | tagZero)
		})
		from := p.at
		isWell := p.noFault()
		c.isPart = c.isPart || p.isLimited(p.tokens[from:p.at])
		return isWell
	}
	p.skip(tagPass | tagWell | tagCompiles)
	return true
}

// noFault reads "no errors", "0 lint issues", "without any failures or warnings".
func (p *parser) noFault() bool {
	p.skip(tagPreposition)
	if !p.accept(tagNo | tagZero) {
		return false
	}
	p.skip(tagDeterminer | tagAll | tagTail | tagSubject | tagQualifier | tagPart)
	if !p.skip(tagFault | tagMinor) {
		return false
	}
	for p.try(func() bool { // "errors or warnings", but not "errors, all tests pass"
		p.skip(tagAnd | tagComma | tagNo | tagZero)
		return p.is(tagFault | tagMinor)
	}) {
		p.skip(tagFault | tagMinor)
	}
	return true
}

// isLimited reports whether only some faults are said to be missing, by a word among them or by what follows: "no new
// issues", "no errors related to it", "no failures from this change".
func (p *parser) isLimited(faults []token) bool {
	return wordOf(faults, tagPart|tagFresh|tagQualifier) != "" || p.is(tagPart) || p.peek().text == "from"
}

// tail skips what may follow a clause: "again", "in 3 packages", "with 0 failures". It stops at other code
// and at unknown words. "In the changed files" makes it a claim about a part.
func (p *parser) tail(c *clause) {
	isPlace := false
	lastPreposition := -1
	const plain = tagTail | tagAll | tagDeterminer | tagQualifier | tagPart | tagNumber | tagZero | tagSubject | objects | tagWell | tagMinor | tagCommand | tagGo | tagLink | tagMark | tagPass
	for {
		from := p.at
		switch {
		case p.try(p.noFault): // it names a subject, too: "with no type errors"
			c.add(p.tokens[from:p.at])
		case p.is(plain):
			c.isPart = c.isPart || isPlace && p.is(tagPart)
			p.at++
		case p.is(tagPreposition) && p.at+1 < len(p.tokens):
			isPlace = !p.is(tagAfter) // "after the new tests" is a time
			c.isPlaced = true
			lastPreposition = p.at
			p.at++
		default:
			if lastPreposition >= 0 && !p.isAtEnd() {
				p.at = lastPreposition // an unknown word makes the whole phrase unknown
			}
			return
		}
	}
}

// clause reads a clause that says that something was done. It must end here, or after an addition.
func (p *parser) clause() (c clause, ok bool) {
	from := p.at
	for _, read := range []func(*clause) bool{p.marked, p.counted, p.faultless, p.zeroed, p.passed, p.compiled, p.all, p.done, p.ran} {
		p.at = from
		c = clause{from: from}
		if read(&c) && p.addition(&c) {
			c.to = p.at
			return c, true
		}
	}
	p.at = from
	return c, false
}

// addition skips the rest of a clause after a preposition, as in "with race detection": the claim may then
// be about a part, or another place. It reports whether the clause ends.
func (p *parser) addition(c *clause) bool {
	if p.is(tagPreposition) && c.act == Passed {
		c.isSoft, c.isPart = true, true
		for !p.isAtEnd() {
			p.at++
		}
	}
	return p.isAtEnd()
}

// opening skips words and marks that only begin an answer, such as "Done".
func (p *parser) opening() {
	for p.is(openings) && !p.is(tagAll|tagSubject|tagPart|tagNo|tagSelf|tagNumber|tagZero|tagVerify|tagDoing|done|tagGo) {
		p.at++
	}
}

// lead skips the beginning of an answer: "Done", "I verified that".
func (p *parser) lead() {
	p.opening()
	p.try(func() bool { // "with this fix"
		isAfter := p.accept(tagAfter)
		p.skip(tagDeterminer | tagAll | tagQualifier | tagPart)
		return isAfter && p.skip(objects)
	})
	p.try(func() bool {
		p.skip(tagSelf | tagLink | tagTail)
		isVerified := p.accept(tagVerify)
		p.skip(tagThat)
		return isVerified && !p.is(tagPreposition|tagCommand)
	})
}
