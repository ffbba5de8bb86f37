package text

import "strings"

// CodeSpan matches a code span of Markdown.
var CodeSpan = MustCompile("``[^`]+``|`[^`]+`")

// Unmarked returns a text without emphasis marks, which would separate the words of a sentence. Code keeps
// its stars.
func Unmarked(s string) string {
	if !strings.ContainsAny(s, emphasis) {
		return s
	}
	var b strings.Builder
	at := 0
	for _, code := range append(CodeSpan.FindAllStringIndex(s, -1), []int{len(s), len(s)}) {
		plain := s[at:code[0]]
		writeUnmarked(&b, plain)
		b.WriteString(s[code[0]:code[1]])
		at = code[1]
	}
	return b.String()
}

// emphasis are the emphasis marks.
const emphasis = "*_"

// writeUnmarked writes a text, which has no code, without emphasis marks: double marks, and marks at its
// ends, after a space or an opening bracket, and before a space or the end of a part of a sentence. Others
// are underscores and stars in names. It is hot: a pattern takes ten times as long.
func writeUnmarked(b *strings.Builder, s string) {
	for at := 0; at < len(s); {
		end := skipAny(s, at, emphasis)
		marks := s[at:end]
		switch {
		case marks == "":
			b.WriteByte(s[at])
			mayPrecedeMarks := strings.IndexByte(spaces+"(", s[at]) >= 0
			at++
			if mayPrecedeMarks {
				at = skipAny(s, at, emphasis)
			}
		case len(marks) > 1 && marks[0] == marks[1]:
			at += 2 // a third mark is read anew
		case at == 0 || end == len(s):
			at = end
		case strings.IndexByte(spaces+".,;:!?)", s[end]) >= 0:
			b.WriteByte(s[end])
			at = end + 1
		default:
			b.WriteByte(s[at])
			at++
		}
	}
}
