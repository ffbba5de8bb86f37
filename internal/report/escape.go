package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes text from a file, a file name or the command line fit for one
// line of a terminal, a workflow log or a model's context. What would act on
// the reader instead of being read comes out as a visible escape:
//
//   - control characters, line ends and tabs: \n, \r, \t, \x1b, \u0085
//   - characters that are not drawn or that reorder others: \u200b, \u202e,
//     \u2028, \U000e0041
//   - bytes that are not UTF-8: \xff
//   - the openings of workflow commands, "::" at the start and "##[" or
//     "##vso[" anywhere: one character of them, \x3a or \x23
//
// All else stays as it is, a backslash too, so that Windows paths and
// patterns can be read: the result is to be looked at, not to be decoded.
// Escaping twice changes nothing.
func Escape(s string) string {
	command := commandStart(s)
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		size, unsafe := hazard(s, i)
		if unsafe || i == command {
			b.WriteString(s[done:i])
			b.WriteString(visible(s[i : i+size]))
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return s
	}
	return b.String() + s[done:]
}

// commandStart is the offset of a "::" that opens s, white space aside, else
// -1. GitHub's runner takes a line that starts so for a command
// (actions/runner, ActionCommand.TryParseV2).
func commandStart(s string) int {
	rest := strings.TrimLeftFunc(s, unicode.IsSpace)
	if strings.HasPrefix(rest, "::") {
		return len(s) - len(rest)
	}
	return -1
}

// hazard gives the length in bytes of the code point at s[i:], and whether it
// must not be printed as it is.
func hazard(s string, i int) (size int, unsafe bool) {
	if c := s[i]; ' ' <= c && c <= '~' {
		return 1, c == '#' && opensCommand(s, i)
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	return size, r == utf8.RuneError && size == 1 || hidden(r)
}

// opensCommand tells whether the # at s[i] is the second of a "##[" or
// "##vso[". GitHub's runner looks for the first anywhere in a line
// (actions/runner, ActionCommand.TryParse), the agent of Azure Pipelines for
// the second.
func opensCommand(s string, i int) bool {
	if i == 0 || s[i-1] != '#' {
		return false
	}
	rest := s[i+1:]
	return strings.HasPrefix(rest, "[") || len(rest) >= 4 && strings.EqualFold(rest[:4], "vso[")
}

// hidden tells whether a code point acts on a terminal or is not drawn:
// controls, format characters (bidirectional overrides, joiners, tags), line
// separators, private and unassigned code points, and the letters and marks
// that Unicode lists as ignorable. Of those, the two that choose between the
// text and the emoji form of a character (U+FE0E, U+FE0F) stay: common emoji
// are written with them.
func hidden(r rune) bool {
	if r == 0xFE0E || r == 0xFE0F {
		return false
	}
	return !unicode.IsGraphic(r) ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// visible writes a single code point, or a byte that is none, in ASCII.
func visible(point string) string {
	switch point {
	case "\n":
		return `\n`
	case "\r":
		return `\r`
	case "\t":
		return `\t`
	}
	r, size := utf8.DecodeRuneInString(point)
	switch {
	case r == utf8.RuneError && size == 1, r < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, point[0])
	case r <= 0xFFFF:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
