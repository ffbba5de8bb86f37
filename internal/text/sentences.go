package text

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Sentence is where a sentence of a text is, in bytes. Stop is the offset of the signs
// that end it, End the offset after them and the space that follows; for the last one
// both may be the end of the text, with its final sign before them.
type Sentence struct{ Start, Stop, End int }

const (
	stops     = ".!?;"
	wideStops = "。！？；"
	// closers are quotes, brackets and marks of emphasis and code that may be between a
	// stop and the space after it.
	closers = "\"')]*_`"
	spaces  = " \t\r\n\f"
)

// shortened words end with a full stop that ends no sentence.
var shortened = []string{"e.g", "i.e", "etc", "vs", "cf", "approx", "incl", "no"}

// Sentences returns the sentences of a text. A Latin stop ends one before a space only, a
// semicolon like the others. A caller that takes code or quotations for parts of the
// sentence around them masks their stops, by as many bytes.
func Sentences(s string) []Sentence {
	const usual = 64 // bytes of a sentence, at the least
	found := make([]Sentence, 0, len(s)/usual+1)
	start := 0
	for stop := nextStop(s, 0); stop.Len() > 0; stop = nextStop(s, stop.End) {
		if !isShortened(s[start:stop.Start], s[stop.Start:stop.End]) {
			found = append(found, Sentence{start, stop.Start, stop.End})
			start = stop.End
		}
	}
	if strings.TrimSpace(s[start:]) != "" {
		found = append(found, Sentence{start, len(s), len(s)})
	}
	return found
}

// LastSentence returns what a text breaks off in: its last sentence, "" if a stop and a
// space end that.
func LastSentence(s string) string {
	sentences := Sentences(s)
	if len(sentences) == 0 {
		return ""
	}
	last := sentences[len(sentences)-1]
	if last.End > last.Stop {
		return ""
	}
	return s[last.Start:]
}

// nextStop returns the next end of a sentence with the space after it, an empty span for
// none. Sentences are most of what is read of a handoff: a pattern takes ten times as long.
func nextStop(s string, from int) Span {
	for i := from; i < len(s); {
		if !mayStop(s[i]) {
			i++
			continue
		}
		if width := wideStop(s[i:]); width > 0 {
			end := i
			for width > 0 {
				end += width
				width = wideStop(s[end:])
			}
			return Span{Start: i, End: end}
		}
		if s[i] >= utf8.RuneSelf {
			i++
			continue
		}
		closing := skipAny(s, i, stops)
		space := skipAny(s, closing, closers)
		end := skipAny(s, space, spaces)
		if end > space {
			return Span{Start: i, End: end}
		}
		i = closing
	}
	return Span{}
}

// mayStop reports whether a byte is a stop, or of a character that may be a wide one.
func mayStop(b byte) bool {
	switch b {
	case '.', '!', '?', ';':
		return true
	}
	return b >= utf8.RuneSelf
}

// wideStop returns the length of the Chinese punctuation mark that a text begins with if it
// ends a sentence, or 0 for none.
func wideStop(s string) int {
	if s == "" || s[0] < utf8.RuneSelf {
		return 0
	}
	r, width := utf8.DecodeRuneInString(s)
	if strings.ContainsRune(wideStops, r) {
		return width
	}
	return 0
}

// skipAny returns the offset after some bytes of a text.
func skipAny(s string, at int, bytes string) int {
	for at < len(s) && strings.IndexByte(bytes, s[at]) >= 0 {
		at++
	}
	return at
}

// isShortened reports whether a full stop belongs to the word before it.
func isShortened(before, stop string) bool {
	if len(stop) != 2 || stop[0] != '.' {
		return false
	}
	word := before[strings.LastIndexAny(before, spaces+"(")+1:]
	return slices.ContainsFunc(shortened, func(s string) bool { return strings.EqualFold(s, word) })
}
