package transcript

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestMessages holds which texts of an agent end a turn: the last before somebody tells it
// something, or is asked, and when that was.
func TestMessages(t *testing.T) {
	text := func(s string) string { return `{"type":"text","text":"` + s + `"}` }
	use := func(id, tool string) string {
		return `{"type":"tool_use","id":"` + id + `","name":"` + tool + `","input":{"command":"ls"}}`
	}
	var lines []string
	add := func(role, content string) {
		n := len(lines)
		lines = append(lines, `{"type":"`+role+`","uuid":"`+strconv.Itoa(n)+`","sessionId":"s","cwd":"/w","message":{"role":"`+role+`","content":`+content+`}}`)
	}
	add("user", `"Mend it."`)
	add("assistant", "["+text("I look first.")+","+use("a", "Bash")+"]")
	add("user", `[{"type":"tool_result","tool_use_id":"a","content":"x"}]`)
	add("assistant", "["+text("All tests pass.")+","+use("b", "AskUserQuestion")+"]")
	add("user", `[{"type":"tool_result","tool_use_id":"b","content":"yes"}]`)
	add("user", `[{"type":"text","text":"I ran them: green."}]`)
	add("user", `"<task-notification><task-id>b1</task-id></task-notification>"`)
	add("assistant", "["+text("Done.")+"]")
	l, err := readLedger([]byte(strings.Join(lines, "\n") + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, m := range l.Messages {
		got = got + strconv.Itoa(m.Line) + " " + m.Text + "\n"
	}
	if want := "4 All tests pass.\n8 Done.\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var told []int
	for _, by := range l.Told {
		told = append(told, by.Line)
	}
	if want := []int{1, 6}; !slices.Equal(told, want) {
		t.Errorf("a person told it something on lines %v, want %v", told, want)
	}
}
