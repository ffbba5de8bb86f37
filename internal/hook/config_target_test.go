package hook

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.Prepare()
	if how := os.Getenv(answerVariable); how != "" {
		os.Exit(fakeHook(how))
	}
	home, err := os.MkdirTemp("", "handofflint-home-")
	if err != nil {
		panic(err)
	}
	os.Setenv("HOME", home) // the user may have hooks installed
	code := m.Run()
	os.RemoveAll(home)
	os.Exit(code)
}

func claudeAt(path string) Target {
	return Target{Host: HostByName("claude"), Path: path}
}

// newTree returns an empty folder, and keeps the test's locks out of the user's cache.
func newTree(t *testing.T) string {
	t.Helper()
	cache := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, cache)
	}
	return t.TempDir()
}

func TestCreateAndRemove(t *testing.T) {
	for _, h := range hosts {
		root := newTree(t)
		target := Target{Host: h, Path: h.projectPath(root)}
		changed, err := target.Install(exe)
		if err != nil || !changed {
			t.Fatalf("%s: %v, %v", h.Name, changed, err)
		}
		if got := readText(t, target.Path); got != freshText(t, h) {
			t.Errorf("%s: the file is\n%s", h.Name, got)
		}
		if out, err := target.Install(exe); err != nil || out {
			t.Errorf("%s: again: %+v, %v", h.Name, out, err)
		}
		if out, removed, err := target.Uninstall(); err != nil || !removed || !out {
			t.Errorf("%s: uninstall: %+v, %v", h.Name, out, err)
		}
		if left := listing(t, root); len(left) > 0 {
			t.Errorf("%s: left behind: %v", h.Name, left)
		}
		if out, _, err := target.Uninstall(); err != nil || out {
			t.Errorf("%s: uninstall again: %+v, %v", h.Name, out, err)
		}
	}
}

func TestFoldersOfOthersStay(t *testing.T) {
	root := newTree(t)
	testkit.Write(t, filepath.Join(root, ".claude", "agents", "x.md"), "x")
	target := claudeAt(HostByName("claude").projectPath(root))
	if _, err := target.Install(exe); err != nil {
		t.Fatal(err)
	}
	if out, removed, err := target.Uninstall(); err != nil || !removed {
		t.Fatalf("%+v, %v", out, err)
	}
	if got := listing(t, root); len(got) != 1 || got[0] != ".claude/agents/x.md" {
		t.Errorf("left behind: %v", got)
	}
}

// A link to a folder belongs to the user, even if the folder is empty.
func TestALinkToAFolderStays(t *testing.T) {
	root, elsewhere := newTree(t), filepath.Join(t.TempDir(), "claude")
	if err := os.Mkdir(elsewhere, 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(root, ".claude")
	if err := os.Symlink(elsewhere, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	target := claudeAt(filepath.Join(link, "settings.json"))
	if _, err := target.Install(exe); err != nil {
		t.Fatal(err)
	}
	if _, removed, err := target.Uninstall(); err != nil || !removed {
		t.Fatal(removed, err)
	}
	if left := listing(t, root); !slices.Equal(left, []string{".claude"}) {
		t.Errorf("left are %v", left)
	}
}

// A person's settings stay, though they hold nothing but what other hosts need.
func TestSettingsOfAPersonStay(t *testing.T) {
	root := newTree(t)
	target := claudeAt(HostByName("claude").projectPath(root))
	const own = "{\n  \"version\": \"2\"\n}\n"
	testkit.Write(t, target.Path, own)
	if _, err := target.Install(exe); err != nil {
		t.Fatal(err)
	}
	if _, removed, err := target.Uninstall(); err != nil || removed || readText(t, target.Path) != own {
		t.Errorf("removed: %t (%v), left is %q", removed, err, readText(t, target.Path))
	}
}

// A link among the user's own settings stays, and so does its target.
func TestALinkToAFileStays(t *testing.T) {
	dir := newTree(t)
	own, link := filepath.Join(dir, "own.json"), filepath.Join(dir, "settings.json")
	testkit.Write(t, own, "{}\n")
	if err := os.Symlink(own, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	target := claudeAt(link)
	if _, err := target.Install(exe); err != nil {
		t.Fatal(err)
	}
	if changed, removed, err := target.Uninstall(); err != nil || !changed || removed {
		t.Errorf("uninstall: %v, %v, %v", changed, removed, err)
	}
	if got := readText(t, link); got != "{}\n" || len(listing(t, dir)) != 2 {
		t.Errorf("left is %q in %v", got, listing(t, dir))
	}
}

// A host is on a machine if its folder or its program is.
func TestHostsOfTheMachine(t *testing.T) {
	for name, tt := range map[string]struct {
		folders, programs []string
		env               map[string]string
		want              []string
	}{
		"nothing":                         {},
		"folders":                         {[]string{".claude", ".gemini"}, nil, nil, []string{"claude", "gemini"}},
		"programs":                        {nil, []string{"codex", "code"}, nil, []string{"codex", "vscode"}},
		"both":                            {[]string{".codex"}, []string{"codex"}, nil, []string{"codex"}},
		"a folder by its variable":        {[]string{"own"}, nil, map[string]string{"CODEX_HOME": "own"}, []string{"codex"}},
		"a folder that is not used":       {[]string{".codex"}, nil, map[string]string{"CODEX_HOME": "none"}, nil},
		"a folder that others have, too":  {[]string{".vscode", ".config"}, nil, nil, nil},
		"a program that is called alike.": {nil, []string{"claude-code"}, nil, nil},
	} {
		home, path := t.TempDir(), t.TempDir()
		t.Setenv("PATH", path)
		for _, folder := range tt.folders {
			if err := os.Mkdir(filepath.Join(home, folder), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for _, program := range tt.programs {
			if runtime.GOOS == "windows" {
				program += ".exe"
			}
			if err := os.WriteFile(filepath.Join(path, program), nil, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		getenv := func(name string) string {
			if tt.env[name] == "" {
				return ""
			}
			return filepath.Join(home, tt.env[name])
		}
		var got []string
		for _, h := range hosts {
			if h.IsHere(home, getenv) {
				got = append(got, h.Name)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// Without a home folder or a repository, a host has no settings there.
func TestTargetsOfAHost(t *testing.T) {
	none := func(string) string { return "" }
	claude, codex, copilot := HostByName("claude"), HostByName("codex"), HostByName("copilot")
	home := t.TempDir()
	testkit.Write(t, filepath.Join(home, ".codex", "config.toml"), "")
	t.Chdir(home)
	t.Setenv("PATH", "")
	if codex.IsHere("", none) || !codex.IsHere(home, none) {
		t.Error("a folder below the working folder is taken for the user's")
	}
	for _, tt := range []struct {
		host       *Host
		root, home string
		want       []string
	}{
		{claude, "/p", "/h", []string{"/p/.claude/settings.json", "/p/.claude/settings.local.json", "/h/.claude/settings.json"}},
		{claude, "/p", "", []string{"/p/.claude/settings.json", "/p/.claude/settings.local.json"}},
		{claude, "", "/h", []string{"/h/.claude/settings.json"}},
		{copilot, "/p", "/h", []string{"/p/.github/hooks/handofflint.json", "/h/.copilot/hooks/handofflint.json"}},
	} {
		var got []string
		for _, target := range tt.host.Targets(tt.root, tt.home, none) {
			got = append(got, filepath.ToSlash(target.Path))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s in %q and %q: %q, want %q", tt.host.Name, tt.root, tt.home, got, tt.want)
		}
	}
	if got := filepath.ToSlash(copilot.AlsoReads("/p")); runtime.GOOS != "windows" && got != "/p/.claude/settings.json" || copilot.AlsoReads("") != "" || claude.AlsoReads("/p") != "" {
		t.Errorf("Copilot CLI also reads %q", got)
	}
	if h := HostByName(""); h != nil {
		t.Errorf("no name is that of %v", h)
	}
}

// Claude Code reads a project's file only in the folder where it is started, Codex in any below.
func TestWhereAHostIsStarted(t *testing.T) {
	root := newTree(t)
	testkit.Write(t, filepath.Join(root, "sub", "x"), "")
	for _, tt := range []struct{ host, root, folder, want string }{
		{"claude", root, root + "/sub", root},
		{"claude", root, root + "/sub/..", ""},
		{"claude", "", root + "/sub", ""},
		{"codex", root, root + "/sub", ""},
	} {
		if got := (Target{Host: HostByName(tt.host), Root: tt.root}).StartIn(tt.folder); got != tt.want {
			t.Errorf("%s of %s in %s: %q, want %q", tt.host, tt.root, tt.folder, got, tt.want)
		}
	}
}

// A file that cannot be read may have hooks.
func TestFilesThatMayHaveHooks(t *testing.T) {
	dir := newTree(t)
	file := filepath.Join(dir, "settings.json")
	for text, want := range map[string]bool{
		freshText(t, DefaultHost()): true, "{": true,
		"": false, "{}": false, `{"hooks": {"Stop": [{"hooks": [{"command": "say done"}]}]}}`: false,
	} {
		testkit.Write(t, file, text)
		if got := claudeAt(file).MayHaveHooks(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if !claudeAt(dir).MayHaveHooks() || claudeAt(file+"x").MayHaveHooks() {
		t.Error("a folder may not, or a missing file may")
	}
}

// TestLaterChangesStay checks that later changes by the user stay.
func TestLaterChangesStay(t *testing.T) {
	for host, text := range map[string]string{
		"claude":  "{\n  \"model\": \"opus\"\n}\n",
		"copilot": "{\n  \"version\": 1,\n  \"model\": \"opus\"\n}\n",
	} {
		target := Target{Host: HostByName(host), Path: filepath.Join(newTree(t), "settings.json")}
		testkit.Write(t, target.Path, text)
		if _, err := target.Install(exe); err != nil {
			t.Fatal(err)
		}
		testkit.Write(t, target.Path, strings.Replace(readText(t, target.Path), "opus", "haiku", 1))
		if changed, removed, err := target.Uninstall(); err != nil || !changed || removed {
			t.Fatalf("%s: %v, %v, %v", host, changed, removed, err)
		}
		if got := readText(t, target.Path); got != strings.Replace(text, "opus", "haiku", 1) {
			t.Errorf("%s: the file is %q", host, got)
		}
	}
}

func TestRefusedFilesAreNotTouched(t *testing.T) {
	path := filepath.Join(newTree(t), "settings.json")
	for _, in := range []string{"{\n  // mine\n  \"a\": 1\n}\n", `{"hooks": []}`, `{"a": 1,}`, "{", "\xff"} {
		testkit.Write(t, path, in)
		if _, err := claudeAt(path).Install(exe); err == nil {
			t.Errorf("install in %q: %v", in, err)
		}
		if _, _, err := claudeAt(path).Uninstall(); err == nil {
			t.Errorf("uninstall in %q: %v", in, err)
		}
		if left := listing(t, filepath.Dir(path)); readText(t, path) != in || len(left) != 1 {
			t.Errorf("%q was touched: %v", in, left)
		}
	}
}

func TestUnreadableFiles(t *testing.T) {
	dir := newTree(t)
	if _, err := claudeAt(dir).Install(exe); !strings.HasSuffix(fmt.Sprint(err), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
	big := filepath.Join(dir, "big.json")
	testkit.Write(t, big, `{"a": "`+strings.Repeat("x", 1<<20)+`"}`)
	if _, err := claudeAt(big).Install(exe); fmt.Sprint(err) != "it is larger than 1048576 bytes" {
		t.Errorf("a large file: %v", err)
	}
}

func TestLinksAreFollowed(t *testing.T) {
	dir := newTree(t)
	file, link := filepath.Join(dir, "dotfiles.json"), filepath.Join(dir, "settings.json")
	testkit.Write(t, file, "{\"a\": 1}")
	if err := os.Symlink(file, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	out, err := claudeAt(link).Install(exe)
	if err != nil || !out {
		t.Fatalf("%+v, %v", out, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	if !strings.Contains(readText(t, file), exe.Executable) {
		t.Error("the link's file has no hooks")
	}
}

func TestPermissionsStay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	path := filepath.Join(newTree(t), "settings.json")
	testkit.Write(t, path, "{\"a\": 1}")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := claudeAt(path).Install(exe); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// If one host reads several settings files, they are named, with the command that leaves one.
func TestTwice(t *testing.T) {
	for name, tt := range map[string]struct {
		install []string // a host, and where
		reader  string   // "" for none
		extra   string
	}{
		"one":                              {[]string{"claude"}, "", ""},
		"two agents":                       {[]string{"claude", "codex", "gemini --global"}, "", ""},
		"the user's own":                   {[]string{"claude", "claude --global"}, "claude", "uninstall --host claude --global"},
		"the user's own, here":             {[]string{"claude --local", "claude"}, "claude", "uninstall --host claude --local"},
		"the user's own, without a share":  {[]string{"claude --global", "claude --local"}, "claude", "uninstall --host claude --global"},
		"the user's own of Codex":          {[]string{"codex --global", "codex"}, "codex", "uninstall --host codex --global"},
		"Copilot CLI reads Claude Code's":  {[]string{"copilot", "claude"}, "copilot", "uninstall --host copilot"},
		"VS Code does":                     {[]string{"claude", "vscode"}, "vscode", "uninstall --host vscode"},
		"but not those of the user of one": {[]string{"copilot", "claude --global"}, "", ""},
	} {
		root, home := newTree(t), t.TempDir()
		getenv := func(string) string { return "" }
		var last Target
		for _, where := range tt.install {
			name, place, _ := strings.Cut(where, " ")
			h := HostByName(name)
			last = Target{Host: h, Path: h.projectPath(root), Root: root}
			switch place {
			case "--local":
				last.Path = h.LocalPath(root)
			case "--global":
				last = Target{Host: h, Path: h.userPath(home, getenv)}
			}
			if _, err := last.Install(exe); err != nil {
				t.Fatal(err)
			}
		}
		reader, list := last.Twice(root, home, getenv)
		switch {
		case tt.reader == "" && reader != nil:
			t.Errorf("%s: %s reads %v", name, reader.Name, list)
		case tt.reader == "":
		case reader != HostByName(tt.reader) || len(list) != 2 || list[1].Command("uninstall") != "handofflint hooks "+tt.extra:
			t.Errorf("%s: %v reads %+v", name, reader, list)
		}
	}
}
