package text

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Count returns a number with its noun: "1 file", "2 files". The noun takes an s.
func Count(n int, noun string) string { return strconv.Itoa(n) + " " + Plural(n, noun) }

// Plural returns a noun in the number for a count: a character, two characters.
func Plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// Fill replaces each {name} in a template with its value. A name without a value
// stays; a test of the catalogue finds it.
func Fill[V ~map[string]string](template string, values ...V) string {
	if !strings.Contains(template, "{") {
		return template
	}
	var pairs []string
	for _, vs := range values {
		for name, value := range vs {
			pairs = append(pairs, "{"+name+"}", value)
		}
	}
	return strings.NewReplacer(pairs...).Replace(template)
}

// Fold returns a text with one space for each run of white space, and none at the ends.
func Fold(s string) string {
	if isFolded(s) {
		return s
	}
	if IsASCII(s) {
		return foldASCII(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for word := range strings.FieldsSeq(s) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// foldASCII is Fold of a text that has only ASCII.
func foldASCII(s string) string {
	var folded strings.Builder
	folded.Grow(len(s))
	written := 0
	for i := 0; i < len(s); {
		if !isASCIISpace(s[i]) {
			i++
			continue
		}
		end := i
		for i < len(s) && isASCIISpace(s[i]) {
			i++
		}
		isInside := end > 0 && i < len(s)
		if isInside && s[end:i] == " " {
			continue
		}
		folded.WriteString(s[written:end])
		if isInside {
			folded.WriteByte(' ')
		}
		written = i
	}
	folded.WriteString(s[written:])
	return folded.String()
}

func isASCIISpace(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }

// whiteSpace has 1 for the white space of ASCII.
var whiteSpace = [256]int{'\t': 1, '\n': 1, '\v': 1, '\f': 1, '\r': 1, ' ': 1}

// foldedLength returns the length of foldASCII. It is a sum without a branch: where words end
// cannot be foreseen, and a wrong guess takes as long as ten bytes.
func foldedLength(s string) int {
	surplus, before := 0, 1
	for i := range len(s) {
		here := whiteSpace[s[i]]
		surplus += here & before
		before = here
	}
	return max(len(s)-surplus-before, 0)
}

// isFolded reports whether a text has only ASCII, with single spaces inside of it.
func isFolded(s string) bool {
	for i := range len(s) {
		isEdge := i == 0 || i == len(s)-1 || s[i-1] == ' '
		if s[i] < ' ' || s[i] >= utf8.RuneSelf || s[i] == ' ' && isEdge {
			return false
		}
	}
	return true
}

// IsASCII reports whether a text has no character beyond ASCII, as most have none.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Newline returns the line end of the first line of a text.
func Newline(data []byte) string {
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// Head returns the start of a text that is longer than a number of bytes.
func Head(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "")
}

// Tail returns the end of a text that is longer than a number of bytes.
func Tail(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-most:], "")
}

// Int returns the number that digits write, the largest one if it is larger.
func Int(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
