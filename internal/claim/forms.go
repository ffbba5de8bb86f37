package claim

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/runner"
)

// marked reads "✅ Tests" and "✅ 24 tests".
func (p *parser) marked(c *clause) bool {
	isMarked := p.is(tagMark)
	p.opening()
	c.act = Passed
	if !isMarked || !p.subjects(c) {
		return false
	}
	p.try(func() bool { return p.passes(c) })
	p.skip(tagLink | tagNumber | tagZero)
	p.tail(c)
	return true
}

// passed reads "all tests pass", "I verified that lint and types are clean".
func (p *parser) passed(c *clause) bool {
	p.lead()
	c.act = Passed
	if !p.subjects(c) || !p.passes(c) {
		return false
	}
	p.tail(c)
	return true
}

// compiled reads "the code compiles", "everything builds cleanly".
func (p *parser) compiled(c *clause) bool {
	p.lead()
	p.skip(tagDeterminer | tagAll)
	p.skip(tagWhole)
	isAll := p.at > c.from && p.tokens[p.at-1].is(tagWhole|tagAll)
	p.skip(tagLink | tagTail)
	if !isAll || !p.accept(tagCompiles) {
		return false
	}
	c.act, c.kinds, c.hasSubject = Passed, []runner.Kind{runner.Build}, true
	p.tail(c)
	return true
}

// counted reads "24 passed", "all 24 pass".
func (p *parser) counted(c *clause) bool {
	p.opening()
	c.act, c.kinds = Passed, []runner.Kind{runner.Tests}
	c.isAll = p.is(tagAll)
	p.skip(tagAll | tagDeterminer)
	isCount := p.is(tagNumber)
	p.skip(tagNumber | tagLink | tagTail | tagAll)
	if !isCount || !p.skip(tagPass) {
		return false
	}
	p.tail(c)
	return true
}

// faultless reads "no lint errors".
func (p *parser) faultless(c *clause) bool {
	p.opening()
	p.skip(tagLink)
	from := p.at
	if !p.noFault() {
		return false
	}
	c.act = Passed
	words := p.tokens[from:p.at]
	c.isPart = p.isLimited(words)
	c.addSubject(slices.DeleteFunc(slices.Clone(words), func(t token) bool { return !t.is(tagSubject) })) // "no eslint errors"
	p.tail(c)
	return len(c.kinds) > 0
}

// zeroed reads "lint issues: 0", as "| Lint issues | 0 |".
func (p *parser) zeroed(c *clause) bool {
	p.opening()
	c.act = Passed
	if !p.subjects(c) || !p.is(tagFault) {
		return false
	}
	p.skip(tagFault | tagMinor)
	isZero := p.skip(tagZero)
	p.skip(tagMark)
	return isZero
}

// all reads "all green", "everything passes", everything that was run; in "all 3 packages pass", the tests.
func (p *parser) all(c *clause) bool {
	p.opening()
	c.act, c.kinds, c.isAll = Passed, []runner.Kind{runner.Checks}, true
	if !p.skip(tagAll) {
		return false
	}
	p.skip(tagDeterminer | tagNumber | tagQualifier)
	if p.skip(tagUnit) {
		c.kinds = []runner.Kind{runner.Tests}
	}
	p.skip(tagLink | tagTail | tagAll)
	if !p.is(tagPass | tagMark) {
		return false
	}
	p.tail(c)
	return true
}

// done reads "committed and pushed", "the changes are committed as `1a2b3c4`".
func (p *parser) done(c *clause) bool {
	p.opening()
	c.act = Did
	if p.try(func() bool { return p.committed(c) }) {
		return true
	}
	if p.at == c.from || p.tokens[p.at-1].is(tagMark) { // "✅ Successfully committed"
		p.skip(tagWell)
	}
	p.try(func() bool { // "the changes are"
		from := p.at
		p.skip(tagSelf | tagDeterminer | tagAll | objects | tagBranch | tagQualifier | tagPart | tagNumber | tagSubject | tagUnknown)
		work, link := p.tokens[from:p.at], p.at
		p.skip(tagLink | tagTail | tagAll)
		isAlready := has(p.tokens[link:p.at], tagTime) // perhaps by someone else
		c.isSoft = has(work, tagUnknown) || isAlready
		c.isAll = has(work, tagAll)
		c.isState = nth(p.tokens, link).is(tagLink)
		return p.is(done)
	})
	p.skip(tagSelf | tagLink | tagTail)
	for p.is(done) {
		c.kinds = append(c.kinds, p.peek().kind)
		p.at++
		p.try(func() bool {
			p.skip(tagAnd | tagComma | tagTail)
			return p.is(done)
		})
	}
	if len(c.kinds) == 0 {
		return false
	}
	for !p.isAtEnd() && !p.is(denials|tagCross|tagExcept) { // anything may be said about what was done
		c.isSoft = c.isSoft || !p.is(ofDone)
		p.at++
	}
	return true
}

// committed reads "commit `1a2b3c4` created", "the commit went through".
func (p *parser) committed(c *clause) bool {
	p.skip(tagDeterminer | tagTail)
	if !p.accept(tagCommit) {
		return false
	}
	isNamed := p.is(tagCode) && !strings.ContainsAny(p.peek().text, "\"~“「『") // a quotation may be a plan
	p.skip(tagCode | tagCommand)
	p.skip(tagLink | tagGo)
	if !p.is(tagPass|tagWell|tagMade|tagMark|tagFinished) && !isNamed {
		return false
	}
	p.skip(tagPass | tagWell | tagMade | tagMark | tagFinished | tagCode)
	p.tail(c)
	c.kinds = []runner.Kind{runner.Commit}
	return true
}

// ran reads "ran `go test ./...`", "ran all tests", "verified with `npm test`". The last also says that it
// passed.
func (p *parser) ran(c *clause) bool {
	p.opening()
	p.skip(tagSelf | tagLink | tagTail)
	if !p.is(tagVerify) {
		return false
	}
	isRun := p.is(tagRan)
	c.act = Ran
	p.at++
	isNamed := isRun && !p.is(tagCommand|tagZero) && p.try(func() bool { return p.subjects(c) })
	if isNamed { // "ran the tests in store" is about a part
		p.tail(c)
		c.isPart = c.isPart || slices.ContainsFunc(p.tokens[c.from:p.at], func(t token) bool { return t.is(tagPreposition|tagNo) && !t.is(tagAfter) })
		return true
	}
	p.skip(tagDeterminer | tagTail | tagPreposition | tagAll | objects) // "verified the fix by running"
	if !p.is(tagCommand | tagCode) {
		return false
	}
	if !isRun || p.tokens[p.at-1].is(tagPreposition) {
		c.act = Passed
	}
	c.commands = []string{p.peek().text}
	c.kinds = []runner.Kind{p.peek().kind}
	c.hasSubject = true
	p.at++
	for p.try(func() bool { return p.skip(tagAnd|tagComma) && p.is(tagCommand|tagCode) }) {
		c.addCommands(p.tokens[p.at : p.at+1])
		p.at++
	}
	p.tail(c)
	return true
}

// result reads the outcome of a claim's runs in the clause after it: "and they all pass", "with no errors".
func (p *parser) result(of Claim) (c clause, ok bool) {
	c = clause{act: Passed, kinds: of.Kinds, from: p.at}
	ok = of.Act == Ran && p.try(func() bool {
		p.skip(tagRefers)
		if !p.passes(&c) {
			return false
		}
		p.tail(&c)
		return p.isAtEnd()
	})
	c.to = p.at
	return c, ok
}
