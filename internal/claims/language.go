package claims

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// isKnownScript reports whether a text is in letters of languages of which the rules have words:
// what another one denies or plans cannot be told.
func isKnownScript(s string) bool {
	isOther := func(r rune) bool {
		isAccented := r > unicode.MaxASCII && unicode.Is(unicode.Latin, r)
		return isAccented || unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Han, unicode.Greek)
	}
	return strings.IndexFunc(text.CodeSpan.ReplaceAllString(s, " "), isOther) < 0
}

// hasLetters reports whether a text says something outside of code.
func hasLetters(s string) bool {
	return strings.IndexFunc(text.CodeSpan.ReplaceAllString(s, " "), unicode.IsLetter) >= 0
}

// languages are frequent words. See rules/facts/languages.cue.
type languages struct{ English, Other []string }

var frequent = sync.OnceValue(func() languages { return table.Load[languages]("languages") })

// isKnownLanguage reports whether a handoff in Latin letters may be in English: it has at least
// as many of its frequent words as of other languages.
func isKnownLanguage(pass *rules.Pass) bool {
	ask := func() any {
		plain, _ := text.WithoutFences(string(pass.Doc.Source.Bytes()))
		plain = strings.ToLower(text.CodeSpan.ReplaceAllString(plain, " "))
		english, other := 0, 0
		for word := range strings.FieldsFuncSeq(plain, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if slices.Contains(frequent().English, word) {
				english++
			} else if slices.Contains(frequent().Other, word) {
				other++
			}
		}
		return other < fewForeign || other <= english
	}
	return pass.Memo("is known language", ask).(bool)
}

// fewForeign is how many words of another language tell something: fewer are names.
const fewForeign = 2
