package payload

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Outcome is what an output says about its own success.
type Outcome string

// The outcomes.
const (
	Success Outcome = "success"
	Failure Outcome = "failure"
	// None: there is no signal; Signal.Fault says why.
	None Outcome = "none"
)

// EmptyOutput is the reason of a failure without a signal, one of the context format's reasons.
const EmptyOutput = "empty-output"

// Fault is why an output has no signal. It is a code; the catalogue has the words.
type Fault string

// The faults. Signal.Line is the line of the fault, or 0.
const (
	// Blank: there is no text at all.
	Blank Fault = "blank"
	// Absent: the last line is not a signal.
	Absent Fault = "absent"
	// Malformed: the last line is meant to be a signal but has another form.
	Malformed Fault = "malformed"
	// Quoted: the signal is in a code fence, or indented like code.
	Quoted Fault = "quoted"
)

// Signal is the end of an output. Its JSON is a contract with programs.
type Signal struct {
	Outcome Outcome `json:"outcome"`
	// Reason is the reason of a failure, which may be "", or EmptyOutput without a signal.
	Reason string `json:"reason"`
	// Fault is why the outcome is None, or "".
	Fault Fault `json:"fault"`
	// Line, counted from 1, is the line of the signal or of the fault, or 0. Text is its text, cut to
	// MaxSignalLine bytes.
	Line int    `json:"line"`
	Text string `json:"raw"`
}

// Explain says where and why an output has no signal; path is the output's name.
func (s Signal) Explain(path string) string {
	if s.Line > 0 {
		path += ":" + strconv.Itoa(s.Line)
	}
	return path + ": " + LoadSettings().Say(string(s.Fault), rules.Values{"text": secret.Quote(s.Text)})
}

// ParseSignal returns the signal of an output: its last line that is not blank.
func ParseSignal(output []byte) Signal {
	var (
		open     fences
		last     []byte
		at       int // its number
		isQuoted bool
		number   int
	)
	for line := range bytes.Lines(bytes.TrimPrefix(output, []byte(text.BOM))) {
		number++
		if len(bytes.TrimSpace(line)) > 0 {
			open.add(line)
			last, at, isQuoted = line, number, open.isOpen()
		}
	}
	if last == nil {
		return Signal{Outcome: None, Reason: EmptyOutput, Fault: Blank}
	}
	indent := len(last) - len(bytes.TrimLeft(last, " "))
	isIndented := indent >= 4 || last[indent] == '\t'
	s := signalOf(bytes.TrimSpace(last), isQuoted || isIndented)
	s.Line = at
	return s
}

// MaxSignalLine is the maximum size of a signal in bytes. A reason is a word or a sentence.
const MaxSignalLine = 8 << 10

// signalName marks a line that is meant to be a signal, ignoring case.
const signalName = "CF-RESULT"

// signalOf parses a line as a signal. isCode is set if Markdown takes the line for code.
func signalOf(line []byte, isCode bool) Signal {
	s := Signal{Outcome: None, Reason: EmptyOutput, Fault: Absent}
	s.Text = strings.ToValidUTF8(string(line[:min(len(line), MaxSignalLine)]), "\uFFFD")
	m := signalForm.FindStringSubmatch(s.Text)
	if m == nil || len(line) > MaxSignalLine {
		if strings.Contains(strings.ToUpper(s.Text), signalName) {
			s.Fault = Malformed
		}
		return s
	}
	if isCode {
		s.Fault = Quoted
		return s
	}
	s.Outcome = Failure
	if m[1] == "" {
		s.Outcome = Success
	}
	s.Reason = strings.TrimSpace(m[2] + m[3])
	s.Fault = ""
	return s
}

// signalForm matches a signal. A success has no reason: a reason would suggest a failure. A failure's reason
// is in the brackets or after them.
var signalForm = text.MustCompile(`^\[` + signalName + `: (?:success\]|(failure)(?:\](?: (.*))?| (.*)\]))$`)

// fences tracks the code fences of an output in two ways, and a line is quoted only if both agree. CommonMark
// has no nested fences, but agents write them: a block marked markdown that contains a block marked json, all
// with three backticks. By the standard, inside and outside would be swapped from there on, so depth counts a
// fence with an info string as one more. Agents also quote output with lines that only look like such a
// fence, and there CommonMark is right.
type fences struct {
	// char and length are those of CommonMark's open fence; length is 0 if none is open. depth is the number of
	// open fences if they are nested.
	char          byte
	length, depth int
}

// add reads the next line.
func (f *fences) add(line []byte) {
	char, length, info, ok := text.Fence(line)
	if !ok {
		return
	}
	isBare := len(info) == 0
	// As CommonMark has it:
	if f.length == 0 {
		f.char = char
		f.length = length
	} else if isBare && char == f.char && length >= f.length {
		f.length = 0
	}
	// As agents nest them:
	if isBare && f.depth > 0 {
		f.depth--
	} else { // with an info string, or the first
		f.depth++
	}
}

// isOpen reports whether a fence is open in both ways.
func (f *fences) isOpen() bool { return f.length > 0 && f.depth > 0 }
