package transcript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

func TestEndsWith(t *testing.T) {
	const (
		prompt   = `{"type":"user","uuid":"1","message":{"role":"user","content":"All tests pass."}}`
		call     = `{"type":"assistant","uuid":"2","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}]}}`
		says     = `{"type":"assistant","uuid":"3","message":{"content":[{"type":"text","text":"All tests pass."}]}}`
		hook     = `{"type":"system","subtype":"stop_hook_summary"}`
		attached = `{"type":"attachment","attachment":{"type":"hook_success"}}`
		codex    = `{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"All tests pass."}]}}`
		event    = `{"type":"event_msg","payload":{"type":"agent_message","message":"All tests pass."}}`
		tokens   = `{"type":"event_msg","payload":{"type":"token_count"}}`
		output   = `{"type":"response_item","payload":{"type":"function_call_output","call_id":"x"}}`
	)
	for name, tt := range map[string]struct {
		lines   []string
		message string
		want    bool
	}{
		"it is the last":              {[]string{prompt, call, says}, "All tests pass.", true},
		"records of the client after": {[]string{prompt, says, hook, attached}, "All tests pass.\n", true},
		"the last part of it":         {[]string{prompt, says}, "Sessions expire.\n\nAll tests pass.", true},
		"another one":                 {[]string{prompt, says}, "One test fails.", false},
		"only the user said so":       {[]string{prompt}, "All tests pass.", false},
		"a call is the last":          {[]string{says, call}, "All tests pass.", false},
		"a line is half written":      {[]string{prompt, says[:40]}, "All tests pass.", false},
		"its end is not written":      {[]string{prompt, says[:len(says)-1]}, "All tests pass.", false},
		"Codex":                       {[]string{output, event, codex, tokens}, "All tests pass.", true},
		"Codex, its event alone":      {[]string{output, event, tokens}, "All tests pass.", true},
		"Codex, before a result":      {[]string{codex, output}, "All tests pass.", false},
		"Codex, a prompt after it":    {[]string{codex, strings.Replace(codex, "assistant", "user", 1)}, "All tests pass.", false},
		"a prompt after it":           {[]string{says, prompt}, "All tests pass.", false},
		"Codex, its reasoning after":  {[]string{output, codex, `{"type":"response_item","payload":{"type":"reasoning"}}`}, "All tests pass.", true},
		"nothing":                     {nil, "All tests pass.", false},
		"beyond a long record":        {[]string{says, strings.Repeat("x", maxTail)}, "All tests pass.", false},
	} {
		file := filepath.Join(t.TempDir(), "t.jsonl")
		testkit.Write(t, file, strings.Join(tt.lines, "\n")+"\n")
		if got := EndsWith(file, tt.message); got != tt.want {
			t.Errorf("%s: %t, want %t", name, got, tt.want)
		}
	}
	for _, gone := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		if EndsWith(gone, "x") {
			t.Errorf("%s is taken for a transcript", gone)
		}
	}
}

// TestSize holds that the transcripts of agents count, too: a status line must notice when they grow.
func TestSize(t *testing.T) {
	folder := t.TempDir()
	session := filepath.Join(folder, "s.jsonl")
	agents := claudeAgents(filepath.Join(folder, "s"))
	if err := os.MkdirAll(filepath.Join(agents, "agent-b.jsonl"), 0o700); err != nil { // a folder
		t.Fatal(err)
	}
	for file, content := range map[string]string{session: "0123456789", filepath.Join(agents, "agent-a.jsonl"): "01234", filepath.Join(agents, "agent-acompact-a.jsonl"): "0", filepath.Join(agents, "notes.md"): "0"} {
		testkit.Write(t, file, content)
	}
	if got := Size(session); got != 15 {
		t.Errorf("%d bytes, want 15", got)
	}
	for _, name := range []string{folder, filepath.Join(folder, "none")} {
		if got := Size(name); got != 0 {
			t.Errorf("%s has %d bytes", name, got)
		}
	}
}
