package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

// exe runs a program whose name needs no quotes.
var exe = Installation{Executable: "handofflint"}

// freshClaude is a new settings file of Claude Code. The events and matchers are from Claude Code's
// documentation.
const freshClaude = `{
  "hooks": {
    "SessionStart": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "command -v handofflint >/dev/null 2>&1 || { echo '{\"systemMessage\": \"handofflint is not installed here, so handoffs are not being checked: go install github.com/handofflint/handofflint/cmd/handofflint@latest\"}'; exit 0; }; handofflint hook",
            "timeout": 10,
            "statusMessage": "handofflint"
          }
        ]
      }
    ],
    "PreToolUse": [
      {
        "matcher": "Agent|Task|SendMessage|SubagentHandback",
        "hooks": [
          {
            "type": "command",
            "command": "command -v handofflint >/dev/null 2>&1 || exit 0; handofflint hook",
            "timeout": 10,
            "statusMessage": "handofflint"
          }
        ]
      }
    ],
    "PostToolUse": [
      {
        "matcher": "Write|Edit|MultiEdit|Bash|Agent|Task",
        "hooks": [
          {
            "type": "command",
            "command": "command -v handofflint >/dev/null 2>&1 || exit 0; handofflint hook",
            "timeout": 10,
            "statusMessage": "handofflint"
          }
        ]
      }
    ],
    "PostToolUseFailure": [
      {
        "matcher": "Bash|Agent|Task",
        "hooks": [
          {
            "type": "command",
            "command": "command -v handofflint >/dev/null 2>&1 || exit 0; handofflint hook",
            "timeout": 10,
            "statusMessage": "handofflint"
          }
        ]
      }
    ],
    "UserPromptSubmit": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "command -v handofflint >/dev/null 2>&1 || exit 0; handofflint hook",
            "timeout": 10,
            "statusMessage": "handofflint"
          }
        ]
      }
    ],
    "SubagentStop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "command -v handofflint >/dev/null 2>&1 || exit 0; handofflint hook",
            "timeout": 10,
            "statusMessage": "handofflint"
          }
        ]
      }
    ],
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "command -v handofflint >/dev/null 2>&1 || exit 0; handofflint hook",
            "timeout": 10,
            "statusMessage": "handofflint"
          }
        ]
      }
    ]
  }
}
`

func TestInstallWhereThereIsNothing(t *testing.T) {
	for _, in := range []string{"", "\n", " \t\r\n", text.BOM} {
		if got := install(t, "claude", in); got != freshClaude {
			t.Errorf("%q becomes\n%s", in, got)
		}
	}
	if got := install(t, "claude", "{}\n"); got != freshClaude {
		t.Errorf("an empty object becomes\n%s", got)
	}
	for _, h := range hosts {
		if got := install(t, h.Name, `{"hooks": {}}`); strings.Contains(got, `"version": 1`) != h.file.version {
			t.Errorf("%s: the version of the file's format: %s", h.Name, got)
		}
	}
}

// crowded has other tools' hooks for our events, unknown keys, escapes, odd numbers and no order.
const crowded = `{
  "$schema": "https://example.org/settings.json",
  "permissions": {"allow": ["Bash(npm run lint)", "Read(~/.zshrc)"], "deny": []},
  "hooks": {
    "Notification": [{"hooks": [{"type": "command", "command": "notify-send done"}]}],
    "PostToolUse": [
      {
        "matcher": "Write|Edit",
        "hooks": [
          {
            "type": "command",
            "command": "prettier --write \"$CLAUDE_FILE_PATHS\"",
            "if": "Edit(*.ts)"
          }
        ]
      }
    ],
    "Stop": []
  },
  "env": {
    "A": "\u00e9 \/ é 😀",
    "B": 1.0e3
  },
  "unknown": {"deep": [[], {}, null, true]}
}
`

func TestInstallKeepsEverything(t *testing.T) {
	got := install(t, "claude", crowded)
	for line := range strings.SplitSeq(strings.TrimSpace(crowded), "\n") {
		if line = strings.TrimSuffix(line, ","); line != `    "Stop": []` && !strings.Contains(got, line) {
			t.Errorf("the line %q is gone from\n%s", line, got)
		}
	}
	want := `        ]
      },
      {
        "matcher": "Write|Edit|MultiEdit|Bash|Agent|Task",
        "hooks": [
          {
            "type": "command",
            "command": "command -v handofflint >/dev/null 2>&1 || exit 0; handofflint hook",`
	if !strings.Contains(got, want) {
		t.Errorf("our group does not follow the other tool's in\n%s", got)
	}
}

// TestLayout checks that additions follow the file's layout.
func TestLayout(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string // parts of the result
	}{
		{"tabs", "{\n\t\"a\": 1\n}\n", []string{"\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"SessionStart\": [\n\t\t\t{\n\t\t\t\t\"hooks\": [\n", "\n\t}\n}\n"}},
		{"four spaces", "{\n    \"a\": 1\n}\n", []string{",\n    \"hooks\": {\n        \"SessionStart\": [\n            {\n", "\n    }\n}\n"}},
		{"CRLF", "{\r\n  \"a\": 1\r\n}\r\n", []string{"{\r\n  \"a\": 1,\r\n  \"hooks\": {\r\n", "\r\n  }\r\n}\r\n"}},
		{"a BOM", text.BOM + "{\n  \"a\": 1\n}\n", []string{text.BOM + "{\n  \"a\": 1,\n  \"hooks\": {\n"}},
		{"one line", `{"a": 1}`, []string{`{"a": 1, "hooks": {` + "\n  \"SessionStart\": [\n"}},
		{"no final newline", "{\n  \"a\": 1\n}", []string{"\n  }\n}"}},
	}
	for _, test := range tests {
		got := install(t, "claude", test.in)
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no\n%q in\n%q", test.name, want, got)
			}
		}
		if strings.HasSuffix(test.in, "}") && !strings.HasSuffix(got, "}") {
			t.Errorf("%s: the end of the file has changed: %q", test.name, got)
		}
		if strings.Contains(test.in, "\r\n") && strings.Count(got, "\n") != strings.Count(got, "\r\n") {
			t.Errorf("%s: mixed line ends in %q", test.name, got)
		}
	}
}

// roundTrips are files that installing and uninstalling leaves unchanged byte for byte, since they have no
// empty container for our hooks.
var roundTrips = map[string]string{
	"minimal":          "{\n  \"model\": \"opus\"\n}\n",
	"no final newline": "{\n  \"model\": \"opus\"\n}",
	"tabs":             "{\n\t\"a\": {\n\t\t\"b\": []\n\t}\n}\n",
	"four spaces":      "{\n    \"a\": 1,\n    \"b\": 2\n}\n",
	"CRLF":             "{\r\n  \"a\": 1\r\n}\r\n",
	"a BOM":            text.BOM + "{\n  \"a\": 1\n}\n",
	"minified":         `{"a":1}`,
	"minified hooks":   `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]},"a":1}`,
	"ragged":           "{ \"a\" :1 ,\n\n   \"b\":\n2 }\n\n",
	"hooks":            strings.Replace(crowded, `"Stop": []`, `"Stop": [{"hooks": []}]`, 1),
	"another event":    "{\n  \"hooks\": {\n    \"Notification\": []\n  }\n}\n",
	"other's in ours":  "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}\n    ]\n  }\n}\n",
	"a status line":    `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "handofflint status"}]}]}}`,
	"a key named hook": "{\n  \"hook\": 1,\n  \"\": 2\n}\n",
}

func TestUninstallGivesBackWhatWasThere(t *testing.T) {
	for _, h := range hosts {
		for name, in := range roundTrips {
			once := install(t, h.Name, in)
			if once == in {
				t.Errorf("%s, %s: nothing was installed", h.Name, name)
			}
			if twice := install(t, h.Name, once); twice != once {
				t.Errorf("%s, %s: installing twice gives\n%s\ninstead of\n%s", h.Name, name, twice, once)
			}
			if got := uninstall(t, h.Name, once); got != withoutVersion(t, h, in, got) {
				t.Errorf("%s, %s: uninstalling gives\n%q\ninstead of\n%q", h.Name, name, got, in)
			}
		}
	}
}

// withoutVersion returns the expected text for a host whose files have a version: it stays if the file had
// none before.
func withoutVersion(t *testing.T, h *Host, in, got string) string {
	t.Helper()
	if !h.file.version {
		return in
	}
	var had, has map[string]any
	if json.Unmarshal([]byte(strings.TrimPrefix(in, text.BOM)), &had) != nil || json.Unmarshal([]byte(strings.TrimPrefix(got, text.BOM)), &has) != nil {
		t.Fatalf("not JSON: %q, %q", in, got)
	}
	delete(has, "version")
	if !reflect.DeepEqual(had, has) {
		return in
	}
	return got
}

// A hook's command is updated, while its timeout and the user's additions stay. A hook that the host starts
// in another way is replaced.
func TestUpgrade(t *testing.T) {
	changed := strings.NewReplacer(`"timeout": 10`, `"timeout": 5, "if": "true"`)
	older := regexp.MustCompile(`"command": ".*handofflint hook"`).ReplaceAllString(changed.Replace(freshClaude), `"command": "/opt/old/handofflint-0.0.9 hook --host claude"`)
	if got := install(t, "claude", older); got != changed.Replace(freshClaude) {
		t.Errorf("the upgrade gives\n%s", got)
	}
}

func TestRequire(t *testing.T) {
	required := Installation{Executable: "handofflint", Require: true, Base: "/etc/base.yaml"}
	out, err := HostByName("codex").Install(nil, required)
	if err != nil || strings.Count(string(out), `"handofflint hook --host codex --require-handoffs --base-config=/etc/base.yaml"`) != 5 {
		t.Fatalf("%v: %s", err, out)
	}
	if got := install(t, "codex", string(out)); strings.Contains(got, "require") || got != install(t, "codex", "") {
		t.Errorf("still required:\n%s", got)
	}
}

func TestUpstreamIsNamed(t *testing.T) {
	in := `{"hooks": {"PostToolUse": [{"hooks": [{"type": "command", "command": "bash ~/agent-handoff/hook-validate-handoff.sh"}, {"type": "command", "command": "x"}]}]}}`
	if got := Upstream([]byte(in)); fmt.Sprint(got) != "[hook-validate-handoff]" {
		t.Errorf("%q", got)
	}
}

func TestInstallTidiesUp(t *testing.T) {
	ours := `{"type": "command", "command": "/old/handofflint hook", "timeout": 9}`
	tests := map[string]string{
		"a shell's command line": `{"hooks": {"Stop": [{"hooks": [` + ours + `]}]}}`,
		"twice in one group":     `{"hooks": {"Stop": [{"hooks": [` + ours + `, ` + ours + `]}]}}`,
		"in two groups":          `{"hooks": {"Stop": [{"hooks": [` + ours + `]}, {"hooks": [` + ours + `]}]}}`,
		"in an event of no use":  `{"hooks": {"SessionEnd": [{"hooks": [` + ours + `]}]}}`,
		"without a group":        `{"hooks": {"Stop": [` + ours + `]}}`,
		"in another's group":     `{"hooks": {"Stop": [{"matcher": "x", "hooks": [{"type": "command", "command": "y"}, ` + ours + `]}]}}`,
		"a matcher not wanted":   `{"hooks": {"Stop": [{"matcher": "x", "hooks": [` + ours + `]}]}}`,
		"no matcher, but wanted": `{"hooks": {"PreToolUse": [{"hooks": [` + ours + `]}]}}`,
		"made by hand":           `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "handofflint hook || true"}]}]}}`,
		"without looking for it": `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "handofflint hook"}]}]}}`,
		"quoted":                 `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "'/my dir/handofflint' hook"}]}]}}`,
	}
	for name, in := range tests {
		got := install(t, "claude", in)
		if n := strings.Count(got, ` handofflint hook"`); n != 7 {
			t.Errorf("%s: %d hooks of ours, want 7:\n%s", name, n, got)
		}
		if strings.Contains(got, "old") || strings.Contains(got, "hook --") || strings.Contains(got, "SessionEnd") || strings.Contains(got, `C:\\`) {
			t.Errorf("%s: the older hook is still there:\n%s", name, got)
		}
		if strings.Contains(in, `"y"`) && !strings.Contains(got, `"command": "y"`) {
			t.Errorf("%s: the other tool's hook is gone:\n%s", name, got)
		}
	}
}

// TestOthersAreNotOurs checks that a hook that only looks like ours stays, and ours is added.
func TestOthersAreNotOurs(t *testing.T) {
	for _, line := range []string{
		"handofflint check .", "handofflint", "handofflint hooks test", "echo handofflint hook",
		"handofflint hook && ./other.sh", "handofflint hook || ./other.sh", "handofflint hook || true; rm x", "handofflint hook | tee log", "handofflint hook > $(pwd)/x", "handofflint hook; rm x",
		"cd x\nhandofflint hook", "my-handofflint hook", "",
		"command -v handofflint >/dev/null 2>&1 || rm x; handofflint hook", "command -v x >/dev/null 2>&1 || exit 0; handofflint hook",
		"command -v handofflint >/dev/null 2>&1 || { echo '' ; rm x; }; handofflint hook",
		`cmd /c call "C:\a b\handofflint.exe" hook & del x`, `cmd /c del "C:\a b\handofflint.exe" hook`,
	} {
		if program, _ := splitCommand(line); program != "" {
			t.Errorf("%q is taken for ours", line)
		}
	}
}

func TestQuotesAreReadBack(t *testing.T) {
	paths := []string{"handofflint", "/usr/bin/handofflint", "/a b/handofflint", "/it's/handofflint", `/a"b/handofflint`, "/$HOME/`x`/handofflint", "/ünï/handofflint", "/a;b&c|d/(e)/handofflint", `/a\b/handofflint`}
	for _, h := range hosts {
		for _, path := range paths {
			for _, e := range h.Events {
				line := h.command(Installation{Executable: path, Require: true}, e)
				if got, _ := splitCommand(line); runtime.GOOS != "windows" && got != path {
					t.Errorf("%s: %q is written %s and read %q", h.Name, path, line, got)
				}
			}
		}
	}
}

// TestQuotesOnWindows checks that commands of Claude Code are for Git's shell, in which paths have no
// unquoted backslash, and that others work in both cmd and PowerShell.
func TestQuotesOnWindows(t *testing.T) {
	const plain, spaced = `C:\go\bin\handofflint.exe`, `C:\Program Files (x86)\x y\handofflint.exe`
	const letters, comma = `C:\Users\Jürgen\go1.25\bin\handofflint.exe`, `C:\a,b\handofflint.exe`
	tests := []struct{ host, path, want, read string }{
		{"claude", "handofflint", "handofflint", "handofflint"},
		{"claude", plain, `"C:/go/bin/handofflint.exe"`, "C:/go/bin/handofflint.exe"},
		{"claude", spaced, `"C:/Program Files (x86)/x y/handofflint.exe"`, "C:/Program Files (x86)/x y/handofflint.exe"},
		{"codex", plain, plain, plain},
		{"codex", letters, letters, letters},
		{"codex", spaced, `cmd /c call "` + spaced + `"`, spaced},
		{"gemini", comma, `cmd /c call "` + comma + `"`, comma},
	}
	for _, test := range tests {
		got := HostByName(test.host).quote(test.path, "windows")
		if read, _ := splitCommand(got + " hook"); got != test.want || read != test.read {
			t.Errorf("%s: %s is written %s and read %q", test.host, test.path, got, read)
		}
	}
}

func TestRefusals(t *testing.T) {
	tests := []struct {
		name, host, in, want string
	}{
		{"a comment", "claude", "{\n  // no\n}", "line 2, column 3: not valid JSON"},
		{"a trailing comma", "claude", "{\n  \"a\": 1,\n}", "line 2, column 9: not valid JSON"},
		{"a key twice", "claude", "{\n  \"hooks\": {},\n  \"hooks\": {}\n}", "line 3, column 3: not valid JSON"},
		{"a list", "claude", "[]", "line 1, column 1: not valid JSON"},
		{"cut off", "claude", `{"hooks": {`, "line 1, column 12: not valid JSON"},
		{"not UTF-8", "claude", "{\"a\": \"\xff\"}", "line 1, column 8: not valid JSON"},
		{"hooks is a list", "claude", "{\n  \"hooks\": []\n}", "line 2, column 12: hooks is of type list, not object"},
		{"hooks is null", "codex", `{"hooks": null}`, "line 1, column 11: hooks is of type null, not object"},
		{"an event is an object", "claude", `{"hooks": {"Stop": {}}}`, "line 1, column 20: hooks.Stop is of type object, not list"},
		{"a group is a string", "claude", `{"hooks": {"Stop": ["x"]}}`, "line 1, column 21: hooks.Stop[0] is of type string, not object"},
		{"a group's hooks are an object", "claude", `{"hooks": {"Stop": [{"hooks": {}}]}}`, "line 1, column 31: hooks.Stop[0].hooks is of type object, not list"},
		{"an event at the top", "droid", `{"Stop": true}`, "line 1, column 10: Stop is of type boolean, not list"},
	}
	for _, test := range tests {
		h := HostByName(test.host)
		out, err := h.Install([]byte(test.in), exe)
		if err == nil || err.Error() != test.want || out != nil {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
		if _, again := h.Uninstall([]byte(test.in)); again == nil || again.Error() != test.want {
			t.Errorf("%s: uninstall says %v, want %s", test.name, again, test.want)
		}
	}
}

// Gemini has other keys beside the events.
func TestGeminiSwitchesAreKept(t *testing.T) {
	in := "{\n  \"hooks\": {\n    \"enabled\": true,\n    \"disabled\": [\"x\"]\n  }\n}\n"
	got := install(t, "gemini", in)
	if !strings.Contains(got, "\"enabled\": true,\n    \"disabled\": [\"x\"],\n    \"SessionStart\"") || !strings.Contains(got, `"timeout": 10000`) {
		t.Errorf("installed:\n%s", got)
	}
	if back := uninstall(t, "gemini", got); back != in {
		t.Errorf("uninstalled:\n%s", back)
	}
}

func TestTooManyHooks(t *testing.T) {
	one := `{"command": "handofflint hook"}`
	in := `{"hooks": {"Stop": [{"hooks": [` + strings.TrimSuffix(strings.Repeat(one+",", maxEdits+1), ",") + `]}]}}`
	if _, err := HostByName("claude").Uninstall([]byte(in)); !errors.Is(err, errTooMany) {
		t.Errorf("error is %v, want %v", err, errTooMany)
	}
}

func install(t *testing.T, host, in string) string {
	t.Helper()
	out, err := HostByName(host).Install([]byte(in), exe)
	if err != nil {
		t.Fatalf("install %q: %v", in, err)
	}
	if !json.Valid([]byte(strings.TrimPrefix(string(out), text.BOM))) {
		t.Fatalf("install makes of %q what is no JSON:\n%s", in, out)
	}
	return string(out)
}

func uninstall(t *testing.T, host, in string) string {
	t.Helper()
	out, err := HostByName(host).Uninstall([]byte(in))
	if err != nil {
		t.Fatalf("uninstall %q: %v", in, err)
	}
	return string(out)
}
