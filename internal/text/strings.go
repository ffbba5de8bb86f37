package text

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// Count returns a number with its noun: "1 file", "2 files". The noun takes an s.
func Count(n int, noun string) string { return strconv.Itoa(n) + " " + Plural(n, noun) }

// Plural returns a noun in the number for a count, such as "character" or "characters".
func Plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// OrList returns one or more words as a sentence lists them: "a, b or c".
func OrList(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// placeholder matches what Fill replaces.
var placeholder = MustCompile(`\{[^{}]*\}`)

// Fill replaces each {name} in a template with its value. A name without a value stays; a test of the
// catalogue finds it.
func Fill[V ~map[string]string](template string, values ...V) string {
	return placeholder.ReplaceAllStringFunc(template, func(name string) string {
		for _, vs := range values {
			if value, ok := vs[name[1:len(name)-1]]; ok {
				return value
			}
		}
		return name
	})
}

// AppendNew appends an item that a list does not contain.
func AppendNew[T comparable](list []T, item T) []T {
	if slices.Contains(list, item) {
		return list
	}
	return append(list, item)
}

// NonEmpty returns the texts that are not empty, in the memory of the list.
func NonEmpty(list ...string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// Fold returns a text with one space for each run of white space, and none at the ends.
func Fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// Newline returns the line end of the first line of a text.
func Newline(data []byte) string {
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// Head returns at most most bytes of the start of a text.
func Head(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "")
}

// Tail returns at most most bytes of the end of a text.
func Tail(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-most:], "")
}

// Int returns the number in digits, or the largest int if it is larger.
func Int(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
