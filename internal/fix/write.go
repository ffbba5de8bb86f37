package fix

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/natefinch/atomic"
)

// ErrChanged says that a file is no longer what was judged.
var ErrChanged = errors.New("it was changed while it was checked; run again when nobody writes to it")

// ErrLink says that a path is a symbolic link or no regular file. What a link
// leads to may stand outside of everything that the user meant.
var ErrLink = errors.New("it is no regular file; name the file that it leads to")

// Replace writes a file anew, if it still holds what it held when it was
// judged. At every moment the path has all of the old text or all of the new
// one. The file's permissions stay; what is a link, or may not be written to,
// is an error and is left alone.
func Replace(path string, old, new []byte) error {
	info, err := os.Lstat(path)
	if err != nil {
		return ErrChanged
	}
	if !info.Mode().IsRegular() {
		return ErrLink
	}
	if err := writable(path); err != nil {
		return err
	}
	temporary, err := writeBeside(path, new, info.Mode().Perm())
	if err != nil {
		return fmt.Errorf("cannot write to its folder: %w", bare(err))
	}
	defer os.Remove(temporary) // it is gone once it has taken the place
	if err := unchanged(path, old, info); err != nil {
		return err
	}
	if err := atomic.ReplaceFile(temporary, path); err != nil {
		return fmt.Errorf("cannot replace it: %w", bare(err))
	}
	return nil
}

// writable refuses a file that is to be read only. Replacing it would ask for
// the folder's permissions alone.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("cannot write to it: %w", bare(err))
	}
	return f.Close()
}

// unchanged fails where a path is not the file any more, or has another text.
func unchanged(path string, text []byte, as fs.FileInfo) error {
	f, err := os.Open(path)
	if err != nil {
		return ErrChanged
	}
	defer f.Close() // nothing was written that closing could lose
	info, err := f.Stat()
	if err != nil || !os.SameFile(info, as) {
		return ErrChanged
	}
	now, err := io.ReadAll(io.LimitReader(f, int64(len(text))+1))
	if err != nil || !bytes.Equal(now, text) {
		return ErrChanged
	}
	return nil
}

// writeBeside writes a finished file into the folder of another one and gives
// its path.
func writeBeside(path string, data []byte, mode fs.FileMode) (string, error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".handofflint-*")
	if err != nil {
		return "", err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Chmod(mode), file.Sync(), file.Close())
	if err != nil {
		_ = os.Remove(file.Name())
		return "", err
	}
	return file.Name(), nil
}

// bare is the system's own words without a path: whoever tells of the error
// names the file.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
