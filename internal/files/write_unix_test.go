//go:build unix

package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// isStill checks that a path still has something of a kind.
func isStill(t *testing.T, path string, kind fs.FileMode) {
	t.Helper()
	if info, err := os.Lstat(path); err != nil || info.Mode()&kind == 0 {
		t.Errorf("%s is no %v any more: %v", path, kind, err)
	}
}

func fifo(t *testing.T) string {
	t.Helper()
	path := fresh(t, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	return path
}

// What is not a regular file is not changed, and nothing waits for it.
func TestNotRegular(t *testing.T) {
	path := fifo(t)
	for name, write := range map[string]func() error{
		"file":     func() error { return put(path, "x") },
		"new file": func() error { return Create(path, nil, WriteOptions{}) },
		"swap":     func() error { return Swap(path, nil, []byte("x"), WriteOptions{}) },
		"device":   func() error { return put("/dev/zero", "x") },
	} {
		if err := write(); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: %v", name, err)
		}
	}
	isStill(t, path, fs.ModeNamedPipe)
	if err := put(os.DevNull, "x"); err != nil {
		t.Error(err)
	}
}

// A shell names the output of a command, `<(git diff)`, as an open descriptor.
func TestDescriptor(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if _, err := write.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/dev/fd/%d", read.Fd())
	if info, err := Named.Stat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("%v, %v", info, err)
	}
	f, err := Named.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if data, err := io.ReadAll(f); err != nil || string(data) != "x" {
		t.Errorf("read %q, %v", data, err)
	}
}

// A file that is found and then replaced by a pipe before it is swapped.
func TestPipeInTheFilesPlace(t *testing.T) {
	path := write(t, fresh(t, "a"), "old", 0o600)
	p, err := find(path, WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)); err != nil {
		t.Skip(err)
	}
	if err := p.stillHolds([]byte("old")); !errors.Is(err, ErrChanged) {
		t.Errorf("got %v", err)
	}
}

// A new file is readable for everyone that the umask allows; so was the temporary one. The mode of an
// existing file does not depend on the umask.
func TestUmask(t *testing.T) {
	for umask, want := range map[int]os.FileMode{0o022: 0o644, 0o077: 0o600, 0o002: 0o664, 0: 0o666} {
		before := syscall.Umask(umask)
		path, other := fresh(t, "a"), fresh(t, "b")
		err := errors.Join(put(path, "x"), Create(other, nil, WriteOptions{}))
		syscall.Umask(before)
		if err != nil {
			t.Fatal(err)
		}
		hasMode(t, path, want)
		hasMode(t, other, want)
	}
	path := write(t, fresh(t, "a"), "old", 0o666)
	before := syscall.Umask(0o077)
	err := put(path, "new")
	syscall.Umask(before)
	if err != nil {
		t.Fatal(err)
	}
	hasMode(t, path, 0o666)
}

// Root keeps a user's file the user's.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root gives files away")
	}
	path := write(t, fresh(t, "a"), "old", 0o640)
	if err := os.Chown(path, 12345, 23456); err != nil {
		t.Skip(err)
	}
	if err := put(path, "new"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if owner := info.Sys().(*syscall.Stat_t); owner.Uid != 12345 || owner.Gid != 23456 {
		t.Errorf("it belongs to %d:%d", owner.Uid, owner.Gid)
	}
	hasMode(t, path, 0o640)
}

func TestReadOnlyFolder(t *testing.T) {
	folder := t.TempDir()
	path := write(t, filepath.Join(folder, "a"), "old", 0o600)
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o755) })
	if f, err := os.Create(filepath.Join(folder, "b")); err == nil {
		f.Close()
		t.Skip("this user may write everywhere")
	}
	for _, path := range []string{path, filepath.Join(folder, "new")} {
		err := put(path, "new")
		if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "make it writable, or name a file in another one") {
			t.Errorf("got %v", err)
		}
	}
	holds(t, path, "old")
}
