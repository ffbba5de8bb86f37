package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// acts names what in a line of output would act on its reader, "" if nothing.
// It is written apart from text.Escape, to judge it.
func acts(line string) string {
	if !utf8.ValidString(line) {
		return "bytes that are not UTF-8"
	}
	if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") || strings.Contains(strings.ToLower(line), "##vso[") || strings.Contains(strings.ToLower(line), "##teamcity[") {
		return "a workflow command"
	}
	for _, r := range line {
		switch {
		case unicode.IsControl(r):
			return "a control character"
		case unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Bidi_Control, unicode.Co):
			return "a format character"
		}
	}
	return ""
}

// hostile is text that acts on its reader in one way or another.
var hostile = []string{
	"",
	"plain",
	"a\tb\r\nc\x00",
	"\x1b[31mred\x1b[0m\x1b]0;t\a\u009b2J",
	"\u202eevil\u202c\u2066x\u2069\u200b\u2028\u2029\ufeff",
	"\U000e0041\U000e0100\u3164\ue000",
	"\xff\xc3\xed\xa0\x80\xf0\x9f",
	"::error file=x::y",
	" ::error::y",
	"##teamcity[message text='x']",
	"##[error]x ##vso[task.complete]",
	":",
	"中文\t字e\u0301\u0301👩‍👩‍👧 🇩🇪🏽",
	`"quoted" \u0041 </script>`,
}
