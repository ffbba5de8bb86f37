package text

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text of a checked tree is quoted by one function per reader:
//
//   - Escape for a terminal or the log of a workflow
//   - Quote for a model
//   - ShellQuote for a shell
//   - EscapeJSON for JSON that a terminal or a log may show

// Escape makes text from a file, a file name or the command line safe for one line of a terminal or a
// workflow log. Characters that would act on the reader become visible escapes:
//
//   - control characters, line ends and tabs: \n, \r, \t, \x1b, \u0085
//   - characters that are not drawn or that reorder others: \u200b, \u202e, \u2028, \U000e0041
//   - bytes that are not UTF-8: \xff
//   - the openings of workflow commands, "::" at the start and "##[", "##vso[" or "##teamcity[" anywhere: one
//     character of them, \x3a or \x23
//
// Everything else is unchanged, including backslashes, so that Windows paths and patterns stay readable: the
// result is for reading, not for decoding. Escaping twice changes nothing.
func Escape(s string) string {
	command := commandStart(s)
	return rewrite(s, func(at int, point string, unsafe bool) string {
		if unsafe || at == command {
			return EscapePoint(point)
		}
		return ""
	})
}

// rewrite returns a text in which write replaces code points; "" keeps one.
func rewrite(s string, write func(at int, point string, unsafe bool) string) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		size, unsafe := Unsafe(s, i)
		if point := write(i, s[i:i+size], unsafe); point != "" {
			b.WriteString(s[done:i])
			b.WriteString(point)
			done = i + size
		}
		i += size
	}
	return b.String() + s[done:]
}

// commandStart returns the offset of a "::" that opens s, after white space, or -1. GitHub's runner treats
// such a line as a command (actions/runner, ActionCommand.TryParseV2).
func commandStart(s string) int {
	rest := strings.TrimLeftFunc(s, unicode.IsSpace)
	if strings.HasPrefix(rest, "::") {
		return len(s) - len(rest)
	}
	return -1
}

// Unsafe returns the length in bytes of the code point at s[i:], and whether it must not be printed
// unescaped.
func Unsafe(s string, i int) (size int, unsafe bool) {
	if c := s[i]; ' ' <= c && c <= '~' {
		return 1, c == '#' && opensCommand(s, i)
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	return size, size == 1 || hidden(r)
}

// opensCommand reports whether the # at s[i] is the second of a "##[", "##vso[" or "##teamcity[". GitHub's
// runner looks for the first anywhere in a line (actions/runner, ActionCommand.TryParse), Azure Pipelines for
// the second, TeamCity for the third.
func opensCommand(s string, i int) bool {
	if !strings.HasSuffix(s[:i], "#") {
		return false
	}
	name, _, found := strings.Cut(s[i+1:min(i+len("#teamcity["), len(s))], "[")
	isName := func(opening string) bool { return strings.EqualFold(name, opening) }
	return found && slices.ContainsFunc([]string{"", "vso", "teamcity"}, isName)
}

// hidden reports whether a code point acts on a terminal or is not drawn: controls, format characters
// (bidirectional overrides, joiners, tags), line separators, private and unassigned code points, and the
// letters and marks that Unicode lists as ignorable. The exceptions are the two that choose between the text
// and the emoji form of a character (U+FE0E, U+FE0F), which common emoji contain.
func hidden(r rune) bool {
	if r == 0xFE0E || r == 0xFE0F {
		return false
	}
	return !unicode.IsGraphic(r) ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// EscapePoint returns a single code point, or an invalid byte, in ASCII, as an escape of a Go string.
func EscapePoint(point string) string {
	if escape, ok := shortEscapes[point]; ok {
		return escape
	}
	if len(point) == 1 {
		return fmt.Sprintf(`\x%02x`, point[0])
	}
	return strings.Trim(strconv.QuoteToASCII(point), `"`)
}

// shortEscapes are the escapes of characters that have one letter.
var shortEscapes = map[string]string{"\n": `\n`, "\r": `\r`, "\t": `\t`}

// EscapeLines is Escape for each line of a text, for a terminal that shows all lines.
func EscapeLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = Escape(line)
	}
	return strings.Join(lines, "\n")
}

// WithoutCommands returns content of a file that is safe for GitHub's runner. Text without workflow commands
// is unchanged, commands in JSON are escaped, and any other text is enclosed in lines that switch commands
// off, with an unpredictable token.
func WithoutCommands(s string) string {
	if !holdsCommand(s) {
		return s
	}
	if json.Valid([]byte(s)) {
		return string(EscapeJSON([]byte(s)))
	}
	if !strings.HasSuffix(s, "\n") {
		s += "\n"
	}
	token := rand.Text()
	return "::stop-commands::" + token + "\n" + s + "::" + token + "::\n"
}

// holdsCommand reports whether GitHub's runner may treat a line as a command. It reads lines as .NET does,
// which also ends them at a carriage return, and may compare culture-sensitively, ignoring characters that
// are not drawn.
func holdsCommand(s string) bool {
	visible := strings.Map(func(r rune) rune {
		if hidden(r) && !strings.ContainsRune("\n\r\t", r) {
			return -1
		}
		return r
	}, s)
	lines := strings.FieldsFunc(visible, func(r rune) bool { return strings.ContainsRune("\n\r", r) })
	isCommand := func(line string) bool { return commandStart(line) >= 0 || strings.Contains(line, "##[") }
	isUnknown := !utf8.ValidString(s) // what the runner makes of it is not known
	return isUnknown || slices.ContainsFunc(lines, isCommand)
}

// Quote quotes a text for a model, on one line: like Escape, but it also escapes quotes, backslashes and
// white space other than a space, so that the text cannot end the quotes. strconv.Unquote returns the
// original.
func Quote(s string) string {
	return `"` + rewrite(s, func(_ int, point string, unsafe bool) string {
		r, _ := utf8.DecodeRuneInString(point)
		if strings.ContainsRune(`"\`, r) {
			return `\` + point
		}
		if unsafe || r != ' ' && unicode.IsSpace(r) {
			return EscapePoint(point)
		}
		return ""
	}) + `"`
}

// Shorten cuts a text to a maximum number of code points, the last of which is then an ellipsis.
func Shorten(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	end := 0
	for range most - 1 {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	return s[:end] + "…"
}

// QuoteLength is the maximum number of code points of a quoted value in a message.
const QuoteLength = 60

// QuoteShort is Quote for a value cut to QuoteLength.
func QuoteShort(s string) string { return Quote(Shorten(s, QuoteLength)) }

// ShellQuote returns a text as one word of a POSIX shell's command line. Text of plain characters is
// unchanged, since every shell accepts it. A leading - gets a ./ prefix: the text is a path, and must not be
// an option.
func ShellQuote(s string) string {
	if strings.HasPrefix(s, "-") {
		s = "./" + s
	}
	isSpecial := func(r rune) bool {
		return !unicode.In(r, unicode.Letter, unicode.Digit) && !strings.ContainsRune("/._-+:@%,~", r)
	}
	// A leading ~ is a home folder.
	isPlain := s != "" && s[0] != '~' && !strings.ContainsFunc(s, isSpecial)
	if isPlain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// EscapeJSON replaces what Escape would escape by JSON's own escapes, which mean the same to a reader:
// encoding/json does not escape DEL, the C1 controls and bidirectional overrides. Such characters occur only
// inside strings. Those below U+0020 are escaped in strings already, and are kept as white space between
// values.
func EscapeJSON(b []byte) []byte {
	return []byte(rewrite(string(b), func(_ int, point string, unsafe bool) (escaped string) {
		if !unsafe || point[0] < ' ' {
			return ""
		}
		r, _ := utf8.DecodeRuneInString(point)
		for _, unit := range utf16.Encode([]rune{r}) {
			escaped += fmt.Sprintf(`\u%04x`, unit)
		}
		return escaped
	}))
}

// Invisible reports whether a rune shows nothing: a format or control character, except tabs and line breaks,
// or a letter or sign that is drawn blank. White space is visible.
func Invisible(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' && (r < '\t' || r > '\r') || r == 0x7F
	}
	// U+2800 is the blank braille pattern; the Hangul fillers are ignorable.
	return r == 0x2800 || unicode.In(r, unicode.Cf, unicode.Cc, unicode.Other_Default_Ignorable_Code_Point)
}

// Visible returns a text as it is shown: without invisible characters, and with HTML's character references,
// such as &nbsp;, decoded.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		if Invisible(r) {
			return -1
		}
		return r
	}, html.UnescapeString(s))
}
