package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/hook"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

// The files of the Claude Code plugin, which is the repository itself.
const (
	pluginFile      = "../../.claude-plugin/plugin.json"
	marketplaceFile = "../../.claude-plugin/marketplace.json"
	pluginHooks     = "../../hooks/hooks.json"
	skillFolder     = "../../skills/handoff"
)

// TestPluginFiles holds the plugin to the shape that Claude Code documents: a
// plugin has a name, a marketplace a name, an owner and plugins, each with a
// folder that has a plugin in it.
func TestPluginFiles(t *testing.T) {
	var plugin struct{ Name, Description, Version string }
	readInto(t, pluginFile, &plugin)
	if plugin.Name != "handofflint" || plugin.Description == "" || !strings.HasPrefix("0.1.0-dev", plugin.Version) {
		t.Errorf("plugin.json says %+v, the program is %s", plugin, version())
	}
	var marketplace struct {
		Name    string
		Owner   struct{ Name string }
		Plugins []struct{ Name, Source string }
	}
	readInto(t, marketplaceFile, &marketplace)
	if marketplace.Name == "" || marketplace.Owner.Name == "" || len(marketplace.Plugins) != 1 {
		t.Fatalf("marketplace.json says %+v", marketplace)
	}
	listed := marketplace.Plugins[0]
	if listed.Name != plugin.Name || !strings.HasPrefix(listed.Source, "./") {
		t.Errorf("the marketplace lists %+v", listed)
	}
	if _, err := os.Stat(filepath.Join("../..", listed.Source, ".claude-plugin", "plugin.json")); err != nil {
		t.Error(err)
	}
}

// TestPluginHooks holds the plugin's hooks to those that are installed: to
// install them changes nothing.
func TestPluginHooks(t *testing.T) {
	data := testkit.Read(t, pluginHooks)
	got, err := hook.HostByName("claude").Install(data, hook.Installation{Executable: "handofflint"})
	if err != nil || !bytes.Equal(got, data) {
		t.Errorf("the plugin's hooks are not those of `hooks install` (%v):\n%s", err, got)
	}
}

// TestPluginSaysThatTheProgramIsMissing runs the lines that are installed for those who
// do not have the program: it is said once, when a session starts.
func TestPluginSaysThatTheProgramIsMissing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the line is for a POSIX shell, which Claude Code brings along on Windows")
	}
	var plugin struct {
		Hooks map[string][]struct {
			Hooks []struct{ Command string }
		}
	}
	readInto(t, pluginHooks, &plugin)
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	without, with := t.TempDir(), folderWithProgram(t)
	for event, groups := range plugin.Hooks {
		for path, want := range map[string]string{without: "", with: "called with hook\n"} {
			cmd := exec.Command(shell, "-c", groups[0].Hooks[0].Command)
			cmd.Env = []string{"PATH=" + path}
			var errs bytes.Buffer
			cmd.Stderr = &errs
			out, err := cmd.Output()
			if err != nil || errs.Len() > 0 {
				t.Fatalf("%s: %v, %s", event, err, errs.String())
			}
			if event == "SessionStart" && path == without {
				var answer struct{ SystemMessage string }
				if err := json.Unmarshal(out, &answer); err != nil || !strings.Contains(answer.SystemMessage, "handoffs are not being checked") {
					t.Errorf("%s says %q", event, out)
				}
			} else if string(out) != want {
				t.Errorf("%s with the PATH %s says %q", event, path, out)
			}
		}
	}
}

func folderWithProgram(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, hook.ProgramName), []byte("#!/bin/sh\necho called with \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestSkillIsDescribed(t *testing.T) {
	var front struct{ Name, Description string }
	matter, rest, isClosed := bytes.Cut(testkit.Read(t, skillFolder+"/SKILL.md"), []byte("\n---\n"))
	if err := yaml.Unmarshal(matter, &front); err != nil || !isClosed {
		t.Fatalf("the front matter is closed: %t: %v", isClosed, err)
	}
	if front.Name != filepath.Base(skillFolder) || len(front.Description) < 100 || len(front.Description) > 1024 {
		t.Errorf("the skill is %q: %q", front.Name, front.Description)
	}
	if lines := bytes.Count(rest, []byte("\n")); lines > 200 {
		t.Errorf("the skill has %d lines: it is read into an agent's context", lines)
	}
}

// TestSkillNamesRealRules: what the skill says of rules and commands is about
// those that there are.
func TestSkillNamesRealRules(t *testing.T) {
	skill := string(testkit.Read(t, skillFolder+"/SKILL.md"))
	catalogue, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(skill, "## What findings mean")
	names := regexp.MustCompile("`((report|metadata|context|task|schema|syntax|file|session)/[a-z-]+|placeholder)`").FindAllStringSubmatch(table, -1)
	if len(names) < 20 {
		t.Fatalf("only %d rules found in the skill", len(names))
	}
	for _, name := range names {
		if catalogue.Rule(name[1]) == nil {
			t.Errorf("there is no rule %s", name[1])
		}
	}
	app := newRunner(System()).newApp()
	for _, match := range regexp.MustCompile("`handofflint ([a-z]+)").FindAllStringSubmatch(skill, -1) {
		if app.Command(match[1]) == nil {
			t.Errorf("there is no command %s", match[1])
		}
	}
}

// TestSkillExamplesPass: the handoffs that agents are shown have no findings,
// not even warnings.
func TestSkillExamplesPass(t *testing.T) {
	skill := string(testkit.Read(t, skillFolder+"/SKILL.md"))
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(skill, -1)
	if len(blocks) != 4 {
		t.Fatalf("%d examples, want two metadata blocks, a context file and a payload", len(blocks))
	}
	root := t.TempDir()
	t.Chdir(root)
	checkExample(t, "output.md", "# Output\n\nDone.\n\n## Metadata\n\n```json\n"+blocks[0][1]+"```\n", "metadata")
	checkExample(t, "output.md", "# Output\n\nBlocked.\n\n## Metadata\n\n```json\n"+blocks[1][1]+"```\n", "metadata")
	checkExample(t, "docs/context/1717500000-session-expiry.json", blocks[2][1], "context")
	checkExample(t, "handoff.json", blocks[3][1], "task")
}

func TestSkillReportPasses(t *testing.T) {
	report := string(testkit.Read(t, skillFolder+"/examples/01-tester-report.md"))
	t.Chdir(t.TempDir())
	path := ".claude/agent-handoffs/20260531-170546-ad4f12aa/01-tester-report.md"
	testkit.Write(t, path, report)
	printed(t, "seal", "--no-failure-log", path)
	if out := printed(t, "check", "--no-failure-log", path); out != "1 file: 1 passed, 0 with warnings, 0 failed\n" {
		t.Error(out)
	}
}

func checkExample(t *testing.T, path, text, format string) {
	t.Helper()
	testkit.Write(t, path, text)
	if out := printed(t, "check", "--no-failure-log", path); out != "1 file: 1 passed, 0 with warnings, 0 failed\n" {
		t.Errorf("%s: %s", path, out)
	}
	if out := printed(t, "check", "--no-failure-log", "-q", "--as", format, path); out != "" {
		t.Errorf("%s as %s: %s", path, format, out)
	}
}

// readInto reads JSON into a value.
func readInto(t *testing.T, path string, value any) {
	t.Helper()
	if err := json.Unmarshal(testkit.Read(t, path), value); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
