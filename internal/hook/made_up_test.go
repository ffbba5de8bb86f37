package hook

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/tools"
)

// madeUp is a host that exists only as its entry.
var madeUp = &Host{
	Name: "madeup", Title: "Made Up",
	Project: ".madeup/hooks.json",
	Events: []HostEvent{
		{"begun", SessionStart, ""}, {"will-call", PreToolUse, "Agent"}, {"has-called", PostToolUse, "Write|Bash|Agent"},
		{"asked", UserPromptSubmit, ""}, {"over", Stop, ""},
	},
	key: "madeup_version",
	answer: func(v Answer, e Event) any {
		if v.Block {
			return map[string]string{"halt": v.Reason}
		}
		return map[string]string{}
	},
	tools: hostTools{"Write", "Agent"},
	file:  form{item: inGroup},
}

// AddMadeUp adds the host to the table until the test ends.
func AddMadeUp(t *testing.T) {
	before := hosts
	hosts = append(slices.Clone(hosts), madeUp)
	t.Cleanup(func() { hosts = before })
}

// TestHostIsOneEntry checks that a host needs only its entry: its events are detected and answered in its
// form, and its hooks are installed and work.
func TestHostIsOneEntry(t *testing.T) {
	AddMadeUp(t)
	root, getenv := project(t)
	report := root + "/.claude/agent-handoffs/" + session + "/02-implementer-report.md"
	play := func(path string) string {
		event := `{"hook_event_name": "has-called", "madeup_version": "1", "sessionId": "s", "cwd": ` + strconv.Quote(root) +
			`, "tool_name": "Write", "tool_input": {"path": ` + strconv.Quote(path) + `}}`
		var out bytes.Buffer
		if code := Run(testConfig(event, &out, getenv)); code != 0 {
			t.Errorf("exit code %d", code)
		}
		return out.String()
	}
	if got := play(report); !strings.HasPrefix(got, `{"halt":"handofflint: `) || !strings.Contains(got, filepath.Base(report)) {
		t.Errorf("the answer to a broken report is %s", got)
	}
	if got := play(root + "/main.go"); got != "" {
		t.Errorf("the answer to another file is %s", got)
	}

	target := Target{Host: HostByName("madeup"), Path: madeUp.projectPath(newTree(t))}
	if changed, err := target.Install(Installation{Executable: fakeProgram(t)}); err != nil || !changed {
		t.Fatalf("installed: %v, %v", changed, err)
	}
	if !strings.Contains(readText(t, target.Path), "hook --host madeup") {
		t.Errorf("the settings are\n%s", readText(t, target.Path))
	}
	checks, err := target.Test(context.Background(), fakeEnviron("itself"), "test")
	if want := 2 + len(madeUp.samples("")); err != nil || len(checks) != want {
		t.Errorf("%d checks of the self-test, want %d: %v", len(checks), want, err)
	}
	for _, c := range checks {
		if !c.OK {
			t.Errorf("%s: %s", c.What, c.Result)
		}
	}
}

// answerItself answers an event like the program, with the made-up host in the table.
func answerItself(event string) int {
	hosts = append(hosts, madeUp)
	c := testConfig(event, new(bytes.Buffer), os.Getenv)
	c.Err = os.Stderr
	c.ExitCode = slices.Contains(os.Args, "--exit-code")
	if at := slices.Index(os.Args, "--host"); at >= 0 {
		c.Host = HostByName(os.Args[at+1])
	}
	return Run(c)
}

// TestToolsOfHostsAreKnown checks that the table of tools has those for which a host calls us.
func TestToolsOfHostsAreKnown(t *testing.T) {
	for _, h := range hosts {
		for _, e := range h.Events {
			for tool := range strings.SplitSeq(e.Matcher, "|") {
				if tool != "" && tools.Of(tool) == tools.Unknown {
					t.Errorf("%s, %s: it is not known what %s does", h.Name, e.Name, tool)
				}
			}
		}
		if kind := tools.Of(h.tools.edit); kind != tools.Write && kind != tools.Patch {
			t.Errorf("%s: %s writes no files", h.Name, h.tools.edit)
		}
		if tools.Of(h.tools.agent) != tools.Send {
			t.Errorf("%s: %s launches no agent", h.Name, h.tools.agent)
		}
	}
}

// TestHostsHaveOneHome checks that hosts are named in their table, and no code asks for one by name.
func TestHostsHaveOneHome(t *testing.T) {
	own, _ := filepath.Glob("*.go")
	commands, _ := filepath.Glob("../cli/*.go")
	if len(own) == 0 || len(commands) == 0 {
		t.Fatal("no sources here")
	}
	for _, path := range slices.Concat(own, commands) {
		if path == "hosts.go" || strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if ok && slices.Contains(HostNames(), strings.Trim(literal.Value, "`\"")) {
				t.Errorf("%s has the host's name %s: ask the table in hosts.go", path, literal.Value)
			}
			return true
		})
	}
}
