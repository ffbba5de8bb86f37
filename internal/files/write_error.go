package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ErrChanged says that a file does not hold what it held when it was read, or
// is gone.
var ErrChanged = errors.New("it was changed while it was checked; run the command again when nobody writes to it")

// ErrNotRegular says that a path is a folder, a device, a pipe or a descriptor,
// or a link if none is to be followed.
var ErrNotRegular = errors.New("it is not a regular file; name a file, or write to /dev/stdout and redirect that")

// ErrTreeLink says that a path is a link in a checked tree. It is ErrNotRegular too.
var ErrTreeLink error = &cause{"it is a link in the checked tree, and nothing is written through one; name the file that it leads to", ErrNotRegular}

// WriteError says why a file was not written. It wraps the cause: ErrChanged,
// ErrNotRegular, fs.ErrExist, fs.ErrPermission, or what the system said.
type WriteError struct {
	// Path is the file as the caller named it.
	Path string
	// Err is the cause, without the path.
	Err error
}

// Error names the file, what was wrong, and a way out.
func (e *WriteError) Error() string {
	if e.Err == fs.ErrExist {
		return e.Path + " is there already and is not overwritten: name another file"
	}
	return fmt.Sprintf("cannot write %s: %s", e.Path, e.Err)
}

// Unwrap is the cause.
func (e *WriteError) Unwrap() error { return e.Err }

// Reason is the cause of an error without the path, a WriteError or the
// system's, for callers who name the file in a sentence of their own. Other
// errors stay as they are.
func Reason(err error) error {
	var e *WriteError
	if errors.As(err, &e) {
		return e.Err
	}
	return bare(err)
}

// failed makes a WriteError of what has gone wrong, nil of nil.
func failed(path string, err error) error {
	if err == nil {
		return nil
	}
	return &WriteError{Path: path, Err: bare(err)}
}

// bare is the system's own words without the paths of temporary files.
func bare(err error) error {
	var outside *OutsideError
	if errors.As(err, &outside) {
		return &cause{outside.Reason(), err}
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// cause is an error in our words that wraps another one without its own.
type cause struct {
	words string
	err   error
}

func (c *cause) Error() string { return c.words }

func (c *cause) Unwrap() error { return c.err }

var (
	errFolder   = &cause{"it is a folder; name a file in it", ErrNotRegular}
	errReadOnly = &cause{"it is read-only: make it writable if it is to change", fs.ErrPermission}
)

// notCreated says why nothing could be written into the target's folder.
func (t target) notCreated(err error) error {
	_, missing := t.at.Folder().Lstat()
	err = bare(err)
	switch {
	case errors.Is(err, fs.ErrNotExist) && missing != nil:
		return &cause{fmt.Sprintf("the folder %s does not exist; make it first", t.folder), err}
	case errors.Is(err, fs.ErrPermission):
		return &cause{fmt.Sprintf("nothing can be created in its folder %s (%s): make the folder writable, or name a file in another one", t.folder, err), err}
	}
	return err
}
