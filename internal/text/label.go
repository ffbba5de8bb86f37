package text

import "strings"

// Around are emphasis marks and quotes that may surround a text, in Markdown and in prose, without changing
// its meaning.
const Around = "*_~–—\"'“”„‘’‚«»‹›「」『』 \t\r\n"

var bold = MustCompile(`^(\*\*[^*]+\*\*|__[^_]+__)$`)

// IsBold reports whether all of a text is in bold.
func IsBold(s string) bool { return bold.MatchString(strings.TrimSpace(s)) }

// EndsInColon reports whether a text ends with a colon, ignoring emphasis and quotes.
func EndsInColon(s string) bool {
	plain := strings.Trim(s, Around)
	return strings.HasSuffix(plain, ":") || strings.HasSuffix(plain, "：")
}

// IsLabel reports whether a text labels the text after it: it ends with a colon, or is one sentence in bold.
func IsLabel(s string) bool {
	return EndsInColon(s) || IsBold(s) && len(Sentences(strings.Trim(s, Around))) == 1
}
