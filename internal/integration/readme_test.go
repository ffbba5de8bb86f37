package integration

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestREADME runs the commands under "Install" as they are: in this repository the one that reads
// the reader's own sessions, the one that checks the examples and the one that installs, and the
// one that installs hooks in a repository of the reader's own.
func TestREADME(t *testing.T) {
	needBash(t)
	command(t, "git")
	readme := string(readFile(t, filepath.Join(root, "README.md")))
	_, start, _ := strings.Cut(readme, "\n## Install\n")
	start, _, _ = strings.Cut(start, "\n## ")
	var shell, text []string
	for _, m := range regexp.MustCompile("(?ms)^```(sh|text)\n(.*?)^```$").FindAllStringSubmatch(start, -1) {
		if m[1] == "sh" {
			shell = append(shell, strings.TrimSpace(m[2]))
		} else {
			text = append(text, m[2])
		}
	}
	if len(shell) != 4 || len(text) != 1 {
		t.Fatalf("Install has commands %q and texts %q", shell, text)
	}
	first, install, hooks, demo := shell[0], shell[1], shell[2], shell[3]
	// The clone is this repository: tests touch no network.
	audit, cloned := strings.CutPrefix(first, "git clone https://github.com/handofflint/handofflint && cd handofflint\n")
	if !cloned {
		t.Errorf("Install does not begin with a clone: %q", first)
	}

	gopath := t.TempDir()
	path := "PATH=" + filepath.Join(gopath, "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
	s := newScratch(t, append(goEnv(t), path, "GOPATH="+gopath, "GOBIN=")...)
	own := s.folder
	s.folder = absolute(t, ".")
	// The status of `go run` is 1 whatever the program's is, which it prints.
	const ending = "exit status 2"
	out, err := s.run("bash", "-c", demo)
	if err == nil || !strings.Contains(out, text[0]) || !strings.HasSuffix(out, ending+"\n") || !strings.Contains(start, "`"+ending+"`") {
		t.Errorf("%s\nends with %v and prints\n%s\nand the README shows\n%s", demo, err, out, text[0])
	}
	if strings.Contains(audit, "\n") {
		t.Errorf("the main job takes more than one command: %q", audit)
	}
	s.must(t, "bash", "-c", "unset CLAUDE_CONFIG_DIR CODEX_HOME; "+audit)
	s.must(t, "bash", "-c", install)
	s.folder = own
	s.must(t, "bash", "-c", "mkdir -p ~/.claude") // an agent on this machine
	s.must(t, "bash", "-c", hooks)
	s.must(t, "bash", "-c", "handofflint hooks test")
}
