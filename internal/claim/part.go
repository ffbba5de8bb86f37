package claim

import (
	"cmp"
	"slices"
)

// part is a piece of a sentence between colons, semicolons, dashes or brackets.
type part struct {
	tokens []token
	// label are the tokens before a colon that the part is about. isAside is set in brackets.
	label   []token
	isAside bool
	// about are the first tokens of a sentence, before a colon or a bracket, or the first cell of a row.
	about []token
	// subjectLen is the number of tokens before a colon if they are just a subject, else 0.
	subjectLen int
}

// rowPart returns the cells of a row as one part. A subject in the first cell is what the others are about.
func rowPart(tokens []token) part {
	isCell := func(t token) bool { return t.is(tagCell) }
	first := part{tokens: tokens[:max(0, indexOf(tokens, tagCell))]}
	row := part{tokens: slices.DeleteFunc(slices.Clone(tokens), isCell)}
	if first.isSubject() {
		row.subjectLen = len(first.tokens)
	}
	row.splitLabel()
	row.about = first.tokens
	return row
}

// partsOf returns the parts of a sentence. Text before a colon labels what follows unless it is a claim
// itself; a subject there is the subject of the part: "Tests: 24 passed". The cells of a row are one part.
func partsOf(tokens []token, isRow bool) []part {
	if isRow {
		return []part{rowPart(tokens)}
	}
	var parts []part
	var label []token
	var now part
	endPart := func() {
		now.label = label
		if len(parts) == 1 {
			now.about = parts[0].tokens
		}
		now.splitLabel()
		parts = append(parts, now)
		now = part{isAside: now.isAside} // a colon does not end brackets
	}
	for i, t := range tokens {
		switch t.text {
		case ":", "-":
			isCommit := len(now.tokens) == 1 && now.tokens[0].is(tagCommit) // "Commit: `1a2b3c4`"
			if isCommit || beginsFile(now.tokens, tokens[i+1:]) {
				continue
			}
			if (part{tokens: now.tokens}).isSubject() { // "Tests: 24 passed"
				now.subjectLen = len(now.tokens)
				continue
			}
			next := now.tokens
			endPart()
			label = next
		case ";":
			endPart()
			label = nil
		case "|": // "tests ✓ | lint ✓"
			t.tags = tagComma
			now.tokens = append(now.tokens, t)
		case "(", ")":
			endPart()
			now.isAside = t.text == "("
		default:
			now.tokens = append(now.tokens, t)
		}
	}
	endPart()
	return parts
}

// beginsFile reports whether a label says what was done to a file that follows: "New file: `a.go`".
func beginsFile(label, after []token) bool {
	deed := nth(label, 0)
	_, isFile := fileIn(nth(after, 0), nth(label, len(label)-1))
	return isFile && deed.is(tagDoing|tagFresh) && !deed.is(tagGone)
}

// unclearIn returns the doubt that a label casts on what follows it. A label that says what the writer did, or announces
// results, casts none. The doubt is named after the first other word, and soft if all of these are harmless.
func unclearIn(label []token) doubt {
	label = slices.DeleteFunc(slices.Clone(label), func(t token) bool { return t.isOnly(signs) })
	r := parser{tokens: label}
	if c, isClaim := r.clause(); isClaim && r.at == len(label) && !c.isPart && !c.isSoft { // "`make check` exits 0: 24 tests pass"
		return doubt{}
	}
	isOfCode := slices.ContainsFunc(label, isCode) // what follows may say what the code does
	if tellsDeed(label) && !isOfCode && wordOf(label, tagPreposition) == "" {
		return doubt{}
	}
	isKnown := func(t token) bool { return t.is(ofResults) || t.text == "" } // code may be blank
	unknown := slices.DeleteFunc(label, isKnown)
	isHarmful := func(t token) bool { return !t.isOnly(harmless) }
	return doubt{word: nth(unknown, 0).text, isSoft: !slices.ContainsFunc(unknown, isHarmful)}
}

// splitLabel makes the subject before a colon the label of the part if a claim with a subject of its own follows:
// "Verification: all tests pass". In "Tests: 24 passed" it stays the subject.
func (p *part) splitLabel() {
	if p.subjectLen == 0 {
		return
	}
	before, after := p.tokens[:p.subjectLen], p.tokens[p.subjectLen:]
	r := parser{tokens: after}
	if c, isClaim := r.clause(); isClaim && c.hasSubject {
		p.label, p.tokens = before, after
	}
}

// isAnswer reports whether a part may deny what is before it: "Tests pass: no, not yet".
func (p part) isAnswer() bool {
	i := slices.IndexFunc(p.tokens, func(t token) bool { return !t.isOnly(denials | tagUnknown | tagTail | tagMinor) })
	return i < 0 || i > 0 && p.tokens[i].is(tagComma)
}

// isSubject reports whether a part is just a subject: "✅ Unit tests", "Lint issues".
func (p part) isSubject() bool {
	r := parser{tokens: p.tokens}
	r.opening()
	isNamed := r.subjects(&clause{})
	r.skip(tagFault)
	return isNamed && r.at == len(r.tokens)
}

// reader reads the clauses of a part, from left to right.
type reader struct {
	parser
	statement Statement
	claims    []Claim
	// about are the tokens of the part's label, label is the doubt that it raises, place that of an earlier clause that
	// denies something, or is about where or when.
	about        []token
	label, place doubt
	// isTold is set after a clause that says what the writer did, isVague after one that may be about
	// anything.
	isTold, isVague bool
}

// read returns the claims of a part, and whether one of its clauses may be about anything.
func (p part) read(s Statement) (claims []Claim, isVague bool) {
	r := reader{parser: parser{tokens: p.tokens}, statement: s, about: p.label, label: unclearIn(p.label)}
	for r.at < len(r.tokens) {
		r.skip(joints)
		if !r.readClaim() && !r.readOutcome() {
			r.readOther()
		}
	}
	isKept := has(p.tokens, tagNot) || slices.ContainsFunc(p.tokens, func(t token) bool { return slices.Contains(known().Kept, t.text) })
	listed := p.listed(s)
	if len(listed) > 0 { // the file is what the item is about, not the code
		r.claims = slices.DeleteFunc(r.claims, func(c Claim) bool { return c.Code != "" })
	}
	if !isKept && !hasResult(r.claims) { // "`a_test.go`: all tests pass"
		r.claims = append(r.claims, listed...)
	}
	return r.claims, r.isVague || r.label.word != ""
}

// readClaim reads a claim, if one begins here.
func (r *reader) readClaim() bool {
	c, isClaim := r.clause()
	if !isClaim {
		return false
	}
	found := c.claim(r.statement, r.tokens)
	found.bindLabel(r.about)
	if nth(r.tokens, c.from-1).is(tagSo) && !r.isConsequence(c.from) {
		r.place = r.place.or(doubt{word: r.tokens[c.from-1].text}) // a purpose
	}
	found.doubt(r.label.or(r.place))
	r.claims = append(r.claims, found)
	return true
}

// isConsequence reports whether what is behind a "so" is said to be the case: the writer's own deed, or what
// follows from a claim. In "Remove the variable so the build passes" it is a purpose.
func (r *reader) isConsequence(at int) bool {
	return r.tokens[at-1].text == "so" && (r.tokens[at].is(tagSelf) || hasResult(r.claims))
}

// readOutcome reads what the runs of the last claim came to, if that is said here.
func (r *reader) readOutcome() bool {
	if len(r.claims) == 0 {
		return false
	}
	ran := r.last()
	c, isResult := r.result(*ran)
	if isResult {
		found := c.claim(r.statement, r.tokens).about(*ran)
		found.doubt(r.place)
		r.claims = append(r.claims, found)
	}
	return isResult
}

// hasResult reports whether one of the claims is about more than what was changed.
func hasResult(claims []Claim) bool {
	return slices.ContainsFunc(claims, func(c Claim) bool { return c.Act != Wrote })
}

func (r *reader) last() *Claim { return &r.claims[len(r.claims)-1] }

// readOther reads a clause that has none of the forms. It may name changed files, or make the claims next to it
// unclear.
func (r *reader) readOther() {
	before := nth(r.tokens, r.at-1)
	clause := r.nextClause()
	isAfterResult := hasResult(r.claims)
	isWritten := r.readWritten(clause)
	last := &Claim{}  // without a result there is no claim to change
	doubtful := vague // before the first result, even a branch or a component may be where that holds
	if isAfterResult {
		last = r.last()
		doubtful = tagUnknown | tagCode
	}
	if has(clause, tagDanger) && !hasOther(clause, tagSelf|tagDanger|tagTail) { // "Committed, I think."
		last.deny(clause[0].text)
	}
	if before.is(tagSo) { // a purpose or a consequence says nothing of the claims before it
		r.isVague = true
		return
	}
	r.isTold = tellsDeed(clause) || isWritten || r.isTold && before.is(tagAnd)
	not := wordOf(clause, tagNot)
	r.place = r.place.or(doubt{word: not})
	d := doubtIn(clause, doubtful|tagNot)
	isOfOther := isAfterResult && not != "" && last.isApartFrom(kindsIn(clause))
	isPlace := isPlace(clause)
	isClear := d.word == "" || isOfOther || isTime(clause)
	if isClear || r.isTold && !isPlace {
		return
	}
	r.isVague = true
	if isPlace || !joins(r.tokens[r.at:]) { // it may be about the claims after it
		r.place = r.place.or(d)
	}
	if isPlace || not != "" { // or about the one before
		last.doubt(d)
	}
}

// readWritten reads what a clause claims to have changed, and reports whether it claims that.
func (r *reader) readWritten(clause []token) bool {
	written := nextFile(clause, nth(r.claims, len(r.claims)-1))
	if len(written) == 0 {
		written = wrote(r.statement, clause)
	}
	for _, c := range written {
		c.doubt(r.label.or(r.place))
		r.claims = append(r.claims, c)
	}
	return len(written) > 0
}

// nextClause skips a clause, which has at least one token unless the part ends here, and returns it.
func (r *reader) nextClause() []token {
	from := r.at
	r.at = min(from+1, len(r.tokens))
	for !r.isAtEnd() && !r.isJoined() || r.isAmongNames() {
		r.at++
	}
	return r.tokens[from:r.at]
}

// isJoined reports whether a commit or a push is said right behind what the writer did, as Chinese does without
// a sign. An issue or results may be handed in by the same word.
func (r *reader) isJoined() bool {
	isOther := nth(r.tokens, r.at+1).is(tagSubject | tagFault | tagHead | tagHeading)
	return r.is(done) && !isOther && isHan(firstRune(r.peek().text)) && r.tokens[r.at-1].is(tagDoing)
}

// isAmongNames reports whether a comma or "and" joins two names in code, the first of which does not name a file:
// "added `TestA` and `TestB` to `a_test.go`" is one clause.
func (r *reader) isAmongNames() bool {
	before, after := nth(r.tokens, r.at-1), nth(r.tokens, r.at+1)
	_, isFile := fileIn(before, token{})
	return before.is(tagCode|tagTest) && !isFile && after.is(tagCode|tagTest)
}

// isTime reports whether a clause only says after what something is claimed: "after the fix".
func isTime(clause []token) bool {
	return clause[0].is(tagAfter) && wordOf(clause, tagUnknown|tagCode|tagTest) == ""
}

// about makes a claim about the runs of another one, with its doubts.
func (c Claim) about(ran Claim) Claim {
	c.Command, c.Invocations = ran.Command, ran.Invocations
	c.IsAll, c.IsPart, c.Name, c.Suite = ran.IsAll, ran.IsPart, ran.Name, ran.Suite
	c.Unclear, c.Soft = ran.Unclear, cmp.Or(c.Soft, ran.Soft)
	c.IsFirm = c.IsFirm && ran.IsFirm
	return c
}

// isPlace reports whether a clause says where, when or how the clause beside it holds.
func isPlace(clause []token) bool {
	return len(clause) > 1 && clause[0].is(tagPreposition) && !clause[1].is(tagDoingNow)
}

// joins reports whether what follows a clause is a sentence of its own: it begins with "and", or stands
// behind a comma in Chinese.
func joins(after []token) bool {
	next := indexOfOther(after, joints)
	isAnd := nth(after, next-1).is(tagAnd | tagSo)
	return isAnd || isHan(firstRune(nth(after, next).text))
}
