package lint

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/worktree"
)

// scratch creates a repository with one commit on main, and enters it.
func scratch(t *testing.T, files ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here; TestWithoutGit needs none")
	}
	home := t.TempDir()
	config := "[user]\n\tname = a\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n"
	write(t, filepath.Join(home, ".gitconfig"), config)
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	dir := t.TempDir()
	t.Chdir(dir)
	command(t, "init", "-q")
	for _, f := range files {
		write(t, f, f)
	}
	if len(files) > 0 {
		command(t, "add", "-f", ".")
		command(t, "commit", "-qm", "first")
	}
	return dir
}

func command(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// hold compares a set's answers about files with the expected ones.
func hold(t *testing.T, s interface{ Has(string) bool }, want map[string]bool) {
	t.Helper()
	for name, changed := range want {
		if got := s.Has(name); got != changed {
			t.Errorf("%s has changed: got %v, want %v", name, got, changed)
		}
	}
}

// top returns the folder with .git around the current one.
func top(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for at := dir; at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
	}
	return dir
}

func since(t *testing.T, commit string) *Changes {
	t.Helper()
	s, err := Since(t.Context(), git.NewClock(git.CheckTime), top(t), commit)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSince(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "o.md")
	write(t, outside, "")
	scratch(t, ".gitignore", "same.md", "old.md", "gone/a.md", "work.md", "staged.md", "flagged.md", "blind.md", "dropped.md", "calm/a.md", "calm/deep/b.md")
	write(t, ".gitignore", "ignored.md\n")
	command(t, "commit", "-qam", "ignore")
	command(t, "switch", "-qc", "topic")
	command(t, "mv", "old.md", "new.md")
	command(t, "rm", "-q", "gone/a.md")
	command(t, "rm", "-q", "--cached", "dropped.md")
	command(t, "commit", "-qm", "second")
	write(t, "work.md", "1")
	write(t, "staged.md", "1")
	command(t, "add", "staged.md")
	command(t, "update-index", "--assume-unchanged", "flagged.md", "blind.md")
	write(t, "blind.md", "1")
	write(t, "calm/deep/b.md", "1")
	write(t, "ignored.md", "")
	write(t, "untracked.md", "")
	s := since(t, "")
	hold(t, s, map[string]bool{
		"same.md": false, ".gitignore": false, "new.md": true, "work.md": true, "staged.md": true, "dropped.md": false,
		"flagged.md": false, "blind.md": true, "calm/a.md": false, "ignored.md": true, "untracked.md": true, "no-such.md": true, outside: true,
	})
	for folder, want := range map[string]bool{"gone": true, ".": true, "other": false, "calm": false, "calm/deep": true, filepath.Dir(outside): true} {
		if got := s.touched(folder); got != want {
			t.Errorf("%s is touched: got %v, want %v", folder, got, want)
		}
	}
	if os.Symlink(filepath.Join(top(t), "calm", "deep"), "linked") == nil && !s.touched("linked") {
		t.Error("a folder behind a link is not touched")
	}
	hold(t, since(t, "HEAD"), map[string]bool{"new.md": false, "work.md": true})
}

// TestSinceTheMergeBase holds that later changes of the default branch do not count.
func TestSinceTheMergeBase(t *testing.T) {
	scratch(t, "a.md", "b.md")
	command(t, "branch", "topic")
	write(t, "a.md", "1")
	command(t, "commit", "-qam", "on main")
	command(t, "switch", "-q", "topic")
	write(t, "b.md", "1")
	command(t, "commit", "-qam", "on topic")
	for _, base := range []string{"", "main", "refs/heads/main"} {
		hold(t, since(t, base), map[string]bool{"a.md": false, "b.md": true})
	}
}

func TestTheDefaultBranchIsTheRemotes(t *testing.T) {
	scratch(t, "a.md")
	command(t, "update-ref", "refs/remotes/origin/trunk", "HEAD")
	command(t, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
	write(t, "a.md", "1")
	command(t, "commit", "-qam", "second")
	hold(t, since(t, ""), map[string]bool{"a.md": true})
	command(t, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone")
	hold(t, since(t, ""), map[string]bool{"a.md": false})
}

func TestHostileNames(t *testing.T) {
	names := []string{"a b.md", "ü.md", "-x.md", "$(id).md", "H h.md", ":(glob)x.md", "d [x]/e.md"}
	if runtime.GOOS == "windows" {
		names = []string{"a b.md", "-x.md", "$(id).md", "H h.md", "d [x]/e.md"}
	} else {
		names = append(names, "n\nl.md", "q\".md", "t\t.md", `b\s.md`)
	}
	if runtime.GOOS == "linux" {
		names = append(names, "\xff.md") // other file systems reject it
	}
	scratch(t, names...)
	for _, name := range names {
		hold(t, since(t, ""), map[string]bool{name: false})
		write(t, name, "changed")
		hold(t, since(t, ""), map[string]bool{name: true})
	}
}

func TestFromASubfolder(t *testing.T) {
	dir := scratch(t, "sub/a.md", "b.md")
	write(t, "b.md", "1")
	t.Chdir(filepath.Join(dir, "sub"))
	hold(t, since(t, ""), map[string]bool{"a.md": false, "../b.md": true, filepath.Join(dir, "b.md"): true})
}

func TestLinks(t *testing.T) {
	dir := scratch(t, "real/a.md", "real/b.md")
	link := filepath.Join(t.TempDir(), "link")
	if err := errors.Join(os.Symlink(dir, link), os.Symlink("b.md", "real/l.md")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	command(t, "add", ".")
	command(t, "commit", "-qm", "link")
	if err := errors.Join(os.Rename("real/b.md", "real/copy.md"), os.Symlink("copy.md", "real/b.md")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(link)
	hold(t, since(t, ""), map[string]bool{"real/a.md": false, "real/b.md": true, "real/l.md": true, filepath.Join(link, "real/a.md"): false})
}

// TestTheEnvironmentChangesNothing sets variables that make git use another repository or answer differently.
func TestTheEnvironmentChangesNothing(t *testing.T) {
	scratch(t, "sub/a.md", "sub/b.md", "c.md")
	write(t, "sub/b.md", "1")
	write(t, "c.md", "1")
	for name, value := range map[string]string{
		"GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere", "GIT_LITERAL_PATHSPECS": "0",
		"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "diff.relative", "GIT_CONFIG_VALUE_0": "true",
		"GIT_TRACE": "1", "GIT_EXTERNAL_DIFF": "false", "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de",
	} {
		t.Setenv(name, value)
	}
	t.Chdir("sub")
	hold(t, since(t, ""), map[string]bool{"a.md": false, "b.md": true, "../c.md": true})
}

func TestStaged(t *testing.T) {
	scratch(t, "same.md", "old.md", "staged.md", "work.md", "both.md", "gone.md", "dropped.md")
	command(t, "mv", "old.md", "new.md")
	command(t, "rm", "-q", "dropped.md")
	write(t, "staged.md", "1")
	write(t, "both.md", "staged")
	write(t, "gone.md", "staged")
	command(t, "add", ".")
	write(t, "both.md", "2")
	write(t, "work.md", "1")
	write(t, "untracked.md", "")
	write(t, "intended.md", "1")
	command(t, "add", "--intent-to-add", "intended.md")
	if err := os.Remove("gone.md"); err != nil {
		t.Fatal(err)
	}
	s := staged(t)
	hold(t, s, map[string]bool{"same.md": false, "new.md": true, "staged.md": true, "both.md": true, "work.md": false, "untracked.md": false, "intended.md": false, "gone.md": true, "none.md": true})
	for path, want := range map[string]string{"staged.md": "", "both.md": "staged", "work.md": "work.md", "untracked.md": "", "intended.md": "", "gone.md": "staged"} {
		var data string
		stored, err := s.content(path)
		apart := stored != nil
		if apart {
			data = stored.data
		}
		if err != nil || data != want || apart != (want != "") || s.Apart(path) != apart {
			t.Errorf("%s: %q, want %q (%v)", path, data, want, err)
		}
	}
	if err := os.Mkdir("both.md.done", 0o755); err != nil {
		t.Fatal(err)
	}
	if in, fault := (File{Path: "both.md", changes: s}).read(100); fault != nil || !in.Info.Done.IsZero() {
		t.Errorf("a folder was taken for a marker: %+v, %v", in.Info, fault)
	}
	if gone := s.gone(); len(gone) != 1 || filepath.Base(gone[0]) != "gone.md" {
		t.Errorf("gone are %q", gone)
	}
	if !s.touched(".") || s.touched("other") {
		t.Error("what was deleted leaves no trace, or an untouched folder has one")
	}
	if os.Symlink("both.md", "l.md") == nil && errors.Join(os.Symlink("none.md", "dangling.md"), os.Symlink("none.md", "lost.md")) == nil {
		command(t, "add", "dangling.md", "lost.md")
		if err := os.Remove("lost.md"); err != nil {
			t.Fatal(err)
		}
		if gone := staged(t).gone(); len(gone) != 1 {
			t.Errorf("a link has no text, but gone are %q", gone)
		}
		hold(t, staged(t), map[string]bool{"l.md": true, "dangling.md": true})
		command(t, "commit", "-qm", "second")
		hold(t, staged(t), map[string]bool{"dangling.md": false})
	}
}

func staged(t *testing.T) *Changes {
	t.Helper()
	x, err := Staged(t.Context(), git.NewClock(git.CheckTime), top(t), "")
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestStagedBeforeTheFirstCommit(t *testing.T) {
	scratch(t)
	write(t, "a.md", "")
	command(t, "add", "a.md")
	write(t, "b.md", "")
	hold(t, staged(t), map[string]bool{"a.md": true, "b.md": false})
}

// TestStagedInAConflict holds that it is an error if nobody can say what will be committed.
func TestStagedInAConflict(t *testing.T) {
	scratch(t, "a.md")
	command(t, "switch", "-qc", "topic")
	write(t, "a.md", "1")
	command(t, "commit", "-qam", "on topic")
	command(t, "switch", "-q", "main")
	write(t, "a.md", "2")
	command(t, "commit", "-qam", "on main")
	if err := exec.Command("git", "merge", "-q", "topic").Run(); err == nil {
		t.Fatal("the merge did not conflict")
	}
	if _, err := Staged(t.Context(), git.NewClock(git.CheckTime), top(t), ""); err == nil || !strings.Contains(err.Error(), "a.md is not merged") {
		t.Errorf("got %v", err)
	}
}

// TestUnknownAnswers holds that an answer of git in another form is an error, not a tree without files.
func TestUnknownAnswers(t *testing.T) {
	for answer, isKnown := range map[string]bool{"100644 blob a\tb.md\x00": true, "100644 blob\tb.md\x00": false, "100644 blob a 9\tb.md\x00": false} {
		c := &Changes{objects: map[string]string{}, ask: func(string, ...string) (string, error) { return answer, nil }}
		if err := c.addObjects(2, "ls-tree"); (err == nil) != isKnown || isKnown && c.objects["b.md"] != "a" {
			t.Errorf("%q: %v, %v", answer, c.objects, err)
		}
	}
	for answer, want := range map[string]string{"2\nab\n": "ab", "2\nab": "", "3\nab\n": "", "a missing\n": ""} {
		c := &Changes{ask: func(string, ...string) (string, error) { return answer, nil }}
		if texts, err := c.texts([]string{"a"}); (err == nil) != (want != "") || texts["a"] != want {
			t.Errorf("%q: %q, %v", answer, texts, err)
		}
	}
}

// TestOnlyStaged holds that a walk finds files of the index that the work tree does not have.
func TestOnlyStaged(t *testing.T) {
	scratch(t, IgnoreFile)
	names := []string{"in/a.md", "in/b.md", "in/c.txt", "in/old.md", "out/d.md"}
	write(t, IgnoreFile, "old.md\n")
	for _, name := range names {
		write(t, name, name)
	}
	command(t, "add", ".")
	for _, name := range names {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	write(t, "in/e.md", "")
	compare(t, "files", []string{"in/a.md*", "in/b.md", "in/e.md"}, paths(find(t, Options{Changes: staged(t)}, "in", "in/a.md")))
	compare(t, "as pre-commit names them", []string{"in/a.md"}, paths(find(t, Options{SkipUnknown: true, Changes: staged(t)}, "in/a.md", "in/c.txt", "in/old.md")))
	compare(t, "a file alone", []string{"in/c.txt*"}, paths(find(t, Options{Changes: staged(t)}, "in/c.txt")))
}

// TestAnEmptyCommit holds that everything is new since a commit without files.
func TestAnEmptyCommit(t *testing.T) {
	scratch(t)
	command(t, "commit", "-q", "--allow-empty", "-m", "first")
	write(t, "a.md", "")
	hold(t, since(t, ""), map[string]bool{"a.md": true})
}

// TestIgnoreTime holds that the time of a checkout is not one of a change.
func TestIgnoreTime(t *testing.T) {
	scratch(t, "same.md", "same.md.done", "edited.md", "edited.md.done", "marked.md", "marked.md.done")
	write(t, "edited.md", "1")
	write(t, "marked.md.done", "1")
	done := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	commits := NewCommits(worktree.NewTrees())
	for path, lag := range map[string]int{"same.md": 0, "edited.md": 60, "marked.md": 60} {
		in := document.Input{Path: path, Info: &document.Info{ModTime: done.Add(time.Minute), Done: done}}
		commits.IgnoreTime(&in)
		if in.Info.Lag() != lag {
			t.Errorf("%s is %d seconds newer than its marker, want %d", path, in.Info.Lag(), lag)
		}
	}
	scratch(t)
	in := document.Input{Path: "a.md", Info: &document.Info{ModTime: done.Add(time.Minute), Done: done}}
	commits.IgnoreTime(&in)
	if in.Info.Lag() != 60 {
		t.Error("without a commit, every time counts")
	}
	commits.IgnoreTime(&document.Input{Path: document.StdinName})
}

// TestStagedInAHook holds that the index of `git commit FILE` is used, which git names to its hooks.
func TestStagedInAHook(t *testing.T) {
	dir := scratch(t, "a.md")
	write(t, "a.md", "1")
	index := filepath.Join(dir, ".git", "other")
	cmd := exec.Command("git", "add", "a.md")
	cmd.Env = append(os.Environ(), "GIT_INDEX_FILE="+index)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for indexFile, want := range map[string]bool{"": false, index: true} {
		s, err := Staged(t.Context(), git.NewClock(git.CheckTime), top(t), indexFile)
		if err != nil {
			t.Fatal(err)
		}
		hold(t, s, map[string]bool{"a.md": want})
	}
}

// TestAnotherOwner holds that git's advice is shown, and that the user's setting for it is respected.
func TestAnotherOwner(t *testing.T) {
	dir := scratch(t, "a.md")
	if err := os.Chown(dir, 12345, -1); err != nil {
		t.Skipf("only root can give a folder away: %v", err)
	}
	fails(t, "", "detected dubious ownership in repository at")
	fails(t, "", "git config --global --add safe.directory")
	command(t, "config", "--global", "safe.directory", "*")
	hold(t, since(t, ""), map[string]bool{"a.md": false})
}

// TestWithoutFilters holds that a file that a filter changes counts as changed, and that no filter runs.
// Different line ends alone are not a change.
func TestWithoutFilters(t *testing.T) {
	dir := scratch(t, "a.x", "b.md", "c.md")
	ran := filepath.Join(dir, "ran")
	write(t, ".gitattributes", "*.x filter=x\n*.md text\n")
	write(t, "c.md", "1\n2\n")
	command(t, "add", ".gitattributes", "c.md")
	command(t, "commit", "-qm", "text")
	command(t, "config", "filter.x.clean", "touch "+filepath.ToSlash(ran)+"; echo a.x")
	write(t, "a.x", "altered")
	write(t, "b.md", "b.md\r\n")
	write(t, "c.md", "1\r\n2\r\n")
	want := map[string]bool{"a.x": true, "b.md": true, "c.md": false}
	hold(t, since(t, ""), want)
	x := staged(t)
	for name, apart := range want {
		if x.Apart(name) != apart {
			t.Errorf("%s is apart from the work tree: %v, want %v", name, !apart, apart)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the filter ran")
	}
}

// TestSHA256 uses object names of the other length.
func TestSHA256(t *testing.T) {
	scratch(t)
	if err := os.RemoveAll(".git"); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("git", "init", "-q", "--object-format=sha256").Run(); err != nil {
		t.Skip("this git knows no SHA-256")
	}
	write(t, "a.md", "a")
	write(t, "b.md", "b")
	command(t, "add", ".")
	command(t, "commit", "-qm", "first")
	write(t, "b.md", "1")
	hold(t, since(t, ""), map[string]bool{"a.md": false, "b.md": true})
	if x := staged(t); x.Apart("a.md") || !x.Apart("b.md") {
		t.Error("a.md is apart from the work tree, or b.md is not")
	}
}

func TestErrors(t *testing.T) {
	t.Run("no commits", func(t *testing.T) { scratch(t); fails(t, "", git.ErrNoCommits.Error()) })
	t.Run("no such commit", func(t *testing.T) { scratch(t, "a"); fails(t, "nope", `git knows no commit "nope"`) })
	t.Run("an option", func(t *testing.T) { scratch(t, "a"); fails(t, "--all", `git knows no commit "--all"`) })
	t.Run("no default branch", func(t *testing.T) {
		scratch(t, "a")
		command(t, "branch", "-qm", "other")
		fails(t, "", git.ErrNoDefault.Error())
	})
	t.Run("nothing in common", func(t *testing.T) {
		scratch(t, "a")
		command(t, "switch", "-q", "--orphan", "other")
		command(t, "commit", "-q", "--allow-empty", "-m", "other")
		fails(t, "main", "no commit in common")
	})
	t.Run("a bare repository", func(t *testing.T) {
		scratch(t)
		command(t, "config", "core.bare", "true")
		fails(t, "", "this operation must be run in a work tree")
	})
	t.Run("no repository at all", func(t *testing.T) {
		scratch(t)
		if err := os.RemoveAll(".git"); err != nil {
			t.Fatal(err)
		}
		write(t, ".git/HEAD", "")
		fails(t, "", "git does not accept the repository in ")
	})
}

func TestShallowClone(t *testing.T) {
	dir := scratch(t, "a.md")
	command(t, "switch", "-qc", "topic")
	write(t, "a.md", "1")
	command(t, "commit", "-qam", "second")
	clone := filepath.Join(t.TempDir(), "clone")
	command(t, "clone", "-q", "--depth=1", "--no-single-branch", "file://"+filepath.ToSlash(dir), clone)
	t.Chdir(clone)
	fails(t, "main", git.ErrShallow.Error())
	fails(t, "origin/main", git.ErrShallow.Error())
	fails(t, "nosuch", `git knows no commit "nosuch": the name is wrong, or this clone is shallow`)
}

func TestWithoutGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	fails(t, "", git.ErrNoGit.Error())
	if _, err := Staged(t.Context(), git.NewClock(git.CheckTime), top(t), ""); !errors.Is(err, git.ErrNoGit) {
		t.Errorf("got %v", err)
	}
}

func fails(t *testing.T, commit, want string) {
	t.Helper()
	_, err := Since(t.Context(), git.NewClock(git.CheckTime), top(t), commit)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}
