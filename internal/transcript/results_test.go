package transcript

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger/ledgertest"
	"github.com/handofflint/handofflint/internal/testkit"
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
		"it was interrupted": {[]string{start, use("Bash", vet), result(`"content":"a"`, `{"interrupted":true}`)}, "run go vet ./..."},
		"two calls at once": {[]string{start,
			`{"type":"assistant","uuid":"2","parentUuid":"1","message":{"content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"t","name":"Read","input":{"file_path":"/w/a.go"}},{"type":"tool_use","id":"u","name":"Bash","input":` + vet + `}]}}`,
			`{"type":"user","uuid":"3","parentUuid":"2","message":{"content":[{"type":"tool_result","tool_use_id":"u","content":"a"},{"type":"tool_result","tool_use_id":"t","content":"x"}]},"toolUseResult":{}}`}, "run go vet ./... = passed, read /w/a.go all"},
		"a call that has no result":   {[]string{start, use("Bash", vet)}, "run? go vet ./..."},
		"a result in two blocks":      {[]string{start, use("Bash", `{"command":"grep -rn x ."}`), result(`"content":[{"type":"text","text":"a.go:1:x"},{"type":"text","text":"b.go:2:x"}]`, `{}`)}, "run grep -rn x . = passed, seen /w/a.go, seen /w/b.go"},
		"a result in colour":          {[]string{start, use("Bash", `{"command":"grep -rn x ."}`), result(`"content":"\u001b[35ma.go\u001b[0m:1:x"`, `{}`)}, "run grep -rn x . = passed, seen /w/a.go"},
		"a skill by its command":      {[]string{start, use("Skill", `{"command":"/x"}`), result(`"content":"ok"`, `{}`)}, "skill x"},
		"an agent that is launched":   {[]string{start, use("Agent", `{"subagent_type":"coder","prompt":"go"}`), result(`"content":"Done."`, `{"agentId":"a1"}`)}, "send coder a1"},
		"a search for a pattern":      {[]string{start, use("Grep", `{"pattern":"x","path":"/w"}`), result(`"content":"a.go:3:x\nb.go:4:x"`, `{}`)}, "seen /w/a.go, seen /w/b.go"},
		"it prints an exit code":      {[]string{start, use("Bash", vet), result(`"content":"Exit code 1"`, `{}`)}, "run go vet ./... = passed"},
		"its code has a meaning":      {[]string{start, use("Bash", `{"command":"diff -q x y"}`), result(`"content":""`, `{"returnCodeInterpretation":"Files differ"}`)}, "run diff -q x y"},
		"an edit that failed":         {[]string{start, use("Edit", edit), result(`"is_error":true,"content":"String to replace not found in file."`, `{}`)}, "refused /w/a.go"},
		"one that the client tells":   {[]string{start, use("Edit", edit), result(`"is_error":true,"content":"<tool_use_error>String to replace not found in file.</tool_use_error>"`, `{}`)}, "refused /w/a.go"},
		"a read that failed":          {[]string{start, use("Read", `{"file_path":"/w/a.go"}`), result(`"is_error":true,"content":"File does not exist."`, `{}`)}, ""},
		"an agent by what it prints":  {[]string{start, use("Task", `{"subagent_type":"coder","prompt":"go"}`), result(`"content":"Done.\nagentId: a1"`, `{}`)}, "send coder a1"},
		"an agent that prints much":   {[]string{start, use("Task", `{"subagent_type":"coder","prompt":"go"}`), result(`"content":"`+strings.Repeat("x", 2500)+`\nagentId: a1"`, `{}`)}, "send coder a1"},
		"one that a person refused":   {[]string{start, use("Edit", edit), result(`"is_error":true,"content":"The user doesn't want to proceed"`, `{}`)}, ""},
		"a hit in git's own files":    {[]string{start, use("Bash", `{"command":"grep -rn x ."}`), result(`"content":".git/config.txt:1:x\nnode_modules/a/b.js:1:x\na.go:1:x"`, `{}`)}, "run grep -rn x . = passed, seen /w/a.go"},
		"a read in a dependency":      {[]string{start, use("Read", `{"file_path":"/w/node_modules/a/b.js"}`), result(`"content":"x"`, `{}`)}, "read /w/node_modules/a/b.js all"},
		"a compaction of anything":    {[]string{start, `{"type":"mode","sessionId":"s"}`, `{"type":"system","subtype":"compact_boundary","uuid":"2","parentUuid":"1"}`}, "gap compacted"},
		"a skill is written":          {[]string{start, use("Write", `{"file_path":"/w/.claude/skills/x/SKILL.md","content":"x"}`), result(`"content":"ok"`, `{"type":"create"}`)}, "write /w/.claude/skills/x/SKILL.md"},
		"a skill is read":             {[]string{start, use("Read", `{"file_path":"/w/.claude/skills/x/SKILL.md"}`), result(`"content":"x"`, `{}`)}, "read /w/.claude/skills/x/SKILL.md all, skill x"},
		"a person's command":          {[]string{start, says("", `<bash-input>go vet</bash-input>`)}, "user run go vet"},
		"what it changes":             {[]string{start, says("", `<bash-input>rm a.go</bash-input>`)}, "user run rm a.go, delete /w/a.go, seen /w/a.go"},
		"skills by a pattern":         {[]string{start, use("Bash", `{"command":"cat /w/.claude/skills/*/SKILL.md"}`), result(`"content":"x"`, `{}`)}, "run cat /w/.claude/skills/*/SKILL.md = passed, read? /w/.claude/skills/*/SKILL.md all"},
		"a skill with an agent":       {[]string{start, use("Skill", `{"skill":"x"}`), result(`"content":"ok"`, `{"agentId":"a1"}`)}, "skill x, send  a1"},
		"a skill without one":         {[]string{start, use("Skill", `{"skill":"x"}`), result(`"content":"ok"`, `{}`)}, "skill x"},
		"the folder of a skill":       {[]string{start, says(`"isMeta":true,`, `Base directory for this skill: /w/x.y`)}, "read /w/x.y/SKILL.md all, seen /w/x.y"},
		"a person names the folder":   {[]string{start, says("", `Base directory for this skill: /w/x.y`)}, "seen /w/x.y"},
		"a file of two prompts":       {[]string{start, says("", "see a.go"), says("", "a.go!")}, "seen /w/a.go"},
		"a search in a file":          {[]string{start, use("Grep", `{"pattern":"x","path":"/w/a.go"}`), result(`"content":"3:x"`, `{}`)}, "seen /w/a.go"},
		"a search in a folder":        {[]string{start, use("Grep", `{"pattern":"x","path":"/w/lib"}`), result(`"content":"No matches found"`, `{}`)}, "seen /w/lib"},
		"a command that is watched":   {[]string{start, use("Monitor", `{"command":"go vet ./..."}`), result(`"content":"a"`, `{}`)}, "run go vet ./..."},
		"a read of some lines":        {[]string{start, use("Read", `{"file_path":"/w/a.go","limit":5}`), result(`"content":"x"`, `{}`)}, "read /w/a.go:1-5"},
		"a read from a line":          {[]string{start, use("Read", `{"file_path":"/w/a.go","offset":5}`), result(`"content":"x"`, `{}`)}, "read /w/a.go:5-0"},
		"a read that is shortened":    {[]string{start, use("Read", `{"file_path":"/w/a.go"}`), result(`"content":"x\n[truncated]"`, `{}`)}, "read /w/a.go"},
		"a read of an empty file":     {[]string{start, use("Read", `{"file_path":"/w/a.go"}`), result(`"content":""`, `{"file":{"startLine":1,"numLines":0,"totalLines":0}}`)}, "read /w/a.go all"},
		"a folder on Windows":         {[]string{strings.Replace(start, "/w", `C:\\w`, 1), use("Bash", `{"command":"rm a.go"}`), result(`"content":""`, `{}`)}, "run rm a.go = passed, delete C:/w/a.go"},
		"a read of the beginning":     {[]string{start, use("Read", `{"file_path":"/w/a.go"}`), result(`"content":"x"`, `{"file":{"startLine":1,"numLines":5,"totalLines":9}}`)}, "read /w/a.go:1-5"},
		"a read of an unknown part":   {[]string{start, use("Read", `{"file_path":"/w/a.go"}`), result(`"content":"x"`, `{"file":{"numLines":5,"totalLines":5}}`)}, "read /w/a.go all"},
		"a number far below":          {[]string{start, use("Read", `{"file_path":"/w/a.go"}`), result(`"content":"`+strings.Repeat("x", 500)+`\n5→y"`, `{}`)}, "read /w/a.go all"},
		"a read from the middle":      {[]string{start, use("Read", `{"file_path":"/w/a.go"}`), result(`"content":"5→x\n6→y"`, `{}`)}, "read /w/a.go:5-6"},
		"a read up to the limit":      {[]string{start, use("Read", `{"file_path":"/w/a.go"}`), result(`"content":"1→x\n2000→y"`, `{}`)}, "read /w/a.go:1-2000"},
		"a read below the limit":      {[]string{start, use("Read", `{"file_path":"/w/a.go"}`), result(`"content":"1→x\n1999→y"`, `{}`)}, "read /w/a.go:1-1999 all"},
		"a read with a limit":         {[]string{start, use("Read", `{"file_path":"/w/a.go","limit":1}`), result(`"content":"1→x"`, `{}`)}, "read /w/a.go:1-1"},
		"a command of the project":    {[]string{start, says("", `<command-message>x</command-message><command-name>/x</command-name>`)}, "skill x"},
		"what the client says of it":  {[]string{start, says(`"isMeta":true,`, `<command-message>x</command-message><command-name>/x</command-name>`)}, ""},
		"the progress of a hook":      {[]string{`{"type":"progress","uuid":"0","parentUuid":"9","sessionId":"s"}`, strings.Replace(start, "null", `"0"`, 1)}, ""},
		"a result without its call":   {[]string{start, result(`"content":"x"`, `{}`)}, "gap no start"},
		"what came before is missing": {[]string{strings.Replace(start, "null", `"0"`, 1)}, "gap no start"},
		"Codex without a beginning":   {[]string{`{"type":"response_item","payload":{"type":"message","role":"user","content":"go"}}`}, "gap no start"},
		"Codex moves a file": {[]string{`{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}`,
			`{"type":"event_msg","payload":{"type":"patch_apply_end","call_id":"c","success":true,"changes":{"a.go":{"type":"update","unified_diff":"","move_path":"b.go"}}}}`}, "delete /w/a.go, write /w/b.go"},
		"Codex tells of an agent": {append(codexSession(), `{"type":"event_msg","payload":{"type":"sub_agent_activity","event_id":"x"}}`,
			`{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\"}","call_id":"x"}}`, `{"type":"event_msg","payload":{"type":"sub_agent_activity","event_id":"x"}}`), "run? ls"},
		"Codex in an old version": {[]string{`{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}`,
			`{"type":"response_item","payload":{"type":"local_shell_call","call_id":"c","action":{"command":["grep","-rn","x","."]}}}`,
			`{"type":"response_item","payload":{"type":"local_shell_call_output","call_id":"c","output":"{\"output\":\"a.go:1:x\",\"metadata\":{\"exit_code\":0}}"}}`}, "run grep -rn x . = passed, seen /w/a.go"},
		"a tool of one's own":         {append(codexSession(), `{"type":"response_item","payload":{"type":"custom_tool_call","name":"deploy_run","input":"a.go","call_id":"x"}}`), "run? deploy_run, seen? /w/a.go, write? /w/a.go"},
		"a shell with a text":         {append(codexSession(), `{"type":"response_item","payload":{"type":"custom_tool_call","name":"shell","input":"{\"command\":\"ls\"}","call_id":"x"}}`), "run? ls"},
		"Codex prints an object":      {codexSession([3]string{"exec_command", `{"cmd":"./ci.sh"}`, `{"a":1}`}), "run ./ci.sh, write? **"},
		"Codex may not call a server": {codexSession([3]string{"run_tests", `{}`, "rejected by user"}), ""},
		"Codex calls a tool like js":  {codexSession([3]string{"js", `{"file":"a.go"}`, "ok"}), "seen? /w/a.go, write? /w/a.go"},
		"Codex saves a file and runs": {codexSession([3]string{"exec", `const p = "a.go"; await tools.acme__save({path: p}); await tools.exec_command({cmd: "ls"})`, printed("{}")}), "run ls, seen? /w/a.go, write? /w/a.go"},
		"Codex calls a server":        {codexSession([3]string{"run_tests", `{}`, "ok"}), "run? run_tests"},
		"Codex calls one with a cell": {codexSession([3]string{"run_cell", `{"cell_id":"3","file":"a.go"}`, "ok"}), "run? run_cell, seen? /w/a.go, write? /w/a.go"},
		"Codex calls one by its name": {append(codexSession(), `{"type":"response_item","payload":{"type":"function_call","namespace":"acme","name":"exec_command","arguments":"{\"cmd\":\"ls\"}","call_id":"x"}}`), "run? exec_command"},
		"Codex prints a failed patch": {codexSession([3]string{"apply_patch", `{"input":"*** Update File: a.go\n"}`, "apply_patch verification failed: Failed to find expected lines in /w/a.go:\nx"}), "refused /w/a.go"},
		"Codex resumes a thread":      {[]string{`{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}`, `{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}`}, ""},
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

// TestPrompts returns the first prompt and those that are wanted, and nothing that the client says.
func TestPrompts(t *testing.T) {
	record := func(with, prompt string) string {
		return `{"type":"user",` + with + `"message":{"content":"` + prompt + `"}}`
	}
	name := filepath.Join(t.TempDir(), "s.jsonl")
	lines := []string{record(`"isMeta":true,`, "a hook's word"), record("", "Add a quota."), `{"type":"assistant","message":{"content":"word"}}`, record("", "Go on."), record(`"isCompactSummary":true,`, "a word"), `{"type":"user","message":{"content":[{"type":"tool_result","content":"word"},{"type":"text","text":""}]}}`, record("", "The last word.")}
	testkit.Write(t, name, strings.Join(lines, "\n")+"\n")
	got := Prompts(name, func(record string) bool { return strings.Contains(record, "word") })
	if want := []string{"Add a quota.", "The last word."}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
