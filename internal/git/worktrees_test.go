package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// runGit runs git in a folder, without the user's configuration.
func runGit(t *testing.T, folder string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func TestWorkTrees(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	runGit(t, folder, "init", "-q", "main")
	runGit(t, at("main"), "commit", "-q", "--allow-empty", "-m", "x")
	runGit(t, folder, "clone", "-q", "--bare", "main", "bare.git")
	runGit(t, folder, "clone", "-q", "main", "alone")
	runGit(t, at("main"), "worktree", "add", "-q", "-b", "one", "in/one")
	runGit(t, at("main"), "worktree", "add", "-q", "-b", "two", "../two")
	runGit(t, at("main"), "worktree", "add", "-q", "-b", "gone", "../gone")
	runGit(t, at("bare.git"), "worktree", "add", "-q", "-b", "three", "../three")
	runGit(t, at("bare.git"), "worktree", "add", "-q", "-b", "four", "../four")
	runGit(t, at("alone"), "submodule", "--quiet", "add", "../main", "sub")
	if err := os.RemoveAll(at("gone")); err != nil {
		t.Fatal(err)
	}
	// It claims to be a work tree, with the folder of another one.
	stranger, err := os.ReadFile(at("two/.git"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(at("stranger"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at("stranger/.git"), stranger, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(at("main"))
	all := []string{at("main"), at("main/in/one"), at("two")}
	for name, want := range map[string][]string{
		"main": all, "main/in/one": all, "two": all, "three": {at("four"), at("three")},
		"alone": nil, "alone/sub": nil, "stranger": nil, "bare.git": nil, ".": nil,
	} {
		got := slices.Sorted(slices.Values(WorkTrees(at(name))))
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// The main work tree is found from a linked one and from itself. A bare repository has none.
func TestMainWorkTree(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(base, filepath.FromSlash(name)) }
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, common := range []string{"main/.git", "bare.git"} {
		for _, linked := range []string{"a", "b"} {
			tree := linked + "-" + filepath.Base(filepath.Dir(at(common)))
			write(common+"/worktrees/"+tree+"/gitdir", at(tree+"/.git")+"\n")
			write(common+"/worktrees/"+tree+"/commondir", "../..\n")
			write(tree+"/.git", "gitdir: "+at(common+"/worktrees/"+tree)+"\n")
		}
	}
	write("alone/.git/HEAD", "ref: refs/heads/main\n")
	for name, count := range map[string]int{"fits": 1 << 10, "long": 1 << 16} { // a large .git is not read
		write("main/.git/worktrees/"+name+"/gitdir", at(name+"/.git")+"\n")
		write("main/.git/worktrees/"+name+"/commondir", "../..\n")
		write(name+"/.git", "gitdir: "+at("main/.git/worktrees/"+name)+"\n"+strings.Repeat("\n", count))
	}
	// One names another's folder without its label, another a folder that is in no repository.
	write("main/.git/worktrees/plain/gitdir", at("plain/.git")+"\n")
	write("main/.git/worktrees/plain/commondir", "../..\n")
	write("plain/.git", at("main/.git/worktrees/plain")+"\n")
	write("own/gitdir", at("loose/.git")+"\n")
	write("own/commondir", at("main/.git")+"\n")
	write("loose/.git", "gitdir: "+at("own")+"\n")
	// A relative name is one from the work tree; a name that is not .git belongs to another file there.
	for name, back := range map[string]string{"relative": "relative/.git", "renamed": "renamed/.other"} {
		write("main/.git/worktrees/"+name+"/gitdir", at(back)+"\n")
		write("main/.git/worktrees/"+name+"/commondir", "../..\n")
		write(name+"/.git", "gitdir: ../main/.git/worktrees/"+name+"\n")
	}
	tests := map[string]string{"relative": at("main"), "renamed": "", "plain": "", "loose": "", "main": at("main"), "a-main": at("main"), "a-" + filepath.Base(base): "", "alone": "", "none": "", "fits": at("main"), "long": ""}
	for folder, want := range tests {
		if got := MainWorkTree(at(folder)); got != want {
			t.Errorf("MainWorkTree(%s) = %q, want %q", folder, got, want)
		}
	}
}
