//go:build unix

package git

import (
	"syscall"
	"testing"
)

// pipe makes a pipe, in place of what is there.
func (s scratch) pipe(name string) {
	s.Helper()
	s.write(name, "") // for its folder
	if err := syscall.Unlink(s.at(name)); err != nil {
		s.Fatal(err)
	}
	if err := syscall.Mkfifo(s.at(name), 0o600); err != nil {
		s.Skipf("no pipe can be made here: %v", err)
	}
}

// Git is not asked if one of its files is a pipe, which could block it. Folders that it does not read may
// have pipes.
func TestPipes(t *testing.T) {
	for name, want := range map[string]string{
		".git/HEAD":                  ".git/HEAD is not a regular file, so git was not asked",
		".git/refs/heads/in/a":       ".git/refs/heads/in/a is not a regular file",
		".git/abc/a":                 ".git/abc/a is not a regular file",
		".git/objects/xy/a":          ".git/objects/xy/a is not a regular file",
		".git/objects/ab/a":          "",
		".git/hooks/a":               "",
		".git/modules/sub/HEAD":      "",
		".git/worktrees/other/index": "",
		".git/lfs/a":                 "",
		"a":                          "",
	} {
		s := newScratch(t)
		s.pipe("repo/" + name)
		_, err := s.open("repo")
		s.wants(err, want)
		if IsCutShort(err) != (want != "") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPipesElsewhere(t *testing.T) {
	s := newScratch(t)
	s.pipe("pipes/a")
	s.link("repo/.git/pipes", "../../pipes") // a folder that git does not enter
	s.link("repo/.git/nothing", "nowhere")
	s.mustOpen("repo")

	s.link("repo/.git/linked", "../../pipes/a")
	_, err := s.open("repo")
	s.wants(err, ".git/linked is not a regular file")

	s.git("victim", "worktree", "add", "-q", "../tree")
	s.pipe("victim/.git/packed-refs")
	_, err = s.open("tree")
	s.wants(err, s.at("victim/.git/packed-refs")+" is not a regular file")

	s.pipe("none/.git")
	_, err = s.open("none")
	s.wants(err, ".git is not a regular file")
}

// The number of entries that are checked is bounded.
func TestLookAtBound(t *testing.T) {
	s := newScratch(t)
	s.write("in/a/a", "x\n")
	s.pipe("in/b")
	for left, want := range map[int]string{3: "b is not a regular file", 2: ""} {
		s.wants(checkFiles(s.at("in"), s.at("in"), &left), want)
	}
}
