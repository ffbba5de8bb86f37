//go:build unix

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The variables with which the test binary is a process that may write at most a page and replaces a file.
const fullVariable = "HANDOFFLINT_TEST_FULL"

func TestMain(m *testing.M) {
	if path := os.Getenv(fullVariable); path != "" {
		signal.Ignore(syscall.SIGXFSZ)
		err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4096, Max: 4096})
		if err == nil {
			err = put(path, strings.Repeat("x", 1<<16))
		}
		fmt.Print(err)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// readable copies a program to a place where every user can run it.
func readable(t *testing.T, program string) string {
	t.Helper()
	data, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	path := write(t, fresh(t, "program"), string(data), 0o755)
	if err := os.Chmod(filepath.Dir(filepath.Dir(path)), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// run replaces a file in another process, optionally as another user, and returns that process's message.
func run(t *testing.T, path string, as *syscall.Credential) string {
	t.Helper()
	program := os.Args[0]
	if as != nil {
		program = readable(t, program)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), fullVariable+"="+path)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	// Not its standard error, where a test with coverage reports that it cannot write.
	out, err := cmd.Output()
	if errors.Is(err, fs.ErrPermission) {
		t.Skipf("that user cannot run this test: %v", err)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// The disk is full halfway: the old content stays, and there is no other file.
func TestFullDisk(t *testing.T) {
	path := write(t, fresh(t, "a"), "old", 0o600)
	if out, want := run(t, path, nil), "cannot write "+path+": "+syscall.EFBIG.Error(); out != want {
		t.Errorf("got %s, want %s", out, want)
	}
	holds(t, path, "old")
	only(t, filepath.Dir(path), "a")
}

// A read-only file of another user is not changed, even if the folder would allow replacing it.
func TestNotYours(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can make another user's file")
	}
	path := write(t, fresh(t, "a"), "old", 0o644)
	folder := filepath.Dir(path)
	if err := errors.Join(os.Chmod(folder, 0o777), os.Chmod(filepath.Dir(folder), 0o755)); err != nil {
		t.Fatal(err)
	}
	out := run(t, path, &syscall.Credential{Uid: 65534, Gid: 65534})
	if want := "cannot write " + path + ": you may not write to it: change its permissions, or name another file"; out != want {
		t.Errorf("got %s, want %s", out, want)
	}
	holds(t, path, "old")
	only(t, folder, "a")
}
