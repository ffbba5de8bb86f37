//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What is not a regular file is not opened, so nothing waits for a pipe.
func TestSpecialFiles(t *testing.T) {
	folder := t.TempDir()
	pipe, dangling, loop := filepath.Join(folder, "pipe.json"), filepath.Join(folder, "dangling.json"), filepath.Join(folder, "loop.json")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("no pipe can be made here: %v", err)
	}
	for from, to := range map[string]string{dangling: "nowhere.json", loop: "loop.json"} {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	for path, says := range map[string]string{pipe: "named pipe", dangling: "symbolic link", loop: "symbolic link", os.DevNull: "device"} {
		code, out, _ := runMain(path)
		if code != 2 || !strings.Contains(out, "[file/unreadable]") || !strings.Contains(out, says) {
			t.Errorf("%s: exit code %d: %s", path, code, out)
		}
	}
}

func TestNoPermission(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read every file; package document tests the fault without a file")
	}
	path := filepath.Join(t.TempDir(), "a.json")
	writeFile(t, path, "{}")
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := runMain(path); code != 2 || !strings.Contains(out, "no permission") {
		t.Errorf("exit code %d: %s", code, out)
	}
}

// Names are text of strangers, too.
func TestHostileNames(t *testing.T) {
	for _, name := range []string{"a\x1b[31m.md", "a\u202edm.md", "a\nb.md", "a\xffb.md"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
			continue // not every file system takes every name
		}
		code, out, errs := runMain(path)
		if code != 2 || strings.Count(out, "\n") > 2 || strings.ContainsAny(out+errs, "\x1b\u202e") || strings.Contains(out+errs, "\xff") {
			t.Errorf("%q: exit code %d: %q", name, code, out+errs)
		}
	}
}
