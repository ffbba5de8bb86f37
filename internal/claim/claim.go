// Package claim reads what a text claims was done, by a closed rule: a clause is a claim only if every word
// of it is in rules/facts/words.cue and the words make one of a few forms. Any other clause is unclear, and
// claims nothing. The package does not know what was really done.
//
// Begin with Read; clause.go has the forms.
package claim

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
)

// Act is what a claim says was done.
type Act string

// The acts.
const (
	Passed Act = "passed" // runs of some kinds passed
	Did    Act = "did"    // a commit, a push or a deployment succeeded
	Ran    Act = "ran"    // a command ran
	Wrote  Act = "wrote"  // a file was changed
)

// Claim is what a clause says was done.
type Claim struct {
	Statement Statement
	// Text is the clause.
	Text string
	Act  Act
	// Kinds are the kinds of runs that it is about; runner.Checks is everything that was run.
	Kinds []runner.Kind
	// Command is the first command line in code that it is about, "" for none. Invocations are the commands
	// in all such code, in comparable form.
	Command     string
	Invocations []ledger.Invocation
	// Path is the file that was changed, "" for none. IsGone is set if the file was removed.
	Path   string
	IsGone bool
	// IsAll is set if it says "all", IsPart if it is about a part.
	IsAll, IsPart bool
	// Suite is the word for tests that a run of all tests may leave out, such as "e2e"; "" for none.
	Suite string
	// IsState is set if it describes a state, which someone else may have caused.
	IsState bool
	// IsAdmitted is set if a sentence near it says that something fails.
	IsAdmitted bool
	// Unclear is the word that makes it unclear whether the writer claims it, "" for none: then nothing is
	// claimed. Soft is an unknown word in or beside it: the claim may hold, but is never judged false.
	Unclear, Soft string
	// IsFirm is set if the text around it is clear, too: a hook may stop an agent for it.
	IsFirm bool

	// start is its offset in the sentence.
	start int
}

// Bounds on the work: claims of a text, bytes of a sentence.
const (
	maxClaims   = 200
	maxSentence = 800
)

// Of returns the claims of a text in Markdown.
func Of(markdown string) []Claim { return Read(Statements(document.LeavesOf(markdown))) }

// Read returns the claims in sentences of a text.
func Read(all []Statement) []Claim {
	var claims []Claim
	read := make([]sentence, len(all))
	for i, s := range all {
		read[i] = readSentence(s)
	}
	isAdmitted := slices.ContainsFunc(read, func(s sentence) bool { return s.admits })
	for i := range read {
		for _, c := range read[i].claims {
			if len(claims) == maxClaims {
				return claims
			}
			c.IsAdmitted = slices.ContainsFunc(read[max(0, i-1):min(len(read), i+2)], func(s sentence) bool { return s.admits })
			before, after := read[i].beside(read, i-1), read[i].beside(read, i+1)
			c.deny(after.takesBack)
			if !before.isOwn {
				c.deny(before.others)
			}
			c.IsFirm = c.IsFirm && c.IsPlain() && !isAdmitted && before.others == "" && after.others == "" && !after.denies
			claims = append(claims, c)
		}
	}
	return claims
}

// beside returns the sentence at an index if it is in the same paragraph, else an empty one.
func (s *sentence) beside(all []sentence, i int) sentence {
	if i < 0 || i >= len(all) || all[i].of.Whole != s.of.Whole || all[i].isOffer {
		return sentence{}
	}
	return all[i]
}

// sentence is a sentence after reading.
type sentence struct {
	of     Statement
	claims []Claim
	// dangerIn is the first word that makes the sentence claim nothing; others is a word for another
	// person, place or time, and takesBack a word that denies what comes before. "" is none.
	dangerIn, others, takesBack string
	// isOwn is set if it says what the writer did.
	isOwn bool
	// denies is set if it has a negation or a mark of failure.
	denies bool
	// admits is set if it says that something fails, isOffer if it asks or offers something.
	admits, isOffer bool
}

// readSentence reads the claims of a sentence.
func readSentence(s Statement) sentence {
	out := sentence{of: s}
	if len(s.Text) > maxSentence {
		return out
	}
	tokens := tokensOf(s.Text)
	out.isOffer = strings.HasSuffix(strings.TrimSpace(s.Text), "?") || len(tokens) > 0 && tokens[0].is(tagOffer)
	if len(tokens) == 0 || out.isOffer {
		return out
	}
	out.admits = admits(tokens)
	out.others = cmp.Or(wordOf(tokens, others), actorIn(tokens))
	out.dangerIn = cmp.Or(out.others, wordOf(tokens, tagDanger|tagExcept))
	out.takesBack = takesBack(tokens)
	out.denies = wordOf(tokens, tagNot|tagCross|tagFails) != ""
	out.isOwn = isOwn(tokens)
	var aside doubt
	isVague := false
	for _, part := range partsOf(tokens, s.IsRow) {
		claims, isOpen := part.read(s)
		if len(out.claims) > 0 && len(claims) == 0 && part.isAnswer() {
			aside = aside.or(doubtIn(part.tokens, denials|tagUnknown))
		}
		out.claims = append(out.claims, claims...)
		isVague = isVague || isOpen
		if part.isAside && !isOwn(part.tokens) {
			aside = aside.or(doubtIn(part.tokens, vague))
		}
	}
	above := s.around()
	above.isClear = above.isClear && !isVague
	out.settle(tokens, aside, above)
	return out
}

// settle applies the rest of the sentence, its parts in brackets and the titles above it to its claims.
func (s *sentence) settle(tokens []token, aside doubt, above context) {
	gone := ""
	if i := slices.IndexFunc(tokens, func(t token) bool { return t.is(tagGone) }); i >= 0 {
		gone = tokens[i].text
	}
	total := totalIn(tokens)
	isClear := s.dangerIn == "" && above.isClear && wordOf(tokens, tagNot) == ""
	for i := range s.claims {
		c := &s.claims[i]
		c.bind(tokens, s.claims[:i])
		if total != "" && !strings.Contains(c.Text, total) && number.MatchString(c.Text) {
			c.IsPart = true
		}
		word := s.dangerIn
		if c.Act == Wrote && !c.IsGone { // the file may be gone by the end of the sentence
			c.soften(gone)
		}
		if c.Act == Did { // after "committed" comes what was committed
			before := tokens[:slices.IndexFunc(tokens, func(t token) bool { return t.Start == c.start })]
			word = wordOf(before, tagDanger|others|tagExcept)
		}
		c.deny(cmp.Or(word, wordOf(tokens, tagCross)))
		c.take(aside.or(above.doubt))
		c.IsFirm = c.IsFirm && isClear
	}
}

// bind narrows "everything passes" to what its sentence names before it: the last commands, or other claims.
// "`go test ./...` – 6 tests, all green" says nothing about lint.
func (c *Claim) bind(tokens []token, before []Claim) {
	isEverything := c.Act == Passed && slices.Equal(c.Kinds, []runner.Kind{runner.Checks}) && c.Command == ""
	if !isEverything {
		return
	}
	named := clause{}
	named.addCommands(lastCommands(tokens, c.start))
	for _, command := range named.commands {
		c.Command = cmp.Or(c.Command, command)
		c.Invocations = append(c.Invocations, invocationsOf(command)...)
	}
	for _, other := range before {
		if other.Act == Passed && len(named.commands) == 0 {
			named.kinds = append(named.kinds, other.Kinds...)
		}
	}
	if len(named.kinds) > 0 {
		c.Kinds = named.kinds
	}
}

// lastCommands returns the last commands before an offset that stand together: "`a`, `b` and `c`".
func lastCommands(tokens []token, offset int) []token {
	end := 0
	for i, t := range tokens {
		if t.Start < offset && t.is(tagCommand) {
			end = i + 1
		}
	}
	from := end
	for from > 0 && tokens[from-1].is(tagCommand|tagComma|tagAnd) {
		from--
	}
	return tokens[from:end]
}

var number = text.MustCompile(`\b\d+\b`)

// totalIn returns the number of tests that a sentence gives, "" for none: "7 tests, 6 pass".
func totalIn(tokens []token) string {
	for i, t := range tokens {
		if i > 0 && t.is(tagSubject) && tokens[i-1].is(tagNumber) {
			return tokens[i-1].text
		}
	}
	return ""
}

// doubt is a word that makes a claim unclear, "" for none. If it is soft, the word is just unknown, and the
// claim may hold.
type doubt struct {
	word   string
	isSoft bool
}

// or returns the stronger of two doubts, the first of equals.
func (d doubt) or(other doubt) doubt {
	isStronger := d.isSoft && other.word != "" && !other.isSoft
	if d.word == "" || isStronger {
		return other
	}
	return d
}

// doubtIn returns the doubt of the first token that has only the given tags.
func doubtIn(tokens []token, tags tag) doubt {
	i := slices.IndexFunc(tokens, func(t token) bool { return t.isOnly(tags) })
	if i < 0 {
		return doubt{}
	}
	return doubtOf(tokens[i])
}

// doubtOf returns the doubt that a word raises.
func doubtOf(t token) doubt { return doubt{t.text, t.isOnly(harmless)} }

// take applies a doubt to a claim.
func (c *Claim) take(d doubt) {
	if d.isSoft {
		c.soften(d.word)
	} else {
		c.deny(d.word)
	}
}

// deny makes a claim unclear, unless word is "". A claim that a file was changed only becomes soft.
func (c *Claim) deny(word string) {
	if c.Act == Wrote {
		c.soften(word)
	} else {
		c.Unclear = cmp.Or(c.Unclear, word)
	}
}

// soften makes a claim soft, unless word is "".
func (c *Claim) soften(word string) { c.Soft = cmp.Or(c.Soft, word) }

// IsPlain reports whether nothing makes a claim unclear or soft.
func (c *Claim) IsPlain() bool { return c.Unclear == "" && c.Soft == "" }

// wordOf returns the first token that has only the given tags, "" for none.
func wordOf(tokens []token, tags tag) string {
	i := slices.IndexFunc(tokens, func(t token) bool { return t.isOnly(tags) })
	if i < 0 {
		return ""
	}
	return tokens[i].text
}

// isOwn reports whether a clause says what the writer did: it begins with that, or every word is known.
func isOwn(tokens []token) bool {
	i := slices.IndexFunc(tokens, func(t token) bool {
		return !t.is(openings|tagAnd|tagAfter|tagComma|tagColon|tagSemicolon|tagDash|tagOpen|tagClose) || t.is(deeds)
	})
	if i < 0 {
		return false
	}
	isDone := slices.ContainsFunc(tokens, func(t token) bool { return t.is(deeds) })
	isKnown := isDone && wordOf(tokens, tagUnknown|tagNot|tagCode|prepositions) == ""
	return isKnown || tokens[i].is(deeds) || isPassive(tokens)
}

// isPassive reports whether a clause says that something was done to a thing: "both fixes are merged".
func isPassive(tokens []token) bool {
	isDone := func(t token) bool { return t.is(tagDoing) || t.is(tagFinished) }
	isThing := func(t token) bool { return t.is(things) }
	if i := slices.IndexFunc(tokens, func(t token) bool { return !isThing(t) }); i > 0 && isDone(tokens[i]) {
		return true
	}
	link := slices.IndexFunc(tokens, func(t token) bool { return t.is(tagLink) })
	if link <= 0 || link > maxSoft+1 {
		return false
	}
	isNamed := slices.ContainsFunc(tokens[:link], isThing)
	if !isNamed { // it may be a person
		return false
	}
	rest := tokens[link:]
	i := slices.IndexFunc(rest, func(t token) bool { return !t.is(tagLink | tagTail | tagAll) })
	isOther := func(t token) bool { return !isThing(t) && !t.is(tagUnknown) && !t.is(tagCode) }
	return i > 0 && isDone(rest[i]) && !slices.ContainsFunc(tokens[:link], isOther)
}

// actorIn returns the first word of a sentence that says what someone else did, "" for none.
func actorIn(tokens []token) string {
	deed := slices.IndexFunc(tokens, func(t token) bool { return t.is(tagVerify | tagDoing | tagFinished) })
	if deed < 1 || !tokens[0].is(tagUnknown) || tokens[0].is(tagCode) {
		return ""
	}
	isState := tokens[deed-1].is(tagDash) // "Index - done"
	if isState {
		return ""
	}
	return tokens[0].text
}

// takesBack returns the word with which a sentence refers to the one before, makes an exception, or denies
// a run or a commit; "" for none.
func takesBack(tokens []token) string {
	if tokens[0].is(tagRefers) {
		return tokens[0].text
	}
	if i := slices.IndexFunc(tokens, func(t token) bool { return t.is(tagExcept) }); i >= 0 {
		return tokens[i].text
	}
	isOfRun := slices.ContainsFunc(tokens, func(t token) bool { return t.is(ofRuns) })
	if !isOfRun {
		return ""
	}
	return wordOf(tokens, tagNot|tagCross)
}

// admits reports whether a sentence says that something fails: "2 failed", "TestTotal is red". Failures
// that were fixed do not count.
func admits(tokens []token) bool {
	isFixed := false
	isOfRuns := slices.ContainsFunc(tokens, func(t token) bool { return t.is(tagSubject) })
	for i, t := range tokens {
		before := tokens[max(0, i-4):i]
		isDenied := slices.ContainsFunc(before, func(t token) bool { return t.is(tagNo | tagZero | tagNot) })
		isCounted := i > 0 && tokens[i-1].is(tagNumber)
		if t.is(tagComma | tagAnd | tagSemicolon | tagColon | tagDash | tagOpen | tagClose) {
			isFixed = false
			continue
		}
		if t.is(tagDoing | tagDoingNow) {
			isFixed = true
			continue
		}
		if t.is(tagCross) {
			return true
		}
		if !isFixed && !isDenied && (t.is(tagFails) || t.text == "failed" && isOfRuns || t.is(tagFault) && isCounted) {
			return true
		}
	}
	return false
}

// context is what the headings and labels above a sentence say.
type context struct {
	// doubt is the word that attributes what is below them to someone else.
	doubt   doubt
	isClear bool
}

// around returns the context of a sentence. A label must consist of known words; a heading may be about
// anything except a plan, a person or a place.
func (s Statement) around() context {
	c := context{isClear: true}
	for _, label := range append(slices.Clone(s.titles), s.labels...) {
		tokens := tokensOf(text.Unmarked(label))
		c.doubt = c.doubt.or(doubtIn(tokens, tagDanger|others|tagCross)).or(unclearIn(tokens))
	}
	for _, title := range TitlesOf(s.headings) {
		tokens := tokensOf(title)
		c.doubt = c.doubt.or(doubtIn(tokens, tagDanger|others|tagCross))
		c.isClear = c.isClear && wordOf(tokens, tagUnknown|tagNot) == ""
	}
	return c
}

// part is a piece of a sentence between colons, semicolons, dashes or brackets.
type part struct {
	tokens []token
	// label are the tokens before a colon that the part is about. isAside is set in brackets.
	label   []token
	isAside bool
	// joint is the number of tokens before a colon if they name what passes, else 0.
	joint int
}

// partsOf returns the parts of a sentence. Text before a colon labels what follows unless it is a claim
// itself; a subject there is the subject of the part: "Tests: 24 passed". The cells of a row are one part.
func partsOf(tokens []token, isRow bool) []part {
	if isRow {
		return []part{{tokens: slices.DeleteFunc(slices.Clone(tokens), func(t token) bool { return t.text == "|" })}}
	}
	var parts []part
	var label []token
	var now part
	end := func() {
		if len(now.tokens) > 0 {
			now.label = label
			now.split()
			parts = append(parts, now)
		}
		now = part{isAside: now.isAside}
	}
	for _, t := range tokens {
		switch t.text {
		case ":", "-":
			isCommit := len(now.tokens) == 1 && now.tokens[0].is(tagCommit) // "Commit: `1a2b3c4`"
			if isCommit {
				continue
			}
			if (part{tokens: now.tokens}).isSubject() {
				now.joint = len(now.tokens)
				continue
			}
			last := now.tokens
			end()
			label = last
		case ";":
			end()
			label = nil
		case "(", ")":
			if t.text == "(" && now.isCommand() { // "`go test ./...` (passes)"
				now.joint = len(now.tokens)
				continue
			}
			end()
			now.isAside = t.text == "("
		default:
			now.tokens = append(now.tokens, t)
		}
	}
	end()
	return parts
}

// unclearIn returns the doubt that a label raises about what follows it. A clear label says what the writer
// did, or announces results.
func unclearIn(label []token) (worst doubt) {
	label = slices.DeleteFunc(slices.Clone(label), func(t token) bool { return t.isOnly(signs) })
	if len(label) > 0 && isOwn(label) && (wordOf(label, prepositions) == "" || wordOf(label, tagUnknown) == "") {
		return doubt{}
	}
	for _, t := range label {
		if t.is(ofResults) && !t.is(tagNot) {
			continue
		}
		d := doubtOf(t)
		worst.isSoft = d.isSoft && (worst.isSoft || worst.word == "")
		worst.word = cmp.Or(worst.word, d.word) // the first word names the doubt
	}
	return worst
}

// split makes the text before a colon a label if the text after it has a subject of its own: "Verification:
// all tests pass".
func (p *part) split() {
	if p.joint == 0 {
		return
	}
	r := parser{tokens: p.tokens[p.joint:]}
	if c, ok := r.clause(); ok && c.hasSubject {
		p.label, p.tokens = p.tokens[:p.joint], r.tokens
	}
}

// isCommand reports whether a part is just a command.
func (p part) isCommand() bool { return len(p.tokens) == 1 && p.tokens[0].is(tagCommand) }

// isAnswer reports whether a part may deny what is before it: "Tests pass: no, not yet".
func (p part) isAnswer() bool {
	i := slices.IndexFunc(p.tokens, func(t token) bool { return !t.isOnly(denials | tagUnknown | tagTail) })
	return i < 0 || i > 0 && p.tokens[i].is(tagComma)
}

// isSubject reports whether a part is just a subject: "✅ Unit tests".
func (p part) isSubject() bool {
	r := parser{tokens: p.tokens}
	r.opening()
	return r.subjects(&clause{}) && r.at == len(r.tokens)
}

// read returns the claims of a part, and whether one of its clauses may be about anything.
func (p part) read(s Statement) (claims []Claim, isVague bool) {
	isTold := false // the part says that the writer did something
	r := parser{tokens: p.tokens}
	unclear := unclearIn(p.label)
	for r.at < len(r.tokens) {
		r.skip(tagComma | tagAnd)
		from := r.at
		c, isClaim := r.clause()
		if isClaim {
			found := c.claim(s, p.tokens)
			found.take(unclear)
			claims = append(claims, found)
			continue
		}
		end := from
		for end < len(r.tokens) && !r.tokens[end].is(tagComma|tagAnd) {
			end++
		}
		r.at = max(end, from+1)
		other := p.tokens[from:end]
		written := wrote(s, other, claims)
		for _, c := range written {
			c.take(unclear)
			claims = append(claims, c)
		}
		goesOn := len(other) > 1 && other[0].is(prepositions) && !(other[0].is(tagAfter) && other[1].is(tagDoingNow))
		isTold = isOwn(other) || len(written) > 0 || isTold && from > 0 && p.tokens[from-1].is(tagAnd)
		isAfter := len(other) > 0 && other[0].is(tagAfter) && wordOf(other, tagUnknown|tagCode) == ""
		open := vague
		if len(claims) > 0 { // a place before a claim belongs to it
			open = tagUnknown | tagCode
		}
		if d := doubtIn(other, open|tagNot); d.word != "" && !isAfter && (!isTold || goesOn) {
			unclear = unclear.or(d)
			isVague = true
			if len(claims) > 0 {
				claims[len(claims)-1].take(d)
			}
		}
	}
	return claims, isVague || unclear.word != ""
}

// wrote returns claims that files named in code were changed, if a clause begins with what the writer did
// to them: "Fixed the lock in `a.go`", "New file `b.go`". An unknown word, or one that says that they are
// gone, makes the claims soft. A clause that is just a file continues the claim before it.
func wrote(s Statement, tokens []token, before []Claim) []Claim {
	if len(tokens) == 1 && len(before) > 0 && before[len(before)-1].Act == Wrote {
		next := before[len(before)-1]
		if file, isFile := fileIn(tokens[0]); isFile {
			next.Path = file
			return []Claim{next}
		}
	}
	r := parser{tokens: tokens}
	r.opening()
	r.skip(tagSelf | tagLink | tagTail)
	if !r.is(tagDoing | tagFresh) {
		return nil
	}
	isGone := r.peek().is(tagGone)
	soft := ""
	var claims []Claim
	isDescribed := false // the file's content: "with the section builder"
	isTold := false      // the purpose: "to use it", but not "to the store"
	rest := r.tokens[r.at+1:]
	for i, t := range rest {
		file, isFile := fileIn(t)
		isPurpose := t.is(tagPurpose) && i+1 < len(rest) && !rest[i+1].is(tagDeterminer|tagCode)
		isTold = isTold || len(claims) > 0 && isPurpose
		isDescribed = len(claims) > 0 && !isFile && (isDescribed && !t.is(prepositions) || t.text == "with" || t.text == "for")
		switch {
		case isTold:
		case isDescribed && t.is(tagUnknown):
		case isFile:
			claims = append(claims, Claim{Statement: s, Act: Wrote, Path: file, IsGone: isGone, IsFirm: true, Text: s.Text})
		case t.is(tagGone), !t.is(tagDeterminer | tagAll | objects | tagQualifier | tagNumber | prepositions | tagTail | tagFresh):
			soft = cmp.Or(soft, t.text)
		}
	}
	for i := range claims {
		claims[i].soften(soft)
	}
	return claims
}

// fileIn returns the path of the file that a token in code names, if it names one: `os.Getenv` is a name in
// a program.
func fileIn(t token) (file string, isFile bool) {
	ref, isPath := ledger.ParseReference(t.text)
	isName := strings.Contains(ref.Path, "/") || runner.IsFile(ref.Path)
	return ref.Path, t.is(tagCode) && isPath && isName && strings.Contains(path.Base(ref.Path), ".")
}

func (c clause) claim(s Statement, tokens []token) Claim {
	words := tokens[c.from:min(c.to, len(tokens))]
	out := Claim{
		Statement: s, Act: c.act, Kinds: c.kinds, IsAll: c.isAll, IsPart: c.isPart, IsState: c.isState, IsFirm: !c.isSoft,
		start: words[0].Start,
		Text:  strings.Trim(s.Text[words[0].Start:words[len(words)-1].End], " ,"),
	}
	if i := slices.IndexFunc(words, func(t token) bool { return t.tags&tagSuite != 0 }); i >= 0 {
		out.Suite = words[i].text
	}
	if c.isSoft {
		out.Soft = cmp.Or(wordOf(words, tagUnknown|tagCode), words[len(words)-1].text)
	}
	if strings.Count(out.Text, "(") > strings.Count(out.Text, ")") {
		out.Text += ")"
	}
	for _, command := range c.commands {
		out.Command = cmp.Or(out.Command, command)
		out.Invocations = append(out.Invocations, invocationsOf(command)...)
	}
	return out
}

// invocationsOf returns the commands in code. Of several, it returns the runs of known kinds.
func invocationsOf(command string) []ledger.Invocation {
	invocation := shell.InvocationOf(command, nil)
	if invocation.Words != nil || !strings.ContainsAny(command, "|&;") {
		return []ledger.Invocation{invocation}
	}
	var list []ledger.Invocation
	for _, deed := range shell.Deeds(command, "", shell.Unknown, "", nil) {
		if runner.KindOf(deed.Words) != runner.Other {
			list = append(list, deed.Invocation)
		}
	}
	return list
}
