package worktree

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// TestIgnoredAsGitDoes compares the ignored paths with git's answers.
func TestIgnoredAsGitDoes(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go", "src/deep/b.go", "build/keep.go")
	write := func(name, content string) {
		s.write(0, name)
		if err := os.WriteFile(s.at(name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(".gitignore", strings.Join([]string{
		"# a comment", "*.log", "!keep.log", "/root.txt", "dist/", "doc/*.html", "**/cache", "a/**/z", "temp/**",
		`\#hash`, `\!bang`, "trailing   ", `space\ `, "[ab].x", "[!c].y", "q?.w", "{x,y}", "crlf\r", "*a*a*b", "no/such/", "vendor/*", "!vendor/kept", "[a-c]z", `back\*`,
	}, "\n"))
	write("src/.gitignore", "!debug.log\nghost.go\n/only.go\nsub/x\n")
	write(".git/info/exclude", "mine.*\n!mine.kept\n")
	s.commit()
	names := []string{
		"x.log", "keep.log", "src/x.log", "src/debug.log", "root.txt", "src/root.txt", "dist/a", "src/dist/a/b", "doc/a.html", "doc/b/a.html",
		"cache", "x/cache/y", "a/z", "a/b/c/z", "temp", "temp/x", "#hash", "!bang", "trailing", "space", "space ", "a.x", "c.x", "c.y", "d.y", "qq.w", "q.w",
		"{x,y}", "x", "crlf", "banana.b", "xaxab", "bad", "no/such/f", "vendor/f", "vendor/kept", "vendor/kept/f", "src/ghost.go", "src/deep/ghost.go", "ghost.go",
		"src/only.go", "src/deep/only.go", "src/sub/x", "src/deep/sub/x", "mine.go", "src/mine.txt", "mine.kept", "bz", "dz", "back*", "backs",
	}
	rules := NewTree(s.root).readIgnoreRules()
	in := strings.NewReader(strings.Join(names, "\x00") + "\x00")
	fields := strings.Split(s.gitWith(in, "-c", "core.excludesFile=", "check-ignore", "--no-index", "--verbose", "--non-matching", "-z", "--stdin"), "\x00")
	for i, name := range names {
		pattern := fields[4*i+2]
		want := pattern != "" && !strings.HasPrefix(pattern, "!")
		if got := rules.mayIgnore(name); got != want {
			t.Errorf("%s: ignored %v, and git says %v by %q", name, got, want, pattern)
		}
	}
}

// TestIgnoreRulesAreBounded holds that no pattern keeps the rules busy, and that exceeding the bound silences
// files and is recorded.
func TestIgnoreRulesAreBounded(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go")
	if err := os.WriteFile(s.at(".gitignore"), []byte("/src/"+strings.Repeat("*a", 12)+"b\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.commit()
	name := "src/" + strings.Repeat("a", 60) + ".go"
	tree := NewTree(s.root)
	if got := tree.Files(Handoff{Path: s.at("out/a.md"), Said: ever}, []string{name})[0]; got.State != Absent {
		t.Errorf("%+v: want that it is absent", got)
	}
	if used := tree.trees.ignore.Used(); used > 10_000 {
		t.Errorf("%d steps for one path", used)
	}
	if err := os.WriteFile(s.at(".gitignore"), []byte(strings.Repeat(strings.Repeat("*a", 100)+"b\n", 1200)), 0o644); err != nil {
		t.Fatal(err)
	}
	trees := NewTrees()
	trees.ignore = text.NewSteps(1_000_000)
	tree = newTree(s.root, trees)
	var names []string
	for range 40 {
		names = append(names, strings.Repeat("a", 250-len(names))+".go")
	}
	for i, got := range tree.Files(Handoff{Path: s.at("out/a.md"), Said: ever}, names) {
		if i == len(names)-1 && got.State != Uncertain {
			t.Errorf("%+v beyond the bound", got)
		}
	}
	if reasons := tree.trees.Incomplete.Reasons(); len(reasons) != 1 || !strings.Contains(reasons[0].Why, "ignore rules") {
		t.Errorf("got %v, want that the ignore rules take too many steps", reasons)
	}
}

// TestIgnoreFileOfTheRepository holds that an ignore file in the repository's own configuration is not read:
// the checked tree controls that path.
func TestIgnoreFileOfTheRepository(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go")
	s.commit()
	ask := func() State {
		return NewTree(s.root).Files(Handoff{Path: s.at("out/a.md"), Said: ever}, []string{"src/ghost.go"})[0].State
	}
	if state := ask(); state != Absent {
		t.Fatalf("state %v before", state)
	}
	outside := filepath.Join(t.TempDir(), "ignore")
	if err := os.WriteFile(outside, []byte("*.log\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.git("config", "core.excludesFile", outside)
	if state := ask(); state != Uncertain {
		t.Errorf("state %v: the file was read", state)
	}
}

// The user's own ignore file counts: the one of the configuration, or the default.
func TestIgnoreFileOfTheUser(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go")
	s.commit()
	home := s.in(t.TempDir())
	t.Setenv("HOME", home.root)
	t.Setenv("XDG_CONFIG_HOME", home.at("config"))
	expect := func(named, byDefault State) {
		t.Helper()
		s.expect(ever, map[string]State{"src/a.go": Present, "src/named.go": named, "src/default.go": byDefault, "src/none.go": Absent})
	}
	write := func(name, text string) {
		home.write(0, name)
		if err := os.WriteFile(home.at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	expect(Absent, Absent)
	write("config/git/ignore", "default.go\na.go\n")
	expect(Absent, Uncertain)
	write("named", "named.go\n")
	write(".gitconfig", "[core]\n\texcludesFile = ~/named\n")
	expect(Uncertain, Absent)
	write("named", strings.Repeat("\n", maxIgnoreFile-len("named.go"))+"named.go")
	expect(Uncertain, Absent)
	write("named", strings.Repeat("\n", maxIgnoreFile+1))
	s.expect(ever, map[string]State{"src/none.go": Uncertain}) // it is too long to be read
}

// TestGitWithoutTime holds that a git timeout is recorded, and a missing repository is not.
func TestGitWithoutTime(t *testing.T) {
	s := newScratch(t)
	s.write(1, "a.go")
	s.commit()
	ask := func(tree *Tree) State {
		return tree.Files(Handoff{Path: s.at("out/a.md"), Said: ever}, []string{"src/ghost.go"})[0].State
	}
	trees := newTrees(maxCommits, 0)
	if state := ask(newTree(s.root, trees)); state != Uncertain || !trees.Incomplete.Has(rules.KindFiles) {
		t.Errorf("without time: state %v, reasons %v", state, trees.Incomplete.Reasons())
	}
	if want, got := "git gave no answer within 0 s", trees.Incomplete.Reasons()[0].Why; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	trees = newTrees(maxCommits, git.CheckTime)
	if state := ask(newTree(t.TempDir(), trees)); state != Uncertain || trees.Incomplete.Reasons() != nil {
		t.Errorf("without a repository: state %v, reasons %v", state, trees.Incomplete.Reasons())
	}
}
