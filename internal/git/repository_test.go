package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// scratch is a new folder with a repository `repo` of one commit, and the one of somebody else, `victim`.
type scratch struct {
	*testing.T
	folder string
}

func newScratch(t *testing.T) scratch {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := scratch{t, folder}
	for _, name := range []string{"repo", "victim"} {
		runGit(t, folder, "init", "-q", "-b", "main", name)
		s.write(name+"/"+name+".md", "x\n")
		s.git(name, "add", ".")
		s.git(name, "commit", "-q", "-m", name)
	}
	return s
}

func (s scratch) at(name string) string { return filepath.Join(s.folder, filepath.FromSlash(name)) }

func (s scratch) git(folder string, args ...string) {
	s.Helper()
	runGit(s.T, s.at(folder), args...)
}

func (s scratch) write(name, text string) {
	s.Helper()
	if err := os.MkdirAll(filepath.Dir(s.at(name)), 0o755); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(s.at(name), []byte(text), 0o644); err != nil {
		s.Fatal(err)
	}
}

func (s scratch) link(name, to string) {
	s.Helper()
	if err := os.Symlink(filepath.FromSlash(to), s.at(name)); err != nil {
		s.Skipf("no link can be made here: %v", err)
	}
}

func (s scratch) move(from, to string) {
	s.Helper()
	if err := os.Rename(s.at(from), s.at(to)); err != nil {
		s.Fatal(err)
	}
}

func (s scratch) open(name string) (Repository, error) {
	return Open(s.Context(), s.at(name), NewClock(CheckTime))
}

// mustOpen is open for a repository that is accepted.
func (s scratch) mustOpen(name string) Repository {
	s.Helper()
	r, err := s.open(name)
	if err != nil {
		s.Fatal(err)
	}
	return r
}

// wants checks the error: it contains a text, or is nil for "".
func (s scratch) wants(err error, text string) {
	s.Helper()
	if text == "" && err != nil || text != "" && (err == nil || !strings.Contains(filepath.ToSlash(err.Error()), text)) {
		s.Errorf("got error %v, want %q", err, text)
	}
}

// A checked tree cannot lead git to another repository; honest layouts are accepted.
func TestOpen(t *testing.T) {
	tests := map[string]struct {
		prepare func(s scratch)
		open    string // repo, if it is ""
		want    string
	}{
		"plain":            {},
		"a folder below":   {prepare: func(s scratch) { s.write("repo/in/a.md", "x\n") }, open: "repo/in", want: "in/.git: "},
		"no repository":    {prepare: func(s scratch) { s.write("none/a.md", "x\n") }, open: "none", want: "none/.git: "},
		"a broken one":     {prepare: func(s scratch) { s.write("repo/broken/.git/HEAD", "x\n") }, open: "repo/broken", want: "git does not accept the repository in "},
		"a work tree":      {prepare: func(s scratch) { s.git("repo", "worktree", "add", "-q", "../tree") }, open: "tree"},
		"a relative one":   {prepare: relativeWorkTree, open: "tree"},
		"of a bare one":    {prepare: workTreeOfBare, open: "tree"},
		"a moved one":      {prepare: movedWorkTree, open: "moved", want: "tree, which is not set up for this work tree: if it belongs here, run `git worktree repair`"},
		"a submodule":      {prepare: func(s scratch) { s.git("repo", "submodule", "--quiet", "add", "../victim", "sub") }, open: "repo/sub"},
		"another's":        {prepare: func(s scratch) { s.moveGit("gitdir: ../victim/.git\n") }, want: "victim/.git, which is not set up for this work tree"},
		"a link":           {prepare: func(s scratch) { s.moveGit(""); s.link("repo/.git", "../victim/.git") }, want: "is not set up for this work tree"},
		"another's tree":   {prepare: workTreeOfAnother, want: "worktrees/tree, which is not set up for this work tree"},
		"separate":         {prepare: func(s scratch) { s.moveGit("gitdir: ../own\n") }, want: "own, which is not set up for this work tree"},
		"the tree itself":  {prepare: inItsTree, want: "which is not set up for this work tree"},
		"and it says so":   {prepare: separate},
		"a bare one there": {prepare: bareInItsTree, want: "git does not accept the repository in "},
		"core.worktree":    {prepare: func(s scratch) { s.git("repo", "config", "core.worktree", s.at("victim")) }, want: "victim: remove core.worktree from its configuration"},
		"commondir":        {prepare: func(s scratch) { s.write("repo/.git/commondir", "../../victim/.git\n") }, want: "victim/.git: remove its file commondir"},
		"alternates":       {prepare: func(s scratch) { s.write("repo/.git/objects/info/alternates", "x\n") }, want: ".git/objects/info/alternates takes objects from another repository: run `git repack -a -d && rm .git/objects/info/alternates`"},
		"linked ones":      {prepare: func(s scratch) { s.link("repo/.git/objects/info/alternates", "nothing") }, want: "alternates takes objects from another repository"},
		"alternates of it": {prepare: alternatesOfMain, open: "tree", want: "repo/.git/objects/info/alternates takes objects from another repository"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newScratch(t)
			if test.prepare != nil {
				test.prepare(s)
			}
			open := "repo"
			if test.open != "" {
				open = test.open
			}
			r, err := s.open(open)
			s.wants(err, test.want)
			if err == nil && r.Root != s.at(open) {
				t.Errorf("the root is %s", r.Root)
			}
		})
	}
}

// moveGit moves git's folder of repo to own, and writes its .git anew unless the text is "".
func (s scratch) moveGit(text string) {
	s.Helper()
	s.move("repo/.git", "own")
	if text != "" {
		s.write("repo/.git", text)
	}
}

func relativeWorkTree(s scratch) {
	s.git("repo", "worktree", "add", "-q", "../tree")
	s.write("repo/.git/worktrees/tree/gitdir", "../../../../tree/.git\n")
	s.write("tree/.git", "gitdir: ../repo/.git/worktrees/tree\n")
}

func workTreeOfBare(s scratch) {
	s.git(".", "clone", "-q", "--bare", "repo", "bare.git")
	s.git("bare.git", "worktree", "add", "-q", "-b", "topic", "../tree")
}

func movedWorkTree(s scratch) {
	s.git("repo", "worktree", "add", "-q", "../tree")
	s.move("tree", "moved")
}

func workTreeOfAnother(s scratch) {
	s.git("victim", "worktree", "add", "-q", "../tree")
	s.moveGit("gitdir: ../victim/.git/worktrees/tree\n")
}

func inItsTree(s scratch) {
	s.moveGit("gitdir: .\n")
	for _, name := range []string{"HEAD", "config", "objects", "refs"} {
		s.move("own/"+name, "repo/"+name)
	}
}

func bareInItsTree(s scratch) {
	s.git(".", "clone", "-q", "--bare", "repo", "bare.git")
	for _, name := range []string{"HEAD", "config", "objects", "refs"} {
		s.move("bare.git/"+name, "repo/"+name)
	}
	s.write("repo/.git/HEAD", "x\n")
	s.git("repo", "config", "--file", "config", "core.bare", "false")
	s.git("repo", "config", "--file", "config", "core.worktree", s.at("repo"))
}

func separate(s scratch) {
	s.moveGit("gitdir: ../own\n")
	s.git("repo", "config", "core.worktree", "../repo")
}

func alternatesOfMain(s scratch) {
	s.git("repo", "worktree", "add", "-q", "../tree")
	s.write("repo/.git/objects/info/alternates", "x\n")
}

// A replacement does not show another commit under the name of one.
func TestReplacement(t *testing.T) {
	s := newScratch(t)
	s.git("repo", "commit", "-q", "--allow-empty", "-m", "second")
	s.git("repo", "replace", "HEAD", "HEAD~1")
	out, err := s.mustOpen("repo").Ask(t.Context(), "log", "-1", "--format=%s")
	s.wants(err, "")
	if out != "second\n" {
		t.Errorf("got %q", out)
	}
}

// Git's variables in the environment change neither the repository nor the answer.
func TestEnvironment(t *testing.T) {
	s := newScratch(t)
	t.Setenv("GIT_DIR", s.at("victim/.git"))
	t.Setenv("GIT_WORK_TREE", s.at("victim"))
	t.Setenv("GIT_INDEX_FILE", s.at("victim/.git/index"))
	t.Setenv("GIT_LITERAL_PATHSPECS", "1")
	out, err := s.mustOpen("repo").Ask(t.Context(), "ls-files", "--", ":(top)*.md")
	s.wants(err, "")
	if out != "repo.md\n" {
		t.Errorf("got %q", out)
	}
}

// The errors of git are told apart: it is missing, has no time, or says no.
func TestAskErrors(t *testing.T) {
	s := newScratch(t)
	r := s.mustOpen("repo")
	if out, err := r.AskWith(t.Context(), "x\n", "hash-object", "--stdin"); err != nil || out != "587be6b4c3f93f93c489c0111bba5596147a26cb\n" {
		t.Errorf("an input: %q, %v", out, err)
	}
	_, err := r.Ask(t.Context(), "rev-parse", "--verify", "nothing")
	s.wants(err, "git rev-parse: Needed a single revision (exit status 128)")
	if Refused(err) || IsCutShort(err) {
		t.Errorf("refused: %v, cut short: %v", Refused(err), IsCutShort(err))
	}
	_, err = r.Ask(t.Context(), "rev-parse", "--verify", "--quiet", "nothing")
	s.wants(err, "git rev-parse: it says nothing (exit status 1)")
	if !Refused(err) || IsCutShort(err) {
		t.Errorf("refused: %v, cut short: %v", Refused(err), IsCutShort(err))
	}
	_, err = Open(t.Context(), s.at("repo"), NewClock(0))
	if err == nil || err.Error() != "git gave no answer within 0 s" {
		t.Errorf("got %v", err)
	}
	if Refused(err) || !IsCutShort(err) {
		t.Errorf("refused: %v, cut short: %v", Refused(err), IsCutShort(err))
	}
	r.clock = NewClock(0)
	_, err = r.Base(t.Context(), "main")
	s.wants(err, "git gave no answer within 0 s")
	t.Setenv("PATH", "")
	if _, err := s.open("repo"); !errors.Is(err, ErrNoGit) {
		t.Errorf("got %v without git", err)
	}
}

// The labels and the empty lines of git's message are removed.
func TestInOneLine(t *testing.T) {
	if got := inOneLine("error: a\n\nhint:\nhint: run b\n"); got != "a run b" {
		t.Errorf("got %q", got)
	}
}

// The index is a regular file in git's own folder. Without one, nothing is staged.
func TestUseIndex(t *testing.T) {
	s := newScratch(t)
	s.git("repo", "worktree", "add", "-q", "../tree")
	s.git("repo", "read-tree", "--index-output=.git/next-index-1.lock", "HEAD")
	s.write("repo/index", "x\n")
	s.write("repo/.git/folder/a", "x\n")
	s.link("repo/.git/linked", "../../victim/.git/index")
	use := func(name, want, files string) {
		t.Helper()
		r := s.mustOpen("repo")
		err := r.UseIndex(name)
		s.wants(err, want)
		if err != nil {
			return
		}
		out, err := r.Ask(t.Context(), "ls-files")
		s.wants(err, "")
		if out != files {
			t.Errorf("%q has %q, want %q", name, out, files)
		}
	}
	use("", "", "repo.md\n")
	use(".git/next-index-1.lock", "", "repo.md\n")
	use(s.at("repo/.git/index"), "", "repo.md\n")
	use(".git/none", "", "")
	use("index", "GIT_INDEX_FILE is index, which is not in ", "")
	use(s.at("victim/.git/index"), ": unset it", "")
	use(".git/worktrees/tree/index", ": unset it", "")
	use(".git/linked", ".git/linked is not a regular file: remove it and run `git reset`", "")
	use(".git/folder", ".git/folder is not a regular file", "")
	s.move("repo/.git/index", "kept")
	use("", "", "")
	s.link("repo/.git/index", "../../victim/.git/index")
	use("", ".git/index is not a regular file", "")
}

// The ignore rules of a repository are those of all its work trees.
func TestExcludeFile(t *testing.T) {
	s := newScratch(t)
	s.git("repo", "worktree", "add", "-q", "../tree")
	for _, name := range []string{"repo", "tree"} {
		if got := s.mustOpen(name).ExcludeFile(); got != s.at("repo/.git/info/exclude") {
			t.Errorf("of %s: %s", name, got)
		}
	}
}

// The base is where HEAD leaves a commit: the one that is named, or the default branch.
func TestBase(t *testing.T) {
	s := newScratch(t)
	commit := func(subject string) { s.git("repo", "commit", "-q", "--allow-empty", "-m", subject) }
	base := func(name, want string) { // the subject of the base, or a part of the error
		t.Helper()
		r := s.mustOpen("repo")
		commit, err := r.Base(t.Context(), name)
		if err != nil {
			s.wants(err, want)
			return
		}
		subject, err := r.Ask(t.Context(), "log", "-1", "--format=%s", commit)
		s.wants(err, "")
		if subject != want+"\n" {
			t.Errorf("the base for %q is %q, want %q", name, subject, want)
		}
	}
	s.git("repo", "checkout", "-q", "-b", "topic")
	commit("second")
	s.git("repo", "tag", "second")
	commit("third")
	s.git("repo", "checkout", "-q", "main")
	commit("other")
	s.git("repo", "checkout", "-q", "topic")
	base("", "repo")
	base("main", "repo")
	base("HEAD", "third")
	base("second", "second")
	base("none", `git knows no commit "none" to compare with: is it fetched?`)
	base("--all", `git knows no commit "--all" to compare with`)
	base("HEAD:repo.md", `git knows no commit "HEAD:repo.md"`)

	// The first default branch that exists decides.
	s.git("repo", "branch", "-m", "main", "trunk")
	base("", ErrNoDefault.Error())
	for _, next := range [][2]string{
		{"refs/heads/master", "HEAD~2"}, {"refs/heads/main", "HEAD~1"}, {"refs/remotes/origin/master", "HEAD"},
		{"refs/remotes/origin/main", "HEAD~1"}, {"refs/remotes/origin/HEAD", "HEAD~2"},
	} {
		s.git("repo", "update-ref", next[0], next[1])
		base("", map[string]string{"HEAD": "third", "HEAD~1": "second", "HEAD~2": "repo"}[next[1]])
	}

	s.git("repo", "fetch", "-q", "../victim", "main:unrelated")
	base("unrelated", "have no commit in common")
	s.git("repo", "checkout", "-q", "--orphan", "new")
	base("topic", ErrNoCommits.Error())
}

// In a shallow clone, a base that is not found may be older than its history.
func TestBaseShallow(t *testing.T) {
	s := newScratch(t)
	s.git("repo", "checkout", "-q", "-b", "topic")
	s.git("repo", "commit", "-q", "--allow-empty", "-m", "second")
	s.git("repo", "checkout", "-q", "main")
	s.git(".", "clone", "-q", "--depth", "1", "--branch", "topic", "file://"+filepath.ToSlash(s.at("repo")), "clone")
	r := s.mustOpen("clone")
	if _, err := r.Base(t.Context(), ""); !errors.Is(err, ErrShallow) || err.Error() != ErrShallow.Error() {
		t.Errorf("got %v", err)
	}
	_, err := r.Base(t.Context(), "main")
	s.wants(err, `git knows no commit "main": the name is wrong, or this clone is shallow`)
	s.git("clone", "fetch", "-q", "--depth", "1", "origin", "main:main")
	if _, err := r.Base(t.Context(), "main"); !errors.Is(err, ErrShallow) || err.Error() != ErrShallow.Error() {
		t.Errorf("got %v for a commit that is known", err)
	}
	if _, err := r.Base(t.Context(), "HEAD"); err != nil {
		t.Error(err)
	}
}
