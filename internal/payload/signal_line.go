package payload

import (
	"bytes"
	"strings"
)

// MaxSignalLine is how many bytes of a line are kept. A reason is a word or a
// sentence; a line that is longer is not a signal.
const MaxSignalLine = 8 << 10

// line is a line of an output. A long one has lost its end, other than white
// space.
type line struct {
	number int
	text   []byte
	long   bool
}

// newLine bounds a line, and cuts its line end off.
func newLine(number int, text []byte) line {
	kept := min(len(text), MaxSignalLine)
	return line{number: number, text: bytes.TrimRight(text[:kept], "\r\n"), long: len(bytes.TrimSpace(text[kept:])) > 0}
}

// The parts of a signal.
const (
	opening = "[CF-RESULT: "
	closing = "]"
	// name tells a line that means to be a signal, whatever its case.
	name = "CF-RESULT"
)

// parseLine reads a line as a signal, wherever it stands.
func parseLine(l line) Signal {
	text := strings.ToValidUTF8(string(l.text), "\uFFFD")
	s := Signal{Outcome: None, Fault: Absent, Line: l.number, Text: strings.TrimSpace(text)}
	if outcome, reason, ok := parseSignal(s.Text); ok && !l.long {
		s.Outcome, s.Reason, s.Fault = outcome, reason, ""
	} else if strings.Contains(strings.ToUpper(text), name) {
		s.Fault = Malformed
	}
	return s
}

// parseSignal reads the text of a signal. A success gives no reason: a reason would
// say that it is none.
func parseSignal(text string) (outcome Outcome, reason string, ok bool) {
	rest, ok := strings.CutPrefix(text, opening)
	switch {
	case !ok:
		return None, "", false
	case rest == string(Success)+closing:
		return Success, "", true
	}
	rest, ok = strings.CutPrefix(rest, string(Failure))
	if !ok {
		return None, "", false
	}
	reason, ok = parseReason(rest)
	return Failure, strings.TrimSpace(reason), ok
}

// parseReason reads what follows the word failure: `]`, ` reason]` or
// `] reason`.
func parseReason(rest string) (string, bool) {
	if rest == closing {
		return "", true
	}
	if behind, ok := strings.CutPrefix(rest, closing); ok {
		return behind, strings.HasPrefix(behind, " ")
	}
	inside, ok := strings.CutSuffix(rest, closing)
	return inside, ok && strings.HasPrefix(inside, " ")
}

// indented reports whether Markdown takes a line for code: a tab, or four spaces.
func indented(text []byte) bool {
	spaces := len(text) - len(bytes.TrimLeft(text, " "))
	return spaces >= 4 || spaces < len(text) && text[spaces] == '\t'
}
