package payload

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Outcome is what an output says of itself.
type Outcome string

// The outcomes.
const (
	Success Outcome = "success"
	Failure Outcome = "failure"
	// None: there is no signal. Signal.Fault says why.
	None Outcome = "none"
)

// EmptyOutput is the reason of a failure that nobody signalled, one of the
// reasons that the context format knows.
const EmptyOutput = "empty-output"

// Fault is why an output has no signal. It is a code; the words are the
// catalogue's.
type Fault string

// The faults. Signal.Line is the line that each is about, or 0 for none.
const (
	// Blank: there is no text at all.
	Blank Fault = "blank"
	// Absent: the last line is not a signal, and no line before it is.
	Absent Fault = "absent"
	// Malformed: the last line means to be a signal and has another form.
	Malformed Fault = "malformed"
	// Followed: a signal is on an earlier line, and text after it.
	Followed Fault = "followed"
	// Quoted: the signal is in a code fence, or is indented as code is.
	Quoted Fault = "quoted"
)

// Signal is what the end of an output says. Its JSON is a contract with programs.
type Signal struct {
	Outcome Outcome `json:"outcome"`
	// Reason is that of what is no success: EmptyOutput without a signal; a failure
	// may have none.
	Reason string `json:"reason"`
	// Fault is why the outcome is None, "" for any other.
	Fault Fault `json:"fault"`
	// Line, counted from 1, is that of the signal or of what the fault is
	// about, or 0 for none, and Text its text, cut to MaxSignalLine bytes.
	Line int    `json:"line"`
	Text string `json:"raw"`
	// Fence is the line of the code fence around one that is Quoted, 0 if it is
	// indented.
	Fence int `json:"-"`
}

// Explain says where and why an output has no signal; path is what it is called.
func (s Signal) Explain(path string) string {
	name := string(s.Fault)
	if s.Fence > 0 {
		name = "fenced"
	}
	if s.Line > 0 {
		path += ":" + strconv.Itoa(s.Line)
	}
	var visible strings.Builder // white space may be all that is wrong with a signal
	for _, r := range s.Text {
		if r != ' ' && unicode.IsSpace(r) {
			fmt.Fprintf(&visible, "<U+%04X>", r)
		} else {
			visible.WriteRune(r)
		}
	}
	values := rules.Values{"text": secret.Quote(visible.String()), "fence": strconv.Itoa(s.Fence)}
	return path + ": " + LoadSettings().Say(name, values)
}

// ParseSignal says how an output ends.
func ParseSignal(output []byte) Signal {
	var (
		open    fences
		last    signalLine // the last line that is not blank
		earlier Signal     // the last signal before that line, quoted ones too
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

// signalLine is a line of an output. fence is the line of the code fence around
// it, or 0 for none.
type signalLine struct {
	number, fence int
	text          []byte
}

// MaxSignalLine is how many bytes a signal may have. A reason is a word or a sentence.
const MaxSignalLine = 8 << 10

// signalName marks a line that means to be a signal, whatever its case.
const signalName = "CF-RESULT"

// signal reads the line as a signal.
func (l signalLine) signal() Signal {
	line := bytes.TrimSpace(l.text)
	s := Signal{Outcome: None, Reason: EmptyOutput, Fault: Absent, Line: l.number}
	s.Text = strings.ToValidUTF8(string(line[:min(len(line), MaxSignalLine)]), "\uFFFD")
	m := signalForm.FindStringSubmatch(s.Text)
	indent := bytes.TrimLeft(l.text, " ")
	switch {
	case m == nil || len(line) > MaxSignalLine:
		if strings.Contains(strings.ToUpper(s.Text), signalName) {
			s.Fault = Malformed
		}
	case l.fence > 0 || len(l.text)-len(indent) >= 4 || bytes.HasPrefix(indent, []byte("\t")): // as Markdown has code
		s.Fault, s.Fence = Quoted, l.fence
	case m[1] == "":
		s.Outcome = Success
		s.Reason = ""
		s.Fault = ""
	default:
		s.Outcome = Failure
		s.Reason = strings.TrimSpace(m[2] + m[3])
		s.Fault = ""
	}
	return s
}

// signalForm is the form of a signal. A success gives no reason: a reason would say
// that it is none. That of a failure is in the brackets or after them.
var signalForm = text.MustCompile(`^\[` + signalName + `: (?:success\]|(failure)(?:\](?: (.*))?| (.*)\]))$`)

// fences follows the code fences of an output in two ways, and a line is quoted only if
// it is in a fence by both. CommonMark knows no fence in a fence, but agents write
// them: a block marked markdown that holds a block marked json, all with three
// backticks. Read by the letter, inside and outside change places from there on, so
// depth counts a fence with a word after it as one more. They also quote output in
// which a line only looks like such a fence, and there CommonMark is right.
type fences struct {
	char                  byte
	length, opened, depth int
}

// add takes the next line.
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

// around returns the line of the fence that is open by either way to read fences (see fences), or 0.
func (f *fences) around() int {
	if f.length == 0 || f.depth == 0 {
		return 0
	}
	return f.opened
}
