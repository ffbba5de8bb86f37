package transcript

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger/ledgertest"
)

// summaryOf returns a summary of a ledger in a line.
func summaryOf(t *testing.T, lines ...string) string {
	t.Helper()
	l, err := readLedger([]byte(strings.Join(lines, "\n") + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, d := range l.Deeds {
		parts = append(parts, fmt.Sprint(d.Line, " ", ledgertest.Brief(d)))
	}
	for _, g := range l.Gaps {
		parts = append(parts, fmt.Sprint(g.Line, " gap ", g.Why))
	}
	for _, m := range l.Messages {
		parts = append(parts, fmt.Sprint(m.Line, " says ", m.Text))
	}
	for _, by := range l.Prompts {
		parts = append(parts, fmt.Sprint(by.Line, " told ", by.Text))
	}
	return strings.Join(parts, "; ")
}

// TestTorn checks what a torn record can hide: a call, and a record whose beginning does not show its kind.
func TestTorn(t *testing.T) {
	const (
		told   = `{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s","cwd":"/w","message":{"role":"user","content":"go"}}`
		test   = `{"type":"assistant","uuid":"2","parentUuid":"1","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"go test"}}]}}`
		passed = `{"type":"user","uuid":"3","parentUuid":"2","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}}`
		says   = `{"type":"assistant","uuid":"4","parentUuid":"3","message":{"content":[{"type":"text","text":"Done."}]}}`

		use    = `{"parentUuid":"1","sessionId":"s","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t2",`
		result = `{"parentUuid":"2","type":"user","message":{"role":"user","content":[{"tool_use_id":"t","type":"tool_result",`
	)
	for name, tt := range map[string]struct {
		lines []string
		want  string
	}{
		"a note of the client":  {[]string{`{"type":"file-history-snapshot","snapshot":{"messageId":"m`, strings.Replace(told, "null", `"0"`, 1)}, "2 gap no start; 2 told go"},
		"in an escape":          {[]string{told, `{"type":"user","message":{"role":"user","content":"also \`}, `1 told go; 2 told also \`},
		"a prompt":              {[]string{told, `{"type":"user","message":{"role":"user","content":"also add To: [X]`}, "1 told go; 2 told also add To: [X]"},
		"the first prompt":      {[]string{`{"parentUuid":null,"sessionId":"s","type":"user","message":{"role":"user","content":"also`, test, passed}, "2 run go test = passed; 1 told also"},
		"what the agent thinks": {[]string{told, `{"message":{"role":"assistant","content":[{"type":"thinking","thinking":"I`}, "1 told go"},
		"what the agent says":   {[]string{told, says, `{"message":{"role":"assistant","content":[{"type":"text","text":"All pass`}, "1 told go"},
		"progress":              {[]string{told, `{"type":"progress","data":{"type":"bash_progress","output":"a`}, "1 told go"},
		"a record of errors":    {[]string{told, `{"type":"system","subtype":"api_error","retryInMs":[X]1,"a":{}}`}, "1 told go"},
		"a command":             {[]string{told, use + `"name":"Bash","input":{"command":"go vet && git commit -m 'x: [X]`}, "2 gap torn; 1 told go"},
		"several commands":      {[]string{told, use + `"name":"Bash","input":{"com`, use + `"name":"Bash","input":{"com`}, "2 gap torn; 3 gap torn; 1 told go"},
		"a call of a server":    {[]string{told, use + `"name":"mcp__db__apply","input":{"q":"a`}, "2 gap torn; 1 told go"},
		"a read":                {[]string{told, use + `"name":"Read","input":{"file_path":"/w/a`}, "1 told go"},
		"a file is written":     {[]string{told, use + `"name":"Write","input":{"file_path":"/w/a.go","content":"pac`}, "2 write? /w/a.go; 1 told go"},
		"a file without a name": {[]string{told, use + `"name":"Write","input":{"content":"","file`}, "2 gap torn; 1 told go"},
		"some file is written":  {[]string{told, use + `"name":"Write","input":{"file_path":"/w/a`}, "2 gap torn; 1 told go"},
		"an agent is launched":  {[]string{told, use + `"name":"Task","input":{"description":"Look","prompt":"To: [X]`}, "2 send?; 1 told go"},
		"a call, torn after it": {[]string{told, use + `"name":"Bash","input":{"command":"go vet"}}],"usage":[X]`}, "2 run? go vet; 1 told go"},
		"a result":              {[]string{told, test, result + `"content":"ok  \ta To: [X]`, says}, "2 run go test; 4 says Done.; 1 told go"},
		"a result with a code":  {[]string{told, test, result + `"content":"Exit code 1\n--- FAIL: [X]`, says}, "2 run go test = failed (exit 1); 4 says Done.; 1 told go"},
		"a refusal":             {[]string{told, test, result + `"content":"The user doesn't want to proceed with [X]`, says}, "4 says Done.; 1 told go"},
		"a result, torn after it": {
			[]string{told, test, result + `"content":"ok"}]},"toolUseResult":{"durationSeconds":18[X]7},"a":{}}`, says}, "2 run go test = passed; 4 says Done.; 1 told go",
		},
		"a result in the background": {
			[]string{told, test, result + `"content":"Command running in background with ID: b1. Output is being written To: [X]`,
				`{"type":"user","uuid":"5","message":{"content":"<task-notification><task-id>b1</task-id><summary>exit code 1</summary></task-notification>"}}`},
			"2 run go test = failed (exit 1); 1 told go",
		},
		"a block of no known kind":  {[]string{told, `{"type":"assistant","message":{"content":[{"type":"tex`}, "2 gap torn; 1 told go"},
		"what is no record":         {[]string{told, "\x00\x00\x00"}, "2 gap torn; 1 told go"},
		"comments before it":        {[]string{"// Source: a gist", told}, "2 told go"},
		"a record of no known kind": {[]string{told, `{"a":"` + "b"}, "2 gap torn; 1 told go"},
	} {
		if got := summaryOf(t, tt.lines...); got != tt.want {
			t.Errorf("%s:\n  %s, want\n  %s", name, got, tt.want)
		}
	}
}

// TestTornOfCodex checks that a torn record of Codex may hide anything, unless it is the first.
func TestTornOfCodex(t *testing.T) {
	const (
		meta = `{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}`
		test = `{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"go test\"}","call_id":"t"}}`
		item = `{"type":"response_item","payload":{"type":`
	)
	for name, tt := range map[string]struct {
		lines []string
		want  string
	}{
		"the head": {[]string{`{"type":"session_meta","payload":{"id":"s","cwd":"/w","base_instructions":{"text":"You [X]`, test}, "2 run? go test"},
		"a script": {[]string{meta, item + `"custom_tool_call","status":"completed","call_id":"u","name":"exec","input":"const`}, "2 gap torn"},
		"a result": {[]string{meta, test, item + `"function_call_output","call_id":"t","output":"Chunk ID: a\nProcess exited with code 2\nOutput:\n--- FAIL [X]`}, "2 run? go test; 3 gap torn"},
	} {
		if got := summaryOf(t, tt.lines...); got != tt.want {
			t.Errorf("%s:\n  %s, want\n  %s", name, got, tt.want)
		}
	}
}

// TestCutOff checks that more may follow the record at which a file breaks off.
func TestCutOff(t *testing.T) {
	const says = `{"type":"user","uuid":"1","sessionId":"s","message":{"content":"go"}}` + "\n" + `{"type":"assistant","message":{"content":[{"type":"text","text":"D`
	for end, want := range map[string]int{"": 1, "\n": 0} {
		l, err := readLedger([]byte(says + end))
		if err != nil || len(l.Gaps) != want {
			t.Errorf("%q: gaps %v, %v", end, l.Gaps, err)
		}
	}
}

// TestGapsAreBounded checks that the last torn record's position is kept.
func TestGapsAreBounded(t *testing.T) {
	l, err := readLedger([]byte(`{"type":"user","uuid":"1","sessionId":"s","message":{"content":"go"}}` + "\n" + strings.Repeat("{\n", 2*maxGaps)))
	if err != nil || len(l.Gaps) != maxGaps || l.Gaps[maxGaps-1].Line != 2*maxGaps+1 {
		t.Errorf("%d gaps, %v", len(l.Gaps), err)
	}
}
