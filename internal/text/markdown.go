package text

import (
	"bytes"
	"strings"
)

// markdownEscapes escape a text for Markdown, except for code spans and emphasis, which do no harm: no image
// is loaded, no link hides its target, no HTML is read.
var markdownEscapes = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "!", `\!`, "&", `\&`, "#", `\#`, "\r", " ", "\n", " ")

// EscapeMarkdown escapes a text for rendered Markdown.
func EscapeMarkdown(s string) string { return markdownEscapes.Replace(s) }

// CodeBlock returns a Markdown code block that shows a text unchanged: its fence is longer than any in the
// text. It returns "" for an empty text.
func CodeBlock(s string) string {
	s = strings.Trim(s, "\n")
	if s == "" {
		return ""
	}
	fence := "```"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	return fence + "\n" + s + "\n" + fence + "\n"
}

// Fence parses a line as a Markdown code fence: three or more backticks or tildes at any indentation. info is
// the text after them.
func Fence(line []byte) (char byte, length int, info []byte, ok bool) {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] != '`' && line[0] != '~' {
		return 0, 0, nil, false
	}
	info = bytes.TrimLeft(line, string(line[:1]))
	length = len(line) - len(info)
	// Backticks after backticks are code within a line.
	ok = length >= 3 && (line[0] == '~' || bytes.IndexByte(info, '`') < 0)
	return line[0], length, info, ok
}

// WithoutFences returns a text without the fences that open or close code, also in quotations.
func WithoutFences(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		_, _, _, isFence := Fence([]byte(strings.TrimLeft(line, " \t>")))
		if isFence {
			line = line[len(strings.TrimRight(line, "\r\n")):]
		}
		b.WriteString(line)
	}
	return b.String()
}
