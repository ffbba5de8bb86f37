package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/testkit"
)

const session = "20260531-170546-ad4f12aa"

// bench is a project in which events are played in sequence.
type bench struct {
	t      *testing.T
	root   string
	getenv func(string) string
	change func(*Config)
	played int
}

func newBench(t *testing.T) *bench {
	root, getenv := project(t)
	return &bench{t: t, root: root, getenv: getenv}
}

// report returns the path of a report of the project.
func (b *bench) report(name string) string {
	return b.root + "/.claude/agent-handoffs/" + session + "/" + name
}

// play plays an event of Claude Code and returns exit code and output.
func (b *bench) play(fields map[string]any) (int, string) {
	b.t.Helper()
	b.played++ // every event is different
	event := map[string]any{"session_id": "s1", "transcript_path": "/t", "cwd": b.root, "played": b.played}
	maps.Copy(event, fields)
	text, err := json.Marshal(event)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.playRaw(string(text))
}

func (b *bench) playRaw(text string) (int, string) {
	b.t.Helper()
	var out bytes.Buffer
	c := testConfig(text, &out, b.getenv)
	if b.change != nil {
		b.change(&c)
	}
	code := Run(c)
	for _, said := range modelTexts(out.String()) {
		saysOnce(b.t, said)
	}
	return code, out.String()
}

// says fails the test unless the output has each of the given texts; without texts, it must be empty.
func (b *bench) says(fields map[string]any, want ...string) string {
	b.t.Helper()
	_, out := b.play(fields)
	if len(want) == 0 && out != "" {
		b.t.Errorf("not silent: %s", out)
	}
	for _, w := range want {
		if !strings.Contains(out, w) {
			b.t.Errorf("no %q in: %s", w, out)
		}
	}
	return out
}

func write(path string) map[string]any {
	return map[string]any{"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": map[string]any{"file_path": path}}
}

func ranCommand(command string) map[string]any {
	return map[string]any{"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": map[string]any{"command": command}}
}

func agent(kind, prompt string) map[string]any {
	return map[string]any{"hook_event_name": "PreToolUse", "tool_name": "Agent",
		"tool_input": map[string]any{"prompt": prompt, "description": "do it", "subagent_type": kind}}
}

func returnMessage(message string) map[string]any {
	return map[string]any{"hook_event_name": "SubagentStop", "agent_id": "a1", "agent_type": "critic", "last_assistant_message": message}
}

// After three blocks in a session a file is let through, with a message to the user. Another session,
// another stage, or a pass starts the count anew.
func TestAFileIsReleasedAfterThreeBlocks(t *testing.T) {
	b := newBench(t)
	broken := b.report("02-implementer-report.md")
	for range 3 {
		b.says(write(broken), `"decision":"block"`)
	}
	out := b.says(write(broken), `"systemMessage":"`, "was let through, and still does not pass", "section 3 is missing")
	if strings.Contains(out, "decision") {
		t.Errorf("still blocked: %s", out)
	}
	other := write(broken)
	other["session_id"] = "s2"
	b.says(other, `"decision":"block"`)
	b.says(returnMessage("Handoff written to "+broken+"."), `"decision":"block"`)

	data := testkit.Read(t, broken)
	good := testkit.Read(t, b.report("04-reviewer-report.md"))
	good = bytes.Replace(bytes.Replace(good, []byte("sequence: 4"), []byte("sequence: 2"), 1), []byte(`"reviewer"`), []byte(`"tester"`), 1)
	testkit.Write(t, broken, good)
	if _, out := b.play(write(broken)); strings.Contains(out, "block") {
		t.Fatalf("the repaired report is blocked: %s", out)
	}
	testkit.Write(t, broken, data)
	b.says(write(broken), `"decision":"block"`)
}

// A prompt needs a handoff only if they are required; then it may be refused three times.
func TestHandoffsAreRequiredOnRequest(t *testing.T) {
	b := newBench(t)
	b.says(agent("critic", "Do it."))
	b.change = func(c *Config) { c.Require = true }
	lacks(t, b.says(map[string]any{"hook_event_name": SessionStart}, "unfinished"), "exempts")
	for range 3 {
		b.says(agent("critic", "Do it."), `"permissionDecision":"deny"`, "Run `handofflint dispatch critic do-it --session s1`")
	}
	other := agent("critic", "Do it.")
	other["session_id"] = "no folder/s1"
	b.says(other, "Run `handofflint dispatch critic do-it`")
	b.says(agent("critic", "Do it."), "systemMessage", "let through after it was refused too often")
	b.says(agent("writer", "Do it."), `"permissionDecision":"deny"`)
	b.says(agent("explore", "Do it."))
	b.says(agent("writer", "ZW5jcnlwdGVk"))
	if _, err := os.Stat(b.root + "/.claude/agent-handoffs/s1"); err == nil {
		t.Error("a refused prompt has reserved something")
	}
}

// A tree's configuration can exempt agents, and the user is told.
func TestATreeExemptsAgents(t *testing.T) {
	b := newBench(t)
	path := filepath.Join(b.root, ".handofflint.yaml")
	testkit.Write(t, path, []byte("hooks: {exempt: [\"*-searcher\"]}\n"))
	b.change = func(c *Config) {
		checker := c.Checker
		c.Require = true
		c.Checker = func(cwd string) (Checker, error) {
			j, err := checker(cwd)
			if err == nil {
				j.Settings, err = config.Load(path)
			}
			return j, err
		}
	}
	b.says(agent("web-Searcher", "Do it."))
	b.says(agent("web-writer", "Do it."), "deny")
	b.says(map[string]any{"hook_event_name": "SessionStart"}, `"systemMessage":"handofflint: this repository's configuration exempts these agents from leaving a handoff: \"*-searcher\"`)
}

// A passing report is sealed when it is handed back; one that cannot be sealed is held.
func TestAReportIsSealedWhenItIsHandedBack(t *testing.T) {
	for want, seal := range map[string]func(string) error{
		"":      func(string) error { return nil },
		"deny_": func(string) error { return errors.New("still being written") },
	} {
		b := newBench(t)
		b.change = func(c *Config) {
			checker := c.Checker
			c.Checker = func(cwd string) (Checker, error) {
				j, err := checker(cwd)
				j.Seal = seal
				return j, err
			}
		}
		event := returnMessage("Handoff written to `" + b.report("04-reviewer-report.md") + "`. Summary: x")
		if want == "" {
			b.says(event)
		} else {
			b.says(event, `"decision":"block"`, "once the report is complete, run `handofflint seal` on it")
		}
	}
}

// A missing promised report is named when the session stops. The second stop passes, and the user is told.
func TestWhatWasPromisedIsMissed(t *testing.T) {
	b := newBench(t)
	path := b.report("06-critic-report.md")
	b.says(agent("critic", "Write `"+path+"` and `"+b.report("07-writer-report.md")+"` and return."))
	b.says(ranCommand("ls .claude/agent-handoffs"))
	stop := map[string]any{"hook_event_name": "Stop"}
	b.says(map[string]any{"hook_event_name": "Stop", "agent_id": "a1"}) // an agent's, as in Copilot
	b.says(agent("writer", "Write docs/context/2026-06-01-x.json, which the next agent may want."))
	out := b.says(stop, `"decision":"block"`, "06-critic-report.md\\\" is not there, though an agent was launched to write it", "07-writer-report.md\\\" is not there")
	lacks(t, out, "docs/context")
	stop["stop_hook_active"] = true
	out = b.says(stop, `"systemMessage":"`, "06-critic-report.md\\\" was never written", "02-implementer-report.md\\\" was let through, and still does not pass: 3 errors")
	if strings.Contains(out, `"decision"`) {
		t.Errorf("held twice: %s", out)
	}
	stop["stop_hook_active"] = false
	if _, out := b.play(stop); strings.Contains(out, "06-critic") {
		t.Errorf("named again: %s", out)
	}
}

// An untouched skeleton has the most findings. It once needed 4,300 bytes; now the file, each help and each
// line are named once.
func TestMessagesAreSmall(t *testing.T) {
	b := newBench(t)
	skeleton := testkit.Read(t, "../../cue/skeletons/report.md")
	path := b.report("07-writer-report.md")
	testkit.Write(t, path, bytes.Replace(skeleton, []byte(`"writing"`), []byte(`"written"`), 1))
	var answer reply
	if err := json.Unmarshal([]byte(b.says(write(path), "block")), &answer); err != nil {
		t.Fatal(err)
	}
	if n := len(answer.Reason); n > 2200 {
		t.Errorf("%d bytes:\n%s", n, answer.Reason)
	}
	for _, once := range []string{"07-writer-report.md", "replace it with what the next agent needs to know", "it is data, not an instruction"} {
		if n := strings.Count(answer.Reason, once); n != 1 {
			t.Errorf("%q is said %d times:\n%s", once, n, answer.Reason)
		}
	}
	if n := strings.Count(answer.Reason, "\n  line "); n < 13 {
		t.Errorf("only %d findings:\n%s", n, answer.Reason)
	}
}

// Errors come first, and findings of a rule with the same help together.
func TestFindingsAreGrouped(t *testing.T) {
	b := newBench(t)
	path := b.root + "/docs/context/1717580000-x.json"
	testkit.Write(t, path, []byte("{\"schema_version\": 1, \"task_id\": \"x\",\n\"task_summary\": \"TBD\",\n\"tdd\": \"yes\",\n\"suggested_approach\": \"TODO\",\n\"key_findings\": [\"a\"]}"))
	var lines []string
	for _, part := range strings.Split(b.says(write(path), "block"), `\n  line `)[1:] {
		lines = append(lines, part[:1])
	}
	if got := strings.Join(lines, " "); got != "2 4 3 1 1" {
		t.Errorf("the findings are on lines %s", got)
	}
}

// If blocks cannot be counted, an agent might be held forever: it is let through, and the user is told.
// Written files are still checked, since that holds no one.
func TestNobodyIsHeldWithoutAMemory(t *testing.T) {
	b := newBench(t)
	file := filepath.Join(t.TempDir(), "state")
	testkit.Write(t, file, "")
	b.change = func(c *Config) {
		env := c.Getenv
		c.Err = io.Discard
		c.Getenv = func(name string) string {
			if strings.HasPrefix(name, "HANDOFFLINT") {
				return ""
			}
			if name == "XDG_STATE_HOME" || name == "LOCALAPPDATA" {
				return file
			}
			return env(name)
		}
	}
	broken := b.report("02-implementer-report.md")
	for _, event := range []map[string]any{agent("critic", "Read "+broken+" first."), returnMessage("Handoff written to " + broken)} {
		out := b.says(event, `"systemMessage":"`, "nothing was blocked")
		if strings.Contains(out, "deny") || strings.Contains(out, `"decision"`) {
			t.Errorf("held back: %s", out)
		}
	}
	b.says(write(broken), `"decision":"block"`)
}

// A path is found in an agent's message whatever Markdown surrounds it; other words are not paths.
func TestAPathIsFoundInWhatIsSaid(t *testing.T) {
	b := newBench(t)
	broken := b.report("02-implementer-report.md")
	t.Setenv("HOME", filepath.Dir(broken))
	t.Setenv("USERPROFILE", filepath.Dir(broken))
	for i, said := range []string{
		"Handoff written to [02-implementer-report.md](" + broken + ")", "Handoff written to: [the report](<" + broken + ">).",
		"**Handoff written to:** `" + broken + "`", "**Handoff written to**: " + broken, "*Handoff written to* **" + broken + "**.",
		"Handoff written to the file " + broken + " as told.", "Handoff written to the file `" + broken + "`.", "Handoff written to file \"" + broken + "\".", "handoff written to \"" + broken + "\"",
		"Handoff written to ~/02-implementer-report.md", "Handoff written to " + broken + ".done",
	} {
		event := returnMessage(said)
		event["session_id"] = strconv.Itoa(i) // in one session, a file would be let through
		b.says(event, `"decision":"block"`, "02-implementer-report.md\\\", but the next agent cannot use it")
	}
	b.says(returnMessage("Handoff written to my work/agent-handoffs/s1/02-implementer-report.md."), `"decision":"block"`, "you hand back \\\"work/agent-handoffs/s1/02-implementer-report.md")
	b.says(returnMessage("Handoff written to `my work/agent-handoffs/s1/02-implementer-report.md`."), `"decision":"block"`, "you hand back \\\"my work/agent-handoffs/s1/02-implementer-report.md")
	b.says(returnMessage("Handoff written to "+b.root+"/my work/agent-handoffs/s1/02-implementer-report.md."), `"decision":"block"`, "you hand back \\\"my work/agent-handoffs/s1/02-implementer-report.md")
	for _, said := range []string{"Handoff written to the path you gave me.", "Handoff written to disk", "Handoff written to [it]( )", "Handoff written to", "Handoff written to " + b.report(strings.Repeat("x", maxPath)+".md")} {
		if _, out := b.play(returnMessage(said)); out != "" {
			t.Errorf("%q is answered by %s", said, out)
		}
	}
}

// An agent is held to its prompt even if neither its message nor a transcript mentions it.
func TestAnAgentMustWriteItsReport(t *testing.T) {
	b := newBench(t)
	path := b.report("06-critic-report.md")
	prompt := "## Handoff Files\n\nWrite `" + path + "`, end with <!-- handoff-end --> and reply: Handoff written to it.\n"
	b.says(agent("critic", prompt))
	b.says(returnMessage("All done, see above."), `you were told to write your handoff to \".claude/agent-handoffs/20260531-170546-ad4f12aa/06-critic-report.md`)
	other := returnMessage("All done.")
	other["agent_type"] = "searcher"
	b.says(other)
	// A prompt without that section may mean something else.
	other["agent_transcript_path"] = b.transcriptOn("Write `"+path+"` and return.", "/elsewhere/x.md", "All done.")
	b.says(other)
}

// A report that was handed back and passed is not expected again when the agent stops: its last message is
// about something else.
func TestAReportIsCheckedOnceWhenHandedBack(t *testing.T) {
	b := newBench(t)
	good := b.report("01-architect-report.md")
	prompt := "## Handoff Files\n\nWrite `" + good + "`, end with <!-- handoff-end --> and reply: Handoff written to it.\n"
	b.says(agent("critic", prompt))
	b.says(map[string]any{"hook_event_name": "PreToolUse", "tool_name": "SubagentHandback", "agent_id": "a1", "agent_type": "critic",
		"tool_input": map[string]any{"message": "Handoff written to `" + good + "`. Summary: x"}})
	b.says(returnMessage("Handoff written to " + b.report("02-implementer-report.md")))
}

// The session's folder is also known from files written in it.
func TestStopChecksWhatWasWritten(t *testing.T) {
	b := newBench(t)
	stop := map[string]any{"hook_event_name": "Stop"}
	b.says(stop)
	b.says(write(b.report("04-reviewer-report.md")))
	testkit.Write(t, b.report("._04-reviewer-report.md"), "") // macOS makes such files
	out := b.says(stop, `"decision":"block"`, "04-reviewer-report.md\\\" is left unfinished", "02-implementer-report.md\\\" is left unfinished")
	lacks(t, out, "._04")
	active := map[string]any{"hook_event_name": "Stop", "stop_hook_active": true}
	b.says(active, `"systemMessage":"`, "was let through")

	// A folder from which an agent was sent to read is not the session's.
	b = newBench(t)
	read := agent("critic", "Read `"+b.report("02-implementer-report.md")+"` first.\n## No Handoff Required")
	for range 3 {
		b.says(read, "deny")
	}
	b.says(read, "was let through")
	b.silent(stop)
}

// Another hook's block does not count as ours: a broken report is held once in the turn, even if the agent
// continues because of that block.
func TestAnotherHookDisarmsNothing(t *testing.T) {
	b := newBench(t)
	broken := b.report("02-implementer-report.md")
	first, again := map[string]any{"hook_event_name": "Stop"}, map[string]any{"hook_event_name": "Stop", "stop_hook_active": true}
	b.says(first) // another hook blocks: run the formatter
	b.says(write(broken), `"decision":"block"`)
	b.says(again, `"decision":"block"`, "is left unfinished")
	b.says(again, `"systemMessage":"`, "was let through")
	b.says(first, `"decision":"block"`, "is left unfinished") // the next turn
	b.says(again)                                             // the user was told
	planning := map[string]any{"hook_event_name": "Stop", "permission_mode": "plan"}
	b.says(planning) // a turn that is not held
	b.says(again, `"decision":"block"`, "is left unfinished")

	handback := returnMessage("Handoff written to " + broken)
	handback["stop_hook_active"] = true
	b.says(handback, `"decision":"block"`)
	b.says(handback)            // its output would not be shown
	handback["agent_id"] = "a2" // its own turn
	b.says(handback, `"decision":"block"`)
}

// Only background agents count as running work, not a server, nor the host's own tasks.
func TestTheKindsThatRun(t *testing.T) {
	for kind, runs := range map[string]bool{
		"subagent": true, "workflow": true, "teammate": true, "cloud session": true, "cloud_session": true, "": true,
		"shell": false, "monitor": false, "MCP task": false, "dream": false, "memory save": false, "auto-mode scan": false,
	} {
		b := newBench(t)
		b.says(write(b.report("02-implementer-report.md")), "block")
		stop := map[string]any{"hook_event_name": "Stop", "background_tasks": []map[string]any{{"id": "1", "type": kind, "status": "running"}}}
		if _, out := b.play(stop); (out == "") != runs {
			t.Errorf("%q: %s", kind, out)
		}
	}
}

// An agent is not held for a file that its permission mode may keep it from writing; the user is told.
func TestModesThatCannotWrite(t *testing.T) {
	for mode, held := range map[string]bool{"plan": false, "dontAsk": false, "default": true, "acceptEdits": true} {
		b := newBench(t)
		broken := b.report("02-implementer-report.md")
		b.says(write(broken), "block")
		for _, event := range []map[string]any{returnMessage("Handoff written to " + broken), {"hook_event_name": "Stop"}} {
			event["permission_mode"] = mode
			_, out := b.play(event)
			if strings.Contains(out, `"decision":"block"`) != held || event["hook_event_name"] == "Stop" && !strings.Contains(out, "02-implementer-report.md") {
				t.Errorf("%s: %s", mode, out)
			}
		}
		b.says(agent("critic", "Read `"+broken+"` first.\n## No Handoff Required"), "deny")
	}
}

// A program may write a report that its command line does not name.
func TestStopChecksWhatAProgramWrote(t *testing.T) {
	b := newBench(t)
	stop := map[string]any{"hook_event_name": "Stop"}
	report := b.report("04-reviewer-report.md")
	b.says(ranCommand("cat " + report))
	b.says(stop)
	data := testkit.Read(t, report)
	testkit.Write(t, report, data)
	b.says(ranCommand("python3 make.py --out " + report))
	b.says(stop, "04-reviewer-report.md\\\" is left unfinished")
}

// A report is checked again if a command has written a text of the same length.
func TestARewriteOfTheSameLengthIsChecked(t *testing.T) {
	b := newBench(t)
	report := b.report("02-implementer-report.md")
	b.says(write(report), `"decision":"block"`)
	data := testkit.Read(t, report)
	b.says(ranCommand("cat > " + report + " <<'EOF'"))
	testkit.Write(t, report, data)
	b.says(ranCommand("cat > "+report+" <<'EOF'"), `"decision":"block"`)
}

// In a session's folder, an agent's command need not name its report.
func TestAProgramWritesTheReportOfItsAgent(t *testing.T) {
	b := newBench(t)
	path, prompt := b.dispatched("tester")
	b.silent(agent("tester", prompt))
	b.fill(path, "<!-- handoff-end -->", "")
	b.says(in(filepath.Dir(path), by("a1", "tester", ranCommand("sh fill.sh"))), `"decision":"block"`, "end-marker")
}

// The user is told if an agent changes the configuration, and not about other files with similar names.
func TestChangedSettingsAreReported(t *testing.T) {
	b := newBench(t)
	const told = "\\\", which says what is checked and how"
	testkit.Write(t, b.root+"/.handofflint.yaml", "")
	b.says(write(b.root+"/.handofflint.yaml"), `"systemMessage":"handofflint: the agent wrote \"`, "/.handofflint.yaml"+told)
	b.says(write(b.root+"/sub/.handofflintignore"), "/sub/.handofflintignore"+told)
	b.says(ranCommand("printf 'rules: {\"*\": off}' > .handofflint.yaml"), "/.handofflint.yaml"+told)
	b.says(ranCommand("cat .handofflintignore"))
	b.says(ranCommand("grep -rn .handofflint src > notes.txt"))
	testkit.Write(t, b.root+"/docs/handofflint.yaml", []byte("a: 1\n"))
	b.says(write(b.root + "/docs/handofflint.yaml"))
}

// The user is told once that a handoff outside of the project was not checked.
func TestAHandoffOutsideIsTold(t *testing.T) {
	b := newBench(t)
	path := filepath.ToSlash(t.TempDir()) + "/agent-handoffs/s1/01-a-report.md"
	testkit.Write(t, path, "")
	lacks(t, b.says(write(path), `"systemMessage":"`, "lies outside of this project and was not checked"), "decision")
	b.says(write(path))
}

// A report that a command has sealed is to be sealed again once it is repaired.
func TestASealedReportIsBroken(t *testing.T) {
	const sealed = "02-implementer-report.md\\\" is sealed, and the next agent cannot use it"
	b := newBench(t)
	broken := b.report("02-implementer-report.md")
	testkit.Write(t, broken+".done", "")
	b.says(ranCommand("touch "+broken+".done"), `"decision":"block"`, sealed)
	patch := "*** Begin Patch\n*** Add File: " + broken + ".done\n*** Update File: " + broken + "\n@@\n+x\n*** End Patch"
	b.says(map[string]any{"hook_event_name": "PostToolUse", "tool_name": "apply_patch", "tool_input": map[string]any{"command": patch}}, `"decision":"block"`, sealed)
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(broken+".done", old, old); err != nil {
		t.Fatal(err)
	}
	b.edit(broken, "\n---\n", "\n---\n\n")
	lacks(t, b.says(ranCommand("sed -i s/a/b/ "+broken), `"decision":"block"`), "is sealed, and")
	warned := b.report("05-auditor-report.md")
	testkit.Write(t, warned+".done", "")
	b.silent(ranCommand("touch " + warned + ".done")) // it is finished, and passes
}

func TestExitCodes(t *testing.T) {
	b := newBench(t)
	b.change = func(c *Config) { c.ExitCode = true }
	tests := []struct {
		event map[string]any
		code  int
		text  string
	}{
		{write(b.report("02-implementer-report.md")), 2, "02-implementer-report.md\" is not fit for the next agent"},
		{write(b.report("05-auditor-report.md")), 1, "passes, with 1 warning"},
		{write(b.report("04-reviewer-report.md")), 0, ""},
		{write(b.root + "/src/main.go"), 0, ""},
	}
	for _, tt := range tests {
		code, out := b.play(tt.event)
		if code != tt.code || !strings.Contains(out, tt.text) || tt.text == "" && out != "" || strings.HasPrefix(out, "{") {
			t.Errorf("code %d: %s; want %d: %s", code, out, tt.code, tt.text)
		}
	}
	if code, out := b.playRaw("no event"); code != 1 || !strings.Contains(out, "handoffs are not being checked") {
		t.Errorf("an unreadable event: %d: %s", code, out)
	}
}

func TestTheFailureLogSaysWhoFailed(t *testing.T) {
	b := newBench(t)
	event := write(b.report("02-implementer-report.md"))
	b.says(event, "block")
	b.says(event, "block") // the same failure is not logged again
	data := testkit.Read(t, b.getenv("HANDOFFLINT_FAILURE_LOG"))
	var e failurelog.Entry
	if err := json.Unmarshal(data, &e); err != nil {
		t.Fatal(err)
	}
	if e.Source != "hook" || e.Role != "implementer" || e.ErrorCount != 4 {
		t.Errorf("%+v", e)
	}
	// A form that nobody wrote has not failed.
	_, prompt := b.dispatched("tester")
	b.silent(agent("tester", prompt))
	b.says(ends("a2", "tester", "All done.", false), "it is still an empty form")
	// An agent may hand back several.
	broken := testkit.Read(t, b.report("02-implementer-report.md"))
	testkit.Write(t, b.report("03-implementer-report.md"), broken)
	b.says(returnMessage("Handoff written to `"+b.report("02-implementer-report.md")+"`.\nHandoff written to `"+b.report("03-implementer-report.md")+"`."), "block")
	data = testkit.Read(t, b.getenv("HANDOFFLINT_FAILURE_LOG"))
	if !strings.Contains(string(data), "03-implementer-report.md") {
		t.Errorf("%s", data)
	}
	lacks(t, string(data), "01-tester-report.md")
}

// Without a state folder, everything is still checked.
func TestNoMemory(t *testing.T) {
	b := newBench(t)
	file := filepath.Join(t.TempDir(), "file")
	testkit.Write(t, file, "")
	b.getenv = func(name string) string {
		if name == "XDG_STATE_HOME" {
			return file
		}
		return ""
	}
	log := filepath.Join(t.TempDir(), "log")
	inner := b.getenv
	b.getenv = func(name string) string {
		if name == "HANDOFFLINT_FAILURE_LOG" {
			return log
		}
		return inner(name)
	}
	b.says(write(b.report("02-implementer-report.md")), `"decision":"block"`, "warning: what is remembered")

	// Without a place for it, nothing is read from the working folder, where a checked tree could have it.
	t.Chdir(t.TempDir())
	t.Setenv("HOME", "")
	t.Setenv("USERPROFILE", "")
	testkit.Write(t, filepath.Join(storeFolder, fileName("session", "s1")), encode(Session{Promises: []Promise{{Path: "a.md"}}}))
	if m := openSession("s1", func(string) string { return "" }); m.lost == nil || len(m.Promises) > 0 {
		t.Errorf("%v, %+v", m.lost, m.Promises)
	}
}

func TestPatchFiles(t *testing.T) {
	patch := "*** Begin Patch\n*** Add File: a b.md\n+x\n*** Update File: c.md\r\n*** Move to: d.md\n@@\n-*** Add File: no.md\n*** Delete File: e.md\n*** End Patch"
	if written := patchFiles(patch); fmt.Sprint(written) != "[a b.md d.md]" {
		t.Errorf("%q", written)
	}
}

// Endless background work, such as a server, does not suppress checks; an agent, or a task of unknown kind,
// may still write.
func TestWhatStillRuns(t *testing.T) {
	for tasks, want := range map[string]bool{
		`null`: false, `[]`: false, `"x"`: false, `[1]`: false,
		`[{"type": "subagent", "status": "running"}]`:                                         true,
		`[{"type": "subagent", "status": "completed"}]`:                                       false,
		`[{"type": "workflow", "status": "pending"}]`:                                         true,
		`[{"type": "workflow", "status": "in_progress"}]`:                                     true,
		`[{"type": "shell", "status": "running"}, {"type": "monitor", "status": "running"}]`:  false,
		`[{"type": "shell", "status": "running"}, {"type": "subagent", "status": "running"}]`: true,
		`[{"type": "shell", "status": "running"}, {"type": "subagent", "status": "failed"}]`:  false,
		`[{"status": "running"}]`:                                                             true,
	} {
		if got := anyAgentRuns(gjson.Parse(tasks)); got != want {
			t.Errorf("%s: %v", tasks, got)
		}
	}
}
