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

// isKnownScript reports whether a text uses only letters of languages for which the rules have words. In
// others, negations and plans go unnoticed.
func isKnownScript(s string) bool {
	isOther := func(r rune) bool {
		return r > unicode.MaxASCII && unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Greek)
	}
	return strings.IndexFunc(text.CodeSpan.ReplaceAllString(s, " "), isOther) < 0
}

// hasLetters reports whether a text has words outside of code.
func hasLetters(s string) bool {
	return strings.IndexFunc(text.CodeSpan.ReplaceAllString(s, " "), unicode.IsLetter) >= 0
}

// languages is rules/facts/languages.cue: frequent words.
type languages struct{ English, Other []string }

var frequent = sync.OnceValue(func() languages { return table.Load[languages]("languages") })

// isKnownLanguage reports whether a handoff in Latin letters may be in English: it has at least as many
// frequent English words as of other languages.
func isKnownLanguage(pass *rules.Pass) bool {
	ask := func() any {
		plain := text.WithoutFences(string(pass.Doc.Source.Bytes()))
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

// fewForeign is the minimum of foreign words that count: fewer may be names.
const fewForeign = 2
