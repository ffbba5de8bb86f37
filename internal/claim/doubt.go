package claim

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

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

// doubtIn returns the doubt that the first token raises that has only the given tags.
func doubtIn(tokens []token, tags tag) doubt {
	t := nth(tokens, slices.IndexFunc(tokens, func(t token) bool { return t.isOnly(tags) }))
	return doubt{t.text, t.isOnly(harmless)}
}

// wordOf returns the first token that has only the given tags, "" for none.
func wordOf(tokens []token, tags tag) string { return doubtIn(tokens, tags).word }

// tellsDeed reports whether a clause says what the writer did. It begins with a deed after introductory words, is in
// the passive voice, or has a deed and no unknown or negative word. Such a clause leaves the claims beside it clear.
func tellsDeed(tokens []token) bool {
	first := slices.IndexFunc(tokens, func(t token) bool { return !t.is(introductory) || t.is(deeds) })
	if first < 0 {
		return false
	}
	isKnown := has(tokens, deeds) && wordOf(tokens, tagUnknown|tagNot|tagCode|tagPreposition) == ""
	return isKnown || tokens[first].is(deeds) || isPassive(tokens)
}

// isPassive reports whether a clause says that something was done to a thing: "both fixes are merged".
func isPassive(tokens []token) bool {
	if i := indexOfOther(tokens, things); i > 0 && tokens[i].is(tagDoing|tagFinished) {
		return true
	}
	link := indexOf(tokens, tagLink)
	if link > maxSoft+1 || !has(tokens[:max(link, 0)], things) { // too long for a thing, or perhaps a person
		return false
	}
	rest := tokens[link:]
	i := indexOfOther(rest, tagLink|tagTail|tagAll)
	return i > 0 && rest[i].is(tagDoing|tagFinished) && !hasOther(tokens[:link], things|tagUnknown|tagCode)
}

// actorIn returns the first word of a sentence that says what someone else did, "" for none. isOfRun is set if
// that may have been a run.
func actorIn(tokens []token) (name string, isOfRun bool) {
	deed := indexOf(tokens, tagVerify|tagDoing|tagFinished)
	if deed < 1 || !tokens[0].is(tagUnknown) || tokens[deed-1].is(tagDash) { // "Index - done"
		return "", false
	}
	return tokens[0].text, tokens[deed].is(tagVerify)
}

// signed matches a few words behind a dash or in brackets, and perhaps a time.
var signed = text.MustCompile(`^(?:[–—-]+ *|\()\pL[\pL .'’-]{0,40}(?:, [\d:.-]+)?\)?\.?$`)

// signatureIn returns the first word of a sentence that is just an unknown name, "" for any other.
func signatureIn(s string, tokens []token) string {
	if !signed.MatchString(s) || hasOther(tokens, signs|tagUnknown|tagNumber) {
		return ""
	}
	return wordOf(tokens, tagUnknown)
}

// maxCorrection bounds the tokens before the colon of a correction.
const maxCorrection = 4

// takesBack returns the word with which a sentence refers to the one before, makes an exception, or denies
// a run or a commit; "" for none. kinds are those of the runs that it denies, nil for any.
func takesBack(tokens []token) (word string, kinds []runner.Kind) {
	first := tokens[0]
	isAnswer := first.is(tagNo) && nth(tokens, 1).is(tagComma) // "No, not yet."
	isDenial := first.is(tagNo) || first.text == "they" && wordOf(tokens, tagNot) != ""
	colon := indexOf(tokens, tagColon|tagDash)
	isCorrection := slices.Contains(known().Corrections, first.text) && 0 < colon && colon <= maxCorrection // "Update (10:42): it was rejected."
	switch {
	case first.is(tagRefers), isAnswer, isCorrection:
		return first.text, nil
	case !hasOther(tokens, tagDanger|tagNot|tagSelf|tagTail): // "I think so."
		return wordOf(tokens, tagDanger|tagNot), nil
	case has(tokens, tagExcept):
		return firstOf(tokens, tagExcept), nil
	case isDenial && slices.ContainsFunc(tokens, isRun): // "No tests were run." "They were not run again."
		return first.text, kindsIn(tokens)
	case has(tokens, ofRuns):
		return wordOf(tokens, tagNot|tagCross), kindsIn(tokens)
	case first.text == "not": // "Not really."
		return first.text, nil
	}
	return "", nil
}

// isRun reports whether a word of a denial is about a run.
func isRun(t token) bool { return t.is(tagRan) || slices.Contains(known().Runs, t.text) }

// isUnrun reports whether a sentence says that something was not run, or not again: "I have not rerun them."
func isUnrun(tokens []token) bool {
	not := indexOf(tokens, tagNot|tagNo)
	return not >= 0 && slices.ContainsFunc(tokens[not:], isRun)
}

// tellsOfEdit reports whether a sentence says that an edit came before or after something: "I edited it after that run."
func tellsOfEdit(tokens []token) bool {
	isEdit := func(t token) bool { return slices.Contains(known().Edits, t.text) }
	isOrder := func(t token) bool { return slices.Contains(known().Orders, t.text) }
	return slices.ContainsFunc(tokens, isEdit) && slices.ContainsFunc(tokens, isOrder)
}

// suiteLeft returns the word for a suite in a sentence that says only that its tests were not run, "" for any other:
// "Integration tests were not run."
func suiteLeft(tokens []token) string {
	r := parser{tokens: tokens}
	r.skip(tagDeterminer)
	suite := r.peek()
	r.skip(tagSuite)
	r.skip(tagSubject)
	r.skip(tagLink)
	isMore := has(r.tokens[r.at:], tagSubject|tagPart)
	if !suite.is(tagSuite) || !r.is(tagNot) || isMore {
		return ""
	}
	return suite.text
}

// kindsIn returns the kinds of runs that words name.
func kindsIn(tokens []token) (kinds []runner.Kind) {
	for _, t := range tokens {
		if t.is(done | nouns) {
			kinds = append(kinds, t.kind)
		}
	}
	return kinds
}

// isApartFromSuite reports whether what a sentence denies is a suite that the claim, which is about a part, does
// not name: "Unit tests pass. Integration tests were not run."
func (c *Claim) isApartFromSuite(suite string) bool {
	return suite != "" && c.IsPart && c.Suite != suite
}

// isApartFrom reports whether a denial of some kinds of runs leaves a claim alone: "Committed. Not pushed."
func (c *Claim) isApartFrom(denied []runner.Kind) bool {
	isMet := func(kind runner.Kind) bool { return isOfMany(kind) || slices.Contains(denied, kind) }
	return len(denied) > 0 && !slices.ContainsFunc(denied, isOfMany) && !slices.ContainsFunc(c.Kinds, isMet)
}

// isOfMany reports whether a kind can include others.
func isOfMany(kind runner.Kind) bool {
	return slices.Contains([]runner.Kind{runner.Checks, runner.Hooks, runner.Other}, kind)
}

// admits reports whether a sentence says that something fails: "2 failed", "TestTotal is red". Failures
// that were fixed do not count.
func admits(tokens []token) bool {
	isFixed := false
	isOfRuns := has(tokens, tagSubject|done) // other things fail, too
	for i, t := range tokens {
		before := tokens[max(0, i-4):i]
		isDenied := has(before, tagNo|tagZero|tagNot)
		isCounted := slices.ContainsFunc(tokens[max(0, i-2):i], func(t token) bool { return t.is(tagNumber) || t.text == "one" }) // "2 lint issues"
		switch {
		case t.is(signs | tagAnd):
			isFixed = false
		case t.is(tagDoing | tagDoingNow):
			isFixed = true
		case t.is(tagCross):
			return true
		case isFixed || isDenied:
		case t.is(tagFails), t.is(tagFault) && isCounted, isOfRuns && slices.Contains(known().Refusals, t.text):
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
	// isHere is set if they say at most where or when something is: an output below them is of there and then, too.
	isHere bool
	// isPart is set if a heading names a part or a file.
	isPart bool
}

// ofOthers are the tags of words in a title or a label that leave open whose it is, or whether it is done.
const ofOthers = tagDanger | others | tagTime | tagCross

// around returns the context of a sentence. A label must consist of known words; a heading, a line of its own in bold or
// a lead may be about anything except a plan, a person or a place. A ticked task of a plan is done: "Test plan:".
func (s Statement) around() context {
	c := context{isClear: true, isHere: true}
	isPlan := func(t token) bool { return slices.Contains(known().Plans, t.text) }
	isPlaceName := func(t token) bool { return slices.Contains(known().Places, t.text) }
	read := func(title string, doubtOf func([]token) doubt) []token {
		tokens := tokensOf(title)
		if s.isTicked && slices.ContainsFunc(tokens, isPlan) {
			tokens = slices.DeleteFunc(tokens, isPlan)
			c.isClear = false
		}
		c.doubt = c.doubt.or(doubtOf(tokens))
		elsewhere := doubtOf(slices.DeleteFunc(slices.Clone(tokens), isPlaceName))
		c.isHere = c.isHere && (elsewhere.word == "" || elsewhere.isSoft)
		return tokens
	}
	titles := TitlesOf(s.headings)
	ofTitle := func(tokens []token) doubt { return doubtIn(tokens, ofOthers|tagNot) }
	for _, l := range s.leads {
		if l.isItem {
			titles = append(titles, l.text)
		} else {
			read(l.text, ofTitle)
		}
	}
	for _, label := range append(slices.Clone(s.titles), s.labels...) {
		label = text.Unmarked(label)
		if !s.IsRow && !strings.ContainsAny(label, ":：") {
			titles = append(titles, label)
			continue
		}
		read(label, func(tokens []token) doubt { return doubtIn(tokens, ofOthers).or(unclearIn(tokens)) })
	}
	for _, title := range titles {
		tokens := read(title, ofTitle)
		if isPlace(tokens) { // "On main"
			c.doubt = c.doubt.or(doubt{word: tokens[1].text})
		}
		c.isClear = c.isClear && wordOf(tokens, tagUnknown|tagNot|tagPart|tagFails|tagFault|tagGo) == ""
		c.isPart = c.isPart || has(tokens, tagPart) || has(tokens, tagCode) && !hasOther(tokens, tagCode)
	}
	return c
}
