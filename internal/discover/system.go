package discover

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// file is the part of an open file that reading needs.
type file interface {
	io.ReadCloser
	Stat() (fs.FileInfo, error)
}

// system is the file system as this package sees it. Tests put faults into it
// that a real one gives only to some users on some machines.
type system struct {
	stat, lstat func(path string) (fs.FileInfo, error)
	readDir     func(path string) ([]fs.DirEntry, error)
	open        func(path string) (file, error)
}

// host is the machine's own file system.
var host = system{stat: os.Stat, lstat: os.Lstat, readDir: os.ReadDir, open: openNow}

// openNow opens a file for reading and never waits for a writer to come, as
// opening a named pipe otherwise does.
func openNow(path string) (file, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// resolve is the real absolute path behind all links. The links go first: to
// take `a/..` away before is wrong where `a` is a link.
func resolve(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	if real, err = filepath.Abs(real); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(real)
}

// reason is what went wrong without the path that it went wrong with: that
// differs from machine to machine.
func reason(err error) string {
	var inner *fs.PathError
	for errors.As(err, &inner) {
		err = inner.Err
	}
	return err.Error()
}

// absent says that there is nothing at a path.
func absent(err error) bool { return errors.Is(err, fs.ErrNotExist) || notFolder(err) }
