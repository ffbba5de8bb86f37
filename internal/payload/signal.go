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
	// Absent: neither the last line nor an earlier one is a signal.
	Absent Fault = "absent"
	// Malformed: the last line is meant to be a signal but has another form.
	Malformed Fault = "malformed"
	// Followed: a signal is on an earlier line, with text after it.
	Followed Fault = "followed"
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
	// Fence is the line of the code fence around a Quoted signal, or 0 if it is indented.
	Fence int `json:"-"`
}

// Explain says where and why an output has no signal; path is the output's name.
func (s Signal) Explain(path string) string {
	name := string(s.Fault)
	if s.Fence > 0 {
		name = "fenced"
	}
	if s.Line > 0 {
		path += ":" + strconv.Itoa(s.Line)
	}
	values := rules.Values{"text": secret.Quote(s.Text), "fence": strconv.Itoa(s.Fence)}
	return path + ": " + LoadSettings().Say(name, values)
}

// ParseSignal returns the signal of an output.
func ParseSignal(output []byte) Signal {
	var (
		open    fences
		last    signalLine // the last line that is not blank
		earlier Signal     // the last signal before that line, including quoted ones
		number  int
	)
	for line := range bytes.Lines(bytes.TrimPrefix(output, []byte(text.BOM))) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if bytes.Contains(last.text, []byte(signalName)) {
			if s := last.signal(); s.Outcome != None || s.Fault == Quoted {
				earlier = s
			}
		}
		open.add(line, number)
		last = signalLine{number, open.around(), line}
	}
	if last.number == 0 {
		return Signal{Outcome: None, Reason: EmptyOutput, Fault: Blank}
	}
	s := last.signal()
	if s.Fault != Absent || earlier.Line == 0 {
		return s
	}
	if earlier.Fault == Quoted {
		return earlier
	}
	s.Fault = Followed
	s.Line = earlier.Line
	s.Text = earlier.Text
	return s
}

// signalLine is a line of an output. fence is the line of the code fence around it, or 0.
type signalLine struct {
	number, fence int
	text          []byte
}

// MaxSignalLine is the maximum size of a signal in bytes. A reason is a word or a sentence.
const MaxSignalLine = 8 << 10

// signalName marks a line that is meant to be a signal, ignoring case.
const signalName = "CF-RESULT"

// signal parses the line as a signal.
func (l signalLine) signal() Signal {
	line := bytes.TrimSpace(l.text)
	s := Signal{Outcome: None, Reason: EmptyOutput, Fault: Absent, Line: l.number}
	s.Text = strings.ToValidUTF8(string(line[:min(len(line), MaxSignalLine)]), "\uFFFD")
	m := signalForm.FindStringSubmatch(s.Text)
	indent := bytes.TrimLeft(l.text, " ")
	if m == nil || len(line) > MaxSignalLine {
		if strings.Contains(strings.ToUpper(s.Text), signalName) {
			s.Fault = Malformed
		}
		return s
	}
	isIndented := len(l.text)-len(indent) >= 4 || bytes.HasPrefix(indent, []byte("\t"))
	if l.fence > 0 || isIndented { // like Markdown's code
		s.Fault, s.Fence = Quoted, l.fence
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
	char                  byte
	length, opened, depth int
}

// add reads the next line.
func (f *fences) add(line []byte, number int) {
	char, length, info, ok := text.Fence(line)
	if !ok {
		return
	}
	bare := len(info) == 0
	if f.length == 0 {
		f.char = char
		f.length = length
		f.opened = number
	} else if bare && char == f.char && length >= f.length {
		f.length = 0
	}
	if bare && f.depth > 0 {
		f.depth--
	} else {
		f.depth++
	}
}

// around returns the line of the open fence if both ways agree that one is open, else 0.
func (f *fences) around() int {
	if f.length == 0 || f.depth == 0 {
		return 0
	}
	return f.opened
}
