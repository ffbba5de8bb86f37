//go:build unix

package replace

import (
	"context"
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

// isStill wants something at a path that is of a kind.
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

// A pipe gets what is written, through a link too, and stays one.
func TestPipe(t *testing.T) {
	path := fifo(t)
	link(t, "pipe", filepath.Join(filepath.Dir(path), "link"))
	for _, f := range []func(string) error{
		func(path string) error { return put(path, "through") },
		func(path string) error { return New(ctx, path, []byte("through"), Options{}) },
	} {
		for _, to := range []string{path, filepath.Join(filepath.Dir(path), "link")} {
			done := make(chan error, 1)
			go func() { done <- f(to) }()
			got, err := os.ReadFile(path)
			if err != nil || string(got) != "through" {
				t.Errorf("read %q, %v", got, err)
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	}
	isStill(t, path, fs.ModeNamedPipe)
	only(t, filepath.Dir(path), "link", "pipe")
}

// Nobody reads the pipe: whoever waits can give up.
func TestPipeInterrupted(t *testing.T) {
	path := fifo(t)
	ended, end := context.WithCancel(ctx)
	end()
	if err := File(ended, path, []byte("x"), Options{}); !errors.Is(err, errInterrupted) {
		t.Errorf("got %v", err)
	}
	isStill(t, path, fs.ModeNamedPipe)
	// The writer that still waits is let go.
	if f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0); err == nil {
		f.Close()
	}
}

// A file of the program's own never makes it wait for a pipe.
func TestRegularRefusesAPipe(t *testing.T) {
	path := fifo(t)
	for _, o := range []Options{{Regular: true}, {NoLinks: true}} {
		if err := File(ctx, path, []byte("x"), o); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if err := Swap(path, nil, []byte("x"), Options{}); !errors.Is(err, ErrNotRegular) {
		t.Errorf("swapped: %v", err)
	}
	isStill(t, path, fs.ModeNamedPipe)
}

// What was a file when it was found and is a pipe when it is to be replaced.
func TestPipeInTheFilesPlace(t *testing.T) {
	path := write(t, fresh(t, "a"), "old", 0o600)
	p, err := find(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)); err != nil {
		t.Skip(err)
	}
	for _, look := range []func() error{p.stillRegular, func() error { return p.stillHolds([]byte("old")) }} {
		if err := look(); !errors.Is(err, ErrChanged) {
			t.Errorf("got %v", err)
		}
	}
	if err := p.replace(nil, Options{}, p.stillRegular); err == nil {
		t.Error("a pipe was replaced")
	}
	isStill(t, path, fs.ModeNamedPipe)
	only(t, filepath.Dir(path), "a")
}

// A device of our own, for the machine's are not to be tried this on.
func TestDevice(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root makes devices")
	}
	path := fresh(t, "null")
	const null = 1<<8 | 3 // on Linux, null(4)
	if err := syscall.Mknod(path, syscall.S_IFCHR|0o666, null); err != nil {
		t.Skipf("no devices here: %v", err)
	}
	if err := put(path, "x"); err != nil {
		t.Skipf("no devices are opened here: %v", err)
	}
	if err := New(ctx, path, []byte("x"), Options{}); err != nil {
		t.Error(err)
	}
	isStill(t, path, fs.ModeCharDevice)
	only(t, filepath.Dir(path), "null")
}

// What a device has no room for is an error that says so.
func TestFullDevice(t *testing.T) {
	if info, err := os.Lstat("/dev/full"); err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		t.Skip("no /dev/full here")
	}
	err := put("/dev/full", "x")
	if !errors.Is(err, syscall.ENOSPC) || err.Error() != "cannot write /dev/full: no space left on device" {
		t.Errorf("got %v", err)
	}
	isStill(t, "/dev/full", fs.ModeCharDevice)
}

// descriptorPath is the path of an open file.
func descriptorPath(t *testing.T, folder string, f *os.File) string {
	t.Helper()
	path := fmt.Sprintf("%s/%d", folder, f.Fd())
	if _, err := os.Lstat(path); err != nil {
		t.Skipf("no %s here", folder)
	}
	return path
}

// The descriptor of a file is refused, and the file stays as it is: whoever has
// it open would go on writing to what is no longer there.
func TestDescriptor(t *testing.T) {
	for _, folder := range []string{"/dev/fd", "/proc/self/fd", fmt.Sprintf("/proc/%d/fd", os.Getpid())} {
		t.Run(strings.ReplaceAll(folder[1:], "/", "-"), func(t *testing.T) {
			path := write(t, fresh(t, "out"), "old", 0o600)
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if err := put(descriptorPath(t, folder, f), "new"); !errors.Is(err, ErrNotRegular) {
				t.Errorf("%v, want ErrNotRegular", err)
			}
			holds(t, path, "old")
		})
	}
}

func TestDescriptorOfAPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := put(descriptorPath(t, "/dev/fd", w), "x"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != "x" {
		t.Errorf("read %q, %v", got, err)
	}
}

// A numbered file elsewhere is a file.
func TestNumberedFile(t *testing.T) {
	path := write(t, fresh(t, "3"), "old and long", 0o600)
	if err := put(path, "new"); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new")
}

// A new file is there for all whom the umask lets in; the temporary one was
// before. The mode of a file that is there is no matter of the umask.
func TestUmask(t *testing.T) {
	for umask, want := range map[int]os.FileMode{0o022: 0o644, 0o077: 0o600, 0o002: 0o664, 0: 0o666} {
		before := syscall.Umask(umask)
		path, other := fresh(t, "a"), fresh(t, "b")
		err := errors.Join(put(path, "x"), New(ctx, other, nil, Options{}))
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

// Root leaves a user's file to the user.
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
		if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "make the folder writable, or name a file in another one") {
			t.Errorf("got %v", err)
		}
	}
	holds(t, path, "old")
}
