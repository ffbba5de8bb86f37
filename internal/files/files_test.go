package files

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// world creates a repository with a link of each kind, a folder outside of it, and a home elsewhere.
func world(t *testing.T) (repo, outside string) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(base, "home"))
	t.Setenv("USERPROFILE", filepath.Join(base, "home"))
	repo, outside = filepath.Join(base, "repo"), filepath.Join(base, "outside")
	for _, folder := range []string{"home", "repo/.git", "repo/docs/context", "repo/nested/.git", "repo/sub/.GIT", "repo/sub/GIT~1", "outside/deep"} {
		if err := os.MkdirAll(filepath.Join(base, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"repo/a": "a", "repo/docs/b": "b", "repo/nested/n": "n", "repo/.git/config": "git", "repo/.git/HEAD": "", "repo/nested/.git/HEAD": "", "repo/sub/.GIT/config": "git", "repo/sub/GIT~1/config": "git", "repo/sub/į": "i", "outside/secret": "secret"} {
		if err := os.WriteFile(filepath.Join(base, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"repo/inside": "docs/b", "repo/absolute": filepath.Join(repo, "a"), "repo/out": "../outside/secret",
		"repo/folder": "../outside", "repo/chain": "out", "repo/loop": "loop", "repo/free": "../outside/none",
		"repo/there-and-back": "../repo/docs", "repo/git": ".git/config", "repo/nested/up": "../a", "repo/hop": "nested/up", "outside/in": "../repo/a", "outside/via": "../repo/out",
	} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(base, filepath.FromSlash(link))); err != nil {
			t.Skip(err)
		}
	}
	t.Chdir(base)
	return repo, outside
}

// What each door opens for a path: the content, or "" if it refuses.
func TestDoors(t *testing.T) {
	repo, outside := world(t)
	// The system follows forty links in a path and no more.
	for i := range 41 {
		if err := os.Symlink(cmp.Or(strings.Repeat("l", i), "a"), repo+"/"+strings.Repeat("l", i+1)); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		path        string
		named, tree string
	}{
		{repo + "/" + strings.Repeat("l", 40), "a", "a"},
		{repo + "/" + strings.Repeat("l", 41), "", ""},
		{repo + "/a", "a", "a"},
		{repo + "/inside", "b", "b"},
		{repo + "/absolute", "a", "a"},
		{repo + "/docs/../a", "a", "a"},
		{repo + "/there-and-back/b", "b", "b"},
		{repo + "/out", "", ""},
		{repo + "/chain", "", ""},
		{repo + "/folder/secret", "", ""},
		{repo + "/folder/../outside/secret", "", ""},
		{repo + "/free", "", ""},
		{repo + "/git", "", ""},
		{repo + "/sub/.GIT/config", "git", ""},
		{repo + "/sub/GIT~1/config", "git", ""},
		{repo + "/sub/į", "i", "i"}, // U+012F ends in the byte of a slash
		{repo + "/loop", "", ""},
		{repo + "/nested/n", "n", "n"},
		{repo + "/nested/up", "", ""}, // the nested repository is a tree of its own
		{repo + "/hop", "", ""},
		{repo + "/../outside/secret", "secret", ""},
		{outside + "/secret", "secret", ""},
		{outside + "/in", "a", "a"},
		{outside + "/via", "", ""},
		{"", "", ""},
		{strings.Repeat("x/", 4096), "", ""},
	}
	for _, tt := range tests {
		for door, want := range map[*Door]string{&Named: tt.named, {roots: []string{repo}}: tt.tree} {
			got := ""
			if f, err := door.Open(tt.path); err == nil {
				data, err := io.ReadAll(f)
				_ = f.Close()
				if err != nil {
					t.Fatal(err)
				}
				got = string(data)
			}
			if got != want {
				t.Errorf("%.80s through %v: %q, want %q", tt.path, door.roots, got, want)
			}
		}
	}
}

func TestOutsideIsTold(t *testing.T) {
	repo, _ := world(t)
	_, err := Named.Open(repo + "/out")
	if !errors.Is(err, ErrOutside) || !strings.Contains(err.Error(), "leads out of the checked tree") || !strings.Contains(err.Error(), "config.yaml") {
		t.Errorf("%v", err)
	}
	if data, _, err := Named.ReadFile(repo+"/out", 10); !IsOutside(err) || data != nil {
		t.Errorf("read %q, %v", data, err)
	}
	if strings.Contains(err.Error(), "secret") {
		t.Errorf("it says where the link leads: %v", err)
	}
	if IsOutside(nil) || IsOutside(os.ErrNotExist) {
		t.Error("another error is one for a path outside")
	}
	for path, want := range map[string]string{"out": "out", "loop": "loop", "inside": "docs/b"} {
		if got := Real(filepath.Join(repo, path)); got != filepath.Join(repo, want) {
			t.Errorf("%s is really %s", path, got)
		}
	}
}

// The folders around one end at the root of its tree, whatever links lead to it.
func TestAround(t *testing.T) {
	repo, outside := world(t)
	if err := os.Symlink(filepath.Join(repo, "docs"), filepath.Join(outside, "docs")); err != nil {
		t.Skip(err)
	}
	top := filepath.VolumeName(repo) + string(filepath.Separator)
	for folder, want := range map[string][]string{
		repo + "/docs/context":    {repo + "/docs/context", repo + "/docs", repo},
		repo:                      {repo},
		outside + "/docs/context": {outside + "/docs/context", outside + "/docs"},
		repo + "/folder/deep":     {repo + "/folder/deep"},
		repo + "/loop":            {repo + "/loop"},
		top:                       {top},
	} {
		for i := range want {
			want[i] = filepath.FromSlash(want[i])
		}
		got, found := Around(filepath.FromSlash(folder))
		isRepository := want[len(want)-1] == repo || folder == outside+"/docs/context"
		if !slices.Equal(got, want) || found != isRepository {
			t.Errorf("%s: %q, %v, want %q", folder, got, found, want)
		}
	}
}

// What a place is called, and what is done at one in a tree and outside of any.
func TestPlaces(t *testing.T) {
	repo, outside := world(t)
	for path, name := range map[string]string{filepath.Join(repo, "docs", "b"): filepath.Join("docs", "b"), filepath.Join(outside, "secret"): filepath.Join(outside, "secret")} {
		at, err := Named.Find(path)
		if err != nil || at.Name() != name || at.InTree() == filepath.IsAbs(name) {
			t.Errorf("%s is %s in a tree: %v, %v", path, at.Name(), at.InTree(), err)
		}
		if rel, inside := at.From(filepath.Dir(path)); rel != filepath.Base(path) || !inside {
			t.Errorf("%s is %s below its folder: %v", path, rel, inside)
		}
		folder := at.Beside("new").In("deep")
		if err := folder.MkdirAll(0o755); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(filepath.Join(filepath.Dir(path), "new", "deep")); err != nil || !info.IsDir() {
			t.Error(err)
		}
		if _, err := Named.MkdirAll(path, 0o755); err == nil {
			t.Errorf("the file %s is a folder", path)
		}
		if data, over, err := Named.ReadFile(path, 1); len(data) != 1 || err != nil || over != (at.Base() == "secret") {
			t.Errorf("%s holds %q, more: %v, %v", path, data, over, err)
		}
	}
}

// FindLink follows all links but one at the end.
func TestFindLink(t *testing.T) {
	repo, outside := world(t)
	for path, want := range map[string]string{
		"there-and-back/b": "docs/b", "inside": "inside", "loop": "loop", "there-and-back/../inside": "inside", "there-and-back/none": "docs/none", "folder/in": "",
	} {
		at, err := Named.FindLink(repo + "/" + path)
		if want == "" && !IsOutside(err) || want != "" && (err != nil || at.Path() != filepath.Join(repo, want)) {
			t.Errorf("%s is %s, %v", path, at.Path(), err)
		}
	}
	if at, err := Named.FindLink(outside + "/in"); err != nil || at.Path() != filepath.Join(outside, "in") {
		t.Errorf("%s, %v", at.Path(), err)
	}
}

func TestRoot(t *testing.T) {
	repo, outside := world(t)
	base := filepath.Dir(repo)
	for _, folder := range []string{"real/.git", "real/sub/.git", "real/sub/deep", "real/file", "real/tree/deep", "outside/empty/.git", "outside/empty/deep"} {
		if err := os.MkdirAll(filepath.Join(base, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"real/.git/HEAD": "ref: refs/heads/main", "real/file/.git": "", "real/tree/.git": "gitdir: ../.git/worktrees/tree"} {
		if err := os.WriteFile(filepath.Join(base, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct{ name, here, folder, want string }{
		{"the nearest .git", base, repo + "/docs/context", repo},
		{"a nested repository", base, repo + "/nested", repo + "/nested"},
		{"an empty .git in a repository", base, base + "/real/sub/deep", base + "/real"},
		{"a file .git that names nothing", base, base + "/real/file", base + "/real"},
		{"a file .git that names a repository", base, base + "/real/tree/deep", base + "/real/tree"},
		{"a link is where it leads", repo, "folder", outside},
		{"an empty .git, and elsewhere", repo, outside + "/empty/deep", outside + "/empty/deep"},
		{"an empty .git below the working folder", outside, outside + "/empty/deep", outside},
		{"no .git: the working folder", outside, outside + "/deep", outside},
		{"no .git, and elsewhere", repo, outside + "/deep", outside + "/deep"},
		{"a folder around the home folder is not a root", base, outside + "/deep", outside + "/deep"},
		{"the home folder is not a root", base + "/home", base + "/home", base + "/home"},
		{"a link to itself", base, repo + "/loop", repo + "/loop"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(tt.here)
			if got, want := Root(tt.folder), filepath.Clean(tt.want); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	// A .git in the home folder does not make everything below it a tree.
	if err := os.MkdirAll(base+"/home/.git/HEAD", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(base+"/home/work", 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(repo)
	if got := Root(base + "/home/work"); got != filepath.Join(base, "home", "work") {
		t.Errorf("the home folder is the root of %s", got)
	}
	// Also without a home folder, the top of the file system does not become a root.
	t.Setenv("HOME", "")
	t.Setenv("USERPROFILE", "")
	t.Chdir(filepath.VolumeName(base) + string(filepath.Separator))
	for folder, want := range map[string]string{outside + "/deep": outside + "/deep", repo + "/docs": repo} {
		if got := Root(folder); got != filepath.Clean(want) {
			t.Errorf("without a home folder, the root of %s is %s", folder, got)
		}
	}
}

// TestOtherSpellings holds that on Windows a path with other letter case leads to the same tree.
func TestOtherSpellings(t *testing.T) {
	if runtime.GOOS != "windows" {
		t.Skip("only Windows takes no notice of case wherever a file is")
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repo := filepath.Join(base, "repo")
	for _, name := range []string{".git/HEAD", "docs"} {
		if err := os.MkdirAll(filepath.Join(repo, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(repo, "a"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	folder := strings.ToLower(repo[:1]) + repo[1:len(repo)-len("repo")] + "REPO"
	if got := Root(folder + "/Docs"); got != repo {
		t.Errorf("the root is %s, want %s", got, repo)
	}
	if _, err := Tree(repo).Stat(folder + "/A"); err != nil {
		t.Error(err)
	}
	if _, err := Tree(folder).Stat(repo + "/a"); err != nil {
		t.Error(err)
	}
	place, err := Named.Find(folder + "/Docs/New/x")
	if want := filepath.Join(repo, "docs", "New", "x"); err != nil || place.Path() != want {
		t.Errorf("a new place is %s, %v, want %s", place.Path(), err, want)
	}
	if rel, ok := BelowKey("c:/Proj", "C:/proj/a/B"); !ok || rel != "a/B" {
		t.Errorf("got %q, %v", rel, ok)
	}
}

// TestUserConfig: a relative $XDG_CONFIG_HOME is invalid and ignored, by its specification.
func TestUserConfig(t *testing.T) {
	home, set := filepath.Join(t.TempDir(), "home"), filepath.Join(t.TempDir(), "set")
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for value, want := range map[string]string{"": filepath.Join(home, ".config"), "relative": filepath.Join(home, ".config"), set: set} {
		t.Setenv("XDG_CONFIG_HOME", value)
		if got := UserConfig(); got != filepath.Join(want, "handofflint", "config.yaml") {
			t.Errorf("%q: %s, want it in %s", value, got, want)
		}
		if got := strings.HasPrefix(UserConfigName(), "$XDG_CONFIG_HOME/"); got != (value == set) {
			t.Errorf("%q: it is called %s", value, UserConfigName())
		}
	}
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("HOME", "")
	t.Setenv("USERPROFILE", "")
	if got := UserConfig(); got != "" {
		t.Errorf("without a home folder: %s", got)
	}
}

func TestTrust(t *testing.T) {
	repo, outside := world(t)
	asked := 0
	Trust(func() []string { asked++; return []string{outside} })
	t.Cleanup(func() { trusted.Store(nil) })
	if _, err := Named.Stat(repo + "/a"); err != nil || asked != 0 {
		t.Errorf("asked %d times for what is inside, %v", asked, err)
	}
	if at, err := Named.Find(outside + "/secret"); err != nil || at.Path() != filepath.Join(outside, "secret") {
		t.Errorf("%v, %v", at, err)
	} else if rel, inside := at.From(repo); inside {
		t.Errorf("%s is in the repository", rel)
	}
	for _, door := range []Door{Named, Tree(repo)} {
		if _, err := door.Stat(repo + "/out"); err != nil {
			t.Error(err)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
	link := filepath.Join(filepath.Dir(repo), "link")
	if err := os.Symlink(outside, link); err != nil {
		t.Fatal(err)
	}
	Trust(func() []string { return []string{link} })
	if _, err := Named.Stat(repo + "/out"); err != nil {
		t.Errorf("a trusted folder that is a link: %v", err)
	}
	Trust(func() []string { return []string{outside + "/none"} })
	if _, err := Named.Stat(repo + "/out"); !IsOutside(err) {
		t.Errorf("to trust a folder that is not there is to trust all: %v", err)
	}
}

// A folder that is replaced by a link after its place was found leads nowhere.
func TestSwappedFolder(t *testing.T) {
	repo, outside := world(t)
	place, err := Named.FindLink(repo + "/docs/context/new")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(repo + "/docs/context"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, repo+"/docs/context"); err != nil {
		t.Skip(err)
	}
	if f, err := place.OpenFile(os.O_WRONLY|os.O_CREATE, 0o644); !IsOutside(err) {
		_ = f.Close()
		t.Errorf("a file was made, or another error: %v", err)
	}
	if err := place.Beside("secret").Remove(); err == nil {
		t.Error("a file was removed")
	}
	if err := place.MkdirAll(0o755); err == nil {
		t.Error("a folder was made")
	}
	if err := place.Beside("secret").Rename(place.Beside("moved")); err == nil {
		t.Error("a file was renamed")
	}
	if _, err := place.Folder().ReadDir(); err == nil {
		t.Error("the folder was listed")
	}
	entries, err := os.ReadDir(outside)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"deep", "in", "secret", "via"}; !slices.Equal(names, want) {
		t.Errorf("outside has %v, want %v", names, want)
	}
}

// FuzzTree holds that whatever Tree opens is in the root, for any link and name.
func FuzzTree(f *testing.F) {
	f.Add("a/b", "../x", "l/../../y")
	f.Add("..", "/", "l/etc/passwd")
	f.Add("l", ".", "./l//l/../a")
	f.Fuzz(func(t *testing.T, folder, target, name string) {
		base := t.TempDir()
		root := filepath.Join(base, "root")
		if err := os.MkdirAll(filepath.Join(root, ".git", "HEAD"), 0o755); err != nil {
			t.Fatal(err)
		}
		if !strings.ContainsRune(folder, 0) && filepath.IsLocal(folder) {
			_ = os.MkdirAll(filepath.Join(root, folder), 0o755) // a bad name makes none
		}
		_ = os.Symlink(target, filepath.Join(root, "l"))
		door := Tree(root)
		place, err := door.Find(filepath.Join(root) + string(filepath.Separator) + name)
		if err != nil {
			return
		}
		real, err := filepath.EvalSymlinks(place.Path())
		if err != nil {
			return
		}
		if !Below(Root(root), real) {
			t.Errorf("%q, %q, %q: %s", folder, target, name, real)
		}
	})
}

func ExampleTree() {
	door := Tree(".")
	_, err := door.Open("../../../etc/passwd")
	fmt.Println(IsOutside(err))
	// Output: true
}
