package marker

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

const s, e = "---KELOS_HANDOFF_START---", "---KELOS_HANDOFF_END---"

// shared is a START whose last dashes are the first of an END.
const shared = "---KELOS_HANDOFF_START---KELOS_HANDOFF_END---"

var cases = []struct {
	name, log string
	state     State
	inside    string
	at        string // line:column of the marker that the state is about
}{
	{"nothing", "", None, "", ""},
	{"no markers", "one\ntwo\n", None, "", ""},
	{"a pair", "one\n" + s + "\n{}\n" + e + "\ntwo\n", Paired, "{}", "2:1"},
	{"in mid-line", "é 12:00 | " + s + "{}" + e + " ok", Paired, "{}", "1:11"},
	{"CRLF and a BOM", text.BOM + "a " + s + "\r\n{}\r\n" + e + "\r\n", Paired, "{}", "1:3"},
	{"the last pair", s + "1" + e + "\n" + s + "2" + e, Paired, "2", "2:1"},
	{"the last START before the END", s + "1\n" + s + "2" + e, Paired, "2", "2:1"},
	{"the last END", s + "1" + e + "\n" + e, Paired, "1" + e, "1:1"},
	{"END before START", e + "\n " + s, CutOff, "", "2:2"},
	{"a START without END", "x" + s + "\n{", CutOff, "", "1:2"},
	{"a START without END behind a pair", s + "1" + e + "\n" + s + "\n{", CutOff, "", "2:1"},
	{"END alone", "a\nb " + e, Headless, "", "2:3"},
	{"two ENDs", e + "\n" + e, Headless, "", "2:1"},
	{"nothing between", s + " \r\n\t" + e, Paired, "", "1:1"},
	{"START and END that share dashes", shared, Headless, "", "1:23"},
	{"the same behind a START", s + "1\n" + shared, Paired, "1\n---KELOS_HANDOFF_START", "1:1"},
	{"the same, and then an END", s + "1\n" + shared + "2" + e, Paired, "KELOS_HANDOFF_END---2", "2:1"},
	{"STARTs that share dashes", "---KELOS_HANDOFF_START" + s + "1" + e, Paired, "1", "1:23"},
	{"END and START that share dashes", s + "1---KELOS_HANDOFF_END" + s, CutOff, "", "1:47"},
	{"more dashes", "--" + s + "--1--" + e + "--", Paired, "--1--", "1:3"},
	{"half of a marker", "---KELOS_HANDOFF_STAR\n---KELOS_HANDOFF_", None, "", ""},
	{"markers of another pair", Outputs.Start + "a: b" + Outputs.End, None, "", ""},
	{"bytes that are no text", "\x00\xff\n\xfe" + s + "1" + e + "\x00", Paired, "1", "2:2"},
}

func place(p text.Pos) string {
	if p == (text.Pos{}) {
		return ""
	}
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}

func TestFind(t *testing.T) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			found := Handoff.Find([]byte(tt.log))
			if found.State != tt.state || string(found.Inside()) != tt.inside || place(found.At()) != tt.at {
				t.Errorf("state %d at %s with %q, want %d at %s with %q",
					found.State, place(found.At()), found.Inside(), tt.state, tt.at, tt.inside)
			}
			checkAgainstReference(t, tt.log, found)
		})
	}
}

// reference is the rule as it is told, on the whole text.
func reference(log string) (state State, start, end int) {
	start, end = strings.LastIndex(log, s), strings.LastIndex(log, e)
	switch {
	case start > end:
		return CutOff, start, end
	case end < 0:
		return None, start, end
	}
	if start = strings.LastIndex(log[:end], s); start < 0 {
		return Headless, start, end
	}
	return Paired, start, end
}

func checkAgainstReference(t *testing.T, log string, found Found) {
	t.Helper()
	state, start, end := reference(log)
	if found.State != state || found.Long {
		t.Fatalf("state %d (long %t), want %d: %q", found.State, found.Long, state, log)
	}
	src := text.NewSource([]byte(log))
	want := ""
	switch state {
	case Paired:
		want = log[start : end+len(e)]
		inside := strings.Trim(log[start+len(s):end], " \t\r\n\f\v"+text.BOM)
		if string(found.Inside()) != inside {
			t.Errorf("inside %q, want %q", found.Inside(), inside)
		}
	case CutOff:
		want = log[start:]
	case Headless:
		want = e
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

// The last lines of a log have of a pair what a log of these lines alone has.
func TestSince(t *testing.T) {
	for _, tt := range cases {
		lines := strings.SplitAfter(strings.TrimPrefix(tt.log, text.BOM), "\n")
		for from := range lines {
			got := Handoff.Find([]byte(tt.log)).Since(from + 1)
			want := Handoff.Find([]byte(strings.Join(lines[from:], "")))
			if got.State != want.State || !bytes.Equal(got.Text, want.Text) {
				t.Errorf("%s from line %d: state %d %q, want %d %q", tt.name, from+1, got.State, got.Text, want.State, want.Text)
			}
		}
	}
}
