package payload

import (
	"bytes"
	"io"

	"github.com/handofflint/handofflint/internal/files"
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

// The faults. Signal.Line is the line that each is about, 0 for none.
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

// Signal is what the end of an output says.
type Signal struct {
	Outcome Outcome
	// Reason is that of a failure; a failure may have none.
	Reason string
	// Fault is why the outcome is None, "" for any other.
	Fault Fault
	// Line, counted from 1, is that of the signal or of what the fault is
	// about, and Text its text, cut to MaxSignalLine bytes.
	Line int
	Text string
	// Fence is the line of the code fence around one that is Quoted, 0 if it is
	// indented.
	Fence int
}

// Succeeded reports whether to go on. If not, reason is why: what the output
// says, or EmptyOutput if it has no signal.
func (s Signal) Succeeded() (ok bool, reason string) {
	switch s.Outcome {
	case Success:
		return true, ""
	case Failure:
		return false, s.Reason
	}
	return false, EmptyOutput
}

// ReadSignal reads an output to its end, and says how it ends. The error is that of
// files.ReadLog.
func ReadSignal(r io.Reader) (Signal, error) {
	output, err := files.ReadLog(r)
	if err != nil {
		return Signal{}, err
	}
	return parseOutput(output), nil
}

// ParseSignal is ReadSignal for an output that is at hand.
func ParseSignal(output string) Signal { return parseOutput([]byte(output)) }

func parseOutput(output []byte) Signal {
	s, number := scanner{}, 0
	for text := range bytes.Lines(bytes.TrimPrefix(output, []byte("\uFEFF"))) {
		number++
		if len(bytes.TrimSpace(text)) > 0 {
			s.add(newLine(number, text))
		}
	}
	return s.end()
}

// scanner keeps of the lines that it is given what the end is judged by.
type scanner struct {
	fences fences
	// last is the last line that is not blank, and inside reports whether it is
	// inside of a code fence. Without any line its number is 0.
	last   line
	inside bool
	// earlier is the last signal before that line, quoted ones too.
	earlier Signal
}

// add takes the next line that is not blank.
func (s *scanner) add(l line) {
	if bytes.Contains(s.last.text, []byte(name)) {
		if v := s.judge(); v.Outcome != None || v.Fault == Quoted {
			s.earlier = v
		}
	}
	s.inside = s.fences.add(l.text, l.number, l.number > s.last.number+1)
	s.last = l
}

// fence is the line that opens what the last line is in, 0 for none.
func (s *scanner) fence() int {
	if s.inside {
		return s.fences.opened
	}
	return 0
}

// judge reads the last line as a signal.
func (s *scanner) judge() Signal {
	v := parseLine(s.last)
	if v.Outcome != None && (s.inside || indented(s.last.text)) {
		return Signal{Outcome: None, Fault: Quoted, Line: v.Line, Text: v.Text, Fence: s.fence()}
	}
	return v
}

// end is the verdict once the last line has come.
func (s *scanner) end() Signal {
	if s.last.number == 0 {
		return Signal{Outcome: None, Fault: Blank}
	}
	v := s.judge()
	switch {
	case v.Fault != Absent || s.earlier.Line == 0:
		return v
	case s.earlier.Fault == Quoted:
		return s.earlier
	}
	return Signal{Outcome: None, Fault: Followed, Line: s.earlier.Line, Text: s.earlier.Text}
}
