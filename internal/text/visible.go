package text

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Invisible reports whether a rune shows nothing: a format or control
// character, but for tabs and line breaks, or a letter or sign that is drawn
// blank. White space is visible.
func Invisible(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r < ' ' && (r < '\t' || r > '\r') || r == 0x7F
	case r == 0x85: // a line break
		return false
	}
	// U+2800 is the braille pattern without dots; the fillers of Hangul are ignorable.
	return r == 0x2800 || unicode.In(r, unicode.Cf, unicode.Cc, unicode.Other_Default_Ignorable_Code_Point)
}

// Visible is a text as it is shown: without what nobody sees, and with the
// characters that HTML's references, such as &nbsp;, stand for.
func Visible(s string) string {
	s = html.UnescapeString(s)
	for i := 0; i < len(s); {
		if ' ' <= s[i] && s[i] < 0x7F { // most are
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if Invisible(r) {
			return strings.Map(func(r rune) rune {
				if Invisible(r) {
					return -1
				}
				return r
			}, s)
		}
		i += size
	}
	return s
}
