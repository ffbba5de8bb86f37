package cli

import (
	"fmt"
	"strings"
)

// literal escapes a text for roff, as in groff_char(7): what is typed stays
// what was typed, so that it can be copied, and no character acts.
func roffLiteral(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case roffNames[r] != "":
			b.WriteString(roffNames[r])
		case r >= 0x80:
			fmt.Fprintf(&b, "\\[u%04X]", r)
		case r == '\n' || r >= ' ':
			b.WriteRune(r)
		}
	}
	return b.String()
}

// roffNames are the characters of ASCII that roff shows as others, or acts on.
var roffNames = map[rune]string{
	'\\': `\e`, '-': `\-`, '\'': `\(aq`, '`': `\(ga`, '^': `\(ha`, '~': `\(ti`, '"': `\(dq`,
}

// line escapes a line. One that begins with a dot would be a request.
func roffLine(s string) string {
	out := roffLiteral(s)
	if strings.HasPrefix(out, ".") {
		return `\&` + out
	}
	return out
}

// prose escapes a text in which words between backticks are code: they are
// bold here.
func roffProse(s string) string {
	lines := eachLine(strings.Split(s, "\n"), func(s string) string { return strings.TrimLeft(s, " ") })
	parts := strings.Split(strings.Join(lines, "\n"), "`")
	for i, part := range parts {
		parts[i] = strings.Join(eachLine(strings.Split(part, "\n"), roffLine), "\n")
		if i%2 == 1 && i < len(parts)-1 {
			parts[i] = `\fB` + parts[i] + `\fR`
		}
	}
	return strings.Join(parts, "")
}

// synopsis escapes what may stand behind a command's name: what is to be
// replaced is in italics.
func synopsis(s string) string {
	var b strings.Builder
	word := ""
	flush := func() {
		if word == strings.ToUpper(word) && strings.Trim(word, "-") != "" {
			b.WriteString(`\fI` + roffLiteral(word) + `\fR`)
		} else {
			b.WriteString(roffLiteral(word))
		}
		word = ""
	}
	for _, r := range s {
		if strings.ContainsRune("[]| .=", r) {
			flush()
			b.WriteString(roffLiteral(string(r)))
			continue
		}
		word += string(r)
	}
	flush()
	return b.String()
}

// argument is an argument of a request, in quotes.
func roffArgument(s string) string { return `"` + roffLiteral(s) + `"` }

// each applies a function to each text of a list.
func eachLine(texts []string, f func(string) string) []string {
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = f(s)
	}
	return out
}
