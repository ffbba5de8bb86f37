package transcript

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestMessages checks which texts of an agent end a turn, and when: the last before someone tells it
// something, or is asked.
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
	add("user", `[{"type":"tool_result","tool_use_id":"b","content":"yes"},{"type":"text","text":"Go on."}]`)
	add("user", `[{"type":"text","text":"I ran them: green."}]`)
	add("user", `"<task-notification><task-id>b1</task-id></task-notification>"`)
	add("assistant", "["+text("Done.")+"]")
	lines = append(lines, `{"type":"assistant","uuid":"9","sessionId":"s","isSidechain":true,"message":{"role":"assistant","content":[`+text("Lint is clean.")+`]}}`)
	for i, hour := range []string{"12", "13", "11"} {
		lines[i] = strings.Replace(lines[i], "{", `{"timestamp":"2026-05-31T`+hour+`:00:00Z",`, 1)
	}
	l, err := readLedger([]byte(strings.Join(lines, "\n") + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if l.Began.Hour() != 12 || l.Ended.Hour() != 13 || l.Messages[0].Time.Hour() != 11 {
		t.Errorf("from %v to %v, and the first message, with the time of the record before, at %v", l.Began, l.Ended, l.Messages[0].Time)
	}
	got := ""
	for _, m := range l.Messages {
		got = got + strconv.Itoa(m.Line) + " " + m.Text + "\n"
	}
	if want := "4 All tests pass.\n8 Done.\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if id := l.Messages[1].ID; id != "7" {
		t.Errorf("the last message is %q", id)
	}
	if a := l.Agents[0]; a.Client != l.Client || a.Session != "s" || a.Parent != "s" || a.Cwd != "/w" || a.Began.Hour() != 11 || a.Messages[0].Line != 9 || a.Messages[0].Time.Hour() != 11 {
		t.Errorf("an agent in the same transcript is %+v", a)
	}
	if len(l.Agents) != 1 || len(l.Agents[0].Messages) != 1 || l.Agents[0].Messages[0].Text != "Lint is clean." {
		t.Errorf("an agent in the same transcript says %+v", l.Agents)
	}
	var told []int
	for _, by := range l.Prompts {
		told = append(told, by.Line)
	}
	if want := []int{1, 5, 6}; !slices.Equal(told, want) {
		t.Errorf("a person told it something on lines %v, want %v", told, want)
	}
}

// TestMessagesAfterAHook checks that a hook that keeps a turn from ending separates messages, even if the second
// repeats the end of the first. Otherwise, the second is a copy of a record.
func TestMessagesAfterAHook(t *testing.T) {
	const long, short = `Sessions expire.\n\nAll tests pass.`, `All tests pass.`
	claude := func(text string) string {
		return `{"type":"assistant","uuid":"2","sessionId":"s","cwd":"/w","message":{"content":[{"type":"text","text":"` + text + `"}]}}`
	}
	codex := func(role, text string) string {
		return `{"type":"response_item","payload":{"type":"message","role":"` + role + `","content":[{"type":"text","text":"` + text + `"}]}}`
	}
	const (
		call     = `{"type":"assistant","uuid":"4","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}]}}`
		reminder = `{"type":"attachment","uuid":"3","attachment":{"type":"todo_reminder"}}`
		prompt   = `{"type":"user","uuid":"3","message":{"role":"user","content":"Go on."}}`
	)
	const event = `{"type":"event_msg","payload":{"type":"agent_message","message":"` + short + `"}}`
	for name, tt := range map[string]struct {
		lines []string
		want  int // the line of the message that ends the turn
		held  int // the line of a message that a hook held, 0 for none
	}{
		"Claude Code's feedback":   {[]string{claude(long), `{"type":"user","uuid":"3","isMeta":true,"message":{"role":"user","content":"Stop hook feedback:\nNo."}}`, claude(short)}, 3, 1},
		"Claude Code's attachment": {[]string{claude(long), `{"type":"attachment","uuid":"3","attachment":{"type":"hook_blocking_error"}}`, claude(short)}, 1, 0},
		"a file that it attaches":  {[]string{claude(long), `{"type":"attachment","uuid":"3","attachment":{"type":"file","filename":"/w/a.go"}}`, claude(short)}, 1, 0},
		"what a hook adds":         {[]string{claude(long), `{"type":"attachment","uuid":"3","attachment":{"type":"hook_additional_context"}}`, claude(short)}, 1, 0},
		"a hook before any":        {[]string{`{"type":"user","uuid":"1","sessionId":"s","isMeta":true,"message":{"role":"user","content":"Stop hook feedback:\nNo."}}`, claude(short)}, 2, 0},
		"a hook without words":     {[]string{claude(long), `{"type":"attachment","uuid":"3","attachment":{"type":"hook_success"}}`, claude(short)}, 1, 0},
		"another hook's feedback":  {[]string{claude(long), `{"type":"user","uuid":"3","isMeta":true,"message":{"role":"user","content":"PostToolUse:Edit hook feedback:\nNo."}}`, claude(short)}, 1, 0},
		"it says no more":          {[]string{claude(long), `{"type":"user","uuid":"3","isMeta":true,"message":{"role":"user","content":"Stop hook feedback:\nNo."}}`}, 1, 0},
		"a blank one after it":     {[]string{claude(long), claude(" ")}, 1, 0},
		"another one after it":     {[]string{claude(long), claude("Lint is clean.")}, 2, 0},
		"a reminder, and a call":   {[]string{claude(long), reminder, call}, 0, 0},
		"a prompt, and a call":     {[]string{claude(long), prompt, call}, 1, 0},
		"a part of it, once more":  {[]string{claude(long), claude(short)}, 1, 0},
		"Codex's hook":             {[]string{codex("assistant", long), codex("user", `<hook_prompt id=\"1\">No.</hook_prompt>`), codex("assistant", short)}, 3, 1},
		"Codex's event alone":      {[]string{event}, 1, 0},
		"Codex's event":            {[]string{codex("assistant", long), event}, 1, 0},
		"its event after a hook":   {[]string{codex("assistant", long), codex("user", `<hook_prompt>No.</hook_prompt>`), codex("assistant", short), event}, 3, 1},
	} {
		l, err := readLedger([]byte(strings.Join(tt.lines, "\n") + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		var ends, held int
		for _, m := range l.Messages {
			if m.IsHeld {
				held = m.Line
			} else {
				ends = m.Line
			}
		}
		if ends != tt.want || held != tt.held {
			t.Errorf("%s: %+v, want one on line %d, and one that was held on line %d", name, l.Messages, tt.want, tt.held)
		}
	}
}
