package claim

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/runner"
)

// sentence is a sentence after reading.
type sentence struct {
	statement Statement
	claims    []Claim
	// danger is the first word that makes the sentence claim nothing; others is a word for another person or
	// place, time one for another time, actor what may be someone's name, and takesBack a word that denies what
	// comes before. Each is "" if the sentence has no such word.
	danger, others, time, actor, takesBack string
	// label is the doubt that the label of its last part raises.
	label doubt
	// so is the index of the token that begins a consequence, which neither says whose the claims before it are nor
	// conditions them; the number of tokens for none.
	so int
	// deniedKinds are the kinds of runs that takesBack is about, nil for any. deniedSuite is the only suite that it is
	// about, "" for none; see Claim.Suite.
	deniedKinds []runner.Kind
	deniedSuite string
	// isOwn is set if it says what the writer did. signature is the name of someone else if it is just that, behind a
	// dash or in brackets: "— Maria".
	isOwn     bool
	signature string
	// denies is set if it has a negation or a mark of failure.
	denies bool
	// admits is set if it says that something fails, isUnrun if it says that something was not run, tellsOfEdit if it
	// claims nothing and says that an edit came before or after something. named are the kinds of runs that it names.
	admits, isUnrun, tellsOfEdit bool
	named                        []runner.Kind
}

// readSentence reads the claims of a sentence.
func readSentence(s Statement) sentence {
	out := sentence{statement: s}
	if len(s.Text) > maxSentence {
		return out
	}
	tokens := tokensOf(s.Text)
	isQuestion := strings.HasSuffix(s.Text, "?") || strings.HasSuffix(s.Text, "？")
	if len(tokens) == 0 || isQuestion || tokens[0].is(tagOffer) {
		return out
	}
	out.admits = admits(tokens)
	out.named = kindsIn(tokens)
	out.so = indexOf(tokens, tagSo)
	if out.so < 0 {
		out.so = len(tokens)
	}
	main := tokens[:out.so]
	actor, isOfRun := actorIn(main)
	out.actor = actor
	out.time = wordOf(main, tagTime)
	out.others = wordOf(main, others)
	if isOfRun {
		out.others = cmp.Or(out.others, actor)
	}
	out.danger = cmp.Or(out.others, out.time, actor, wordOf(main, tagDanger|tagExcept))
	out.takesBack, out.deniedKinds = takesBack(tokens)
	out.deniedSuite = suiteLeft(tokens)
	out.denies = wordOf(tokens, tagNot|tagCross|tagFails) != ""
	out.isOwn = tellsDeed(tokens)
	out.signature = signatureIn(s.Text, tokens)
	aside, isVague := out.readParts(tokens)
	out.claims = append(out.claims, listedCommands(s, tokens)...)
	out.isUnrun = isUnrun(tokens)
	out.tellsOfEdit = !hasResult(out.claims) && tellsOfEdit(tokens)
	if s.isTitle {
		out.limitTitle(tokens)
	}
	above := s.around()
	above.isClear = above.isClear && !isVague && !s.isTitle && !s.isQuoted && !s.isNoted
	out.applyContext(tokens, aside, above)
	return out
}

// readParts reads the claims of a sentence's parts. It returns the doubt of those in brackets and of answers, and whether
// a clause may be about anything.
func (s *sentence) readParts(tokens []token) (aside doubt, isVague bool) {
	for _, part := range partsOf(tokens, s.statement.IsRow) {
		claims, isOpen := part.read(s.statement)
		if len(part.tokens) > 0 {
			s.label = unclearIn(part.label)
		}
		if len(s.claims) > 0 && part.isAnswer() {
			aside = aside.or(doubtIn(part.tokens, denials|tagUnknown|tagMinor))
		}
		s.claims = append(s.claims, claims...)
		isVague = isVague || isOpen
		if part.isAside {
			aside = aside.or(doubtIn(part.tokens, vague|others|tagDanger))
		}
	}
	return aside, isVague
}

// limitTitle keeps the claims of a heading with a mark. Without one it may be a goal, and a commit or a push may be
// what the text below is about.
func (s *sentence) limitTitle(tokens []token) {
	isMarked := has(tokens, tagMark)
	s.claims = slices.DeleteFunc(s.claims, func(c Claim) bool { return !isMarked || slices.Contains([]Act{Ran, Wrote}, c.Act) })
	for i := range s.claims {
		if s.claims[i].Act == Did {
			s.claims[i].soften(tokens[len(tokens)-1].text)
		}
	}
}

// applyContext applies the rest of the sentence, its parts in brackets and the titles above it to its claims.
func (s *sentence) applyContext(tokens []token, aside doubt, above context) {
	gone := firstOf(tokens, tagGone)
	total := totalIn(tokens)
	open := wordOf(tokens[s.so:], tagDanger|others|tagExcept)
	isClear := above.isClear && wordOf(tokens, tagNot) == "" && open == "" && !hasSymbol(tokens)
	for i := range s.claims {
		c := &s.claims[i]
		c.bind(tokens, s.claims[:i])
		isOfTotal := number.MatchString(c.Text) && !strings.Contains(c.Text, total) // "6 pass", of 7
		c.IsPart = c.IsPart || isOfTotal || above.isPart
		at := slices.IndexFunc(tokens, func(t token) bool { return t.Start == c.start })
		word := s.danger
		switch c.Act {
		case Wrote: // the file may be gone by the end of the sentence
			c.soften(gone)
		case Did: // after "committed" comes what was committed, or what became of it
			word = wordOf(tokens[:at], tagDanger|others|tagExcept)
			c.IsFirm = c.IsFirm && !hasOther(tokens[at:], ofDone)
		}
		if at > s.so { // the claim is the consequence
			word = cmp.Or(word, open)
		}
		c.deny(cmp.Or(word, wordOf(tokens, tagCross)))
		isHere := c.Unclear == "" && aside.word == "" && above.isHere
		c.doubt(aside.or(above.doubt))
		c.isHere = isHere
		c.IsFirm = c.IsFirm && isClear
	}
}
