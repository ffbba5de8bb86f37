package worktree

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/ledger"
)

func TestFiles(t *testing.T) {
	s := newScratch(t)
	s.write(9, "lost/deep/f.lost", "README.md", "src/a.go", "src/old.go", "src/gone.go", "src/deep/er/b.go", "web/app/page.tsx", "docs/notes.md", "src/chain1.go")
	s.write(1, ".gitignore")
	if err := os.WriteFile(s.at(".gitignore"), []byte("out/\n*.log\nbuild/\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.commit()
	before := s.now
	s.git("mv", "src/old.go", "src/new.go")
	s.git("mv", "src/chain1.go", "src/chain2.go")
	s.remove("src/gone.go")
	s.remove("lost")
	s.commit()
	s.git("mv", "src/chain2.go", "src/chain3.go")
	s.commit()
	s.git("switch", "-q", "-c", "topic")
	s.write(3, "src/topic.go")
	s.commit()
	s.git("switch", "-q", "main")
	s.write(3, "src/amended.go")
	s.commit()
	s.git("reset", "-q", "--hard", "HEAD~1")
	s.write(2, "src/untracked.go", "out/a.md", "out/sub/x.go", "src/twice.md", "docs/twice.md", "src/node_modules/x.js")
	s.remove("docs/notes.md")

	if err := os.Mkdir(s.at("src/none.bundle"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.at("../beside.go"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s.expect(ever, map[string]State{
		"src/a.go": Present, "src": Present, "src/deep": Present, "src/untracked.go": Present, s.at("src/a.go"): Present,
		"sub/x.go":                             Present,   // from the handoff's folder
		"/home/b/code/repo/src/a.go":           Uncertain, // another checkout
		`C:/code/src/a.go`:                     Uncertain,
		"../src/a.go":                          Present,
		"src/old.go":                           Moved,
		"src/chain1.go":                        Moved,
		"src/gone.go":                          Deleted,
		"docs/notes.md":                        Past, // not committed: unknown since when
		"src/topic.go":                         Past, // on another branch
		"src/amended.go":                       Past, // only in the reflog
		"src/ghost.go":                         Absent,
		"nope/none.go":                         Absent,
		"nope/README.md":                       Absent, // not of the root's name
		"src/a.go/none.go":                     Absent, // in a file
		strings.Repeat("x/", 32) + "y":         Absent,
		strings.Repeat("x/", 33) + "y":         Uncertain, // too deep to be looked up
		"deep/f.lost":                          Uncertain, // lost/deep/f.lost, which is gone
		"work/repo/src/untracked.go":           Uncertain,
		"ghost.go":                             Absent,
		"src/A.go":                             Absent,
		"src/deep/ghost.go":                    Absent,
		"/home/b/code/repo/src/deep/er/no.go":  Uncertain,
		filepath.ToSlash(s.at("src/ghost.go")): Absent,
		"/home/b/other/pkg/ghost.go":           Uncertain,
		"/etc/passwd-none":                     Uncertain,
		"../other/a.go":                        Uncertain,
		"../../beside.go":                      Uncertain, // it is there, outside of the tree
		"..":                                   Uncertain,
		".git":                                 Uncertain,
		".git/none":                            Uncertain,
		"app/page.tsx":                         Uncertain, // web/app/page.tsx
		"er/b.go":                              Uncertain,
		filepath.Base(s.root) + "/README.md":   Uncertain,
		"work/repo/src/a.go":                   Uncertain,
		"out/ghost.go":                         Uncertain, // ignored
		"src/x.log":                            Uncertain,
		"build/x/y.go":                         Uncertain,
		".git/hooks/none":                      Uncertain,
	})
	s.expect(before, map[string]State{"src/old.go": Past, "src/gone.go": Past, "src/ghost.go": Absent})
	s.expect(time.Time{}, map[string]State{"src/old.go": Past, "src/gone.go": Past, "src/ghost.go": Absent})

	tree := NewTree(s.root)
	if f := tree.Files(Handoff{Said: s.now, Work: 24 * time.Hour}, []string{"src/gone.go"})[0]; f.State != Past {
		t.Errorf("what was deleted during the work is %+v", f)
	}
	found := tree.Files(Handoff{Said: ever}, []string{"src/old.go", "src/chain1.go", "src/gone.go", "src/ghost.go", "nope/none.go", "nope/x.none", "lost/deep/x.lost", "src/none.bundle/x.bundle", "ghost.go"})
	if found[0].To != "src/new.go" || found[1].To != "src/chain3.go" || found[1].Commit != found[0].Commit || len(found[2].Commit.Hash) < 40 || found[2].Commit.Time.IsZero() {
		t.Errorf("moved to %q and %q, deleted in %+v", found[0].To, found[1].To, found[2].Commit)
	}
	for name, want := range map[string]string{"nope/chain3.go": "src/chain3.go", "src/topc.go": "", "src/untraked.go": "src/untracked.go", "nope/twice.md": ""} {
		if got := tree.Meant(name); got != want {
			t.Errorf("%s is meant to be %q, want %q", name, got, want)
		}
	}
	for i, want := range map[int]Likeness{3: {true, true, true}, 4: {false, false, true}, 5: {}, 6: {true, true, true}, 7: {true, true, false}, 8: {false, false, true}} {
		if found[i].Likely != want {
			t.Errorf("%+v, want %+v", found[i], want)
		}
	}
	for p, want := range map[string]string{"src/a.go": "src/a.go", "src/../a.go": "src/../a.go", s.at("src/a.go"): "src/a.go", s.at("src/none.go"): "src/none.go", s.root: s.root, "/nowhere/a.go": "/nowhere/a.go"} {
		if got := tree.FromRoot(filepath.ToSlash(p)); got != filepath.ToSlash(want) {
			t.Errorf("%s is %s from the root, want %s", p, got, want)
		}
	}
}

// A deletion on another branch says nothing about this one.
func TestDeletedElsewhere(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go", "src/b.go")
	s.commit()
	s.git("checkout", "-q", "-b", "topic")
	s.remove("src/a.go")
	s.commit()
	s.git("checkout", "-q", "main")
	s.remove("src/a.go")
	s.expect(ever, map[string]State{"src/a.go": Past})
}

// A path in another folder that the user trusts is not in the tree.
func TestFromRootOfATrustedFolder(t *testing.T) {
	s, trusted := newScratch(t), newScratch(t)
	files.Trust(func() []string { return []string{trusted.root} })
	t.Cleanup(func() { files.Trust(func() []string { return nil }) })
	p := filepath.ToSlash(trusted.at("a.go"))
	if got := NewTree(s.root).FromRoot(p); got != p {
		t.Errorf("%s is %s from the root", p, got)
	}
}

// In a history that git cannot read, a file may have been.
func TestFilesInBrokenHistory(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go")
	hash := s.commit()
	s.expect(ever, map[string]State{"src/none.go": Absent})
	s.remove(".git/objects/" + hash[:2] + "/" + hash[2:])
	s.expect(ever, map[string]State{"src/a.go": Present, "src/none.go": Uncertain})
}

// The folder of a bare repository is not a work tree.
func TestFilesInWorktreeOfBare(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go")
	s.commit()
	folder := t.TempDir()
	bare, tree := s.in(filepath.Join(folder, "bare.git")), s.in(filepath.Join(folder, "tree"))
	s.git("clone", "-q", "--bare", s.root, bare.root)
	bare.git("worktree", "add", "-q", "-b", "topic", tree.root)
	tree.expect(ever, map[string]State{"src/a.go": Present, "config": Absent})
}

// The files of a folder have one tree in a run, which is read once.
func TestTreesOf(t *testing.T) {
	s := newScratch(t)
	s.write(1, "a.md", "in/b.md")
	trees := NewTrees()
	if trees.Of(s.at("a.md")) != trees.Of(s.at("in/b.md")) || trees.Of(s.at("a.md")) == trees.Of(s.at("../c.md")) {
		t.Error("want one tree for the repository, and another one for its parent")
	}
}

// Without git, or before its first commit, a missing file may have existed.
func TestFilesWithoutHistory(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "src"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	for _, f := range NewTree(folder).Files(Handoff{Path: "a.md", Said: ever}, []string{"src/none.go", "none.go"}) {
		if f.State != Uncertain {
			t.Errorf("%+v without a repository", f)
		}
	}
	s := newScratch(t)
	s.write(1, "src/a.go")
	s.expect(ever, map[string]State{"src/a.go": Present, "src/none.go": Absent})
	if err := NewTree(s.root).history().err; err != nil {
		t.Error(err)
	}
}

// In a tree that was listed only in part, no file is reported as missing.
func TestFilesInATreeListedInPart(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go")
	s.commit()
	tree := NewTree(s.root)
	if tree.list().incomplete || !listTree(s.at("src/a.go")).incomplete || !listTree(s.at("none")).incomplete {
		t.Error("want the tree listed, and neither a file nor a folder that is not there")
	}
	tree.list().incomplete = true
	for _, f := range tree.Files(Handoff{Path: s.at("out/a.md"), Said: ever}, []string{"src/a.go", "src/ghost.go"}) {
		if want := map[string]State{"src/a.go": Present, "src/ghost.go": Uncertain}[f.Path]; f.State != want {
			t.Errorf("%+v, want %v", f, want)
		}
	}
}

func TestFilesInShallowClone(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go", "src/gone.go")
	s.commit()
	s.remove("src/gone.go")
	s.commit()
	s.write(1, "src/b.go")
	s.commit()
	reaches := s.now
	s.write(1, "src/c.go")
	s.commit()
	clone := s.in(filepath.Join(t.TempDir(), "clone"))
	s.git("clone", "-q", "--depth", "2", "file://"+filepath.ToSlash(s.root), clone.root)
	clone.expect(ever, map[string]State{"src/a.go": Present, "src/gone.go": Absent, "src/none.go": Absent})
	clone.expect(reaches.Add(-3*time.Hour), map[string]State{"src/a.go": Present, "src/gone.go": Uncertain, "src/none.go": Uncertain})
	clone.expect(time.Time{}, map[string]State{"src/gone.go": Uncertain})
	if got := NewTree(clone.root).Commits(Handoff{Path: clone.at("out/a.md"), Said: clone.now}, []string{"abcdef1234"}, clone.now)["abcdef1234"]; got != ledger.Unknown {
		t.Errorf("a commit that may be older is %v", got)
	}
}

// In a history that is not read to its end, a file may have been in an older commit.
func TestFilesInLongHistory(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go")
	s.commit()
	s.commit()
	for most, want := range map[int]State{2: Uncertain, 3: Absent} {
		tree := newTree(s.root, newTrees(most, git.CheckTime))
		if got := tree.Files(Handoff{Path: s.at("out/a.md"), Said: ever}, []string{"src/none.go"})[0].State; got != want {
			t.Errorf("with at most %d commits: %v, want %v", most, got, want)
		}
		isAsked := tree.Commits(Handoff{Path: s.at("out/a.md"), Said: s.now}, []string{"abcdef1"}, s.now) != nil
		if isAsked != (want == Absent) {
			t.Errorf("with at most %d commits, commits are known: %t", most, isAsked)
		}
	}
}

func TestFilesInSubmodule(t *testing.T) {
	other := newScratch(t)
	other.write(1, "lib/x.go")
	other.commit()
	s := newScratch(t)
	s.write(1, "src/a.go")
	s.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "file://"+filepath.ToSlash(other.root), "third/party")
	s.commit()
	s.git("clone", "-q", "file://"+filepath.ToSlash(other.root), s.at("nested"))
	want := map[string]State{
		"third/party/lib/x.go": Present, "third/party/lib/none.go": Uncertain, "nested/lib/none.go": Uncertain, "third/none.go": Absent,
	}
	s.expect(ever, want)
	if got := NewTree(s.root).Commits(Handoff{Path: s.at("out/a.md"), Said: s.now}, []string{"abcdef1"}, s.now); got != nil {
		t.Errorf("a commit that may be a submodule's is %v", got)
	}
	clone := s.in(filepath.Join(t.TempDir(), "clone"))
	s.git("clone", "-q", "file://"+filepath.ToSlash(s.root), clone.root) // without its submodules
	clone.expect(ever, map[string]State{"third/party/lib/x.go": Uncertain, "src/none.go": Absent})
}

func TestFilesInWorktree(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go")
	s.commit()
	tree := s.in(filepath.Join(t.TempDir(), "tree"))
	s.git("worktree", "add", "-q", "-b", "topic", tree.root)
	tree.write(1, "src/new.go", "src/b.go")
	tree.now = s.now
	tree.commit()
	tree.write(1, "src/untracked.go")
	s.expect(ever, map[string]State{"src/a.go": Present, "src/b.go": Past, "src/untracked.go": Uncertain, "src/none.go": Absent})
	ofTree := func(name string) string { return filepath.ToSlash(tree.at(name)) }
	s.expect(ever, map[string]State{ofTree("src/a.go"): Present, ofTree("src/b.go"): Past, ofTree("src/none.go"): Absent, ofTree(""): Uncertain, "/nowhere/a.go": Uncertain})
	tree.expect(ever, map[string]State{"src/untracked.go": Present, "src/none.go": Absent})
	if err := os.RemoveAll(tree.root); err != nil {
		t.Fatal(err)
	}
	s.expect(ever, map[string]State{"src/untracked.go": Absent})
}

// A folder that was created after the handoff is not evidence for a path in it.
func TestLikenessAtTheTime(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go", "HANDOFF.md")
	s.commit()
	s.write(1, "api/b.go")
	s.commit()
	like := func() []Likeness {
		found := NewTree(s.root).Files(Handoff{Path: s.at("HANDOFF.md")}, []string{"src/none.go", "api/none.go"})
		return []Likeness{found[0].Likely, found[1].Likely}
	}
	both := Likeness{true, true, true}
	if got := like(); got[0] != both || got[1] != (Likeness{Extension: true}) {
		t.Errorf("committed before the folder: %+v", got)
	}
	s.write(2, "HANDOFF.md")
	if got := like(); got[0] != both || got[1] != both {
		t.Errorf("changed since, and not committed: %+v", got)
	}
	s.commit()
	if got := like(); got[1] != both {
		t.Errorf("committed after the folder: %+v", got)
	}
}

// Links are followed only within the tree.
func TestFilesThroughLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("not every user may make links")
	}
	s := newScratch(t)
	s.write(1, "src/a.go")
	outside := t.TempDir()
	for name, target := range map[string]string{"in": "src", "away": outside, "broken": "nowhere"} {
		if err := os.Symlink(target, s.at(name)); err != nil {
			t.Fatal(err)
		}
	}
	s.commit()
	s.expect(ever, map[string]State{"in/a.go": Present, "in/none.go": Uncertain, "away/x.go": Uncertain, "broken": Past})
	if found := NewTree(s.root).Files(Handoff{Said: ever}, []string{"in/none.go", "src/none.go"}); found[1].State != Absent {
		t.Errorf("%+v beside a path that git does not look at", found[1])
	}
}

func TestLines(t *testing.T) {
	s := newScratch(t)
	s.write(9, "src/a.go", "src/b.go")
	s.commit()
	handoff := s.now.Add(time.Minute)
	s.write(4, "src/b.go")
	s.commit()
	s.write(5, "src/new.go")
	if err := os.WriteFile(s.at("src/torn.go"), []byte("a\nb"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, size := range map[string]int64{"src/empty.go": 0, "src/large.go": maxFile, "src/larger.go": maxFile + 1} {
		s.write(0, name)
		if err := os.Truncate(s.at(name), size); err != nil {
			t.Fatal(err)
		}
	}
	tree := NewTree(s.root)
	for _, c := range []struct {
		name  string
		line  int
		at    time.Time
		count int
		sure  bool
	}{
		{"src/a.go", 10, handoff, 9, true},
		{"src/a.go", 9, handoff, 0, false},
		{"src/b.go", 10, handoff, 0, false},         // a commit changed it since
		{"src/b.go", 5, s.now, 4, true},             // as it was committed before
		{"src/new.go", 99, handoff, 0, false},       // not committed, and newer
		{"src/new.go", 6, ever, 5, true},            // older
		{"src/torn.go", 3, ever, 2, true},           // without a last line end
		{"src/torn.go", 2, ever, 0, false},          //
		{"src/empty.go", 1, ever, 0, true},          //
		{"src/large.go", 2, ever, 1, true},          //
		{"src/larger.go", 2, ever, 0, false},        // not read
		{"src/a.go", 99, time.Time{}, 0, false},     // no time to compare with
		{"src/a.go", 99, began, 0, false},           // committed after that
		{"src", 99, ever, 0, false},                 // a folder
		{"src/none.go", 99, ever, 0, false},         //
		{"../../../etc/passwd", 99, ever, 0, false}, //
	} {
		if count, sure := tree.EndsBefore(c.line, c.name, Handoff{Path: s.at("out/a.md"), Said: c.at}); sure != c.sure || sure && count != c.count {
			t.Errorf("%s at %v ends before %d: %d, %v, want %d, %v", c.name, c.at, c.line, count, sure, c.count, c.sure)
		}
	}
}

func TestCommit(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go", "handed/b.md")
	if err := os.WriteFile(s.at("handed/b.md"), []byte("Commit: fedcba2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	first := s.commit()
	s.write(2, "src/a.go")
	s.commit()
	s.git("commit", "-q", "--amend", "-m", "again")
	lost := s.git("rev-parse", "HEAD@{1}")
	blob := s.git("rev-parse", "HEAD:src/a.go")
	tree := NewTree(s.root)
	for hash, want := range map[string]ledger.Answer{first: ledger.Yes, first[:7]: ledger.Yes, lost: ledger.Yes, lost[:8]: ledger.Yes, blob: ledger.Yes, "0123456789abcdef": ledger.No, "abcdef1": ledger.No} {
		if got := tree.Commits(Handoff{Path: s.at("out/a.md"), Said: s.now}, []string{hash}, s.now)[hash]; got != want {
			t.Errorf("%s is %v, want %v", hash, got, want)
		}
	}
	// A committed handoff may have been written where the commits were others.
	if got := tree.Commits(Handoff{Path: s.at("handed/b.md"), Said: s.now}, []string{"abcdef1"}, s.now)["abcdef1"]; got != ledger.Unknown {
		t.Errorf("a hash in a handoff that was committed is %v", got)
	}
	// In one that its agent is changing, the new hashes are of this clone.
	live := tree.Commits(Handoff{Path: s.at("handed/b.md"), Changed: s.now, IsLive: true}, []string{"abcdef1", "fedcba2"}, s.now)
	if live["abcdef1"] != ledger.No || live["fedcba2"] != ledger.Unknown {
		t.Errorf("hashes in a committed handoff that is changed are %v", live)
	}
	s.git("checkout", "-q", "-b", "topic")
	s.write(1, "handed/topic.md")
	s.commit()
	s.git("checkout", "-q", "main")
	ofTopic := Handoff{Path: s.at("handed/topic.md"), Changed: s.now, IsLive: true}
	if got := NewTree(s.root).Commits(ofTopic, []string{"abcdef1"}, s.now)["abcdef1"]; got != ledger.Unknown {
		t.Errorf("a hash in a handoff of another branch is %v", got)
	}
	if got := tree.Commits(Handoff{Said: s.now}, []string{"abcdef1"}, s.now)["abcdef1"]; got != ledger.Unknown {
		t.Errorf("a hash in a text from nowhere is %v", got)
	}
}

// A hash is reported as missing only if its commit cannot have been lost.
func TestCommitsThatMayBeLost(t *testing.T) {
	const day = 24 * time.Hour
	missing := func(s *scratch, written, now time.Time) bool {
		const none = "abcdef1"
		return NewTree(s.root).Commits(Handoff{Path: s.at("out/a.md"), Said: written}, []string{none}, now)[none] == ledger.No
	}
	s := newScratch(t)
	s.write(1, "src/a.go")
	s.commit()
	for _, c := range []struct {
		what         string
		written, now time.Time
		want         bool
	}{
		{"fresh", s.now, s.now, true},
		{"a week old", s.now, s.now.Add(7 * day), true},
		{"so old that git may have pruned it", s.now, s.now.Add(14 * day), false},
		{"from before the clone", s.now.Add(-2 * day), s.now, false},
		{"of no time", time.Time{}, s.now, false},
	} {
		if got := missing(s, c.written, c.now); got != c.want {
			t.Errorf("a hash in a handoff that is %s is missing: %t", c.what, got)
		}
	}
	for _, setting := range []string{"gc.pruneExpire", "gc.reflogExpireUnreachable", "gc.refs/heads/*.reflogExpire", "remote.origin.promisor"} {
		s.git("config", setting, "1")
		if missing(s, s.now, s.now) {
			t.Errorf("with %s the commit may be lost", setting)
		}
		s.git("config", "--unset", setting)
	}
	s.git("reflog", "expire", "--expire=now", "--all")
	if missing(s, s.now, s.now) {
		t.Error("without a reflog the commit may be another clone's")
	}
}

// A handoff was written no later than it states, and no later than its file was changed or committed.
func TestWritten(t *testing.T) {
	s := newScratch(t)
	s.write(1, "handed/a.md")
	s.commit()
	before := s.now.Add(-48 * time.Hour)
	tree := NewTree(s.root)
	committed := tree.history().last["handed/a.md"].commit.Time
	for _, c := range []struct{ said, changed, inCommit, fresh time.Time }{
		{before, ever, before, before},
		{ever, ever, committed, ever},
		{ever, before, committed, before},
		{time.Time{}, before, time.Time{}, before},
		{ever, time.Time{}, committed, ever},
		{},
	} {
		if got := tree.written(Handoff{Path: s.at("handed/a.md"), Said: c.said, Changed: c.changed}); !got.Equal(c.inCommit) {
			t.Errorf("a committed one of %v, changed %v, is of %v, want %v", c.said, c.changed, got, c.inCommit)
		}
		if got := tree.written(Handoff{Path: s.at("out/a.md"), Said: c.said, Changed: c.changed}); !got.Equal(c.fresh) {
			t.Errorf("one of %v, changed %v, is of %v, want %v", c.said, c.changed, got, c.fresh)
		}
	}
}

// Without git nothing is known, also of an absolute path.
func TestFilesWithoutGit(t *testing.T) {
	s := newScratch(t)
	s.write(1, "src/a.go")
	s.commit()
	t.Setenv("PATH", "")
	s.expect(ever, map[string]State{"src/a.go": Present, "src/none.go": Uncertain, s.at("src/a.go"): Present, "/nowhere/none.go": Uncertain})
	if got := NewTree(s.root).Commits(Handoff{Path: s.at("out/a.md"), Said: s.now}, []string{"abcdef1"}, s.now); got != nil {
		t.Errorf("a commit is %v", got)
	}
}
