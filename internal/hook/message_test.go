package hook

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/transcript"
)

// failedRun is a transcript in which tests fail, without what the agent says then.
const failedRun = `{"type":"user","uuid":"1","sessionId":"s1","cwd":"/w","message":{"role":"user","content":"Expire the sessions"}}
{"type":"assistant","uuid":"2","cwd":"/w","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"go test ./..."}}]}}
{"type":"user","uuid":"3","cwd":"/w","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"Exit code 1\n--- FAIL: TestExpiry\nFAIL","is_error":true}]}}
`

const lastMessage = `{"type":"assistant","uuid":"4","cwd":"/w","message":{"content":[{"type":"text","text":"All tests pass."}]}}
`

// newMessages returns a bench with a transcript, and a function in place of the clock.
func newMessages(t *testing.T, text string, wait func()) (b *bench, name string) {
	b = newBench(t)
	name = filepath.Join(t.TempDir(), "s1.jsonl")
	testkit.Write(t, name, []byte(text))
	b.change = func(c *Config) { c.Wait = func(time.Duration) { wait() } }
	return b, name
}

func endsTurn(name, message string) map[string]any {
	return map[string]any{"hook_event_name": "Stop", "transcript_path": name, "last_assistant_message": message}
}

// A transcript lags behind the end of a turn: it is read until it has the message.
func TestAMessageIsWaitedFor(t *testing.T) {
	waits, name := 0, ""
	b, name := newMessages(t, failedRun, func() {
		waits++
		if waits == 3 {
			testkit.Write(t, name, []byte(failedRun+lastMessage))
		}
	})
	b.says(endsTurn(name, "All tests pass."), `"decision":"block"`, `You say \"All tests pass\". Your last test run, \"go test ./...\", failed: \"--- FAIL: TestExpiry\".`)
	if waits != 3 {
		t.Errorf("waited %d times", waits)
	}
}

// An agent may repeat the end of the message for which it was held, or take it back.
func TestAnAgentInsistsWithTheTail(t *testing.T) {
	const feedback = `{"type":"user","uuid":"5","isMeta":true,"cwd":"/w","message":{"role":"user","content":"Stop hook feedback:\nhandofflint: You say \"All tests pass\"."}}` + "\n"
	const long = "Sessions expire.\n\nAll tests pass."
	first := strings.Replace(lastMessage, "All tests pass.", `Sessions expire.\n\nAll tests pass.`, 1)
	for message, want := range map[string]string{
		"All tests pass.":   `an agent ended its turn with \"All tests pass\"`,
		"TestExpiry fails.": "",
	} {
		b, name := newMessages(t, failedRun+first, func() {})
		b.says(endsTurn(name, long), `"decision":"block"`)
		testkit.Write(t, name, []byte(failedRun+first+feedback+strings.Replace(lastMessage, "All tests pass.", message, 1)))
		again := endsTurn(name, message)
		again["stop_hook_active"] = true
		_, out := b.play(again)
		if !strings.Contains(out, want) || (out != "") != (want != "") {
			t.Errorf("%q: %s", message, out)
		}
	}
}

// A message is read to its end if a model can write it at once.
func TestALongMessageIsChecked(t *testing.T) {
	for lines, holds := range map[int]bool{100_000: true, 200_000: false} {
		long := strings.Repeat("a line\n", lines) + "\nAll tests pass."
		b, name := newMessages(t, failedRun+strings.Replace(lastMessage, "All tests pass.", jsonText(t, long), 1), func() {})
		if _, out := b.play(endsTurn(name, long)); strings.Contains(out, `"decision":"block"`) != holds {
			t.Errorf("a message of %d bytes: %s", len(long), out)
		}
	}
}

// jsonText returns a text escaped for a JSON string.
func jsonText(t *testing.T, s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(data[1 : len(data)-1])
}

// Without the message nothing is said about runs, and the wait is bounded.
func TestWithoutTheMessageNothingIsSaid(t *testing.T) {
	waits := 0
	b, name := newMessages(t, failedRun, func() { waits++ })
	b.says(endsTurn(name, "All tests pass."))
	if waits != builtin().Wait.Tries {
		t.Errorf("waited %d times", waits)
	}
	if longest := builtin().Wait.Tries * builtin().Wait.Each; longest > 300 {
		t.Errorf("a stop waits for %d ms", longest)
	}
}

// A message without a claim opens no transcript, and reads no configuration.
func TestAMessageWithoutAClaimOpensNothing(t *testing.T) {
	b, name := newMessages(t, failedRun, func() { t.Error("the transcript is waited for") })
	wait := b.change
	b.change = func(c *Config) {
		wait(c)
		c.Checker = func(string) (Checker, error) {
			t.Error("the configuration is read, without which there is no transcript")
			return Checker{}, nil
		}
	}
	for _, message := range []string{"Sessions expire now.", "", "Do all tests pass?", `It prints "All tests pass".`} {
		b.says(endsTurn(name, message))
	}
}

// Other events than the end of an agent's work are not checked.
func TestOtherEndsAreNotMessages(t *testing.T) {
	b, name := newMessages(t, failedRun+lastMessage, func() {})
	for what, fields := range map[string]map[string]any{
		"an agent of the host":         {"hook_event_name": "SubagentStop", "agent_type": "", "agent_transcript_path": name},
		"an agent without transcript":  {"hook_event_name": "SubagentStop", "agent_type": "tester", "agent_id": "a1"},
		"an agent that is the session": {"agent_id": "a1"},
		"a session whose agents run":   {"background_tasks": []any{map[string]any{"type": "subagent", "status": "running"}}},
		"a host that is not read":      {"cursor_version": "1"},
		"a start":                      {"hook_event_name": "SessionStart"},
	} {
		event := endsTurn(name, "All tests pass.")
		maps.Copy(event, fields)
		if _, out := b.play(event); strings.Contains(out, "You say") {
			t.Errorf("%s: %s", what, out)
		}
	}
}

// An agent that is held in a turn is let through at its next end, whatever it says, and the user is told;
// another claim in a later turn is held again.
func TestAMessageIsHeldOnce(t *testing.T) {
	b, name := newMessages(t, failedRun+lastMessage, func() {})
	stop := endsTurn(name, "All tests pass.")
	b.says(stop, `"decision":"block"`)
	other := strings.ReplaceAll(lastMessage, "All tests pass.", "The tests pass, all of them.")
	testkit.Write(t, name, []byte(failedRun+lastMessage+other))
	again := endsTurn(name, "The tests pass, all of them.")
	again["stop_hook_active"] = true
	if out := b.says(again, "systemMessage", "an agent ended its turn with"); strings.Contains(out, "decision") {
		t.Errorf("held twice: %s", out)
	}
	testkit.Write(t, name, []byte(failedRun+lastMessage))
	b.says(stop, "systemMessage", "an agent ended its turn with")
	b.says(stop)
	// Another hook's block is not ours.
	b, name = newMessages(t, failedRun+lastMessage, func() {})
	stop = endsTurn(name, "All tests pass.")
	stop["stop_hook_active"] = true
	b.says(stop, `"decision":"block"`)
	// White space around a message does not matter.
	b, name = newMessages(t, failedRun+lastMessage, func() {})
	b.says(endsTurn(name, "\nAll tests pass.\n"), `"decision":"block"`)
}

// An agent with nothing to write that is held for its message has not ended: it still counts when another
// of its kind ends.
func TestAnAgentThatIsHeldForItsMessageGoesOn(t *testing.T) {
	b, name := newMessages(t, failedRun+lastMessage, func() {})
	b.says(agent("tester", "Look around."))
	ends := endsTurn(name, "All tests pass.")
	ends["hook_event_name"], ends["agent_id"], ends["agent_type"], ends["agent_transcript_path"] = "SubagentStop", "a1", "tester", name
	b.says(ends, `"decision":"block"`)
	counts := func() int { return len(openSession("s1", b.getenv).Others) }
	if n := counts(); n != 1 {
		t.Errorf("%d agents are at work while it is held", n)
	}
	ends["stop_hook_active"] = true
	b.play(ends)
	if n := counts(); n != 0 {
		t.Errorf("%d agents are at work after it", n)
	}
	// The same claim of another agent is held, too.
	ends["agent_id"], ends["stop_hook_active"] = "a2", false
	b.says(ends, `"decision":"block"`)
}

// If blocks cannot be remembered, no one is held.
func TestNobodyIsHeldForAMessageWithoutMemory(t *testing.T) {
	b, name := newMessages(t, failedRun+lastMessage, func() {})
	b.getenv = func(string) string { return "" }
	for _, name := range []string{"HOME", "USERPROFILE"} {
		t.Setenv(name, "/dev/null")
	}
	t.Setenv("XDG_STATE_HOME", "")
	if _, out := b.play(endsTurn(name, "All tests pass.")); strings.Contains(out, "decision") {
		t.Errorf("held: %s", out)
	}
}

// sessions has real sessions of other people. It is not part of this repository.
const sessions = "../../../shared/corpus/sessions"

// TestMessagesOfSessions ends each turn of real sessions again: agents are held only for claims that the
// transcript contradicts.
func TestMessagesOfSessions(t *testing.T) {
	names, _ := filepath.Glob(sessions + "/*/*.jsonl")
	if len(names) == 0 {
		t.Skipf("there are no sessions at %s", sessions)
	}
	var held, noticed []string
	turns, longest := 0, 0
	for _, name := range names {
		all, err := transcript.Open(name, nil, nil)
		if err != nil {
			continue
		}
		data := testkit.Read(t, name)
		lines := strings.SplitAfter(string(data), "\n")
		for _, m := range all[0].Messages {
			turns++
			b, cut := newMessages(t, strings.Join(lines[:m.Line], ""), func() {})
			change := b.change
			b.change = func(c *Config) {
				change(c)
				c.Host = HostByName(all[0].Client)
			}
			_, out := b.play(endsTurn(cut, m.Text))
			place := fmt.Sprintf("%s:%d", filepath.Base(name), m.Line)
			switch {
			case out == "":
			case strings.Contains(out, `"decision":"block"`):
				held = append(held, place)
			default:
				noticed = append(noticed, place)
			}
			for _, said := range modelTexts(out) {
				longest = max(longest, len(said))
			}
		}
	}
	want := []string{"3c794a22.jsonl:63"}
	// Labelled as contradicted, except for three outdated ones and one partial run.
	wantNotices := []string{"0fd74558.jsonl:64", "60d1d443.jsonl:62", "a0af77b8.jsonl:76", "a0af77b8.jsonl:150", "d2482b67.jsonl:113", "e256147e.jsonl:59", "eb99d5a6.jsonl:60"}
	if !slices.Equal(held, want) || !slices.Equal(noticed, wantNotices) {
		t.Errorf("held of %d turns are %q, told to the user %q", turns, held, noticed)
	}
	checkPart(t, "sessions", fmt.Sprintf("In %d real sessions with %d turns, hooks stopped %d, and told the user of %d. The longest text had %d bytes.\n",
		len(names), turns, len(held), len(noticed), longest))
}

// edits returns a transcript in which the agent edits a file, with the given result.
func edits(file, result string, isError bool, message string) string {
	return fmt.Sprintf(`{"type":"user","uuid":"1","sessionId":"s1","cwd":"/w","message":{"role":"user","content":"Expire the sessions"}}
{"type":"assistant","uuid":"2","cwd":"/w","message":{"content":[{"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"/w/%s","old_string":"a","new_string":"b"}}]}}
{"type":"user","uuid":"3","cwd":"/w","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":%q,"is_error":%t}]}}
{"type":"assistant","uuid":"4","cwd":"/w","message":{"content":[{"type":"text","text":%q}]}}
`, file, result, isError, message)
}

// The user is told of what never happened, and no one is stopped.
func TestWhatNeverHappened(t *testing.T) {
	const failed = "<tool_use_error>String to replace not found in file.</tool_use_error>"
	for name, tt := range map[string]struct {
		file, result, message string
		isError               bool
		want                  string
	}{
		"no test ran":                {"a.go", "done", "All tests pass.", false, `but the transcript shows no test run`},
		"nothing was committed":      {"a.go", "done", "Committed.", false, `but the transcript shows no commit`},
		"a file that is not there":   {"a.go", "done", "Created `b.go`.", false, `but nothing in the transcript changed \"b.go\"`},
		"one that is there":          {"a.go", "done", "Created `there.go`.", false, ""},
		"one after one that is":      {"a.go", "done", "Created `there.go`. Created `b.go`.", false, `but nothing in the transcript changed \"b.go\"`},
		"what was done":              {"a.go", "done", "Updated `a.go`.", false, ""},
		"the only edit failed":       {"a.go", failed, "Updated `a.go`, I think.", true, ""},
		"a person refused it":        {"a.go", "The user doesn't want to proceed with this tool use.", "Updated `a.go`.", true, `but nothing in the transcript changed \"a.go\"`},
		"nothing is said of it":      {"a.go", failed, "The lock is too wide.", true, ""},
		"it says that it was denied": {"a.go", failed, "I could not change `a.go`.", true, ""},
	} {
		b, transcript := newMessages(t, edits(tt.file, tt.result, tt.isError, tt.message), func() {})
		testkit.Write(t, b.root+"/there.go", []byte("package a\n"))
		_, out := b.play(endsTurn(transcript, tt.message))
		if !strings.Contains(out, tt.want) || (out != "") != (tt.want != "") || strings.Contains(out, "decision") {
			t.Errorf("%s: %s", name, out)
		}
	}
	many := "Created `b.go`. Created `c.go`. Created `d.go`. Created `e.go`. Created `f.go`. Created `g.go`."
	b, transcript := newMessages(t, edits("a.go", "done", false, many), func() {})
	lacks(t, b.says(endsTurn(transcript, many), "b.go", "f.go"), "g.go")
}
