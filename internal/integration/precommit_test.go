package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// hook is an entry of .pre-commit-hooks.yaml.
type hook struct {
	ID, Name, Entry, Language, Files string
	RequireSerial                    bool `yaml:"require_serial"`
}

func TestPreCommitHooksAreWhatTheyShouldBe(t *testing.T) {
	var hooks []hook
	readYAML(t, filepath.Join(root, ".pre-commit-hooks.yaml"), &hooks)
	languages := []string{}
	for _, h := range hooks {
		languages = append(languages, h.Language)
		files, err := regexp.Compile(h.Files)
		if err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string]bool{
			".claude/agent-handoffs/s/01-a-report.md": true, "docs/context/a.json": true, "A.MD": true, "01-a-report.md.done": true, "a.jsonl": false, "md": false,
		} {
			if files.MatchString(path) != want {
				t.Errorf("%s: %s is matched: %v, want %v", h.ID, path, !want, want)
			}
		}
		if !strings.HasPrefix(h.Entry, "handofflint check ") || !h.RequireSerial || h.Name == "" {
			t.Errorf("hook %+v", h)
		}
	}
	if strings.Join(languages, " ") != "golang system" {
		t.Errorf("languages %v", languages)
	}
}

// scratch is a git repository that pre-commit runs in.
type scratch struct {
	folder string
	env    []string
}

// newScratch makes a repository away from the user's own settings.
func newScratch(t *testing.T, env ...string) scratch {
	t.Helper()
	home := t.TempDir()
	full := []string{
		"HOME=" + home, "USERPROFILE=" + home, "PRE_COMMIT_HOME=" + filepath.Join(home, "pre-commit"), "XDG_CACHE_HOME=" + home,
		"HANDOFFLINT_FAILURE_LOG=" + filepath.Join(home, "failures.jsonl"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
	}
	s := scratch{folder: t.TempDir(), env: append(append(os.Environ(), full...), env...)}
	s.must(t, "git", "init", "-q")
	return s
}

func (s scratch) run(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = s.folder, s.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (s scratch) must(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := s.run(name, args...)
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return out
}

// source is a repository with what this one holds now, committed: pre-commit
// clones what it takes hooks from.
func source(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("this is no git repository: %v", err)
	}
	s := newScratch(t)
	for _, name := range strings.Split(strings.TrimRight(string(out), "\x00"), "\x00") {
		if data, err := os.ReadFile(filepath.Join(root, name)); err == nil {
			plant(t, s.folder, map[string]string{name: string(data)})
		}
	}
	s.must(t, "git", "add", "-A", "-f")
	s.must(t, "git", "commit", "-q", "-m", "as it is")
	return s.folder
}

// TestPreCommit runs the hooks of this repository with the real pre-commit.
func TestPreCommit(t *testing.T) {
	command(t, "pre-commit")
	from := source(t)
	path := "PATH=" + buildProgram(t) + string(os.PathListSeparator) + os.Getenv("PATH")
	for _, c := range []struct {
		id  string
		env []string
	}{
		{"handofflint", goEnv(t)},
		{"handofflint-system", []string{path}},
	} {
		t.Run(c.id, func(t *testing.T) { tryHook(t, from, c.id, c.env) })
	}
}

// tryHook stages files of a team's day one after the other.
func tryHook(t *testing.T, from, id string, env []string) {
	s := newScratch(t, env...)
	steps := []struct{ name, content, want string }{
		{"README.md", "# Shop\n\nNo handoff.\n", "Passed"},
		{"package.json", `{"name": "shop"}`, "Passed"},
		{"docs/with space/" + contextFile, goodContext, "Passed"},
		{"docs/bad/" + contextFile, brokenContext, "schema/empty-field"},
	}
	for _, step := range steps {
		plant(t, s.folder, map[string]string{step.name: step.content})
		s.must(t, "git", "add", "-A")
		out, err := s.run("pre-commit", "try-repo", from, id, "--color", "never")
		if blocked := err != nil; blocked == (step.want == "Passed") || !strings.Contains(out, step.want) {
			t.Fatalf("with %s: %v, the output must have %q:\n%s", step.name, err, step.want, out)
		}
	}
}
