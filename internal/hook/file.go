package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/handofflint/handofflint/internal/files"
)

// maxBackups is how many backups of one file are kept apart.
const maxBackups = 99

// errChanged says that the file is not what it was when it was read.
var errChanged = errors.New("the file has changed")

// held are the options for files whose lock this package holds.
var held = files.WriteOptions{NoLinks: true}

// openFile is a settings file as it was read, with its lock held.
type openFile struct {
	path   string // free of links
	exists bool
	data   []byte
	mode   fs.FileMode
	limit  int64
}

// write replaces the file's text: all of it or nothing, whatever happens to
// this process.
func (f *openFile) write(data []byte) error {
	folder, err := files.Named.Find(filepath.Dir(f.path))
	if err == nil {
		err = folder.MkdirAll(0o755)
	}
	if err != nil {
		return err
	}
	if f.exists {
		err = files.Swap(f.path, f.data, data, held)
	} else {
		err = files.Create(f.path, data, held)
	}
	if errors.Is(err, files.ErrChanged) || errors.Is(err, files.ErrNotRegular) || errors.Is(err, fs.ErrExist) {
		return errChanged
	}
	return err
}

// remove removes the file. Of the folders that the user's path leads through,
// it removes as many as are empty then, up to a number. A link to a folder
// stays.
func (f *openFile) remove(path string, folders int) error {
	if err := f.unchanged(); err != nil {
		return err
	}
	if err := remove(f.path); err != nil {
		return err
	}
	for dir := filepath.Dir(path); folders > 0; dir, folders = filepath.Dir(dir), folders-1 {
		if info, err := files.Named.Lstat(dir); err != nil || !info.IsDir() || remove(dir) != nil {
			break
		}
	}
	return nil
}

func remove(path string) error {
	at, err := files.Named.FindLink(path)
	if err != nil {
		return err
	}
	return at.Remove()
}

// unchanged makes sure that the file is what was read. The lock keeps other
// calls of this program away, and nobody else.
func (f *openFile) unchanged() error {
	if _, err := files.Named.Lstat(f.path); errors.Is(err, fs.ErrNotExist) {
		if f.exists {
			return errChanged
		}
		return nil
	}
	data, err := readSmall(f.path, f.limit)
	if err != nil {
		return err
	}
	if !f.exists || !bytes.Equal(data, f.data) {
		return errChanged
	}
	return nil
}

// backUp keeps the file's text beside it and says where. A backup with the
// same text is as good as a new one.
func (f *openFile) backUp() (string, error) {
	for n := 1; n <= maxBackups; n++ {
		path := f.backupPath(n)
		if _, err := files.Named.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			options := held
			options.Mode = f.mode
			return path, files.Create(path, f.data, options)
		}
		if data, err := readSmall(path, f.limit); err == nil && bytes.Equal(data, f.data) {
			return path, nil
		}
	}
	return "", fmt.Errorf("there are %d backups of %s already", maxBackups, f.path)
}

func (f *openFile) backupPath(n int) string {
	if n == 1 {
		return f.path + ".bak"
	}
	return fmt.Sprintf("%s.bak.%d", f.path, n)
}

// linkedTo is the file itself where path is a link to it, else "".
func (f *openFile) linkedTo(path string) string {
	if info, err := files.Named.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return f.path
	}
	return ""
}
