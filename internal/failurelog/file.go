package failurelog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/handofflint/handofflint/internal/files"
)

// ErrNotRegular says that a log's path leads to a folder, a device, a pipe or
// a socket. Such a thing is refused before it is opened: opening a pipe would
// wait for its other end.
var ErrNotRegular = errors.New("not a regular file")

// statRegular is what the file system says of a path, nil where there is
// nothing yet. Anything but a regular file is an error.
func statRegular(path string) (fs.FileInfo, error) {
	info, err := files.Named.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return info, checkRegular(info)
}

func checkRegular(info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return fmt.Errorf("%w but a %s", ErrNotRegular, kindOf(info.Mode()))
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "folder"
	case mode&fs.ModeNamedPipe != 0:
		return "named pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	case mode&fs.ModeDevice != 0:
		return "device"
	}
	return "special file"
}

// openRegular opens a regular file and says what it is. Should the path turn
// into a pipe after statRegular has looked, O_NONBLOCK keeps the call from
// waiting; it means nothing for a regular file, and nothing on Windows.
func openRegular(path string, flag int) (*os.File, fs.FileInfo, error) {
	if _, err := statRegular(path); err != nil {
		return nil, nil, err
	}
	at, err := files.Named.Find(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := at.OpenFile(flag|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = checkRegular(info)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// maxLinks is how many links are followed to a file that is not there yet, as
// many as Linux follows.
const maxLinks = 40

// resolve follows the path of a log through symbolic links, to a file that
// need not exist yet. Lock and rotated files stand beside that file, so that
// all who reach it by another path share them. A link in a checked tree is not
// followed: what it leads to is not a log of the tree's.
func resolve(path string) (string, error) {
	at, err := files.Named.FindLink(path)
	if err != nil {
		return "", err
	}
	if info, err := at.Lstat(); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if at.InTree() {
			return "", fmt.Errorf("%w but a link in the checked tree", ErrNotRegular)
		}
		if at, err = files.Named.Find(path); err != nil {
			return "", err
		}
	}
	return at.Path(), nil
}

// rotatedPath is the path of a rotated file, 1 the newest, or of the current
// file for 0.
func rotatedPath(path string, n int) string {
	if n == 0 {
		return path
	}
	return path + "." + strconv.Itoa(n)
}

// rotate moves the current file to `.1`, and older ones up by one as far as
// the first free name; where there is none, the oldest falls off. Each step
// moves one file to a free name, so whoever is stopped halfway leaves a gap
// and no loss, and the next rotation fills the gap.
func rotate(path string, keep int) error {
	free, err := firstFree(path, keep)
	if err != nil {
		return err
	}
	for n := free; n > 0; n-- {
		at, err := files.Named.FindLink(rotatedPath(path, n-1))
		if err != nil {
			return err
		}
		if err := at.Rename(at.Beside(filepath.Base(rotatedPath(path, n)))); err != nil {
			return err
		}
	}
	return nil
}

// firstFree is the lowest number that no rotated file has, or the highest
// number of all where every one is taken.
func firstFree(path string, keep int) (int, error) {
	for n := 1; n < keep; n++ {
		_, err := files.Named.Lstat(rotatedPath(path, n))
		if errors.Is(err, fs.ErrNotExist) {
			return n, nil
		}
		if err != nil {
			return 0, err
		}
	}
	return keep, nil
}
