package integration

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// TestREADME runs the commands under "Start" as they are: those of the first block
// in this repository, that of the second in one of the reader's own.
func TestREADME(t *testing.T) {
	needBash(t)
	command(t, "git")
	readme := string(readFile(t, filepath.Join(root, "README.md")))
	_, start, _ := strings.Cut(readme, "\n## Start\n")
	start, _, _ = strings.Cut(start, "\n## ")
	var shell, text []string
	for _, m := range regexp.MustCompile("(?ms)^```(sh|text)\n(.*?)^```$").FindAllStringSubmatch(start, -1) {
		if m[1] == "sh" {
			shell = append(shell, strings.TrimSpace(m[2]))
		} else {
			text = append(text, m[2])
		}
	}
	if len(shell) != 2 || len(text) != 2 {
		t.Fatalf("Start has commands %q and texts %q", shell, text)
	}

	gopath := t.TempDir()
	path := "PATH=" + filepath.Join(gopath, "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
	s := newScratch(t, append(goEnv(t), path, "GOPATH="+gopath, "GOBIN=")...)
	own := s.folder
	s.folder = absolute(t, ".")
	out, err := s.run("bash", "-c", shell[0])
	if err == nil || err.Error() != "exit status 2" || !strings.Contains(out, text[0]) {
		t.Errorf("%s\nends with %v and prints\n%s\nand the README shows\n%s", shell[0], err, out, text[0])
	}
	s.folder = own
	s.must(t, "bash", "-c", shell[1])
	s.must(t, "bash", "-c", "handofflint hooks test")
	asked := regexp.MustCompile("`(handofflint dispatch [^`]*)`").FindStringSubmatch(text[1])
	if asked == nil {
		t.Fatalf("no dispatch in %q", text[1])
	}
	s.must(t, "bash", "-c", asked[1])

	catalogue, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if count := fmt.Sprintf("the %d rules", len(catalogue.Rules)); !strings.Contains(readme, count) {
		t.Errorf("the README does not have %q", count)
	}
}
