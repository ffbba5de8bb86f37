package claim

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// token is a word, a number, code or a sign.
type token struct {
	text.Span
	// text is the word in lower case, or the content of code.
	text string
	tags tag
	// kind is that of the runs that it names, runner.Other for none.
	kind runner.Kind
}

// is reports whether a token has one of the tags.
func (t token) is(tags tag) bool { return t.tags&tags != 0 }

// isOnly reports whether a token has no other tags than these.
func (t token) isOnly(tags tag) bool { return t.tags&^tags == 0 }

// indexOf returns the index of the first token that has one of the tags, or -1.
func indexOf(tokens []token, tags tag) int {
	return slices.IndexFunc(tokens, func(t token) bool { return t.is(tags) })
}

// indexOfOther returns the index of the first token that has none of the tags, or -1.
func indexOfOther(tokens []token, tags tag) int {
	return slices.IndexFunc(tokens, func(t token) bool { return !t.is(tags) })
}

// nth returns the element at an index, the zero value outside of the elements: a token without tags.
func nth[T any](all []T, i int) (element T) {
	if i < 0 || i >= len(all) {
		return element
	}
	return all[i]
}

// has reports whether one of the tokens has one of the tags.
func has(tokens []token, tags tag) bool { return indexOf(tokens, tags) >= 0 }

// hasOther reports whether one of the tokens has none of the tags.
func hasOther(tokens []token, tags tag) bool { return indexOfOther(tokens, tags) >= 0 }

// firstOf returns the first token that has one of the tags, "" for none.
func firstOf(tokens []token, tags tag) string { return nth(tokens, indexOf(tokens, tags)).text }

// separators maps the signs between the parts of a sentence to their ASCII forms.
var separators = map[rune]string{
	',': ",", '，': ",", '、': ",", ';': ";", '；': ";", ':': ":", '：': ":", '(': "(", '（': "(", ')': ")", '）': ")", '|': "|", '—': "-", '–': "-", '-': "-",
}

var separatorTags = map[string]tag{",": tagComma, ";": tagSemicolon, ":": tagColon, "(": tagOpen, ")": tagClose, "|": tagCell, "-": tagDash}

// tokensOf returns the tokens of a sentence without emphasis.
func tokensOf(s string) []token {
	var tokens []token
	for at := 0; at < len(s); {
		t := tokenAt(s, at)
		if t.Len() == 0 {
			_, size := utf8.DecodeRuneInString(s[at:])
			at += size
			continue
		}
		tokens = append(tokens, t)
		at = t.End
	}
	for i := range tokens {
		tokens[i].tags = tagsAt(tokens, i)
	}
	return tokens
}

// tagsAt returns the tags of a token whose neighbours say what it means there.
func tagsAt(tokens []token, i int) tag {
	t := tokens[i]
	before, after := nth(tokens, i-1), nth(tokens, i+1)
	isOwner := t.is(tagObject|tagUnit) && !t.is(tagWhole) && strings.HasSuffix(t.text, "'s") // "the package's tests"
	isOfFaults := t.is(tagFault) && t.is(tagPart)                                            // "regression suite"
	switch {
	case t.is(tagReporting):
		return reportingAt(tokens, i)
	case (isOwner || isOfFaults) && after.is(nouns):
		return tagPart
	}
	switch t.text {
	case "they": // elsewhere it means people
		if has(tokens[:i], nouns) {
			return tagRefers
		}
	case "nothing": // "the linter found nothing"
		isFound := before.text == "found" || before.is(tagGo)
		isLast := after.tags == 0 || after.is(signs|tagAnd)
		if isFound && isLast {
			return tagPass
		}
	case "so":
		return soAt(tokens, i)
	case "of": // a share of them: "5 of 6", "two of three", "5 passed of 6"
		share := before
		if before.is(tagPass) {
			share = nth(tokens, i-2)
		}
		if isCount(share) && isCount(after) && share.text != after.text {
			return tagDanger
		}
	}
	return t.tags
}

// isCount reports whether a token is a number, in digits or as a word.
func isCount(t token) bool {
	return t.is(tagNumber) || slices.Contains(known().Counts, t.text)
}

// reportingAt returns the tags of a word such as "reports".
func reportingAt(tokens []token, i int) tag {
	before := nth(tokens, i-1)
	isOfRun := before.is(tagRefers) && has(tokens[:i], nouns)
	switch {
	case before.is(nouns), isOfRun:
		return tagGo // "`mypy` reports no issues"
	case before.is(tagCode), tokens[0].is(tagCode):
		return tagUnknown // "`parse()` returns the rest": what code does
	}
	return tokens[i].tags
}

// soAt returns the tags of "so". Before a subject it begins a consequence: "so the build is safe".
func soAt(tokens []token, i int) tag {
	isClause := i > 0 && nth(tokens, i+1).is(tagSelf|tagRefers|tagDeterminer|tagOther|tagNot)
	if !isClause {
		return tokens[i].tags
	}
	if nth(tokens, i+2).is(tagOther) { // "so you said"
		return tagOther
	}
	return tagSo
}

// tokenAt returns the token that begins at an offset: an empty one for white space and meaningless signs.
func tokenAt(s string, at int) token {
	rest := s[at:]
	r := firstRune(rest)
	// Patterns cost more than a look at the first character.
	if r == '`' {
		if code := leadingCode.FindString(rest); code != "" {
			return codeToken(text.Span{Start: at, End: at + len(code)}, strings.Trim(code, "` "))
		}
	}
	if strings.ContainsRune(`"~„“«「『`, r) {
		if quote := quotation.FindString(rest); quote != "" {
			return token{text.Span{Start: at, End: at + len(quote)}, quote, tagCode, ""}
		}
	}
	if m := markAt(rest); m > 0 {
		word := strings.ToLower(rest[:m])
		return token{text.Span{Start: at, End: at + m}, word, known().tags[word], ""}
	}
	isHyphen := r == '-' && s[max(at-1, 0):min(at+2, len(s))] != " - "
	span := text.Span{Start: at, End: at + utf8.RuneLen(r)}
	switch {
	case separators[r] != "" && !isHyphen:
		return token{span, separators[r], separatorTags[separators[r]], ""}
	case strings.ContainsRune("=<>→⇒≈~≥≤±×^*¹²³†‡", r):
		return token{span, string(r), tagUnknown, ""}
	case isHan(r):
		return hanToken(s, at)
	case isWordRune(r):
		return wordToken(s, at)
	case isSymbol(r):
		return token{span, string(r), tagTail, ""}
	}
	return token{}
}

// leadingCode matches a code span at the beginning of a text.
var leadingCode = text.MustCompile("^(?:``[^`]+``|`[^`]+`)")

// isSymbol reports whether a character that is part of no word is a symbol, such as an emoji without meaning.
func isSymbol(r rune) bool {
	return r > unicode.MaxLatin1 && !unicode.In(r, unicode.White_Space, unicode.Punct) && !strings.ContainsRune("\uFE0F\uFFFD", r)
}

// maxMark bounds the bytes of a mark of success or failure.
const maxMark = 8

// hasSymbol reports whether one of some tokens is a symbol that has no meaning here, but may have one for the writer.
func hasSymbol(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool {
		r := firstRune(t.text)
		return t.isOnly(tagTail) && !isWordRune(r) && !isHan(r) && isSymbol(r)
	})
}

// markAt returns the length of the mark of success, failure or what is open at the beginning of a text, 0 for none.
func markAt(s string) int {
	first := firstRune(s)
	if isWordRune(first) || isHan(first) {
		return 0
	}
	for n := min(len(s), maxMark); n > 1; n-- {
		if known().tags[strings.ToLower(s[:n])]&(tagMark|tagCross|tagNot) != 0 {
			return n
		}
	}
	return 0
}

func codeToken(span text.Span, inner string) token {
	t := token{span, inner, tagCode, ""}
	for _, command := range invocationsOf(inner) {
		call := runner.Of(command.Words)
		if call.Kind != runner.Other {
			t.tags = tagCommand
			t.kind = call.Kind
		}
	}
	switch {
	case t.kind != runner.Other:
	case known().Script.MatchString(inner):
		t.tags = tagCommand
		t.kind = runner.Checks // which ones, its run says
	case known().TestName.MatchString(inner):
		t.tags = tagTest
		t.kind = runner.Tests
	}
	return t
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// isWordRune reports whether a character is part of a word, including the signs of names and numbers.
func isWordRune(r rune) bool {
	return !isHan(r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-/.'’+%#@$&", r))
}

// hanToken returns the longest known Chinese word, or one character.
func hanToken(s string, at int) token {
	_, size := utf8.DecodeRuneInString(s[at:])
	best := token{text.Span{Start: at, End: at + size}, s[at : at+size], tagUnknown, ""}
	end := at
	for range known().han {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
		if tags, ok := known().tags[s[at:end]]; ok {
			best = token{text.Span{Start: at, End: end}, s[at:end], tags, known().kinds[s[at:end]]}
		}
	}
	return best
}

// wordToken returns a word, or the longest known phrase.
func wordToken(s string, at int) token {
	end := wordEnd(s, at)
	first := listedWord(s, at, end)
	if first.Len() == 0 {
		return token{}
	}
	best := first
	for range known().longest - 1 {
		if !strings.HasPrefix(s[end:], " ") {
			break
		}
		end = wordEnd(s, end+1)
		phrase := listedWord(s, at, end)
		if phrase.tags != 0 {
			best = phrase
		}
	}
	if best.tags == 0 && known().TestName.MatchString(s[at:first.End]) {
		return token{first.Span, s[at:first.End], tagTest, runner.Tests}
	}
	if stem := strings.TrimSuffix(best.text, "'s"); known().tags[stem]&(tagSubject|objects|tagCommit) != 0 {
		best.tags, best.kind = known().tags[stem], known().kinds[stem] // "the suite's green", "the hook's tests"
	}
	if best.tags == 0 {
		best.tags = tagOfOther(best.text)
	}
	return best
}

// listedWord returns a word or a phrase without final punctuation, with the tags by which it is listed.
func listedWord(s string, at, end int) token {
	word := plainWord(s[at:end])
	span := text.Span{Start: at, End: at + len(strings.TrimRight(s[at:end], ".'’"))}
	return token{span, word, known().tags[word], known().kinds[word]}
}

// wordEnd returns the offset behind a word: "1,204" and "10:42" are one.
func wordEnd(s string, at int) int {
	for at < len(s) {
		r, size := utf8.DecodeRuneInString(s[at:])
		if !isWordRune(r) && !(strings.ContainsRune(",:", r) && isBetweenDigits(s, at)) {
			break
		}
		at += size
	}
	return at
}

func isBetweenDigits(s string, at int) bool {
	isDigit := func(i int) bool { return i < len(s) && unicode.IsDigit(rune(s[i])) }
	return isDigit(at-1) && isDigit(at+1)
}

// plainWord returns a word in the form in which words are listed.
func plainWord(s string) string {
	return strings.TrimRight(strings.ReplaceAll(strings.ToLower(s), "’", "'"), ".'")
}

var (
	hash  = text.MustCompile(`^[0-9a-f]*(?:[0-9][a-f]|[a-f][0-9])[0-9a-f]*$`) // a commit's, if long enough
	ratio = text.MustCompile(`^(\d[\d,]*)/(\d[\d,]*)$`)
)

// shape is the tag of words of a form.
type shape struct {
	form *text.Regexp
	tag  tag
}

// shapes are those of words that are in no list. The first that matches counts.
var shapes = []shape{
	{text.MustCompile(`^0$`), tagZero},
	{text.MustCompile(`^\d[\d,]*$`), tagNumber},
	{ratio, tagDanger},                                                        // a share of them
	{text.MustCompile(`'s$|^@`), tagOther},                                    // a person's, or another place
	{text.MustCompile(`^[~+]?\d+(?:\.\d+)?(?:ms|s|sec|m|min|%|x)$`), tagTail}, // a duration
	{text.MustCompile(``), tagUnknown},
}

// minHash is the minimum length of a commit's hash.
const minHash = 7

// tagOfOther returns the tag of a word that is in no list.
func tagOfOther(word string) tag {
	if len(word) >= minHash && hash.MatchString(word) {
		return tagCode
	}
	if m := ratio.FindStringSubmatch(word); m != nil && m[1] == m[2] {
		return tagNumber
	}
	i := slices.IndexFunc(shapes, func(s shape) bool { return s.form.MatchString(word) })
	return shapes[i].tag
}
