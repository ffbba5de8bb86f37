package text

import "strings"

// markdownEscapes keep a text what it is in Markdown, but for code spans and emphasis,
// which do no harm: no image is loaded, no link hides where it leads, no HTML is read.
var markdownEscapes = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "!", `\!`, "&", `\&`, "#", `\#`, "\r", " ", "\n", " ")

// EscapeMarkdown quotes a text for who reads Markdown that is rendered.
func EscapeMarkdown(s string) string { return markdownEscapes.Replace(s) }

// CodeBlock is a code block of Markdown that shows a text as it is: its fence is longer
// than any in it. It is "" for no text.
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
