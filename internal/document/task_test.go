package document

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// sharedDashes is a START whose last dashes are also the first of an END.
const sharedDashes = "---KELOS_HANDOFF_START---KELOS_HANDOFF_END---"

var markedLogs = []struct {
	name, log string
	state     MarkedState
	inside    string
}{
	{"nothing", "", Unmarked, ""},
	{"no markers", "one\ntwo\n", Unmarked, ""},
	{"a pair", "one\n" + payloadStart + "\n{}\n" + payloadEnd + "\ntwo\n", Paired, "{}"},
	{"in mid-line", "é 12:00 | " + payloadStart + "{}" + payloadEnd + " ok", Paired, "{}"},
	{"CRLF and a BOM", text.BOM + "a " + payloadStart + "\r\n{}\r\n" + payloadEnd + "\r\n", Paired, "{}"},
	{"a BOM in a later line", "a\n" + text.BOM + payloadStart + "1" + payloadEnd, Paired, "1"},
	{"the last pair", payloadStart + "1" + payloadEnd + "\n" + payloadStart + "2" + payloadEnd, Paired, "2"},
	{"the last START before the END", payloadStart + "1\n" + payloadStart + "2" + payloadEnd, Paired, "2"},
	{"the last END", payloadStart + "1" + payloadEnd + "\n" + payloadEnd, Paired, "1" + payloadEnd},
	{"END before START", payloadEnd + "\n " + payloadStart, CutOff, ""},
	{"a START without END", "x" + payloadStart + "\n{", CutOff, ""},
	{"a START without END behind a pair", payloadStart + "1" + payloadEnd + "\n" + payloadStart + "\n{", CutOff, ""},
	{"END alone", "a\nb " + payloadEnd, Headless, ""},
	{"two ENDs", payloadEnd + "\n" + payloadEnd, Headless, ""},
	{"nothing between", payloadStart + " \r\n\t" + payloadEnd, Paired, ""},
	{"START and END that share dashes", sharedDashes, Headless, ""},
	{"the same behind a START", payloadStart + "1\n" + sharedDashes, Paired, "1\n---KELOS_HANDOFF_START"},
	{"the same, and then an END", payloadStart + "1\n" + sharedDashes + "2" + payloadEnd, Paired, "KELOS_HANDOFF_END---2"},
	{"STARTs that share dashes", "---KELOS_HANDOFF_START" + payloadStart + "1" + payloadEnd, Paired, "1"},
	{"END and START that share dashes", payloadStart + "1---KELOS_HANDOFF_END" + payloadStart, CutOff, ""},
	{"more dashes", "--" + payloadStart + "--1--" + payloadEnd + "--", Paired, "--1--"},
	{"half of a marker", "---KELOS_HANDOFF_STAR\n---KELOS_HANDOFF_", Unmarked, ""},
	{"markers of another pair", "---KELOS_OUTPUTS_START---a: b---KELOS_OUTPUTS_END---", Unmarked, ""},
	{"bytes that are no text", "\x00\xff\n\xfe" + payloadStart + "1" + payloadEnd + "\x00", Paired, "1"},
}

func TestMarkers(t *testing.T) {
	for _, tt := range markedLogs {
		t.Run(tt.name, func(t *testing.T) {
			found := FindMarked([]byte(tt.log), protocol.Named(Task).Markers)
			if found.State != tt.state || string(found.Inside()) != tt.inside {
				t.Errorf("state %d with %q, want %d with %q", found.State, found.Inside(), tt.state, tt.inside)
			}
			checkMarked(t, tt.log, found)
		})
	}
}

// lastMarkers applies the documented rule to the whole text.
func lastMarkers(log string) (state MarkedState, start, end int) {
	start, end = strings.LastIndex(log, payloadStart), strings.LastIndex(log, payloadEnd)
	switch {
	case start > end:
		return CutOff, start, end
	case end < 0:
		return Unmarked, start, end
	}
	if start = strings.LastIndex(log[:end], payloadStart); start < 0 {
		return Headless, start, end
	}
	return Paired, start, end
}

func checkMarked(t *testing.T, log string, found Marked) {
	t.Helper()
	state, start, end := lastMarkers(log)
	if found.State != state || found.Long {
		t.Fatalf("state %d (long %t), want %d: %q", found.State, found.Long, state, log)
	}
	src := text.NewSource([]byte(log))
	want := ""
	switch state {
	case Paired:
		want = log[start : end+len(payloadEnd)]
		inside := strings.Trim(log[start+len(payloadStart):end], " \t\r\n\f\v"+text.BOM)
		if string(found.Inside()) != inside {
			t.Errorf("inside %q, want %q", found.Inside(), inside)
		}
	case CutOff:
		want = log[start:]
	case Headless:
		want = payloadEnd
	}
	if string(found.Text) != want {
		t.Errorf("text %q, want %q", found.Text, want)
	}
	if state == Paired || state == CutOff {
		if found.Start != src.Pos(start) {
			t.Errorf("START at %+v, want %+v", found.Start, src.Pos(start))
		}
	}
	if state == Paired || state == Headless {
		if found.End != src.Pos(end) {
			t.Errorf("END at %+v, want %+v", found.End, src.Pos(end))
		}
	}
}
