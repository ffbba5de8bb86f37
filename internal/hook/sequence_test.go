package hook

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

// Sequences of events from Claude Code, in a project where `handofflint dispatch` has made agents' forms.

// dispatched makes a form, and returns its absolute path and its agent's prompt.
func (b *bench) dispatched(role string) (path, prompt string) {
	b.t.Helper()
	c, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		b.t.Fatal(err)
	}
	a, err := handoff.Reserve(c, handoff.Request{Root: filepath.FromSlash(b.root), Folder: protocol.SessionsFolder(), Role: role, Session: "s1", Task: "one", Now: time.Now()})
	if err != nil {
		b.t.Fatal(err)
	}
	brief, err := handoff.NewBrief(c, a, nil, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.root + "/" + a.Path, "Do it.\n\n" + brief.Block
}

// newSealing returns a bench that seals handed-back reports.
func newSealing(t *testing.T) *bench {
	b := newBench(t)
	b.sealing()
	return b
}

// fill replaces a form by a good report, or one with a placeholder.
func (b *bench) fill(path string, edits ...string) {
	b.t.Helper()
	good := testkit.Read(b.t, b.report("04-reviewer-report.md"))
	at := handoff.AssignmentAt(path)
	text := strings.NewReplacer("20260531-170546-ad4f12aa", "s1", "sequence: 4", fmt.Sprint("sequence: ", at.Sequence),
		`agent_role: "reviewer"`, fmt.Sprintf("agent_role: %q", at.Role), `agent_role: "tester"`, fmt.Sprintf("agent_role: %q", at.Role)).Replace(string(good))
	testkit.Write(b.t, path, []byte(strings.NewReplacer(edits...).Replace(text)))
}

func by(id, kind string, event map[string]any) map[string]any {
	event["agent_id"] = id
	event["agent_type"] = kind
	return event
}

func ends(id, kind, message string, active bool) map[string]any {
	return by(id, kind, map[string]any{"hook_event_name": "SubagentStop", "last_assistant_message": message, "stop_hook_active": active})
}

func stops(active bool) map[string]any {
	return map[string]any{"hook_event_name": "Stop", "stop_hook_active": active}
}

// silent fails the test if an event is answered.
func (b *bench) silent(event map[string]any) {
	b.t.Helper()
	b.says(event)
}

// lacks fails the test if an answer has one of the texts.
func lacks(t *testing.T, out string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(out, text) {
			t.Errorf("%q is in: %s", text, out)
		}
	}
}

// An agent that writes nothing is held once; then the launching agent and the user are told at the end of
// the turn, until the report passes.
func TestAnAgentThatWritesNothingIsNamed(t *testing.T) {
	b := newSealing(t)
	path, prompt := b.dispatched("tester")
	b.silent(agent("tester", prompt))
	out := b.says(ends("a1", "tester", "All done.", false), `"decision":"block"`, "01-tester-report.md\\\" is your report, and it is still an empty form")
	lacks(t, out, "placeholder", "section 1")
	b.silent(ends("a1", "tester", "All done, really.", true))
	out = b.says(stops(false), `"systemMessage":"`, "01-tester-report.md\\\" was never written", `"decision":"block"`, "is a form, and nobody wrote it: send an agent, or run `handofflint dispatch --release agent-handoffs/s1/01-tester-report.md`")
	lacks(t, out, "placeholder", "section 1", "is data")
	b.silent(stops(true))                                         // the user was told
	b.says(stops(false), `"decision":"block"`, "nobody wrote it") // in the next turn it is expected again
	b.fill(path)
	b.silent(by("a2", "tester", write(path)))
	b.silent(ends("a2", "tester", "Handoff written to `"+path+"`. Summary: x", false))
	b.silent(stops(false))
}

// The same if the agent dies, and no event announces its end.
func TestAnAgentThatDiesIsNamed(t *testing.T) {
	b := newBench(t)
	_, prompt := b.dispatched("tester")
	b.silent(agent("tester", prompt))
	running := stops(false)
	running["background_tasks"] = []map[string]any{{"id": "a1", "type": "subagent", "status": "running"}}
	b.silent(running)
	b.says(stops(false), `"decision":"block"`, "nobody wrote it")
}

// An agent that writes its report elsewhere is told the right path, once in a turn. An agent that writes
// another document beside its report is not held for that.
func TestAReportAtAnotherPlace(t *testing.T) {
	const other = "docs/report.md"
	handback := func(path string) string { return "Handoff written to `" + path + "`. Summary: x" }
	start := func(t *testing.T) (b *bench, path string) {
		b = newSealing(t)
		path, prompt := b.dispatched("tester")
		b.silent(agent("tester", prompt))
		testkit.Write(t, filepath.Join(b.root, other), []byte("# Expiry\n\nSessions expire.\n"))
		return b, path
	}
	t.Run("it is moved", func(t *testing.T) {
		b, path := start(t)
		out := b.says(ends("a1", "tester", handback(other), false), `"decision":"block"`,
			`handofflint: you wrote \"docs/report.md\". Your report belongs in \"agent-handoffs/s1/01-tester-report.md\": move it there, then hand it back again.`)
		lacks(t, out, "placeholder", "unknown-format")
		b.fill(path)
		b.silent(ends("a1", "tester", handback(path), true))
		b.silent(stops(false))
	})
	t.Run("it stays", func(t *testing.T) {
		b, _ := start(t)
		b.says(ends("a1", "tester", handback(other), false), "you wrote")
		b.silent(ends("a1", "tester", handback(other), true))
		b.says(stops(false), "nobody wrote it", "was never written")
	})
	t.Run("beside the report", func(t *testing.T) {
		b, path := start(t)
		b.fill(path)
		b.silent(ends("a1", "tester", handback(other), false))
		b.silent(stops(false))
	})
	t.Run("beside a broken report", func(t *testing.T) {
		b, path := start(t)
		b.fill(path, "<!-- handoff-end -->", "")
		out := b.says(ends("a1", "tester", handback(other), false), `"decision":"block"`, "end-marker")
		lacks(t, out, "you wrote", other)
	})
	t.Run("it is not there either", func(t *testing.T) {
		b, _ := start(t)
		out := b.says(ends("a1", "tester", handback("docs/none.md"), false), `"decision":"block"`, "it is still an empty form")
		lacks(t, out, "you wrote")
	})
	t.Run("it names both", func(t *testing.T) {
		b, path := start(t)
		out := b.says(ends("a1", "tester", handback(other)+" "+handback(path), false), `"decision":"block"`, "it is still an empty form")
		lacks(t, out, "you wrote")
	})
}

// A launch counts once the host confirms it: the call may be refused after this hook has let it through.
// For hosts without such an event, it counts at once.
func TestALaunchThatIsRefused(t *testing.T) {
	const missed = "nobody wrote it"
	codex := func(event map[string]any) map[string]any {
		event["turn_id"], event["tool_name"] = "1", "spawn_agent"
		return event
	}
	other := func(event map[string]any) map[string]any {
		event["sessionId"], event["timestamp"] = "s1", "2026-01-01T00:00:00Z"
		return event
	}
	calls := func(event map[string]any, id string) map[string]any {
		event["tool_use_id"] = id
		return event
	}
	after := func(name, id string) map[string]any {
		return calls(map[string]any{"hook_event_name": name, "tool_name": "Agent", "tool_input": map[string]any{"prompt": "x"}}, id)
	}
	same := func(event map[string]any) map[string]any { return event }
	for name, tt := range map[string]struct {
		host   func(event map[string]any) map[string]any
		then   []map[string]any
		missed bool
	}{
		"refused":                    {same, nil, false},
		"another one was launched":   {same, []map[string]any{after("PostToolUse", "t2")}, false},
		"launched":                   {same, []map[string]any{after("PostToolUse", "t1")}, true},
		"launched, and died":         {same, []map[string]any{after("PostToolUseFailure", "t1")}, true},
		"it ended":                   {same, []map[string]any{ends("a1", "tester", "Done.", false), ends("a1", "tester", "Done.", true)}, true},
		"refused in Codex":           {codex, nil, false},
		"launched in Codex":          {codex, []map[string]any{codex(after("PostToolUse", "t1"))}, true},
		"a host that does not tell":  {other, nil, true},
		"refused, and written later": {same, []map[string]any{ranCommand("cp /tmp/x agent-handoffs/s1/01-tester-report.md")}, false},
	} {
		b := newBench(t)
		path, prompt := b.dispatched("tester")
		b.silent(tt.host(calls(agent("tester", prompt), "t1")))
		for _, event := range tt.then {
			b.play(event)
		}
		_, out := b.play(stops(false))
		if strings.Contains(out, missed) != tt.missed {
			t.Errorf("%s: at the end of the turn: %q", name, out)
		}
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

// After a refused launch, what the main agent writes is its own.
func TestAReportAfterARefusedLaunch(t *testing.T) {
	b := newBench(t)
	path, prompt := b.dispatched("tester")
	launch := agent("tester", prompt)
	launch["tool_use_id"] = "t1"
	b.silent(launch)
	b.fill(path, "<!-- handoff-end -->", "")
	b.says(ranCommand("cp /tmp/x "+path), `"decision":"block"`, "end-marker")
	b.says(stops(false), `"decision":"block"`, "is left unfinished")
}

// A half-written report is still expected after its agent has ended.
func TestAHalfWrittenReportIsNamed(t *testing.T) {
	b := newSealing(t)
	path, prompt := b.dispatched("tester")
	b.silent(agent("tester", prompt))
	b.fill(path, "Batches of 500 rows", "TBD\n\nx", "<!-- handoff-end -->", "")
	b.says(ends("a1", "tester", "Done.", false), `"decision":"block"`, "no <!-- handoff-end --> at the end")
	b.silent(ends("a1", "tester", "Done.", true))
	b.says(stops(false), `"decision":"block"`, "01-tester-report.md\\\" is left unfinished", "systemMessage", "was let through")
	for range 2 {
		b.silent(stops(true)) // the user was told
		b.says(stops(false), `"decision":"block"`)
	}
	b.silent(stops(true))
	b.silent(stops(false)) // it was held three times
}

// Releasing or deleting a form ends the promise, whether the agent was at work or not.
func TestAReleasedFormIsNotAskedFor(t *testing.T) {
	release := func(b *bench, path string) map[string]any {
		if err := os.Remove(path); err != nil {
			b.t.Fatal(err)
		}
		return ranCommand("handofflint dispatch --release " + path)
	}
	t.Run("before the turn ends", func(t *testing.T) {
		b := newBench(t)
		path, prompt := b.dispatched("tester")
		b.silent(agent("tester", prompt))
		b.silent(release(b, path))
		b.silent(stops(false))
	})
	t.Run("by somebody else, beside a report that a program left unfinished", func(t *testing.T) {
		b := newBench(t)
		path, prompt := b.dispatched("tester")
		launch, stop := agent("tester", prompt), stops(false)
		launch["session_id"], stop["session_id"] = "s2", "s2" // only the promise names the folder
		b.silent(launch)
		b.fill(path, "<!-- handoff-end -->", "")
		if err := os.Rename(path, filepath.Join(filepath.Dir(path), "02-tester-report.md")); err != nil {
			t.Fatal(err)
		}
		lacks(t, b.says(stop, `"decision":"block"`, "02-tester-report.md\\\" is left unfinished"), "nobody wrote it")
	})
	t.Run("after the turn was held", func(t *testing.T) {
		b := newBench(t)
		path, prompt := b.dispatched("tester")
		b.silent(agent("tester", prompt))
		b.says(ends("a1", "tester", "Done.", false), "block")
		b.silent(ends("a1", "tester", "Done.", true))
		b.says(stops(false), "nobody wrote it")
		b.silent(release(b, path))
		b.silent(stops(true))
		b.silent(stops(false))
	})
	t.Run("while its agent works", func(t *testing.T) {
		b := newBench(t)
		path, prompt := b.dispatched("tester")
		b.silent(agent("tester", prompt))
		b.silent(release(b, path))
		b.silent(ends("a1", "tester", "Done.", false))
		b.silent(stops(false))
	})
	t.Run("while its agent works, which has a transcript", func(t *testing.T) {
		b := newBench(t)
		path, prompt := b.dispatched("tester")
		b.silent(agent("tester", prompt))
		transcript := b.transcriptOn(prompt, "/elsewhere/x.md", "Done.")
		b.silent(release(b, path))
		end := ends("a1", "tester", "Done.", false)
		end["agent_transcript_path"] = transcript
		b.silent(end)
		b.silent(stops(false))
	})
	t.Run("while its agent works, which names it", func(t *testing.T) {
		b := newBench(t)
		path, prompt := b.dispatched("tester")
		b.silent(agent("tester", prompt))
		b.silent(release(b, path))
		b.says(ends("a1", "tester", "Handoff written to "+path, false), `"decision":"block"`)
		b.silent(ends("a1", "tester", "Handoff written to "+path, true))
		lacks(t, b.says(stops(false), "systemMessage"), "decision")
		b.silent(stops(false))
	})
	t.Run("by a person", func(t *testing.T) {
		b := newBench(t)
		path, prompt := b.dispatched("tester")
		b.silent(agent("tester", prompt))
		release(b, path)
		b.silent(stops(false))
		b.silent(ends("a1", "tester", "Done.", false))
		b.silent(stops(false))
	})
	t.Run("and dispatched again", func(t *testing.T) {
		b := newBench(t)
		path, prompt := b.dispatched("tester")
		b.silent(agent("tester", prompt))
		b.silent(release(b, path))
		b.dispatched("tester")
		b.silent(agent("tester", prompt))
		b.says(stops(false), "nobody wrote it")
	})
}

// If an agent deletes its form, the launching agent is told, once.
func TestAnAgentThatDeletesItsFormIsNamed(t *testing.T) {
	for _, command := range []string{"handofflint dispatch --release %s", "rm %s", "rm -r $(dirname %s)", "sh cleanup.sh"} {
		b := newBench(t)
		path, prompt := b.dispatched("tester")
		b.silent(agent("tester", prompt))
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		b.silent(by("a1", "tester", ranCommand(strings.ReplaceAll(command, "%s", path))))
		b.silent(ends("a1", "tester", "Nothing to do.", false))
		b.silent(ranCommand("ls agent-handoffs/s1"))
		out := b.says(stops(false), `"decision":"block"`, "01-tester-report.md\\\" is gone: an agent deleted or released it before it was written. Send")
		lacks(t, out, "let through", "no such file")
		b.says(stops(true), `"systemMessage":"`, "is gone: an agent deleted or released it")
		b.silent(stops(false))
	}
}

// An agent that deletes its form and writes it anew has deleted nothing.
func TestAFormThatIsWrittenAnewIsThere(t *testing.T) {
	b := newSealing(t)
	path, prompt := b.dispatched("tester")
	b.silent(agent("tester", prompt))
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	b.silent(by("a1", "tester", ranCommand("rm "+path)))
	b.fill(path)
	b.silent(by("a1", "tester", ranCommand("cp /tmp/x "+path)))
	b.silent(ends("a1", "tester", "Handoff written to `"+path+"`.", false))
	b.silent(stops(false))
}

// Of three parallel agents, one writes half a report: the other two and the launching agent are not told,
// whatever their commands name.
func TestAgentsInParallelHearOfTheirOwnReports(t *testing.T) {
	b := newSealing(t)
	var paths, prompts []string
	for _, role := range []string{"architect", "tester", "critic"} {
		path, prompt := b.dispatched(role)
		b.silent(agent(role, prompt))
		paths, prompts = append(paths, path), append(prompts, prompt)
	}
	folder := b.root + "/agent-handoffs/s1"
	b.fill(paths[0])
	b.fill(paths[1], "<!-- handoff-end -->", "")
	b.fill(paths[2])
	for _, command := range []string{
		"ls " + folder, "mkdir -p " + folder + " && cat > %s <<'EOF'\nx\nEOF", "cd agent-handoffs/s1 && wc -l *.md",
		"grep -n x " + folder + "/*.md", "cat " + paths[1], "handofflint check " + folder,
	} {
		b.silent(by("a1", "architect", ranCommand(strings.ReplaceAll(command, "%s", paths[0]))))
		b.silent(by("a3", "critic", ranCommand(strings.ReplaceAll(command, "%s", paths[2]))))
		b.silent(ranCommand(command))
	}
	start := map[string]any{"hook_event_name": "SessionStart", "source": "compact"}
	b.silent(by("a1", "architect", start))
	// It is told about its own, by the file's name or by its folder.
	b.says(by("a2", "tester", ranCommand("cd agent-handoffs/s1 && cat > 02-tester-report.md < /tmp/x")), `"decision":"block"`, "02-tester-report.md")
	b.fill(paths[1], "<!-- handoff-end -->", "\n")
	b.says(by("a2", "tester", ranCommand("python3 report.py --into agent-handoffs/s1")), `"decision":"block"`, "02-tester-report.md")
	// An agent of a kind knows its own report from its prompt.
	transcript := filepath.Join(b.root, "t", "subagents", "agent-a4.jsonl")
	line, err := json.Marshal(map[string]any{"type": "user", "message": map[string]any{"content": prompts[0]}})
	if err != nil {
		t.Fatal(err)
	}
	testkit.Write(t, transcript, line)
	twin := by("a4", "tester", ranCommand("cat "+paths[1]))
	twin["transcript_path"] = b.root + "/t.jsonl"
	b.fill(paths[1], "<!-- handoff-end -->", "\n\n")
	b.silent(twin)
	// Once its agent has ended, the main agent is told.
	b.says(ends("a2", "tester", "Handoff written to `"+paths[1]+"`.", false), "block")
	b.silent(ends("a2", "tester", "Handoff written to `"+paths[1]+"`.", true))
	b.says(ranCommand("sed -i s/x/y/ "+paths[1]), `"decision":"block"`)
}

// While its status is "writing", a form can be filled in field by field. Faults that further writing does
// not fix are reported at once, and all faults at "written", at handback and at Stop.
func TestFillingInAFormIsSilent(t *testing.T) {
	b := newSealing(t)
	path, prompt := b.dispatched("tester")
	b.silent(agent("tester", prompt))
	form := testkit.Read(t, path)
	edit := func(old, new string) map[string]any {
		t.Helper()
		text := testkit.Read(t, path)
		if !strings.Contains(string(text), old) {
			t.Fatalf("no %q in %s", old, text)
		}
		testkit.Write(t, path, []byte(strings.Replace(string(text), old, new, 1)))
		e := write(path)
		e["tool_name"] = "Edit"
		return by("a1", "tester", e)
	}
	b.silent(edit(`"<full for texts, summary for code>"`, `"full"`))
	b.silent(edit("# <The title of your work, in a few words>", "# Sessions expire"))
	b.silent(edit("<!-- handoff-end -->", ""))
	out := b.says(edit("# Sessions", "key: ghp_"+"9aB3xK7mQ2wE5rT8yU1iO4pL6sD0fG2hJ3kZ\n\n# Sessions"), "additionalContext", "is still being written", "safety/secret")
	lacks(t, out, "placeholder", "end-marker", "decision")
	b.says(edit(`summary: "`, `summary: a: "`), `"decision":"block"`, "syntax/front-matter")
	b.says(edit(`summary: a: "`, `summary: "`), "safety/secret")
	b.says(edit(`status: "writing"`, `status: "written"`), `"decision":"block"`, "section 1 is a placeholder", "report/missing-end-marker")
	testkit.Write(t, path, append(form, "\nx\n"...))
	b.silent(by("a1", "tester", write(path)))
	b.says(ends("a1", "tester", "Handoff written to "+path, false), `"decision":"block"`, "section 1 is a placeholder")
	b.says(stops(false), `"decision":"block"`, "section 1 is a placeholder")
}

// Claude Code does not show the user's text at the end of an agent: it is shown once, at the next end of a
// turn.
func TestTheUserIsToldWhereItIsRead(t *testing.T) {
	b := newBench(t)
	broken := b.report("02-implementer-report.md")
	message := "Handoff written to `" + broken + "`."
	b.says(ends("a1", "critic", message, false), `"decision":"block"`)
	b.silent(ends("a1", "critic", message, true))
	b.silent(ends("a2", "critic", "Nothing.", false))
	running := stops(false)
	running["background_tasks"] = []map[string]any{{"id": "a3", "type": "subagent", "status": "running"}}
	out := b.says(running, `"systemMessage":"`, "02-implementer-report.md\\\" was let through, and still does not pass")
	lacks(t, out, "decision")
	b.silent(running)
	// The same is true for texts after an agent's tools.
	testkit.Write(t, b.root+"/.handofflint.yaml", "")
	b.silent(by("a1", "critic", write(b.root+"/.handofflint.yaml")))
	b.says(write(b.report("05-auditor-report.md")), `"systemMessage":"`, "which says what is checked and how")
	b.silent(running)
}

// A message to an agent is checked like its prompt, and decides what is due at its end.
func TestAnAgentIsSentOn(t *testing.T) {
	for tool, keys := range map[string][2]string{"SendMessage": {"to", "message"}, "send_input": {"id", "message"}, "collaborationfollowup_task": {"target", "message"}} {
		t.Run(tool, func(t *testing.T) {
			b := newSealing(t)
			send := func(to, message string) map[string]any {
				return map[string]any{"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": map[string]any{keys[0]: to, keys[1]: message}}
			}
			first, prompt := b.dispatched("tester")
			b.silent(agent("tester", prompt))
			b.silent(send("a1", "Read `"+first+"`, and finish it.")) // its id is not known yet
			b.fill(first)
			b.silent(ends("a1", "tester", "Handoff written to `"+first+"`. Summary: x", false))
			b.says(send("a1", "Read the report `"+b.report("02-implementer-report.md")+"` first."), `"permissionDecision":"deny"`, "which is not fit to be read")
			b.silent(send("a1", "Thank you. Why is that so?"))
			b.silent(ends("a1", "tester", "Because.", false))
			_, prompt = b.dispatched("tester")
			b.silent(send("a1", prompt))
			b.says(ends("a1", "tester", "I have written it.", false), `"decision":"block"`, "02-tester-report.md\\\" is your report, and it is still an empty form")
			b.silent(ends("a1", "tester", "I have.", true))
			out := b.says(stops(false), `"decision":"block"`, "02-tester-report.md", "nobody wrote it")
			lacks(t, out, "01-tester-report.md")
			b.silent(send("a1", "Go on, please."))
			b.says(ends("a1", "tester", "I have written it.", false), `"decision":"block"`, "02-tester-report.md")
			b.silent(ends("a1", "tester", "I have.", true))
			// It may be told to finish its own report; another agent must not be told to read it.
			second := b.root + "/agent-handoffs/s1/02-tester-report.md"
			b.silent(send("a1", "Read `"+second+"` once more, and finish it."))
			b.says(send("a2", "Read the report `"+second+"` first."), `"permissionDecision":"deny"`)
			// A message of an agent to the one that launched it is not checked.
			b.silent(by("a1", "tester", send("main", "Read the report `"+b.report("02-implementer-report.md")+"` first.")))
		})
	}
}

// An agent that is sent on is at work on its own report again, and another one's is left as it was.
func TestAgentsAreSentOnApart(t *testing.T) {
	b := newSealing(t)
	var paths []string
	for _, id := range []string{"a1", "a2"} {
		path, prompt := b.dispatched("tester")
		b.silent(agent("tester", prompt))
		b.fill(path, "<!-- handoff-end -->", "")
		b.says(ends(id, "tester", "Handoff written to `"+path+"`.", false), `"decision":"block"`)
		b.silent(ends(id, "tester", "Handoff written to `"+path+"`.", true))
		paths = append(paths, path)
	}
	b.silent(ends("a3", "tester", "I have read 01-tester-report.md.", false))
	b.silent(map[string]any{"hook_event_name": "PreToolUse", "tool_name": "SendMessage", "tool_input": map[string]any{"to": "a1", "message": "Go on, please."}})
	copied := func(path string) map[string]any { return ranCommand("cp /tmp/x " + path) }
	lacks(t, b.says(copied(paths[0]), "systemMessage", "was let through"), "decision") // the user had not seen that
	b.silent(by("a2", "tester", copied(paths[0])))
	b.says(by("a1", "tester", copied(paths[0])), `"decision":"block"`, "01-tester-report.md")
	b.says(copied(paths[1]), `"decision":"block"`, "02-tester-report.md")
	b.play(ends("a2", "tester", "Done.", true))
	lacks(t, b.says(ends("a1", "tester", "Done.", false), `"decision":"block"`, "01-tester-report.md"), "02-tester-report.md")
}

// A message does not launch an agent: it needs no handoff even if they are required.
func TestAMessageNeedsNoHandoff(t *testing.T) {
	b := newBench(t)
	b.change = func(c *Config) { c.Require = true }
	for _, message := range []string{"Go on, please.", "Leave agent-handoffs/ alone, please."} {
		b.silent(map[string]any{"hook_event_name": "PreToolUse", "tool_name": "SendMessage", "tool_input": map[string]any{"to": "a1", "message": message}})
	}
}

// The last prompt that names a report decides, if no event announced it.
func TestTheLastPromptDecides(t *testing.T) {
	b := newBench(t)
	_, one := b.dispatched("tester")
	_, two := b.dispatched("tester")
	var lines strings.Builder
	add := func(record map[string]any) {
		line, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	user := func(text string) map[string]any {
		return map[string]any{"type": "user", "message": map[string]any{"role": "user", "content": text}}
	}
	add(user(one))
	add(map[string]any{"type": "assistant", "message": map[string]any{"content": []map[string]any{{"type": "text", "text": one}}}})
	add(user(two))
	meta := user("Stop hook feedback:\n" + one)
	meta["isMeta"] = true
	add(meta)
	add(user("Go on."))
	path := filepath.Join(b.root, "t.jsonl")
	testkit.Write(t, path, []byte(lines.String()))
	event := ends("a1", "tester", "Done.", false)
	event["agent_transcript_path"] = path
	out := b.says(event, `"decision":"block"`, "02-tester-report.md")
	lacks(t, out, "01-tester-report.md")
}

// If no transcript distinguishes them, an agent without a handoff is not held for another one's of its
// kind. Once it has ended, the other one is.
func TestAnAgentIsNotTakenForAnother(t *testing.T) {
	for _, bare := range []string{"Look around.", "Look around agent-handoffs.\n\n## No Handoff Required"} {
		b := newBench(t)
		_, prompt := b.dispatched("tester")
		b.silent(agent("tester", prompt))
		b.silent(agent("tester", bare))
		b.silent(ends("a2", "tester", "Nothing there.", false))
		b.says(ends("a1", "tester", "Done.", false), `"decision":"block"`, "01-tester-report.md")
	}
}
