package claim

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/runner"
)

// clause is what is read of a clause that says that something was done.
type clause struct {
	act   Act
	kinds []runner.Kind
	// command is the code that it speaks of.
	command string
	// isAll is set if it says "all", isPart if it is about a part, isSoft if a word before its subject
	// is not known: it may hold, and accuses nobody.
	isAll, isPart, isSoft bool
	// isState is set if it says how things are, and not who did it.
	isState bool
	// hasSubject is set if it names what passed.
	hasSubject bool
	// from and to are its first and last token.
	from, to int
}

// parser reads the clauses of a part of a sentence, by the classes of its words.
type parser struct {
	tokens []token
	at     int
}

func (p *parser) peek() token {
	if p.at >= len(p.tokens) {
		return token{}
	}
	return p.tokens[p.at]
}

// is reports whether the next token has one of some classes.
func (p *parser) is(classes string) bool { return strings.ContainsAny(p.peek().classes, classes) }

// skip goes behind all tokens that have one of some classes.
func (p *parser) skip(classes string) {
	for p.is(classes) {
		p.at++
	}
}

// isAtEnd reports whether a clause ends here.
func (p *parser) isAtEnd() bool { return p.at >= len(p.tokens) || p.is(",&") }

// try reads something, and goes back if it is not there.
func (p *parser) try(read func() bool) bool {
	at := p.at
	if read() {
		return true
	}
	p.at = at
	return false
}

// maxSoft is how many words that are not known may be before a subject.
const maxSoft = 3

// subjects reads what passes: "all 24 quota tests", "tests, lint and `go vet`".
func (p *parser) subjects(c *clause) bool {
	var run []token // the nouns of one subject: the last one says what it is
	end, soft := 0, 0
	found := clause{}
	for p.at < len(p.tokens) {
		t := p.peek()
		isNoun := t.is(subject) || t.is(command)
		switch {
		case isNoun:
			run = append(run, t)
			found.isPart = found.isPart || t.is('p') // the name of one program
		case len(run) > 0 && strings.ContainsAny(t.classes, ",&/"):
			found.add(run)
			run, soft = nil, 0
		case len(run) > 0:
			// what follows is said of it
			found.add(run)
			return p.endSubjects(c, found, end)
		case t.is('A'):
			found.isAll = true
		case t.is('p'), t.is(code):
			found.isPart = true
		case strings.ContainsAny(t.classes, "DQIO#0"):
		case t.is(unknown) && soft < maxSoft:
			soft++
			found.isSoft = true
		default:
			return p.endSubjects(c, found, end)
		}
		p.at++
		if isNoun {
			end = p.at
		}
	}
	found.add(run)
	return p.endSubjects(c, found, end)
}

// endSubjects takes what was found, and goes behind the last subject.
func (p *parser) endSubjects(c *clause, found clause, end int) bool {
	if end == 0 {
		return false
	}
	p.at = end
	c.hasSubject = true
	c.kinds, c.command = found.kinds, found.command
	c.isAll = c.isAll || found.isAll
	c.isPart, c.isSoft = found.isPart || found.isSoft, found.isSoft
	return true
}

// add adds a subject: the kind of its last noun, but "lint checks" are lint.
func (c *clause) add(nouns []token) {
	if len(nouns) == 0 {
		return
	}
	kind := runner.Other
	for _, n := range nouns {
		if n.is(command) && c.command == "" {
			c.command = n.text
		}
		isVague := n.kind == runner.Checks || n.kind == runner.Hooks && kind == runner.Other
		if kind == runner.Other || !isVague {
			kind = n.kind
		}
	}
	if !slices.Contains(c.kinds, kind) {
		c.kinds = append(c.kinds, kind)
	}
}

// addNouns adds the subject that some words name.
func (c *clause) addNouns(words []token) {
	c.add(slices.DeleteFunc(slices.Clone(words), func(t token) bool { return !t.is(subject) }))
}

// passes reads that something passed: "pass", "are all green", "completed with no errors", "✅".
func (p *parser) passes(c *clause) bool {
	for p.is("LTA#") && !p.is("P") {
		c.isAll = c.isAll || p.is("A")
		p.at++
	}
	switch {
	case p.is("PB"):
		p.at++
	case p.is("G"):
		p.skip("GLT")
		isWell := p.try(func() bool { return p.is("PJ") && p.skipAll("PJ") }) || p.try(p.noFault) || p.is("0") && p.skipAll("0")
		if !isWell {
			return false
		}
	case p.is(string(mark)):
		p.skip(string(mark))
	default:
		return p.noFault()
	}
	p.skip("PJB")
	return true
}

// skipAll is skip for conditions.
func (p *parser) skipAll(classes string) bool {
	p.skip(classes)
	return true
}

// noFault reads "no errors", "0 lint issues", "without any failures or warnings".
func (p *parser) noFault() bool {
	p.skip("R")
	if !p.is("N0") {
		return false
	}
	p.at++
	p.skip("DATSQp")
	if !p.is(string(fault) + "M") {
		return false
	}
	for p.is(string(fault) + "M&N0,") {
		p.at++
	}
	return true
}

// tail goes behind what may follow a clause: "again", "in 3 packages", "with 0 failures". What is in
// other code, and any unknown word, is another thing.
func (p *parser) tail(c *clause) {
	const plain = "TADQp#0SOJMkGLYP"
	for p.at < len(p.tokens) {
		from := p.at
		switch {
		case p.try(p.noFault): // of what it names, too: "with no type errors"
			c.addNouns(p.tokens[from:p.at])
		case p.is(plain):
			p.at++
		case p.is("R") && p.at+1 < len(p.tokens) && strings.ContainsAny(p.tokens[p.at+1].classes, plain):
			p.at++
		case p.is("#") || p.is("M"):
			p.at++
		default:
			return
		}
	}
}

// clause reads a clause that says that something was done. It has to end here.
func (p *parser) clause() (c clause, ok bool) {
	from := p.at
	for _, read := range []func(*clause) bool{p.marked, p.counted, p.faultless, p.passed, p.all, p.done, p.ran} {
		p.at = from
		c = clause{from: from}
		if read(&c) && p.isAtEnd() {
			c.to = p.at
			return c, true
		}
	}
	p.at = from
	return c, false
}

// opening goes behind words and marks with which an answer begins, and that are nothing else: "Done".
func (p *parser) opening() {
	for p.is(opening) && !p.is("ASpNI#0VWCUG") {
		p.at++
	}
}

// lead goes behind what an answer begins with: "Done", "I verified that".
func (p *parser) lead() {
	p.opening()
	p.try(func() bool { // "with this fix"
		if !p.is("e") {
			return false
		}
		p.at++
		p.skip("DAQ")
		if !p.is("O") {
			return false
		}
		p.skip("O")
		return true
	})
	p.try(func() bool {
		p.skip("ILT")
		if !p.is("V") {
			return false
		}
		p.at++
		p.skip("t")
		return !p.is("Rk") && p.at < len(p.tokens)
	})
}

// marked reads "✅ Tests" and "✅ 24 tests".
func (p *parser) marked(c *clause) bool {
	if !p.is(string(mark)) {
		return false
	}
	p.opening()
	c.act = Passed
	if !p.subjects(c) {
		return false
	}
	if !p.try(func() bool { return p.passes(c) }) {
		p.skip("L#0")
	}
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

// counted reads "24 passed", "all 24 pass".
func (p *parser) counted(c *clause) bool {
	p.opening()
	c.act, c.kinds = Passed, []runner.Kind{runner.Tests}
	c.isAll = p.is("A")
	p.skip("AD")
	if !p.is("#") {
		return false
	}
	p.skip("#LT")
	if !p.is("P") {
		return false
	}
	p.skip("PJ")
	p.tail(c)
	return true
}

// faultless reads "no lint errors".
func (p *parser) faultless(c *clause) bool {
	p.opening()
	p.skip("L")
	from := p.at
	if !p.noFault() {
		return false
	}
	c.act = Passed
	c.addNouns(p.tokens[from:p.at])
	p.tail(c)
	return len(c.kinds) > 0
}

// all reads "all green", "everything passes": of all that was run.
func (p *parser) all(c *clause) bool {
	p.opening()
	if !p.is("A") {
		return false
	}
	c.act, c.kinds, c.isAll = Passed, []runner.Kind{runner.Checks}, true
	p.skip("A")
	p.skip("LT")
	if !p.is("PY") {
		return false
	}
	p.skip("PYJ")
	p.tail(c)
	return true
}

// done reads "committed and pushed", "the changes are committed as `1a2b3c4`".
func (p *parser) done(c *clause) bool {
	p.opening()
	c.act = Did
	if p.try(func() bool { return p.isCommit(c) }) {
		return true
	}
	p.try(func() bool {
		for p.is("IDAOQp#S" + string(unknown)) {
			c.isSoft = c.isSoft || p.is(string(unknown))
			p.at++
		}
		c.isState = p.is("L")
		p.skip("LTA")
		return p.is("CU")
	})
	p.skip("ILT")
	for p.is("CU") {
		kind := runner.Commit
		if p.is("U") {
			kind = runner.Push
		}
		c.kinds = append(c.kinds, kind)
		p.at++
		p.skip("T")
		p.try(func() bool {
			p.skip("&,T")
			return p.is("CU")
		})
	}
	if len(c.kinds) == 0 {
		return false
	}
	for !p.isAtEnd() && !p.is("nZE") { // of what it is about, anything may be said
		c.isSoft = c.isSoft || isOf(p.peek(), "?Xz")
		p.at++
	}
	return true
}

// isCommit reads "commit `1a2b3c4` created", "the commit went through".
func (p *parser) isCommit(c *clause) bool {
	p.skip("DT")
	if !p.is("c") {
		return false
	}
	p.at++
	isNamed := p.is("K")
	p.skip("Kk" + string(unknown))
	p.skip("LTG")
	if !p.is("PJq") && !(isNamed && p.isAtEnd()) {
		return false
	}
	p.skip("PJq")
	p.tail(c)
	c.kinds = []runner.Kind{runner.Commit}
	return true
}

// ran reads "ran `go test ./...`", "verified with `npm test`". That it went through is said, too.
func (p *parser) ran(c *clause) bool {
	p.opening()
	p.skip("ILT")
	if !p.is("V") {
		return false
	}
	verb := p.peek().text
	c.act = Ran
	p.at++
	p.skip("DTRA")
	if !p.is(string(command) + string(code)) {
		return false
	}
	if isTest := p.tokens[p.at-1].is('R') || strings.HasSuffix(verb, "ed") && verb != "executed"; isTest {
		c.act = Passed
	}
	c.command = p.peek().text
	c.kinds = []runner.Kind{p.peek().kind}
	c.hasSubject = true
	p.at++
	p.try(func() bool { // further commands
		p.skip("&,kK")
		return p.isAtEnd()
	})
	p.tail(c)
	return true
}
