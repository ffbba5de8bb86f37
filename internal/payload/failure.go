package payload

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// summaries are the templates of error summaries for outputs that give none; see rules/facts/retry.cue.
type summaries struct {
	// Unsignalled are the templates for failures without a valid signal, by fault.
	Unsignalled map[string]string
	// Signalled is for a signal with only a reason, Alone for one that no text precedes.
	Signalled, Alone string
	// Quote is the maximum number of characters of a quoted line.
	Quote int
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
	for _, name := range known {
		// "tests-failed2" is another reason, "tests-failed: 2" is not.
		if rest, ok := strings.CutPrefix(s.Reason, name); ok && (rest == "" || strings.ContainsAny(rest[:1], " \t:,;.(")) {
			reason = name
			summary = strings.TrimLeft(rest, " \t:,;.-–—")
		}
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
	for len(output) > 0 {
		start := bytes.LastIndexByte(output, '\n')
		line := strings.ToValidUTF8(string(output[start+1:]), "\uFFFD")
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			return strings.TrimSpace(text.WithoutStyles(line))
		}
		output = output[:max(0, start)]
	}
	return ""
}
