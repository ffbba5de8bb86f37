package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentence is the position of a sentence in a text, in bytes. Stop is the offset of the punctuation that ends
// it, End the offset after that and the following space. For the last sentence, both may be the end of the
// text, after its final punctuation.
type Sentence struct{ Start, Stop, End int }

const (
	stops     = ".!?;"
	wideStops = "。！？；"
	// closers are quotes, brackets and marks of emphasis and code that may be between a stop and the space
	// after it.
	closers = "\"')]*_`"
	spaces  = " \t\r\n\f"
)

// shortened are abbreviations whose full stop does not end a sentence.
var shortened = []string{"e.g", "i.e", "etc", "vs", "cf", "approx", "incl", "no"}

// Sentences returns the sentences of a text. A Latin stop, including a semicolon, ends one only before a
// space. A caller that treats code or quotations as parts of the sentence around them masks their stops with
// as many bytes.
func Sentences(s string) []Sentence {
	const usual = 64 // bytes of a sentence, at the least
	found := make([]Sentence, 0, len(s)/usual+1)
	start := 0
	for stop := nextStop(s, 0); stop.Len() > 0; stop = nextStop(s, stop.End) {
		if !isShortened(s[start:stop.Start], s[stop.Start:stop.End]) && !goesOn(s[stop.Start:stop.End], s[stop.End:]) {
			found = append(found, Sentence{start, stop.Start, stop.End})
			start = stop.End
		}
	}
	if strings.TrimSpace(s[start:]) != "" {
		found = append(found, Sentence{start, len(s), len(s)})
	}
	return found
}

// LastSentence returns the incomplete sentence at the end of a text, or "" if a stop and a space end the last
// sentence.
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

// nextStop returns the next end of a sentence with the space after it, or an empty span. It is hot: a pattern
// takes ten times as long.
func nextStop(s string, from int) Span {
	for i := from; i < len(s); i++ {
		switch {
		case s[i] >= utf8.RuneSelf:
			if end := len(s) - len(strings.TrimLeft(s[i:], wideStops)); end > i {
				return Span{Start: i, End: end}
			}
		case strings.IndexByte(stops, s[i]) >= 0:
			closing := skipAny(s, i, stops)
			space := skipAny(s, closing, closers)
			if end := skipAny(s, space, spaces); end > space {
				return Span{Start: i, End: end}
			}
			i = closing - 1 // no space follows: it ends nothing
		}
	}
	return Span{}
}

// skipAny returns the offset after a run of the given bytes.
func skipAny(s string, at int, bytes string) int {
	for at < len(s) && strings.IndexByte(bytes, s[at]) >= 0 {
		at++
	}
	return at
}

// goesOn reports whether a sentence goes on behind an ellipsis: "it works... if the cache is warm".
func goesOn(stop, rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return strings.HasPrefix(stop, "..") && unicode.IsLower(r)
}

// isShortened reports whether a full stop belongs to an abbreviation.
func isShortened(before, stop string) bool {
	if len(stop) != 2 || stop[0] != '.' {
		return false
	}
	word := before[strings.LastIndexAny(before, spaces+"(")+1:]
	return slices.ContainsFunc(shortened, func(s string) bool { return strings.EqualFold(s, word) })
}
