package checks

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/text"
)

// wordSet is a set of texts in their bare form.
type wordSet map[string]bool

// UnmarshalJSON reads a list of texts.
func (w *wordSet) UnmarshalJSON(raw []byte) error {
	var texts []string
	err := json.Unmarshal(raw, &texts)
	*w = wordSet{}
	for _, t := range texts {
		(*w)[text.Bare(t)] = true
	}
	return err
}

// wholeText is a pattern that matches whole texts.
type wholeText struct{ text.Pattern }

// UnmarshalText reads the pattern.
func (p *wholeText) UnmarshalText(source []byte) error {
	read, err := text.CompileWhole(string(source))
	if err == nil {
		p.Pattern = *read
	}
	return err
}

// wholeTexts are patterns for a whole text.
type wholeTexts []*wholeText

// match reports whether a bare text matches one of the patterns.
func (w wholeTexts) match(plain string, steps *text.Steps) bool {
	return slices.ContainsFunc(w, func(t *wholeText) bool { return t.Match(plain, steps) })
}

// has reports whether a bare text is in the set, or is a sequence of several of its texts, such as "TBD / TODO".
func (w wordSet) has(plain string) bool {
	if w[unwrapped(plain)] {
		return true
	}
	count := 0
	for word := range strings.FieldsFuncSeq(plain, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;|、–—", r) }) {
		if word != "/" && !w[unwrapped(text.Bare(word))] {
			return false
		}
		count++
	}
	return count > 1
}
