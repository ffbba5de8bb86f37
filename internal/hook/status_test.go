package hook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// TestStatusLine checks when a transcript is read for a status line, and what is printed otherwise.
func TestStatusLine(t *testing.T) {
	const (
		changed = `{"type":"assistant","uuid":"0","cwd":"/w","message":{"content":[{"type":"tool_use","id":"t0","name":"Write","input":{"file_path":"/w/expiry.go","content":"package w"}}]}}
{"type":"user","uuid":"0b","cwd":"/w","message":{"content":[{"type":"tool_result","tool_use_id":"t0","content":"File created"}]}}
`
		first  = `{"type":"user","uuid":"1","sessionId":"s1","cwd":"/w","message":{"role":"user","content":"Expire the sessions"}}` + "\n"
		called = `{"type":"assistant","uuid":"2","cwd":"/w","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"go test ./..."}}]}}` + "\n"
		passed = called + `{"type":"user","uuid":"3","cwd":"/w","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"ok  \tw\t0.1s"}]}}` + "\n"
		prompt = `{"type":"user","uuid":"9","cwd":"/w","message":{"role":"user","content":"Go on"}}` + "\n"
	)
	padding := strings.Repeat(`{"type":"system","uuid":"p","content":"`+strings.Repeat("x", 1<<20)+`"}`+"\n", maxStatusBytes>>20)
	failed := first + changed + strings.TrimPrefix(failedRun, first)
	again := strings.NewReplacer("package w", "package v", `"t0"`, `"t9"`, `"0"`, `"8"`, `"0b"`, `"8b"`).Replace(changed)
	steps := []struct{ name, session, transcript, want string }{
		{"tests fail", "s1", failed, "tests ✗ go test"},
		{"another text of the same size is not read", "s1", strings.Repeat("x", len(failed)-1) + "\n", "tests ✗ go test"},
		{"another session", "s2", failed, ""},
		{"no session", "", strings.Replace(failed, `"sessionId":"s1",`, "", 1), ""},
		{"only a prompt", "s1", first, ""},
		{"a run without an end", "s1", first + changed + called, "tests running: go test"},
		{"tests pass", "s1", first + changed + passed, "tests ✓ · build ✓"},
		{"sources are changed after", "s1", first + changed + passed + again + lastMessage, "tests changed: 1 file since they passed · build changed"},
		{"a large one in the middle of a turn", "s1", first + padding + passed + prompt, "at the last stop: tests changed: 1 file since they passed · build changed"},
		{"a large one, at the end of a turn", "s1", first + padding + changed + passed + lastMessage, "tests ✓ · build ✓"},
		{"what passed may be changed since", "s1", first + padding + changed + passed + lastMessage + prompt, ""},
		{"no transcript", "s1", `{"a": 1}`, ""},
		{"an agent's", "s1", strings.Replace(failed, `"uuid":"1",`, `"uuid":"1","agentId":"a1","isSidechain":true,`, 1), ""},
	}
	name := filepath.Join(t.TempDir(), "s1.jsonl")
	getenv := storeIn(t.TempDir())
	for _, step := range steps {
		testkit.Write(t, name, []byte(step.transcript))
		event, err := json.Marshal(map[string]any{"session_id": step.session, "transcript_path": name, "cwd": "/w", "model": map[string]any{"id": "m"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := StatusLine(strings.NewReader(string(event)), getenv); got != step.want {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
	testkit.Write(t, name, []byte(failed))
	long := "/" + strings.Repeat("x", maxPath)
	for _, input := range []string{"", "{", "{}", `{"session_id": "s1", "transcript_path": "/none.jsonl"}`, `{"session_id": "s1", "transcript_path": "` + name + `", "cwd": "` + long + `"}`} {
		if got := StatusLine(strings.NewReader(input), getenv); got != "" {
			t.Errorf("%.80s: %q", input, got)
		}
	}
}

// The status line is in the user's own settings, and another program's stays.
func TestInstallStatusLine(t *testing.T) {
	root := newTree(t)
	claude := HostByName("claude")
	target := Target{Host: claude, Path: claude.projectPath(root), Root: root}.StatusLineTarget()
	if target.Path != claude.LocalPath(root) {
		t.Errorf("it is in %s", target.Path)
	}
	global := claudeAt(filepath.Join(root, "settings.json"))
	if got := global.StatusLineTarget(); got != global {
		t.Errorf("a user's is in %s", got.Path)
	}
	for _, step := range []struct {
		program string // "" uninstalls
		changed bool
		want    string
	}{
		{"", false, ""},
		{"handofflint", true, "{\n  \"statusLine\": {\n    \"type\": \"command\",\n    \"command\": \"handofflint status\"\n  }\n}\n"},
		{"handofflint", false, "{\n  \"statusLine\": {\n    \"type\": \"command\",\n    \"command\": \"handofflint status\"\n  }\n}\n"},
		{"/opt/handofflint", true, "{\n  \"statusLine\": {\n    \"type\": \"command\",\n    \"command\": \"/opt/handofflint status\"\n  }\n}\n"},
		{"", true, ""},
	} {
		edit := func() (bool, error) { return target.InstallStatusLine(step.program) }
		if step.program == "" {
			edit = target.UninstallStatusLine
		}
		changed, err := edit()
		got, _ := os.ReadFile(target.Path)
		if err != nil || changed != step.changed || string(got) != step.want {
			t.Errorf("%+v: %v, %v:\n%s", step, changed, err, got)
		}
	}
	for _, command := range []string{"say done", "handofflint hook", "handofflint status && say done"} {
		text := `{"statusLine": {"type": "command", "command": "` + command + `"}}`
		testkit.Write(t, target.Path, text)
		exists, ours := target.HasStatusLine()
		if changed, err := target.UninstallStatusLine(); !exists || ours || changed || err != nil || readText(t, target.Path) != text {
			t.Errorf("%s: exists %v, ours %v, changed %v, %v", command, exists, ours, changed, err)
		}
	}
	testkit.Write(t, target.Path, "{")
	if _, err := target.InstallStatusLine("handofflint"); err == nil {
		t.Error("no error for a broken file")
	}
}
