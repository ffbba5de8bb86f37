package payload

import (
	"strings"
	"testing"
)

func TestReadSignal(t *testing.T) {
	tests := []struct {
		name, output string
		want         Signal
	}{
		{"success", "Done.\n\n[CF-RESULT: success]\n", Signal{Outcome: Success, Line: 3, Text: "[CF-RESULT: success]"}},
		{"no final newline", "[CF-RESULT: success]", Signal{Outcome: Success, Line: 1, Text: "[CF-RESULT: success]"}},
		{"CRLF, and blank lines after it", "Done.\r\n[CF-RESULT: success]\r\n\r\n \t\r\n", Signal{Outcome: Success, Line: 2, Text: "[CF-RESULT: success]"}},
		{"a BOM", "\uFEFF[CF-RESULT: success]\n", Signal{Outcome: Success, Line: 1, Text: "[CF-RESULT: success]"}},
		{"white space around it", "  [CF-RESULT: success]  \n", Signal{Outcome: Success, Line: 1, Text: "[CF-RESULT: success]"}},
		{"reason behind", "[CF-RESULT: failure] tests-failed\n", Signal{Outcome: Failure, Reason: "tests-failed", Line: 1, Text: "[CF-RESULT: failure] tests-failed"}},
		{"reason inside", "[CF-RESULT: failure compile-error]\n", Signal{Outcome: Failure, Reason: "compile-error", Line: 1, Text: "[CF-RESULT: failure compile-error]"}},
		{"reason of many words", "[CF-RESULT: failure] 3 of 12 tests [slow] failed\n", Signal{Outcome: Failure, Reason: "3 of 12 tests [slow] failed", Line: 1, Text: "[CF-RESULT: failure] 3 of 12 tests [slow] failed"}},
		{"no reason", "[CF-RESULT: failure]\n", Signal{Outcome: Failure, Line: 1, Text: "[CF-RESULT: failure]"}},

		{"nothing", "", Signal{Outcome: None, Fault: Blank}},
		{"blank lines", "\n \n\t\n", Signal{Outcome: None, Fault: Blank}},
		{"no signal", "All tests pass.\nBye.\n", Signal{Outcome: None, Fault: Absent, Line: 2, Text: "Bye."}},
		{"text after it", "[CF-RESULT: success]\nAnything else?\n", Signal{Outcome: None, Fault: Absent, Line: 2, Text: "Anything else?"}},
		{"success with a reason", "[CF-RESULT: success all-green]\n", Signal{Outcome: None, Fault: Malformed, Line: 1, Text: "[CF-RESULT: success all-green]"}},
		{"success with a reason behind", "[CF-RESULT: success] all green\n", Signal{Outcome: None, Fault: Malformed, Line: 1, Text: "[CF-RESULT: success] all green"}},
		{"unknown word", "[CF-RESULT: partial]\n", Signal{Outcome: None, Fault: Malformed, Line: 1, Text: "[CF-RESULT: partial]"}},
		{"longer word", "[CF-RESULT: failures]\n", Signal{Outcome: None, Fault: Malformed, Line: 1, Text: "[CF-RESULT: failures]"}},
		{"other case", "[cf-result: success]\n", Signal{Outcome: None, Fault: Malformed, Line: 1, Text: "[cf-result: success]"}},
		{"case of the word", "[CF-RESULT: Success]\n", Signal{Outcome: None, Fault: Malformed, Line: 1, Text: "[CF-RESULT: Success]"}},
		{"no space", "[CF-RESULT: failure]tests-failed\n", Signal{Outcome: None, Fault: Malformed, Line: 1, Text: "[CF-RESULT: failure]tests-failed"}},
		{"no closing bracket", "[CF-RESULT: failure tests-failed\n", Signal{Outcome: None, Fault: Malformed, Line: 1, Text: "[CF-RESULT: failure tests-failed"}},
		{"words before it", "Result: [CF-RESULT: success]\n", Signal{Outcome: None, Fault: Malformed, Line: 1, Text: "Result: [CF-RESULT: success]"}},
		{"code span", "`[CF-RESULT: success]`\n", Signal{Outcome: None, Fault: Malformed, Line: 1, Text: "`[CF-RESULT: success]`"}},
		{"quotation", "> [CF-RESULT: success]\n", Signal{Outcome: None, Fault: Malformed, Line: 1, Text: "> [CF-RESULT: success]"}},
		{"malformed behind a good one", "[CF-RESULT: success]\n[CF-RESULT: ok]\n", Signal{Outcome: None, Fault: Malformed, Line: 2, Text: "[CF-RESULT: ok]"}},
		{"the last of two counts", "[CF-RESULT: success]\n[CF-RESULT: failure] tests-failed\n", Signal{Outcome: Failure, Reason: "tests-failed", Line: 2, Text: "[CF-RESULT: failure] tests-failed"}},

		{"fence at the end", "End with:\n```\n[CF-RESULT: success]\n```\n", Signal{Outcome: None, Fault: Absent, Line: 4, Text: "```"}},
		{"fence that is not closed", "End with:\n```text\n[CF-RESULT: success]\n", Signal{Outcome: None, Fault: Quoted, Line: 3, Text: "[CF-RESULT: success]"}},
		{"nested fences that are not closed", "```md\n```json\n[CF-RESULT: success]\n", Signal{Outcome: None, Fault: Quoted, Line: 3, Text: "[CF-RESULT: success]"}},
		{"indented code", "End with:\n\n    [CF-RESULT: success]\n", Signal{Outcome: None, Fault: Quoted, Line: 3, Text: "[CF-RESULT: success]"}},
		{"indented by a tab", "End with:\n\n\t[CF-RESULT: success]\n", Signal{Outcome: None, Fault: Quoted, Line: 3, Text: "[CF-RESULT: success]"}},
		{"behind a fence", "```go\nx := 1\n```\n[CF-RESULT: success]\n", Signal{Outcome: Success, Line: 4, Text: "[CF-RESULT: success]"}},
		{"behind tildes that hold backticks", "~~~\n```\n~~~\n[CF-RESULT: success]\n", Signal{Outcome: Success, Line: 4, Text: "[CF-RESULT: success]"}},
		{"behind nested fences of one length", "```markdown\n```json\n{}\n```\n```\n[CF-RESULT: success]\n", Signal{Outcome: Success, Line: 6, Text: "[CF-RESULT: success]"}},
		{"behind a fence that quotes one", "```\na.md:3:\n```bash\nmake\n```\n\nAll pass.\n\n[CF-RESULT: success]\n", Signal{Outcome: Success, Line: 9, Text: "[CF-RESULT: success]"}},
		{"behind nested fences with a gap", "```md\n```json\n{}\n```\n\nMore.\n```\n[CF-RESULT: success]\n", Signal{Outcome: Success, Line: 8, Text: "[CF-RESULT: success]"}},
		{"in a fence behind a gap", "```\nx\n```\n\n```md\n\n[CF-RESULT: success]\n", Signal{Outcome: None, Fault: Quoted, Line: 7, Text: "[CF-RESULT: success]"}},
		{"behind a shorter fence in a longer", "````md\n```json\n{\n````\n[CF-RESULT: success]\n", Signal{Outcome: Success, Line: 5, Text: "[CF-RESULT: success]"}},
		{"behind a longer fence in a shorter", "```md\n````json\n```\n[CF-RESULT: success]\n", Signal{Outcome: Success, Line: 4, Text: "[CF-RESULT: success]"}},
		{"a fence in a list", "- run:\n  ```\n  make\n  ```\n[CF-RESULT: success]\n", Signal{Outcome: Success, Line: 5, Text: "[CF-RESULT: success]"}},
		{"code within a line is no fence", "```a``` b\n[CF-RESULT: success]\n", Signal{Outcome: Success, Line: 2, Text: "[CF-RESULT: success]"}},
		{"in a longer fence that holds a shorter", "````md\n```json\n```\n[CF-RESULT: success]\n", Signal{Outcome: None, Fault: Quoted, Line: 4, Text: "[CF-RESULT: success]"}},
		{"text behind a malformed one", "[CF-RESULT: partial]\nBye.\n", Signal{Outcome: None, Fault: Absent, Line: 2, Text: "Bye."}},
		{"text in a fence behind it", "```\n[CF-RESULT: success]\n```\nBye.\n", Signal{Outcome: None, Fault: Absent, Line: 4, Text: "Bye."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want.Outcome == None {
				tt.want.Reason = EmptyOutput
			}
			if got := ParseSignal([]byte(tt.output)); got != tt.want {
				t.Errorf("ParseSignal(%q)\n got %+v\nwant %+v", tt.output, got, tt.want)
			}
		})
	}
}

func TestExplain(t *testing.T) {
	for output, want := range map[string]string{
		"":                                  "a.txt: ",
		"Bye.":                              "a.txt:1: ",
		"x\n```\n[CF-RESULT: success]":      "a.txt:3: ",
		"[CF-RESULT:\u00a0success]":         `\u00a0`,
		"[CF-RESULT: \t success]":           `[CF-RESULT: \t success]`,
		"Done.\n\n    [CF-RESULT: success]": "a.txt:3: ",
	} {
		if got := ParseSignal([]byte(output)).Explain("a.txt"); !strings.Contains(got, want) || strings.Contains(got, "a.txt:0") {
			t.Errorf("%q: %s", output, got)
		}
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 3*MaxSignalLine)
	tests := []struct {
		name, output string
		outcome      Outcome
		fault        Fault
	}{
		{"a long line before it", long + "\n[CF-RESULT: success]", Success, ""},
		{"a long line behind it", "[CF-RESULT: success]\n" + long, None, Absent},
		{"a long reason", "[CF-RESULT: failure] " + long, None, Malformed},
		{"much white space behind it", "[CF-RESULT: success]" + strings.Repeat(" ", 3*MaxSignalLine), Success, ""},
		{"much white space before text", strings.Repeat(" ", 3*MaxSignalLine) + "x\n", None, Absent},
		{"a long blank line", "[CF-RESULT: success]\n" + strings.Repeat(" ", 3*MaxSignalLine) + "\n", Success, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ParseSignal([]byte(tt.output))
			if got.Outcome != tt.outcome || got.Fault != tt.fault || len(got.Text) > MaxSignalLine {
				t.Errorf("got %s %q with %d bytes, want %s %q", got.Outcome, got.Fault, len(got.Text), tt.outcome, tt.fault)
			}
		})
	}
}

func FuzzReadSignal(f *testing.F) {
	for _, s := range []string{"", "[CF-RESULT: success]", "x\n[CF-RESULT: failure] y\n", "```\n[CF-RESULT: failure z]\n```", "\uFEFF\t\n~~~\n", "\xff[CF-RESULT: success]\r"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, output string) {
		s := ParseSignal([]byte(output))
		if (s.Outcome == None) != (s.Fault != "") {
			t.Errorf("a fault goes with no signal and with nothing else: %+v", s)
		}
		if s.Outcome == Success && !strings.HasPrefix(s.Text, "[CF-RESULT: success]") {
			t.Errorf("a success without its signal: %+v", s)
		}
		if got := ParseSignal([]byte(strings.ReplaceAll(output, "\n", "\r\n") + "\r\n \r\n")); got != s && !strings.Contains(output, "\r") {
			t.Errorf("CRLF: %+v, LF: %+v", got, s)
		}
		if s.Outcome == Success && ParseSignal([]byte(output+"\nx")).Outcome != None {
			t.Error("a success with text behind it is still one")
		}
	})
}
