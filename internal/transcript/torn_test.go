package transcript

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger/ledgertest"
)

// summaryOf returns a summary of a ledger in a line, or the error.
func summaryOf(lines ...string) string {
	l, err := readLedger([]byte(strings.Join(lines, "\n") + "\n"))
	if err != nil {
		return err.Error()
	}
	var parts []string
	for _, d := range l.Deeds {
		by := ""
		if d.User {
			by = "somebody's "
		}
		parts = append(parts, fmt.Sprint(d.Line, " ", by, ledgertest.Brief(d)))
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

// TestTorn checks what a torn record can hide: a call or a prompt, and anything if it is cut off.
func TestTorn(t *testing.T) {
	const (
		told   = `{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s","cwd":"/w","message":{"role":"user","content":"go"}}`
		test   = `{"type":"assistant","uuid":"2","parentUuid":"1","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"go test"}}]}}`
		says   = `{"type":"assistant","uuid":"4","parentUuid":"3","message":{"content":[{"type":"text","text":"Done."}]}}`
		result = `{"parentUuid":"2","type":"user","message":{"role":"user","content":[{"tool_use_id":"t","type":"tool_result",`
	)
	for name, tt := range map[string]struct {
		lines []string
		want  string
	}{
		"a prompt":              {[]string{told, `{"type":"user","message":{"role":"user","content":"also add To: [X]}}`}, "2 gap torn; 1 told go"},
		"the first prompt":      {[]string{`{"parentUuid":null,"type":"user","message":{"role":"user","content":"also [X]}}`, says}, "2 gap no start; 2 says Done."},
		"what the agent thinks": {[]string{told, `{"message":{"role":"assistant","content":[{"type":"thinking","thinking":"I [X]}]}}`}, "1 told go"},
		"what the agent says":   {[]string{told, says, `{"message":{"role":"assistant","content":[{"type":"text","text":"All pass [X]}]}}`}, "1 told go"},
		"a record of errors":    {[]string{told, `{"type":"system","subtype":"api_error","retryInMs":[X]1,"a":{}}`}, "1 told go"},
		"a call":                {[]string{told, `{"message":{"role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"go vet [X]}}]}}`}, "2 gap torn; 1 told go"},
		"a result":              {[]string{told, test, result + `"content":"ok To: [X]}]}}`, says}, "2 run? go test; 4 says Done.; 1 told go"},
		"another result":        {[]string{told, result + `"content":"ok To: [X]}]}}`}, "2 gap torn; 1 told go"},
		"what is no record":     {[]string{told, "\x00\x00\x00"}, "2 gap torn; 1 told go"},
		"an empty line":         {[]string{told, "", says}, "3 says Done.; 1 told go"},
		"after a message":       {[]string{told, says, "\x00\x00\x00"}, "3 gap torn; 2 says Done.; 1 told go"},
		"a list":                {[]string{told, "[1]"}, "2 gap torn; 1 told go"},
		"comments before it":    {[]string{"// Source: a gist", told}, "2 told go"},
		"what is cut off":       {[]string{told, test, result + `"content":"ok`, says}, "2 run? go test; 3 gap torn; 4 says Done.; 1 told go"},
	} {
		if got := summaryOf(tt.lines...); got != tt.want {
			t.Errorf("%s:\n  %s, want\n  %s", name, got, tt.want)
		}
	}
}

// TestTornOfCodex checks that a torn record of Codex may hide anything.
func TestTornOfCodex(t *testing.T) {
	const (
		meta = `{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}`
		test = `{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"go test\"}","call_id":"t"}}`
		torn = `{"type":"response_item","payload":{"type":"function_call_output","call_id":"t","output":"Process exited with code 2 [X]}}`
	)
	if got, want := summaryOf(meta, test, torn), "2 run? go test; 3 gap torn"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestGapsAreBounded checks that the last torn record's position is kept.
func TestGapsAreBounded(t *testing.T) {
	l, err := readLedger([]byte(`{"type":"user","uuid":"1","sessionId":"s","message":{"content":"go"}}` + "\n" + strings.Repeat("{\n", 2*maxGaps)))
	if err != nil || len(l.Gaps) != maxGaps || l.Gaps[maxGaps-1].Line != 2*maxGaps+1 {
		t.Errorf("%d gaps, %v", len(l.Gaps), err)
	}
}
