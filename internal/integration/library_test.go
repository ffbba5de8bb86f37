package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// TestLibraryPage builds and runs the program of docs/library.md in a module of its own,
// as a user of the package does. It prints what the page says.
func TestLibraryPage(t *testing.T) {
	command(t, "go")
	page := readFile(t, filepath.Join(root, "docs", "library.md"))
	program, want := fence(t, page, "go"), fence(t, page, "text")
	folder := t.TempDir()
	plant(t, folder, map[string]string{
		"go.mod":        "module example.com/gate\n\ngo 1.25.0\n\nrequire github.com/handofflint/handofflint v0.0.0\n",
		"go.sum":        string(readFile(t, filepath.Join(root, "go.sum"))),
		"main.go":       program,
		"session.jsonl": string(readFile(t, filepath.Join(root, "testdata", "library", "session.jsonl"))),
	})
	inFolder := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), append(goEnv(t), "GOWORK=off")...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, out)
		}
		return string(out)
	}
	// No network: the module asks for nothing that this one does not have.
	inFolder("go", "mod", "edit", "-replace", "github.com/handofflint/handofflint="+absolute(t, "."))
	inFolder("go", "build", "-mod=mod", "-o", "gate", ".")
	if got := inFolder(filepath.Join(folder, "gate")); got != want {
		t.Errorf("the program of the page prints\n%s\nthe page says\n%s", got, want)
	}
}

// fence returns the text of a page's first code fence in a language.
func fence(t *testing.T, page []byte, language string) string {
	t.Helper()
	found := regexp.MustCompile("(?ms)^```" + language + "\n(.*?)^```$").FindSubmatch(page)
	if found == nil {
		t.Fatalf("the page has no ```%s", language)
	}
	return string(found[1])
}
