package transcript

import (
	"slices"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
)

// TestMessagesToAgents checks that a message to an agent changes no file. A new task may run anything.
func TestMessagesToAgents(t *testing.T) {
	input := gjson.Parse(`{"target": "/root/explorer", "message": "main.go", "agent_type": "worker"}`)
	for tool, want := range map[string][]ledger.Act{
		"SendMessage":          nil,
		"send_input":           nil,
		"wait_agent":           nil,
		"followup_task":        {ledger.Run, ledger.Seen, ledger.Write, ledger.Seen, ledger.Write},
		"SubagentHandback":     {ledger.Seen, ledger.Write, ledger.Seen, ledger.Write},
		"spawn_agent":          {ledger.Send},
		"mcp__web_notes__save": {ledger.Seen, ledger.Write, ledger.Seen, ledger.Write},
		"get_diagnostics":      {ledger.Run, ledger.Seen, ledger.Seen},
	} {
		deeds := new(reader).callOf(tool, input).deeds
		if len(deeds) != len(want) {
			t.Errorf("%s: %+v, want %v", tool, deeds, want)
			continue
		}
		for i, deed := range deeds {
			if deed.Act != want[i] || deed.Act != ledger.Send && !deed.Maybe {
				t.Errorf("%s: %+v, want %v", tool, deeds, want)
			}
		}
	}
}

// TestEdits checks whether an edit created its file.
func TestEdits(t *testing.T) {
	const head = `{"type":"user","uuid":"a","sessionId":"s","cwd":"/w","message":{"role":"user","content":"x"}}` + "\n"
	call := func(name, input, detail string) string {
		return head + `{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","cwd":"/w","message":{"content":[{"type":"tool_use","id":"t","name":"` + name + `","input":` + input + `}]}}` + "\n" +
			`{"type":"user","uuid":"c","parentUuid":"b","sessionId":"s","cwd":"/w","toolUseResult":` + detail + `,"message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}}` + "\n"
	}
	wrote := func(exists string) string {
		return `{"type":"tool","tool":"write","state":{"status":"completed","input":{"filePath":"a.test.ts","content":"x"},"output":"","metadata":{"exists":` + exists + `}}}`
	}
	const two = `describe(\"d\", () => {\n  test(\"a\", f);\n  test(\"b\", f);\n});\n`
	for name, tt := range map[string]struct {
		transcript string
		created    bool
	}{
		"a new file":           {call("Write", `{"file_path":"a.test.ts","content":"`+two+`"}`, `{"type":"create"}`), true},
		"a file that was":      {call("Write", `{"file_path":"a.test.ts","content":"`+two+`"}`, `{"type":"update"}`), false},
		"an old version":       {call("Write", `{"file_path":"a.test.ts","content":"`+two+`"}`, `"ok"`), false},
		"OpenCode's new file":  {exported(answer(wrote("false"))), true},
		"OpenCode's file":      {exported(answer(wrote("null"))), false},
		"OpenCode's old file":  {exported(answer(wrote("true"))), false},
		"an edit":              {call("Edit", `{"file_path":"a.test.ts","old_string":"}","new_string":"`+two+`"}`, `{}`), false},
		"several edits":        {call("MultiEdit", `{"file_path":"a.test.ts","edits":[{"old_string":"a","new_string":"`+two+`"}]}`, `{}`), false},
		"a patch that adds":    {call("apply_patch", `"*** Begin Patch\n*** Add File: a.test.ts\n+test('a', f)\n+test('b', f)\n*** End Patch"`, `{}`), true},
		"a patch that changes": {call("apply_patch", `"*** Begin Patch\n*** Update File: a.test.ts\n@@\n test('a', f)\n-x\n+test('b', f)\n*** End Patch"`, `{}`), false},
	} {
		l, err := readLedger([]byte(tt.transcript))
		if err != nil || len(l.Deeds) != 1 {
			t.Errorf("%s: %+v, %v", name, l, err)
			continue
		}
		d := l.Deeds[0]
		if d.Created != tt.created {
			t.Errorf("%s: created %t, want %t", name, d.Created, tt.created)
		}
	}
}

// TestChecks checks that files that name checks, and lists of files, show the repository's checks, and that what was shown
// before says nothing of a later output.
func TestChecks(t *testing.T) {
	const workflow = `C:\\shop\\.github\\workflows\\ci.yml`
	for name, tt := range map[string]struct {
		tool, input, output string
		want                []ledger.Check
	}{
		"a workflow that it writes": {"Write", `{"file_path":"` + workflow + `","content":"    - run: |\n          flake8 shop\n"}`, "ok", []ledger.Check{{Kind: "lint", Language: "python"}}},
		"two of a kind":             {"Write", `{"file_path":"` + workflow + `","content":"    - run: |\n          flake8 shop\n          flake8 --version\n          flake8 test\n"}`, "ok", []ledger.Check{{Kind: "lint", Language: "python"}}},
		"a workflow that it reads":  {"Bash", `{"command":"cat .github/workflows/ci.yml"}`, "- run: flake8 shop", []ledger.Check{{Kind: "lint", Language: "python"}}},
		"one that it removes":       {"Bash", `{"command":"rm -v .github/workflows/ci.yml"}`, "- run: flake8 shop", nil},
		"a file that it reads":      {"Bash", `{"command":"cat notes.md"}`, "- run: flake8 shop", nil},
		"another file":              {"Write", `{"file_path":"notes.md","content":"- run: flake8 shop"}`, "ok", nil},
		"a list of files":           {"Bash", `{"command":"ls shop"}`, "main.go main_test.go", []ledger.Check{{Kind: "tests", Language: "go"}}},
		"what another program says": {"Bash", `{"command":"./ci.sh"}`, "main_test.go", nil},
	} {
		transcript := `{"type":"user","uuid":"a","sessionId":"s","cwd":"/w","message":{"role":"user","content":"x"}}` + "\n" +
			`{"type":"assistant","uuid":"0","parentUuid":"a","sessionId":"s","cwd":"/w","message":{"content":[{"type":"tool_use","id":"s","name":"Bash","input":{"command":"ls; cat .github/workflows/ci.yml"}}]}}` + "\n" +
			`{"type":"user","uuid":"1","parentUuid":"0","sessionId":"s","cwd":"/w","message":{"content":[{"type":"tool_result","tool_use_id":"s","content":"x"}]}}` + "\n" +
			`{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","cwd":"/w","message":{"content":[{"type":"tool_use","id":"t","name":"` + tt.tool + `","input":` + tt.input + `}]}}` + "\n" +
			`{"type":"user","uuid":"c","parentUuid":"b","sessionId":"s","cwd":"/w","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"` + tt.output + `"}]}}` + "\n"
		l, err := readLedger([]byte(transcript))
		if err != nil || !slices.Equal(l.Checks, tt.want) {
			t.Errorf("%s: %v, %v, want %v", name, l.Checks, err, tt.want)
		}
	}
}
