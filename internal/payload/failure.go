package payload

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// summaries are the templates of error summaries for outputs that give none; see rules/facts/retry.cue.
type summaries struct {
	Unsignalled      map[string]string
	Signalled, Alone string
	Quote            int
}

// Failure returns the reason and the error summary of an output that does not end in success. If the signal
// has no known reason, the reason is "" and the signal's text is the summary.
func (s Signal) Failure(output []byte, known []string) (reason, summary string) {
	words := table.Load[summaries]("retry")
	quote := func(template, line string) string {
		return text.Fill(template, rules.Values{"line": text.Shorten(line, words.Quote+1)})
	}
	if s.Outcome == None {
		return s.Reason, quote(words.Unsignalled[string(s.Fault)], s.Text)
	}
	summary = s.Reason
	first := s.Reason // "tests-failed2" is another reason than "tests-failed: 2"
	if end := strings.IndexAny(s.Reason, " \t:,;.("); end >= 0 {
		first = s.Reason[:end]
	}
	if slices.Contains(known, first) {
		reason = first
		summary = strings.TrimLeft(s.Reason[len(first):], " \t:,;.-–—")
	}
	if summary != "" {
		return reason, summary
	}
	if before := lastLine(output[:max(0, bytes.LastIndex(output, []byte(s.Text)))]); before != "" {
		return reason, quote(words.Signalled, before)
	}
	return reason, quote(words.Alone, s.Text)
}

// lastLine returns the last line with a letter or digit, without colours.
func lastLine(output []byte) string {
	last := bytes.LastIndexFunc(output, func(r rune) bool { return unicode.In(r, unicode.Letter, unicode.Digit) })
	if last < 0 {
		return ""
	}
	start := bytes.LastIndexByte(output[:last], '\n') + 1
	line, _, _ := bytes.Cut(output[start:], []byte("\n"))
	return strings.TrimSpace(text.WithoutStyles(strings.ToValidUTF8(string(line), "\uFFFD")))
}
