package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/testkit"
)

// The credentials of the files below, without their public beginnings.
var planted = []string{
	"Zq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo", "N4cVb7Xz2QwE9rTy5UiP1oAs8DfG3hJk6LmZ",
	"uW3xK8nPz5QsDf2GhJ6kL9mTb4VcR7yXe1AoIiE0", "vT7-qLm2xWp9Yd", "Bq3nLs8VtXe6WmRz",
}

// leaks returns the credential of which a text has more than its first characters, ""
// for none.
func leaks(text string) string {
	for _, secret := range planted {
		for i := range len(secret) - 5 {
			if strings.Contains(text, secret[i:i+5]) {
				return secret
			}
		}
	}
	return ""
}

// plantSecrets writes handoffs that are full of credentials and of other faults, most
// of which quote what is there.
func plantSecrets(t *testing.T) {
	t.Helper()
	token, other, aws, password := "ghp_"+planted[0], "npm_"+planted[1], "AWS_SECRET_ACCESS_KEY="+planted[2], "postgres://ci:"+planted[3]+"@db.acme.io/x"
	escaped := strings.ReplaceAll("ghp_"+planted[0], "ghp_", `\u0067h\u0070_`)
	files := map[string]string{
		"outputs/a.json": `{"agent": "` + token + `", "output_type": "` + other + `", "timestamp": "` + aws + `", "status": "` + token + `",
 "summary": "` + password + `", "skills_invoked": ["` + token + `"], "` + token + `": 1, "` + token + `": 2, "files_modified": ["/home/` + token + `"],
 "handoff": {"next_agent": "` + escaped + `", "context": "TBD ` + token + `"}, "source_files_verified": "` + aws + `"}`,
		"docs/context/1717500000-x.json": `{"schema_version": "` + token + `", "task_id": "` + token + `", "task_summary": "",
 "key_findings": ["TODO ` + password + `", "` + escaped + `", 3], "relevant_files": ["/etc/` + other + `", "C:\\` + other + `"]}`,
		"docs/context/1717500001-y.json": `{"schema_version": 1, "task_id": "a\n` + token + `", "task_summary": "` + aws + `" "key_findings": ["` + token + `"]`,
		"outputs/b.md":                   "# Output\n\nsk_live_" + planted[4] + "\n\n## Metadata\n\n```json\n{\"agent\": \"x\", \"status\": \"Complete\", \"output_type\": \"review\", \"phase\": \"" + token + "\",\n \"verdict\": \"" + other + "\"}\n```\n\n" + token + "\n",
		"agent-handoffs/20260531-170546-ad4f12aa/01-architect-report.md": "---\nagent_role: " + token + "\ntask_id: t\nsession_id: " + other + "\nsequence: 1\nstatus: " + aws + "\ncreated: " + token +
			"\nhandoff_type: full\nsummary: \"" + password + "\"\n---\n\n## 1. What was done\n\nTBD " + token + "\n\n## 2. " + token + "\n\n<!-- handofflint-disable " + token + " -->\n\n<!-- handoff-end -->\n\nafter " + aws + "\n",
		"agent-handoffs/20260531-170546-ad4f12aa/02-tester-report.md":        "---\nagent_role: tester\nsession_id: " + token + "\nsummary: [" + aws + "\n---\n\n## 1. What Was Done\n",
		"agent-handoffs/20260531-170546-ad4f12aa/03-tester-report.md":        "---\nagent_role: tester\nsession_id: " + token + "\nsequence: 3\n---\n\n## 1. What Was Done\n\n" + token + "\n",
		"docs/context/1717500002-" + token + ".json":                         `{"schema_version": 1, "task_id": "1717500002-x", "constrants": ["a"]}`,
		"docs/context/1717500003-" + token + ".json":                         `{"schema_version": 1, "task_id": "1717500003-` + token + `", "task_summary": "Parse the export once", "relevant_files": ["import.go"], "key_findings": ["The export is parsed twice."]}`,
		"agent-handoffs/20260531-170546-ad4f12aa/04-" + other + "-report.md": "---\nagent_role: tester\nsequence: 3\n---\n",
		"notes.md": "no handoff: " + token,
		"t.jsonl": `{"type":"user","uuid":"a","cwd":"/w","sessionId":"s","version":"2.1.220","timestamp":"2026-05-31T09:00:00Z","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"b","cwd":"/w","sessionId":"s","version":"2.1.220","timestamp":"2026-05-31T09:00:01Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"curl -H 'token: ` + token + `' ` + password + ` && go test ./x"}}]}}
{"type":"user","uuid":"c","cwd":"/w","sessionId":"s","version":"2.1.220","timestamp":"2026-05-31T09:00:02Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"FAIL ` + other + `","is_error":true}]},"toolUseResult":"Error: FAIL ` + other + `"}
{"type":"assistant","uuid":"c1","cwd":"/w","sessionId":"s","version":"2.1.220","message":{"role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"go test ./... -token ` + token + `"}}]}}
{"type":"user","uuid":"c2","cwd":"/w","sessionId":"s","version":"2.1.220","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"--- FAIL: Test ` + other + ` ` + password + `\nFAIL","is_error":true}]}}
{"type":"assistant","uuid":"d","cwd":"/w","sessionId":"s","version":"2.1.220","gitBranch":"` + token + `","timestamp":"2026-05-31T09:00:03Z","message":{"role":"assistant","model":"` + other + `","content":[{"type":"text","text":"Tests pass with the token ` + token + `. All tests pass."}]}}
`,
	}
	for path, text := range files {
		testkit.Write(t, path, text)
	}
}

// TestNoSecretInAnyOutput greps every output, the log, the baseline and what a hook
// answers for credentials of the handoffs.
func TestNoSecretInAnyOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	plantSecrets(t)
	log := filepath.Join(t.TempDir(), "log.jsonl")
	env := map[string]string{failurelog.PathVariable: log}
	expect := func(what, text string) {
		t.Helper()
		if secret := leaks(text); secret != "" {
			at := strings.Index(text, secret[:5])
			t.Errorf("%s leaks %s: %s", what, secret, text[max(0, at-200):min(len(text), max(0, at)+200)])
		}
	}
	lines := [][]string{
		{"check", "--diff", "."}, {"check", "--diff", "--color", "always", "outputs"}, {"check", "--strict", "--rule", "*=error", "."},
		{"check", "--rule", "safety/*=off", "."}, {"check", "--baseline", "base.json", "--update-baseline", "outputs", "docs/context/1717500000-x.json"}, {"check", "outputs/a.json", "notes.md", "missing.md"},
		{"failures"}, {"failures", "--suggest"}, {"pipeline", "context", "retry", "docs/context/1717500000-x.json", "--reason", "other", "--error-summary", "x"}, {"pipeline", "context", "docs/context/1717500000-x.json"},
		{"check", "-v", "."}, {"seal", "agent-handoffs/20260531-170546-ad4f12aa/04-npm_" + planted[1] + "-report.md"}, {"pipeline", "context", "vacuum", "docs/context"},
		{"pipeline", "context", "docs/context/1717500003-ghp_" + planted[0] + ".json"}, {"seal", "agent-handoffs/20260531-170546-ad4f12aa/01-architect-report.md"}, {"accept", "agent-handoffs/20260531-170546-ad4f12aa/01-architect-report.md"},
		{"audit", "--actions", "t.jsonl"}, {"audit", "--actions", "-f", "json", "t.jsonl"}, {"check", "--transcript", "t.jsonl", "."}, {"pipeline", "result", "notes.md"}, {"check", "--rule", "ghp_" + planted[0] + "=off", "."},
	}
	lines = append(lines, []string{"audit", "-v", "t.jsonl"}, []string{"audit", "-f", "html", "t.jsonl"}, []string{"audit", "-f", "jsonl", "--words", "t.jsonl"}, []string{"audit", "--show", "s", "t.jsonl"})
	for _, name := range report.Names() {
		lines = append(lines, []string{"audit", "-f", name, "t.jsonl"})
		lines = append(lines, []string{"check", "-f", name, "."}, []string{"check", "-f", name, "--untrusted", "--rule", "*=warning", "outputs", "docs"})
	}
	for _, line := range lines {
		_, out, errs := streamMain(nil, env, line...)
		if out+errs == "" {
			t.Errorf("%v says nothing", line)
		}
		expect(strings.Join(line, " ")+" (stdout)", out)
		expect(strings.Join(line, " ")+" (stderr)", errs)
	}
	for _, path := range []string{log, "base.json"} {
		expect(path, string(testkit.Read(t, path)))
	}
	for _, path := range []string{"outputs/b.md", "docs/context/1717500000-x.json", "docs/context/1717500001-y.json", "agent-handoffs/20260531-170546-ad4f12aa/01-architect-report.md"} {
		dir, _ := os.Getwd()
		full := filepath.ToSlash(filepath.Join(dir, path))
		event, _ := json.Marshal(map[string]any{"hook_event_name": "PostToolUse", "session_id": "s", "transcript_path": dir + "/t", "cwd": dir, "tool_name": "Write",
			"tool_input": map[string]any{"file_path": full, "content": string(testkit.Read(t, path))}})
		_, out, errs := hookMain(string(event))
		if !strings.Contains(out, filepath.Base(path)) {
			t.Errorf("the hook says nothing of %s: %s%s", path, out, errs)
		}
		expect("the hook about "+path, out+errs)
	}
}
