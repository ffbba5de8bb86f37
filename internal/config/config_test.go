package config

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

func TestFind(t *testing.T) {
	dir := folder(t, map[string]string{
		"a/.git/HEAD": "", "a/" + YAMLName: "", "a/b/c/x": "",
		"repo/.git/HEAD": "", "repo/" + YAMLName: "", "repo/in/x": "",
		"repo/in/sub/.git": "", "repo/in/sub/y/x": "", "repo/in/own/.git": "gitdir: x", "repo/in/own/y/x": "",
		"yml/.handofflint.yml": "", "both/.handofflint.yml": "", "both/" + YAMLName: "",
	})
	tests := []struct{ from, want, says string }{
		{"a", "a/" + YAMLName, ""},
		{"a/b/c", "a/" + YAMLName, ""},
		{"repo/in", "repo/" + YAMLName, ""},
		{"repo/in/sub/y", "repo/" + YAMLName, ""}, // an empty .git is no repository
		{"repo/in/own/y", "", ""},
		{"yml", "", "write it as " + YAMLName},
		{"both", "", "write it as"},
	}
	for _, tt := range tests {
		got, err := Find(filepath.Join(dir, filepath.FromSlash(tt.from)))
		want := ""
		if tt.want != "" {
			want = filepath.Join(dir, filepath.FromSlash(tt.want))
		}
		if got != want || (err == nil) != (tt.says == "") || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %q, %v; want %q", tt.from, got, err, want)
		}
	}
}

// A file that extends others overrides their settings.
func TestExtends(t *testing.T) {
	dir := folder(t, map[string]string{
		"c.yaml":         "extends: [base/a.yaml, base/b.yaml]\nrules: {report/no-action: error}\nfailure-log: log/f.jsonl\n",
		"base/a.yaml":    "extends: ../base/deep.yaml\nrules: {\"report/*\": off, report/filename: {params: {}}}\nexclude: [x]\nstrict: true\n",
		"base/b.yaml":    "extends: deep.yaml\nrules: {report/too-few-words: {params: {roles: {writer: 3}}}}\nexclude: []\nfailure-log: b.jsonl\n",
		"short.yaml":     "extends: base/short.yml\n",
		"base/short.yml": "strict: true\n",
		"base/deep.yaml": "rules: {report/too-few-words: {severity: error, params: {roles: {writer: 1, reader: 2}}}}\n",
	})
	// A rule without parameters takes none, so the list has one mistake.
	wantMistakes(t, "params of a rule without", filepath.Join(dir, "base", "a.yaml"), "2:44 unknown")
	if err := os.WriteFile(filepath.Join(dir, "base", "a.yaml"), []byte("extends: deep.yaml\nrules: {\"report/*\": off}\nexclude: [x]\nstrict: true\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := load(t, dir, "c.yaml")
	o := c.Options()
	var order []string
	for _, s := range o.Overrides {
		order = append(order, s.Pattern+"="+string(s.Severity))
	}
	if want := []string{"report/too-few-words=error", "report/*=off", "report/no-action=error"}; !slices.Equal(order, want) {
		t.Errorf("severities %q, want %q", order, want)
	}
	if got := string(o.Params["report/too-few-words"]); got != `{"roles":{"writer":3,"reader":2}}` {
		t.Errorf("parameters %s", got)
	}
	if !o.Strict || c.Excluded(filepath.Join(dir, "x")) != "" {
		t.Errorf("strict %v, exclude %v", o.Strict, c.Exclude())
	}
	if log, off := c.FailureLog(); log != filepath.Join(dir, "log", "f.jsonl") || off {
		t.Errorf("the log is %q", log)
	}
	if !load(t, dir, "short.yaml").Options().Strict {
		t.Error("a file named .yml is not extended")
	}
	if got := len(c.Files()); got != 4 || filepath.Base(c.Files()[0]) != "c.yaml" {
		t.Errorf("%d files: %v", got, c.Files())
	}
}

func TestChainsEnd(t *testing.T) {
	files := map[string]string{}
	for i := range 60 {
		files[fmt.Sprintf("c%d.yaml", i)] = fmt.Sprintf("extends: c%d.yaml\n", i+1)
	}
	dir := folder(t, files)
	wantMistakes(t, "a long chain", filepath.Join(dir, "c0.yaml"), "1:10 extends-many")
	var list []string
	for i := range 60 {
		name := fmt.Sprintf("w%d.yaml", i)
		list = append(list, name)
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "wide.yaml"), []byte("extends: ["+strings.Join(list, ", ")+"]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := mistakes(t, filepath.Join(dir, "wide.yaml")); len(got) == 0 || !strings.HasSuffix(got[0], " extends-many") {
		t.Errorf("60 files: %q", got)
	}
	missing := "extends: [" + strings.Repeat("none.yaml, ", 1000) + "]\n"
	if err := os.WriteFile(filepath.Join(dir, "missing.yaml"), []byte(missing), 0o644); err != nil {
		t.Fatal(err)
	}
	got := mistakes(t, filepath.Join(dir, "missing.yaml"))
	if len(got) != 1000 || !strings.HasSuffix(got[998], " extends-missing") || !strings.HasSuffix(got[999], " extends-many") {
		t.Errorf("1,000 times a file that is missing: %d, %q", len(got), got[998:])
	}
}

func TestNoConfigurationSaysNothing(t *testing.T) {
	var c *Config
	c.NextRun()
	if o := c.Options(); o.Strict || o.Overrides != nil || o.Params != nil {
		t.Errorf("options %+v", o)
	}
	log, off := c.FailureLog()
	if c.FailOn() != "" || log != "" || off || c.Format("a") != "" || c.Excluded("a") != "" || c.Files() != nil {
		t.Error("nil says something")
	}
	if c.User() != "" || c.Disabled(true) != nil || c.DisabledInHooks() != nil {
		t.Error("nil has a user or disables something")
	}
	if loaded, err := Load(""); loaded != nil || err != nil {
		t.Errorf("no file is one: %v, %v", loaded, err)
	}
	if sources := c.Sources(); sources != nil {
		t.Errorf("sources %v", sources)
	}
	engines, err := c.Engines(checks.All(), rules.Options{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	if e, err := engines.For("a.md"); err != nil || e != engines.Base() {
		t.Errorf("another engine: %v", err)
	}
}

func TestSettings(t *testing.T) {
	c := yaml(t, `
fail-on: never
failure-log: false
inline: false
metadata: {profile: phased}
limits: {bytes: 2048, findings: 3}
evidence: {files: warning, actions: off, messages: off}
exclude: [old/]
files:
  - {paths: ["a/*.txt", b], format: task}
  - {paths: "*.txt", format: report}
`)
	o := c.Options()
	if kind := rules.BuiltIn().Rule(o.Overrides[0].Pattern).Needs; kind != "files" && kind != "actions" {
		t.Errorf("a severity for %q", kind)
	}
	_, off := c.FailureLog()
	if c.FailOn() != "never" || !off || !o.NoInline || o.Profile != "phased" || o.Limits.Bytes != 2048 || o.Limits.Findings != 3 {
		t.Errorf("%+v, off %v", o, off)
	}
	on, refused := c.Evidence()
	if !slices.Equal(on, []string{"files"}) || !slices.Equal(refused, []string{"actions"}) || c.ChecksMessages() || !c.WritesReceipts() {
		t.Errorf("evidence %q, refused %q", on, refused)
	}
	dir := filepath.Dir(c.files[0].path)
	if c.Excluded(filepath.Join(dir, "old", "a.md")) == "" || filepath.Base(c.ExcludedBy()) != YAMLName || yaml(t, "strict: true").ExcludedBy() != "" {
		t.Errorf("excluded by %q", c.ExcludedBy())
	}
	for path, want := range map[string]document.Format{"a/x.txt": "task", "b/c/d.md": "task", "x.txt": "report", "a/c/x.txt": "report", "x.md": ""} {
		if got := c.Format(filepath.Join(dir, filepath.FromSlash(path))); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestOverrides(t *testing.T) {
	c := yaml(t, `
strict: true
rules: {report/too-few-words: {params: {other: 1}}}
overrides:
  - {paths: docs, rules: {"report/*": off, report/too-few-words: {params: {roles: {a: 2}}}}, strict: false}
  - {paths: "*.md", rules: {report/filename: error}, metadata: {profile: auto}}
  - {paths: "agent-handoffs/s/", rules: {"session/*": off}}
`)
	dir := filepath.Dir(c.files[0].path)
	tests := []struct {
		path   string
		params string
		strict bool
		last   string
	}{
		{"x.json", `{"other":1}`, true, ""},
		{"docs/x.json", `{"other":1,"roles":{"a":2}}`, false, "report/*"},
		{"docs/x.md", `{"other":1,"roles":{"a":2}}`, false, "report/filename"},
		{"x.md", `{"other":1}`, true, "report/filename"},
		{"agent-handoffs/s", `{"other":1}`, true, "session/*"},
	}
	engines, err := c.Engines(checks.All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[*rules.Engine]bool{}
	for _, tt := range tests {
		path := filepath.Join(dir, filepath.FromSlash(tt.path))
		o, last := c.OptionsFor(path), ""
		if n := len(o.Overrides); n > 0 {
			last = o.Overrides[n-1].Pattern
		}
		if got := string(o.Params["report/too-few-words"]); got != tt.params || o.Strict != tt.strict || last != tt.last {
			t.Errorf("%s: %s, strict %v, last %q", tt.path, got, o.Strict, last)
		}
		e, err := engines.For(path)
		again, _ := engines.For(path)
		if err != nil || e != again || seen[e] {
			t.Errorf("%s: not an engine of its own, once: %v", tt.path, err)
		}
		seen[e] = true
	}
}

// A file is shown as it is called from the current folder if it is near.
func TestShown(t *testing.T) {
	dir := folder(t, map[string]string{YAMLName: "", "a/b/c/x": ""})
	for from, want := range map[string]string{".": YAMLName, "a": "../" + YAMLName, "a/b": "../../" + YAMLName, "a/b/c": filepath.ToSlash(filepath.Join(dir, YAMLName))} {
		t.Chdir(filepath.Join(dir, filepath.FromSlash(from)))
		if got := load(t, dir, YAMLName).Files(); !slices.Equal(got, []string{want}) {
			t.Errorf("from %s: %q, want %q", from, got, want)
		}
	}
}

// A rule's name wins over its group, and the group over a wider one, in any order.
func TestTheMoreSpecificSeverityWins(t *testing.T) {
	c := yaml(t, "rules: {report/filename: error, \"report/*\": off, \"*\": warning}\n")
	var order []string
	for _, s := range c.Options().Overrides {
		order = append(order, s.Pattern)
	}
	if want := []string{"*", "report/*", "report/filename"}; !slices.Equal(order, want) {
		t.Errorf("%q, want %q", order, want)
	}
}

// A run is strict if the configuration or the command line says so.
func TestStrictOfEither(t *testing.T) {
	const text = `{"context_summary": "x", "key_findings": ["The lock is held", "The lock is held"]}`
	for _, tt := range []struct{ config, command, want bool }{{false, false, false}, {true, false, true}, {false, true, true}} {
		engines, err := yaml(t, fmt.Sprintf("strict: %t\n", tt.config)).Engines(checks.All(), rules.Options{Strict: tt.command})
		if err != nil {
			t.Fatal(err)
		}
		result, err := engines.Base().CheckInput(rules.Input{Path: "a.json", As: "context", Named: true, Data: []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(result.Findings, func(f rules.Finding) bool { return f.Rule == "context/duplicate-entry" })
		if i < 0 || (result.Findings[i].Severity == rules.Error) != tt.want {
			t.Errorf("%+v: %+v", tt, result.Findings)
		}
	}
	command := rules.Options{Overrides: []rules.Override{{Pattern: "context/*", Severity: rules.Off}}}
	engines, err := yaml(t, "rules: {context/duplicate-entry: error}\n").Engines(checks.All(), command)
	if err != nil {
		t.Fatal(err)
	}
	result, err := engines.Base().CheckInput(rules.Input{Path: "a.json", As: "context", Named: true, Data: []byte(text)})
	if err != nil || slices.ContainsFunc(result.Findings, func(f rules.Finding) bool { return f.Rule == "context/duplicate-entry" }) {
		t.Errorf("off by the command line: %+v, %v", result.Findings, err)
	}
}

// The clock and the costs of the command line are those of every engine.
func TestClockOfTheCommand(t *testing.T) {
	dir := folder(t, map[string]string{YAMLName: "rules: {context/stale: {severity: warning, params: {days: 2}}}\noverrides: [{paths: b, strict: true}]\n", "b/1717500000-x.json": ""})
	for days, want := range map[int]bool{1: false, 3: true} {
		costs := &rules.Costs{}
		engines, err := load(t, dir, YAMLName).Engines(checks.All(), rules.Options{Now: time.Unix(1717500000, 0).AddDate(0, 0, days), Costs: costs})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "b", "1717500000-x.json")
		engine, err := engines.For(path)
		if err != nil {
			t.Fatal(err)
		}
		result, err := engine.CheckInput(rules.Input{Path: path, As: "context", Named: true, Data: []byte(`{"task_id": "1717500000-x", "context_summary": "x"}`)})
		isStale := slices.ContainsFunc(result.Findings, func(f rules.Finding) bool { return f.Rule == "context/stale" })
		if err != nil || isStale != want || len(costs.Slowest()) == 0 {
			t.Errorf("after %d days: %+v, %v, costs %v", days, result.Findings, err, costs.Slowest())
		}
	}
}

// Suppressions in files are ignored if the configuration or the command line says so.
func TestInlineOfEither(t *testing.T) {
	const text = `{"context_summary": "x", "key_findings": ["The lock is held", "The lock is held"], "handofflint": {"disable": ["context/duplicate-entry -- the writer"]}}`
	for _, tt := range []struct{ inline, noInline, want bool }{{true, false, false}, {false, false, true}, {true, true, true}} {
		engines, err := yaml(t, fmt.Sprintf("inline: %t\n", tt.inline)).Engines(checks.All(), rules.Options{NoInline: tt.noInline})
		if err != nil {
			t.Fatal(err)
		}
		result, err := engines.Base().CheckInput(rules.Input{Path: "a.json", As: "context", Named: true, Data: []byte(text)})
		isTold := slices.ContainsFunc(result.Findings, func(f rules.Finding) bool { return f.Rule == "context/duplicate-entry" })
		if err != nil || isTold != tt.want {
			t.Errorf("%+v: %+v, %v", tt, result.Findings, err)
		}
	}
}

// What a configuration allows that the built-in settings, or a file that it extends, would report.
func TestDisabled(t *testing.T) {
	for _, tt := range []struct{ name, near, base, want string }{
		{"nothing", "strict: true\n", "", ""},
		{"off", "rules: {report/filename: off}\n", "", "off [report/filename]"},
		{"a group with fixed rules", "rules: {\"syntax/*\": off}\n", "", ""},
		{"an error, as built in", "rules: {placeholder: error}\n", "", ""},
		{"off by default", "rules: {context/stale: off}\n", "", ""},
		{"lowered", "rules: {placeholder: warning}\n", "", "lowered [placeholder]"},
		{"lowered, and strict", "rules: {placeholder: warning}\nstrict: true\n", "", ""},
		{"as it is built in", "rules: {report/filename: warning}\n", "", ""},
		{"raised", "rules: {report/filename: error}\n", "", ""},
		{"the last one wins", "rules: {report/filename: off}\noverrides: [{paths: a, rules: {report/filename: warning}}]\n", "", "off [report/filename]"},
		{"for paths", "overrides: [{paths: a, rules: {report/filename: off}}, {paths: b, rules: {placeholder: off}}]\n", "", "a off [report/filename], b off [placeholder]"},
		{"below a farther file", "rules: {report/filename: warning}\n", "rules: {report/filename: error}\n", "lowered [report/filename]"},
		{"on in a farther file", "rules: {context/stale: off}\n", "rules: {context/stale: warning}\n", "off [context/stale]"},
		{"a parameter", "rules: {report/too-few-words: {params: {other: 0}}}\n", "", "set [report/too-few-words.other: 0]"},
		{"an empty list", "rules: {metadata/next-agent-name: {params: {words: []}}}\n", "", "set [metadata/next-agent-name.words: []]"},
		{"another value", "rules: {report/too-few-words: {params: {other: 1}}}\n", "", ""},
		{"strict in a farther file", "strict: false\n", "strict: true\n", "set [strict: false]"},
		{"strict in both", "strict: true\n", "strict: true\n", ""},
		{"not strict, as built in", "strict: false\n", "", ""},
		{"inline", "inline: true\n", "inline: false\n", "set [inline: true]"},
		{"a list replaced", "files: [{paths: a, format: task}]\n", "files: [{paths: b, format: task}]\n", "set [files of base.yaml replaced]"},
		{"a list kept", "files: [{paths: b, format: task}, {paths: a, format: task}]\n", "files: [{paths: b, format: task}]\n", ""},
		{"rules replaced", "rule-files: [none.cue]\n", "rule-files: [a.cue, none.cue]\n", "set [rule-files of base.yaml replaced]"},
		{"rules kept", "rule-files: [a.cue, none.cue]\n", "rule-files: [none.cue]\n", ""},
		{"rules kept, written otherwise", "rule-files: [./none.cue]\n", "rule-files: [none.cue]\n", ""},
		{"a built-in format beside an own one", "files: [{paths: a, format: task}]\n", "rule-files: [a.cue]\n", "a set [taken for task]"},
		{"a built-in format alone", "files: [{paths: a, format: task}]\n", "rule-files: [none.cue]\n", ""},
		{"a built-in format, by the same file", "rule-files: [a.cue]\nfiles: [{paths: a, format: task}]\n", "", ""},
		{"never fails", "fail-on: never\n", "", "set [fail-on: never]"},
		{"fails on errors alone", "fail-on: error\n", "", "set [fail-on: error]"},
		{"in two files", "rules: {report/filename: off}\n", "limits: {bytes: 2048}\n", "off [report/filename], set [limits.bytes: 2048]"},
		{"off, and a limit", "rules: {report/filename: off}\nlimits: {bytes: 2048}\n", "", "off [report/filename] set [limits.bytes: 2048]"},
		{"raised in a farther file alone", "rules: {report/filename: off}\n", "strict: true\n", "off [report/filename]"},
		{"an own format, beside another one", "rule-files: [a.cue]\nfiles: [{paths: a, format: notes}]\n", "rule-files: [a.cue]\n", ""},
		{"fails on warnings", "fail-on: warning\n", "", ""},
		{"a limit", "limits: {bytes: 2048}\n", "", "set [limits.bytes: 2048]"},
		{"the limit that is built in", "limits: {bytes: 1048576}\n", "", ""},
		{"a profile", "metadata: {profile: base}\n", "", "set [metadata.profile: base]"},
	} {
		files := map[string]string{YAMLName: tt.near}
		if tt.base != "" {
			files = map[string]string{YAMLName: "extends: base.yaml\n" + tt.near, "base.yaml": tt.base}
		}
		files["none.cue"] = "#None: string"
		files["a.cue"] = `formats: notes: {title: "Notes", form: "markdown", where: ["/N.md"], sections: [{title: "Next"}]}`
		dir := folder(t, files)
		var all []string
		for _, d := range load(t, dir, YAMLName).Disabled(true) {
			parts := slices.Clone(d.Paths)
			for i, list := range [][]string{d.RulesOff, d.RulesLowered, d.Settings} {
				if len(list) > 0 {
					parts = append(parts, fmt.Sprint([]string{"off", "lowered", "set"}[i], " ", list))
				}
			}
			all = append(all, strings.Join(parts, " "))
		}
		if got := strings.ReplaceAll(strings.Join(all, ", "), filepath.Join(dir, "base.yaml"), "base.yaml"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Users are not told about their own settings.
func TestDisabledInHooksIsOfTheTree(t *testing.T) {
	dir := folder(t, map[string]string{
		YAMLName:                       "evidence: {receipts: off}\n",
		"home/handofflint/config.yaml": "evidence: {messages: off}\n",
	})
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "home"))
	list := load(t, dir, YAMLName).DisabledInHooks()
	if len(list) != 1 || !slices.Equal(list[0].Settings, []string{"evidence.receipts: off"}) {
		t.Errorf("%+v", list)
	}
}

// Hooks are also told what is left out, and which files are taken for formats that have no rules of their own.
func TestDisabledInHooks(t *testing.T) {
	dir := folder(t, map[string]string{
		YAMLName:    "extends: base.yaml\nrule-files: [a.cue]\nexclude: [old/]\nevidence: {messages: off, receipts: on}\nfiles: [{paths: N.md, format: handover}, {paths: M.md, format: report}]\n",
		"base.yaml": "strict: true\n",
		"a.cue":     `formats: notes: {title: "Notes", form: "markdown", where: ["/N.md"], sections: [{title: "Next"}]}`,
	})
	var got []string
	for _, d := range load(t, dir, YAMLName).DisabledInHooks() {
		got = append(got, fmt.Sprint(d.Paths, d.Settings))
	}
	if got, want := strings.Join(got, " "), "[N.md] [taken for handover] [M.md] [taken for report] [old/] [excluded] [] [evidence.messages: off]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if list := yaml(t, "exclude: []\nfiles: [{paths: M.md, format: report}]\nfail-on: never\n").DisabledInHooks(); list != nil {
		t.Errorf("nothing is disabled: %+v", list)
	}
	if list := yaml(t, "files: [{paths: N.md, format: handover}]\n").DisabledInHooks(); len(list) != 1 {
		t.Errorf("a format without rules: %+v", list)
	}
}

// TestUser: the user's own settings win over the tree's, hold without one, and disable nothing of the tree.
func TestUser(t *testing.T) {
	dir := folder(t, map[string]string{YAMLName: "failure-log: f.jsonl\n", "home/handofflint/config.yaml": ""})
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "home"))
	for _, log := range []string{"/var/log/f.jsonl", "~/f.jsonl", `~\f.jsonl`} {
		text := "limits: {bytes: 2048}\nfailure-log: " + log + "\n"
		if err := os.WriteFile(filepath.Join(dir, "home", "handofflint", "config.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		alone, err := Load("")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []*Config{alone, load(t, dir, YAMLName)} {
			if got, off := c.FailureLog(); got != log || off || filepath.Base(c.User()) != "config.yaml" || c.Disabled(true) != nil {
				t.Errorf("%s: %s, %+v", log, got, c.Disabled(true))
			}
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "home", "handofflint", "config.yaml"), []byte("limit: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	wantMistakes(t, "of the user's", filepath.Join(dir, YAMLName), "1:1 unknown")
	t.Setenv("XDG_CONFIG_HOME", folder(t, map[string]string{"handofflint/config.yaml/x": ""}))
	wantMistakes(t, "the user's is a folder", filepath.Join(dir, YAMLName), "1:1 unread")
}

// A file that we may not read counts as missing: it is another user's.
func TestAnotherUser(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("permissions bind neither root nor Windows")
	}
	dir := folder(t, map[string]string{YAMLName: "strict: true\n", "home/handofflint/config.yaml": "limit: 1\n"})
	home := filepath.Join(dir, "home")
	if err := os.Chmod(home, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(home, 0o700) })
	t.Setenv("XDG_CONFIG_HOME", home)
	wantMistakes(t, "another user's", filepath.Join(dir, YAMLName))
}

// TestLoadOver adds the rule files of a file to those of its base, of each the nearest, and each file once.
func TestLoadOver(t *testing.T) {
	dir := folder(t, map[string]string{
		".git/HEAD": "", "a.cue": "#A: string", "b.cue": "#B: string", "c.cue": "#C: string", "base.yaml": "extends: far.yaml\nrule-files: [b.cue]\nexclude: [/old]\noverrides: [{paths: x, strict: true}]\n",
		"far.yaml": "rule-files: [c.cue]\n", "near.yaml": "rule-files: [a.cue, \"[ab].cue\"]\noverrides: [{paths: y, strict: true}]\n", "out.yaml": "extends: ../out.yaml\n", "in/x": "",
	})
	c, err := LoadOver(filepath.Join(dir, "base.yaml"), filepath.Join(dir, "near.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range c.Sources() {
		names = append(names, filepath.Base(s.Name))
	}
	if got := strings.Join(names, " "); got != "b.cue a.cue" || len(c.Disabled(true)) != 1 || len(c.Disabled(true)[0].Settings) != 1 {
		t.Errorf("%s, %+v", got, c.Disabled(true))
	}
	t.Chdir(filepath.Join(dir, "in"))
	alone, err := LoadOver(filepath.Join(dir, "base.yaml"), "")
	if err != nil || alone.Excluded(filepath.Join(dir, "old")) == "" {
		t.Fatalf("old is not excluded, %v", err)
	}
	for c, want := range map[*Config]bool{c: true, alone: false} {
		for _, v := range c.Values("", false) {
			if isAdded := strings.Contains(v.Origin, "added to those of"); isAdded != (want && v.Path[0] == "rule-files") {
				t.Errorf("rule-files %s come from %s", v.Value, v.Origin)
			}
		}
	}
	if _, err := LoadNamed("", filepath.Join(dir, "out.yaml"), dir); err == nil || !strings.Contains(err.Error(), "leads out") {
		t.Errorf("a named file of a tree extends one outside: %v", err)
	}
	plain := folder(t, map[string]string{"in/named.yaml": "extends: ../far.yaml\n", "far.yaml": "strict: true\n"})
	if c, err := LoadNamed("", filepath.Join(plain, "in", "named.yaml"), plain); err != nil || !c.Options().Strict {
		t.Errorf("a named file in no tree extends one beside it: %v", err)
	}
}

func TestRuleSources(t *testing.T) {
	dir := folder(t, map[string]string{
		"c.yaml":         "extends: sub/b.yaml\nrule-files: [\"rules/**/*.cue\"]\n",
		"sub/b.yaml":     "rules: {team/x: warning, placeholder: off}\n",
		"rules/a.cue":    teamRule,
		"rules/in/b.cue": "#TeamB: string",
		"with.yaml":      "rule-files: [with/*]\n",
		"with/a.cue":     "#Team: string\nstrict: true\n",
		"with/b.yaml":    "exclude: [a]\n",
		"bad.yaml":       "rule-files: [nothing/*.cue]\n",
		"large.yaml":     "rule-files: [large.cue]\n",
		"large.cue":      strings.Repeat("//\n", teamrules.MaxSource/3+1),
	})
	c := load(t, dir, "c.yaml")
	if params := c.Options().Params; len(params) > 0 {
		t.Errorf("what defines a rule counts as set: %s", params)
	}
	for _, v := range c.Values("", false) {
		if v.Path[0] == "rule-files" && strings.Contains(v.Origin, "added") {
			t.Errorf("rule-files come from %s", v.Origin)
		}
	}
	engines, err := c.Engines(checks.All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	task := rules.Input{Path: "a.json", As: "task", Named: true, Data: []byte(`{"data": {"a": 1, "b": "more than one byte"}}`)}
	if result, err := engines.Base().CheckInput(task); err != nil || !slices.ContainsFunc(result.Findings, func(f rules.Finding) bool { return f.Rule == "team/x" }) {
		t.Errorf("the team's rule does not fire: %+v, %v", result.Findings, err)
	}
	if want := []string{filepath.Join(dir, "sub", "b.yaml"), filepath.Join(dir, "c.yaml")}; !slices.Equal(c.Paths(), want) {
		t.Errorf("paths %q, want %q", c.Paths(), want)
	}
	sources := c.Sources()
	var names []string
	for _, s := range sources {
		names = append(names, filepath.Base(s.Name))
	}
	if !slices.Equal(names, []string{"a.cue", "b.cue"}) {
		t.Errorf("sources %q", names)
	}
	for text, want := range map[string]string{
		"":             "\nrule-files:\n  - a.cue\n",
		"strict: true": "strict: true\nrule-files:\n  - a.cue\n",
		"rule-files:\n- rules/a.cue\nstrict: true\n": "rule-files:\n- rules/a.cue\n- a.cue\nstrict: true\n",
		"rule-files: [rules/a.cue]\n":                "not written one a line",
		"{strict: true}\n":                           "not written one a line",
		"rule-files: []\n":                           "not written one a line",
		"rule-files:\n  - >-\n    rules/a.cue\n":     "not written one a line",
		"strict: true\n...\n":                        "not written one a line",
		"extends: with-rules.yaml\n":                 "in a file that it extends",
	} {
		dir := folder(t, map[string]string{YAMLName: text, "rules/a.cue": "#TeamA: string", "with-rules.yaml": "rule-files: [rules/a.cue]\n"})
		c := load(t, dir, YAMLName)
		got, err := c.WithRuleFile("a.cue")
		if got != want && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if got, err := (*Config)(nil).WithRuleFile("a.cue"); err != nil || !strings.HasSuffix(got, "\nrule-files:\n  - a.cue\n") {
		t.Errorf("a new file: %q, %v", got, err)
	}
	wantMistakes(t, "settings in a file of rules", filepath.Join(dir, "with.yaml"), "1:14 rule-files-ending", "2:1 own")
	wantMistakes(t, "a glob that matches nothing", filepath.Join(dir, "bad.yaml"), "1:14 rule-files-none")
	wantMistakes(t, "a large file of rules", filepath.Join(dir, "large.yaml"), "1:14 unread")
}

// With a mistake in the user's own configuration no folder is trusted.
func TestTrusted(t *testing.T) {
	home := folder(t, map[string]string{"handofflint/config.yaml": ""})
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("HOME", home)
	for text, want := range map[string][]string{
		"":                              nil,
		"trust: [/srv/rules, ~/shared]": {"/srv/rules", filepath.Join(home, "shared")},
		"trust: [/srv/rules, /srv/..]":  {"/srv/rules"},
		"trust: [/srv/rules]\nx: 1\n":   nil,
	} {
		if err := os.WriteFile(filepath.Join(home, "handofflint", "config.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := TrustedFolders(); !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
	t.Setenv("HOME", "")
	if err := os.WriteFile(filepath.Join(home, "handofflint", "config.yaml"), []byte("trust: [/srv/rules, ~/shared]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := TrustedFolders(); !slices.Equal(got, []string{"/srv/rules"}) {
		t.Errorf("without a home folder: %q", got)
	}
}
