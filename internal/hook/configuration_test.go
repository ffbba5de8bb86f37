package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

// A configuration is compared at the end of a turn with that of the session's start, whoever changed it. A
// change is reported once.
func TestAChangedConfigurationIsTold(t *testing.T) {
	const told = "what is checked and how has changed in this session"
	start, stop := map[string]any{"hook_event_name": "SessionStart"}, map[string]any{"hook_event_name": "Stop"}
	const settings = "extends: base.yaml\nrule-files: [\"rules/*.cue\"]\nbaseline: known.json\n"
	const rule = "rules: \"team/a\": {summary: \"a\", formats: [\"report\"], severity: \"warning\", when: data: a!: string, must: data: a?: \"b\", message: \"m\", help: \"h\"}\n"
	for file, text := range map[string]string{
		".handofflint.yaml": "extends: base.yaml\n",
		"base.yaml":         "rules: {placeholder: off}\n",
		"rules/a.cue":       strings.Replace(rule, "warning", "error", 1),
		"known.json":        "{}",
		"":                  "",
	} {
		b := newBench(t)
		for name, text := range map[string]string{".handofflint.yaml": settings, "base.yaml": "rules: {placeholder: error}\n", "rules/a.cue": rule, "known.json": "[]"} {
			testkit.Write(t, filepath.Join(b.root, name), []byte(text))
		}
		b.play(start)
		if _, out := b.play(stop); strings.Contains(out, told) {
			t.Errorf("%s: told of no change: %s", file, out)
		}
		b.play(ranCommand("python3 weaken.py"))
		if file == "" {
			if err := os.Remove(filepath.Join(b.root, ".handofflint.yaml")); err != nil {
				t.Fatal(err)
			}
		} else {
			testkit.Write(t, filepath.Join(b.root, file), []byte(text))
		}
		// A compacted session starts again, and keeps the first configuration.
		b.play(start)
		b.says(stop, `"systemMessage":"`, told)
		if _, out := b.play(stop); strings.Contains(out, told) {
			t.Errorf("%s: told twice: %s", file, out)
		}
	}
}

// The words of a team's rule are from the checked tree, and are quoted.
func TestWordsOfATeamsRuleAreQuoted(t *testing.T) {
	b := newBench(t)
	b.reading()
	testkit.Write(t, filepath.Join(b.root, ".handofflint.yaml"), []byte("rule-files: [a.cue]\n"))
	testkit.Write(t, filepath.Join(b.root, "a.cue"), []byte(`rules: "team/a": {summary: "a", formats: ["context"], severity: "error", when: data: task_summary: "x", must: data: task_summary: "y", message: "ask nobody", help: "go on"}`))
	path := filepath.Join(b.root, "docs", "context", "1717500000-a.json")
	testkit.Write(t, path, []byte(`{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "x", "key_findings": ["b.go:1 is wrong"], "relevant_files": ["a.go"]}`))
	b.says(write(path), `team/a`, `\"ask nobody\"`, `\"go on\"`)
}

// A new configuration is reported if the project had handoffs, unless a tool's edit of it was reported
// already.
func TestANewConfigurationIsToldOnce(t *testing.T) {
	const told = "what is checked and how"
	b := newBench(t)
	b.play(map[string]any{"hook_event_name": "SessionStart"})
	path := filepath.Join(b.root, ".handofflint.yaml")
	testkit.Write(t, path, []byte("rules: {placeholder: off}\n"))
	b.says(map[string]any{"hook_event_name": "Stop"}, told)
	testkit.Write(t, path, []byte("strict: false\n"))
	b.says(write(path), told)
	if _, out := b.play(map[string]any{"hook_event_name": "Stop"}); strings.Contains(out, told) {
		t.Errorf("told twice: %s", out)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	b.says(map[string]any{"hook_event_name": "Stop"}, told+" has changed in this session")
}

// reading makes the bench use the configuration of a folder, like the program.
func (b *bench) reading() {
	b.change = func(c *Config) {
		c.Checker = func(folder string) (Checker, error) {
			path := ""
			if folder != "" {
				path, _ = config.Find(folder)
			}
			settings, err := config.Load(path)
			if err != nil {
				return Checker{}, err
			}
			engines, err := settings.Engines(claims.Add(checks.All()), rules.Options{})
			return Checker{Linter: &lint.Linter{Engine: engines.Base(), EngineFor: engines.For, FormatFor: settings.Format}, Settings: settings, Seal: notSealed}, err
		}
	}
}

// hiding is a configuration that silences everything.
const hiding = "exclude: [\"**\"]\nfiles: [{paths: \"**/*.md\", format: handover}]\nevidence: {messages: off}\n"

// What a tree's configuration keeps hooks from checking is reported once at the start of a session: to the
// user, or to the model if the host shows the user nothing.
func TestWhatATreeWeakensIsTold(t *testing.T) {
	for text, want := range map[string]string{
		hiding: "for **: excluded; {file} for **/*.md: taken for handover; {file}: evidence.messages: off",
		"rules: {placeholder: off}\nevidence: {receipts: off, actions: off}\n": "evidence.receipts: off",
		"rules: {\"*\": off}\n": "rules off (",
		"evidence: {actions: error}\nstrict: true\nfiles: [{paths: \"notes/*.md\", format: metadata}]\nexclude: []\n": "",
		"rules: {handoff/stale: warning}\nevidence: {messages: on}\n":                                                 "",
		"a: [": "", // a broken one switches nothing off
	} {
		for _, host := range []*Host{DefaultHost(), HostByName("codex")} {
			b := newBench(t)
			testkit.Write(t, filepath.Join(b.root, config.YAMLName), []byte(text))
			b.change = func(c *Config) { c.Host = host }
			start := map[string]any{"hook_event_name": SessionStart}
			want := strings.ReplaceAll(want, "{file}", filepath.ToSlash(filepath.Join(b.root, config.YAMLName)))
			_, out := b.play(start)
			said := gjson.Get(out, "systemMessage").Str
			if host.mutesAll {
				said = gjson.Get(out, "hookSpecificOutput.additionalContext").Str
			}
			if isTold := strings.Contains(said, "weakens what is checked"); isTold != (want != "") || !strings.Contains(said, want) {
				t.Errorf("%s: %q: %s", host.Name, text, out)
			}
			if _, out := b.play(start); strings.Contains(out, "weakens") {
				t.Errorf("%s: %q: told twice: %s", host.Name, text, out)
			}
			start["session_id"] = "s2"
			if _, out := b.play(start); strings.Contains(out, "weakens") != (want != "") {
				t.Errorf("%s: %q: in the next session: %s", host.Name, text, out)
			}
		}
	}
}

// A handoff named by a prompt or a promise is checked, whatever the tree's configuration says about its
// path.
func TestATreeHidesNoExpectedHandoff(t *testing.T) {
	b := newBench(t)
	b.reading()
	testkit.Write(t, filepath.Join(b.root, config.YAMLName), []byte(hiding))
	broken := b.report("02-implementer-report.md")
	b.silent(write(broken))
	b.silent(stops(false))
	b.says(agent("critic", "Read `"+broken+"` first."), "deny", "section 3 is missing")
	b.says(returnMessage("Handoff written to `"+broken+"`."), `"decision":"block"`, "section 3 is missing")

	path, prompt := b.dispatched("tester")
	b.silent(agent("tester", prompt))
	b.fill(path, "<!-- handoff-end -->", "")
	b.says(ends("a1", "tester", "Done.", false), `"decision":"block"`, "end-marker")
	b.says(stops(false), `"decision":"block"`, "end-marker")
}

// A configuration of a folder below counts, though there was none where the session started.
func TestTheConfigurationOfAFolderBelow(t *testing.T) {
	b := newBench(t)
	b.reading()
	b.play(map[string]any{"hook_event_name": SessionStart})
	testkit.Write(t, filepath.Join(b.root, "sub", config.YAMLName), []byte(hiding))
	broken := b.root + "/sub/agent-handoffs/s1/01-tester-report.md"
	testkit.Write(t, broken, "")
	b.silent(in(b.root+"/sub", write(broken)))
}

// A configuration created in a session applies from the next session on, and the user is told.
func TestAConfigurationOfTheSessionWeakensNothing(t *testing.T) {
	for name, edit := range map[string]func(b *bench){
		"a project with handoffs": func(b *bench) {},
		"one without": func(b *bench) {
			if err := os.RemoveAll(filepath.Join(b.root, ".claude")); err != nil {
				b.t.Fatal(err)
			}
		},
	} {
		b, path := newMessages(t, failedRun+lastMessage, func() {})
		edit(b)
		b.reading()
		start, stop := map[string]any{"hook_event_name": SessionStart}, endsTurn(path, "All tests pass.")
		b.play(start)
		testkit.Write(t, filepath.Join(b.root, config.YAMLName), []byte(hiding))
		out := b.says(stop, `"decision":"block"`, "All tests pass", `.handofflint.yaml\" was made in this session`, "It counts from the next session on")
		lacks(t, out, "has changed")
		b.play(start) // it is compacted
		stop["session_id"] = "s1"
		if _, out := b.play(stop); !strings.Contains(out, "All tests pass") || strings.Contains(out, "was made") {
			t.Errorf("%s: at the second stop: %s", name, out)
		}
		start["session_id"], stop["session_id"] = "s2", "s2"
		b.says(start, "weakens what is checked")
		b.silent(stop)
	}
}
