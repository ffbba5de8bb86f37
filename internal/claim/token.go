package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// class is what a word may be in a clause, a letter for each. Words of rules/facts/words.cue have the
// classes of that file; these are the others, and those that the reader asks for.
type class = byte

const (
	subject  class = 'S'
	unknown  class = '?'
	number   class = '#'
	none     class = '0' // the number
	command  class = 'k' // code that is a command
	code     class = 'K' // any other code
	danger   class = 'X'
	others   class = 'z'
	negation class = 'n'
	fault    class = 'F'
	cross    class = 'Z'
	mark     class = 'Y'
	fresh    class = 'm' // "new"
	gone     class = 'x' // "removed"
)

// Groups of classes, by the letters of rules/facts/words.cue.
const (
	// opening are words and marks with which an answer begins, deeds those of what the writer did.
	opening = "HTY"
	deeds   = "IWVCUg"
	// things may be before a verb, and vague may be about anything, as a place of another run.
	things = "DAQO#pS"
	vague  = "?QOKb"
	// runs are of checks and commits, and results what a label consists of that results follow.
	runs    = "SVCUPG"
	results = "HSPYT&DVtAkLJC,-"
)

// token is a word, a number, code or a sign.
type token struct {
	text.Span
	// text is the word in lower case; of code, what is in it.
	text    string
	classes string
	kind    runner.Kind
}

func (t token) is(c class) bool { return strings.IndexByte(t.classes, c) >= 0 }

// separators are signs between the parts of a sentence.
const separators = ",;:()|—–，；：（）、"

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
		if n := len(tokens) - 3; n >= 0 && tokens[n+1].text == "of" && tokens[n].is(number) && t.is(number) && tokens[n].text != t.text {
			tokens[n+1].classes = string(danger) // a share of them
		}
	}
	return tokens
}

// tokenAt returns the token that begins at an offset, an empty one for white space and signs that say
// nothing.
func tokenAt(s string, at int) token {
	rest := s[at:]
	r := firstRune(rest)
	if span := text.CodeSpan.FindStringIndex(rest); r == '`' && span != nil && span[0] == 0 {
		return codeToken(text.Span{Start: at, End: at + span[1]}, strings.Trim(rest[:span[1]], "` "))
	}
	if quote := quotation.FindStringIndex(rest); quote != nil && quote[0] == 0 {
		return token{text.Span{Start: at, End: at + quote[1]}, rest[:quote[1]], string(unknown), ""}
	}
	if m := markAt(rest); m > 0 {
		word := strings.ToLower(rest[:m])
		return token{text.Span{Start: at, End: at + m}, word, known().classes[word], ""}
	}
	switch {
	case strings.ContainsRune(separators, r), strings.HasPrefix(rest, "- ") && at > 0 && s[at-1] == ' ':
		return separatorToken(text.Span{Start: at, End: at + utf8.RuneLen(r)}, r)
	case strings.ContainsRune("=<>→⇒≈~≥≤±×^*", r):
		return token{text.Span{Start: at, End: at + utf8.RuneLen(r)}, string(r), string(unknown), ""}
	case isHan(r):
		return hanToken(s, at)
	case isWordRune(r):
		return wordToken(s, at)
	case r > unicode.MaxLatin1 && !unicode.IsSpace(r) && !unicode.IsPunct(r) && r != '\uFE0F':
		return token{text.Span{Start: at, End: at + utf8.RuneLen(r)}, string(r), "T", ""} // an emoji that says nothing
	}
	return token{}
}

// maxMark is how many bytes a mark of success or failure has at most.
const maxMark = 8

// markAt returns the length of the mark of success or failure that a text begins with, 0 for none.
func markAt(s string) int {
	for n := min(len(s), maxMark); n > 1; n-- {
		classes := known().classes[strings.ToLower(s[:n])]
		if firstRune(s) != utf8.RuneError && !isWordRune(firstRune(s)) && !isHan(firstRune(s)) && strings.ContainsAny(classes, string(mark)+string(cross)) {
			return n
		}
	}
	return 0
}

func separatorToken(span text.Span, r rune) token {
	sign := map[rune]string{'，': ",", '、': ",", '；': ";", '：': ":", '（': "(", '）': ")", '—': "-", '–': "-"}[r]
	if sign == "" {
		sign = string(r)
	}
	return token{span, sign, sign, ""}
}

func codeToken(span text.Span, inner string) token {
	t := token{span, inner, string(code), ""}
	call := runner.Of(invocationOf(inner).Words)
	if call.Kind != runner.Other && !call.Idle {
		t.classes, t.kind = string(command), call.Kind
	}
	return t
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// isWordRune reports whether a character belongs to a word, with the signs of names and numbers.
func isWordRune(r rune) bool {
	return !isHan(r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-/.'’+%#@$&", r))
}

// hanToken returns the longest word of Chinese that is known, or one character.
func hanToken(s string, at int) token {
	end := at
	best := token{}
	for n := 0; n < known().han && end < len(s) && isHan(firstRune(s[end:])); n++ {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
		if classes, ok := known().classes[s[at:end]]; ok {
			best = token{text.Span{Start: at, End: end}, s[at:end], classes, known().kinds[s[at:end]]}
		}
	}
	if best.classes == "" {
		_, size := utf8.DecodeRuneInString(s[at:])
		best = token{text.Span{Start: at, End: at + size}, s[at : at+size], string(unknown), ""}
	}
	return best
}

// wordToken returns a word, or the longest phrase that is known.
func wordToken(s string, at int) token {
	end := wordEnd(s, at)
	first := token{text.Span{Start: at, End: end}, plainWord(s[at:end]), "", ""}
	first.End = at + len(strings.TrimRight(s[at:end], ".'’"))
	if first.End == at {
		return token{}
	}
	best := first
	last := end
	for range known().longest - 1 {
		if last >= len(s) || s[last] != ' ' {
			break
		}
		last = wordEnd(s, last+1)
		phrase := plainWord(s[at:last])
		if known().classes[phrase] != "" {
			best = token{text.Span{Start: at, End: at + len(strings.TrimRight(s[at:last], ".'’"))}, phrase, "", ""}
		}
	}
	best.classes, best.kind = known().classes[best.text], known().kinds[best.text]
	if best.classes == "" {
		best.classes = classOfOther(best.text)
	}
	return best
}

func wordEnd(s string, at int) int {
	for at < len(s) {
		r, size := utf8.DecodeRuneInString(s[at:])
		if !isWordRune(r) && !(r == ',' && isBetweenDigits(s, at)) {
			break
		}
		at += size
	}
	return at
}

func isBetweenDigits(s string, at int) bool {
	isDigit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	return isDigit(at-1) && isDigit(at+1)
}

func plainWord(s string) string {
	return strings.TrimRight(strings.ReplaceAll(strings.ToLower(s), "’", "'"), ".'")
}

var (
	hash     = text.MustCompile(`^[0-9a-f]*(?:[0-9][a-f]|[a-f][0-9])[0-9a-f]*$`) // of a commit, if it is long
	count    = text.MustCompile(`^\d[\d,]*$`)
	ratio    = text.MustCompile(`^(\d[\d,]*)/(\d[\d,]*)$`)
	duration = text.MustCompile(`^[~+]?\d+(?:\.\d+)?(?:ms|s|sec|m|min|%|x)$`)
)

// minHash is how long the hash of a commit is at least.
const minHash = 7

// classOfOther returns what a word is that is in no list.
func classOfOther(word string) string {
	m := ratio.FindStringSubmatch(word)
	switch {
	case word == "0":
		return string(none)
	case len(word) >= minHash && hash.MatchString(word):
		return string(code)
	case count.MatchString(word):
		return string(number)
	case m != nil && m[1] == m[2]:
		return string(number)
	case m != nil:
		return string(danger) // a share of them
	case strings.HasSuffix(word, "'s"), strings.HasPrefix(word, "@"):
		return string(others) // somebody's, or another place
	case duration.MatchString(word):
		return "T"
	case word == "-":
		return "-"
	}
	return string(unknown)
}
