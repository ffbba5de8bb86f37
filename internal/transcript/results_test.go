package transcript

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger/ledgertest"
)

// TestResults checks what a call and its result show in Claude Code: what was done, by whom, and what failed.
func TestResults(t *testing.T) {
	const start = `{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s","cwd":"/w","message":{"content":"go"}}`
	use := func(tool, input string) string {
		return `{"type":"assistant","uuid":"2","parentUuid":"1","message":{"content":[{"type":"tool_use","id":"t","name":"` + tool + `","input":` + input + `}]}}`
	}
	result := func(with, twin string) string {
		return `{"type":"user","uuid":"3","parentUuid":"2","message":{"content":[{"type":"tool_result","tool_use_id":"t",` + with + `}]},"toolUseResult":` + twin + `}`
	}
	says := func(with, prompt string) string {
		return `{"type":"user","uuid":"2","parentUuid":"1",` + with + `"message":{"content":"` + prompt + `"}}`
	}
	const vet, edit = `{"command":"go vet ./..."}`, `{"file_path":"/w/a.go","old_string":"x","new_string":"y"}`
	for name, tt := range map[string]struct {
		lines []string
		want  string
	}{
		"it was interrupted":          {[]string{start, use("Bash", vet), result(`"content":"a"`, `{"interrupted":true}`)}, "run go vet ./..."},
		"it prints an exit code":      {[]string{start, use("Bash", vet), result(`"content":"Exit code 1"`, `{}`)}, "run go vet ./... = passed"},
		"its code has a meaning":      {[]string{start, use("Bash", `{"command":"diff -q x y"}`), result(`"content":""`, `{"returnCodeInterpretation":"Files differ"}`)}, "run diff -q x y"},
		"an edit that failed":         {[]string{start, use("Edit", edit), result(`"is_error":true,"content":"String to replace not found in file."`, `{}`)}, "refused /w/a.go"},
		"one that a person refused":   {[]string{start, use("Edit", edit), result(`"is_error":true,"content":"The user doesn't want to proceed"`, `{}`)}, ""},
		"a hit in git's own files":    {[]string{start, use("Bash", `{"command":"grep -rn x ."}`), result(`"content":".git/config.txt:1:x\na.go:1:x"`, `{}`)}, "run grep -rn x . = passed, seen /w/a.go"},
		"a skill is written":          {[]string{start, use("Write", `{"file_path":"/w/.claude/skills/x/SKILL.md","content":"x"}`), result(`"content":"ok"`, `{"type":"create"}`)}, "write /w/.claude/skills/x/SKILL.md"},
		"a skill is read":             {[]string{start, use("Read", `{"file_path":"/w/.claude/skills/x/SKILL.md"}`), result(`"content":"x"`, `{}`)}, "read /w/.claude/skills/x/SKILL.md all, skill x"},
		"a person's command":          {[]string{start, says("", `<bash-input>go vet</bash-input>`)}, "user run go vet"},
		"a command of the project":    {[]string{start, says("", `<command-message>x</command-message><command-name>/x</command-name>`)}, "skill x"},
		"what the client says of it":  {[]string{start, says(`"isMeta":true,`, `<command-message>x</command-message><command-name>/x</command-name>`)}, ""},
		"the progress of a hook":      {[]string{`{"type":"progress","uuid":"0","parentUuid":"9","sessionId":"s"}`, strings.Replace(start, "null", `"0"`, 1)}, ""},
		"what came before is missing": {[]string{strings.Replace(start, "null", `"0"`, 1)}, "gap no start"},
		"Codex moves a file": {[]string{`{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}`,
			`{"type":"event_msg","payload":{"type":"patch_apply_end","call_id":"c","success":true,"changes":{"/w/a.go":{"type":"update","unified_diff":"","move_path":"/w/b.go"}}}}`}, "delete /w/a.go, write /w/b.go"},
		"Codex resumes a thread": {[]string{`{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}`, `{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}`}, ""},
		"Codex in another folder": {[]string{`{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}`,
			`{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"rm a.go\",\"workdir\":\"/x\"}","call_id":"c"}}`,
			`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"Process exited with code 0\nOutput:\n"}}`}, "run rm a.go = passed, delete /x/a.go"},
	} {
		l, err := readLedger([]byte(strings.Join(tt.lines, "\n") + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range l.Deeds {
			by := ""
			if d.User {
				by = "user "
			}
			got = append(got, by+ledgertest.Brief(d))
		}
		for _, d := range l.Refused {
			got = append(got, "refused "+d.Path)
		}
		for _, g := range l.Gaps {
			got = append(got, "gap "+string(g.Why))
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// TestNewest opens the session of a folder that was changed last, and no agent's.
func TestNewest(t *testing.T) {
	folder := t.TempDir()
	at := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	for i, name := range []string{"b", "c", "a", "agent-d"} {
		path := filepath.Join(folder, name+".jsonl")
		if err := os.WriteFile(path, []byte(`{"type":"user","uuid":"1","sessionId":"`+name+`","message":{"content":"go"}}`+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := Open(folder, nil, nil); err != nil || all[0].Session != "a" {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestPrompts returns the first prompt and those that are wanted, and nothing that the client says.
func TestPrompts(t *testing.T) {
	record := func(with, prompt string) string {
		return `{"type":"user",` + with + `"message":{"content":"` + prompt + `"}}`
	}
	name := filepath.Join(t.TempDir(), "s.jsonl")
	lines := []string{record(`"isMeta":true,`, "a hook's word"), record("", "Add a quota."), `{"type":"assistant","message":{"content":"word"}}`, record("", "Go on."), record(`"isCompactSummary":true,`, "a word"), record("", "The last word.")}
	if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := Prompts(name, func(record string) bool { return strings.Contains(record, "word") })
	if want := []string{"Add a quota.", "The last word."}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
