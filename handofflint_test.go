package handofflint_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/verdict"
	"github.com/handofflint/handofflint/rules"
)

// TestConstants holds that the constants have the engine's values.
func TestConstants(t *testing.T) {
	for _, tt := range []struct{ own, engine any }{
		{handofflint.SeverityError, rules.Error},
		{handofflint.SeverityWarning, rules.Warning},
		{handofflint.KindTests, runner.Tests},
		{handofflint.KindBuild, runner.Build},
		{handofflint.KindTypes, runner.Types},
		{handofflint.KindLint, runner.Lint},
		{handofflint.KindFormat, runner.Format},
		{handofflint.KindChecks, runner.Checks},
		{handofflint.KindDeploy, runner.Deploy},
		{handofflint.KindCommit, runner.Commit},
		{handofflint.KindPush, runner.Push},
		{handofflint.StatePassed, timeline.Passed},
		{handofflint.StateChanged, timeline.Changed},
		{handofflint.StatePart, timeline.Part},
		{handofflint.StateFailed, timeline.Failed},
		{handofflint.StateRunning, timeline.Running},
		{handofflint.StateNone, timeline.None},
		{handofflint.StateUnknown, timeline.Unknown},
		{handofflint.StatePassed, timeline.Succeeded},
		{handofflint.StateFailed, timeline.Broken},
		{handofflint.StateRunning, timeline.Ongoing},
		{handofflint.StateUnknown, timeline.Hidden},
		{handofflint.VerdictHolds, verdict.Holds},
		{handofflint.VerdictFalse, verdict.False},
		{handofflint.VerdictOutdated, verdict.Outdated},
		{handofflint.VerdictUnknown, verdict.Unknown},
	} {
		if fmt.Sprint(tt.own) != fmt.Sprint(tt.engine) {
			t.Errorf("%T %v is %T %v", tt.own, tt.own, tt.engine, tt.engine)
		}
	}
}

// TestCheck holds that only a checked file passes.
func TestCheck(t *testing.T) {
	const good = `{"version": 1, "summary": "Limit each account to ten orders a day in quota.go"}`
	for name, tt := range map[string]struct {
		file, data string
		passes     bool
		rule       string
	}{
		"a handoff":             {"kelos-handoff.json", good, true, ""},
		"one with a warning":    {"kelos-handoff.json", strings.Replace(good, `"version": 1, `, "", 1), true, "task/no-version"},
		"one with an error":     {"kelos-handoff.json", `{"version": 1}`, false, "schema/missing-field"},
		"other text":            {"notes.md", "Buy milk.\n", false, "file/unknown-format"},
		"nothing":               {"", "", false, "file/unknown-format"},
		"more than a file has":  {"kelos-handoff.json", strings.Repeat(" ", 2<<20) + good, false, "file/too-large"},
		"a name with a control": {"a\x1b[2J.md", "Buy milk.\n", false, "file/unknown-format"},
	} {
		result, err := handofflint.Check(tt.file, []byte(tt.data))
		rules := ""
		for _, f := range result.Findings {
			rules += f.Rule
		}
		if err != nil || result.Passed != tt.passes || result.Skipped != "" || rules != tt.rule {
			t.Errorf("%s: %+v, %v", name, result, err)
		}
	}
	result, err := handofflint.Check("package.json", []byte(`{"name": "shop"}`))
	if err != nil || result.Passed || result.Skipped == "" {
		t.Errorf("other JSON: %+v, %v", result, err)
	}
}

// TestTextsArePlain holds that texts of a session have masked credentials and no control characters.
func TestTextsArePlain(t *testing.T) {
	token := "ghp_" + strings.Repeat("Zq8rT2vK9m", 3) + "Zq8rT2"
	path := filepath.Join(t.TempDir(), "session.jsonl")
	session := `{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s1","version":"2.1.14","cwd":"/w/TOKEN","timestamp":"2026-01-02T10:00:00Z","message":{"role":"user","content":"Go on"}}
{"type":"assistant","uuid":"2","parentUuid":"1","cwd":"/w/TOKEN","timestamp":"2026-01-02T10:01:00Z","message":{"content":[{"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"/w/TOKEN/a\u001b[2J.go","old_string":"a","new_string":"b"}},{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"go test ./... -args TOKEN \u001b[2J\u202e"}}]}}
{"type":"user","uuid":"3","parentUuid":"2","cwd":"/w/TOKEN","timestamp":"2026-01-02T10:02:00Z","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"},{"type":"tool_result","tool_use_id":"t2","content":"--- FAIL: Test\u001b[2J TOKEN (0.00s)\nFAIL","is_error":true}]}}
`
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(session, "TOKEN", token)), 0o600); err != nil {
		t.Fatal(err)
	}
	timeline, err := handofflint.ReadTimeline(path)
	if err != nil {
		t.Fatal(err)
	}
	claims := timeline.Judge("`go test ./... -args " + token + "\x1b[2J` passes. All tests pass.")
	if len(timeline.Changes) != 1 || len(timeline.Runs) != 1 || len(timeline.Standings) == 0 || len(claims) == 0 {
		t.Errorf("%+v: %+v", timeline, claims)
	}
	shown, err := json.Marshal([]any{timeline, claims})
	if err != nil || strings.Contains(string(shown), token) || strings.Contains(string(shown), `\u001b`) || strings.Contains(string(shown), "\u202e") {
		t.Errorf("%s, %v", shown, err)
	}
}

// TestMessage holds that a message is the last one only if its agent did nothing afterwards.
func TestMessage(t *testing.T) {
	session, err := os.ReadFile("testdata/library/session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	const after = `{"type":"assistant","uuid":"r11","parentUuid":"r10","sessionId":"quota","cwd":"/home/dev/shop","timestamp":"2026-03-04T09:06:00Z","message":{"content":[{"type":"tool_use","id":"t5","name":"Bash","input":{"command":"ls"}}]}}` + "\n"
	for data, want := range map[string]string{
		string(session):         "The limit is in. All tests pass and lint is clean.",
		string(session) + after: "",
	} {
		path := filepath.Join(t.TempDir(), "session.jsonl")
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		timeline, err := handofflint.ReadTimeline(path)
		if err != nil || timeline.Message != want {
			t.Errorf("%q, want %q: %v", timeline.Message, want, err)
		}
	}
}

func TestNoTranscript(t *testing.T) {
	for _, path := range []string{"testdata/library/none.jsonl", "go.mod"} {
		if timeline, err := handofflint.ReadTimeline(path); timeline != nil || err == nil {
			t.Errorf("%s: %+v, %v", path, timeline, err)
		}
	}
}
