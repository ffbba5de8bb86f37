package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

// Target is a host's settings file on disk.
type Target struct {
	Host *Host
	// Path is the file, which need not exist. Root is the folder of the project, and
	// Global says that the file is for all projects of the user.
	Path, Root string
	Global     bool
	// Bytes is the size of the largest file that is read, Limits bounds its
	// parsing.
	Bytes  int64
	Limits document.Limits
}

// Outcome is what has become of a file.
type Outcome struct {
	// Changed says that something was written or removed at all.
	Changed bool
	// Created and Removed say that the file did not exist before, and does not
	// any longer.
	Created, Removed bool
	// Backup is where the file is kept as it was, "" where no copy was made.
	Backup string
	// Real is the file itself where Path is a link to it, else "".
	Real string
}

// ReadError says that a settings file could not be read. The fault's words are
// the catalogue's.
type ReadError struct {
	Path  string
	Fault document.Fault
}

func (e *ReadError) Error() string {
	return fmt.Sprintf("%s cannot be read (%s)", e.Path, e.Fault.Variant)
}

// errBusyFile says that somebody else has kept writing the file.
var errBusyFile = errors.New("the file keeps changing while it is written: try again")

// attempts is how often a change is made anew because another program has
// written the file in between.
const attempts = 5

// Install puts the hooks into the file and creates it where it is not there.
// What the file was is kept beside it, in `.bak`, or in `.bak.2` and so on
// where another backup has that name; no backup is ever overwritten. Errors
// are those of Host.Install, a *ReadError, or the file system's.
func (t Target) Install(in Installation) (Outcome, error) {
	return t.change(func(f *openFile, out *Outcome) error {
		after, err := t.Host.Install(f.data, in, t.Limits)
		if err != nil || f.exists && bytes.Equal(after, f.data) {
			return err
		}
		if f.exists && !t.Host.installed(f.data, t.Limits) {
			if out.Backup, err = f.backUp(); err != nil {
				return fmt.Errorf("no backup could be made, so nothing was changed: %w", err)
			}
		}
		out.Changed, out.Created = true, !f.exists
		return f.write(after)
	})
}

// Uninstall takes the hooks out of the file. A file that holds nothing else is
// removed, and its folders if they are empty then. A backup stays.
func (t Target) Uninstall() (Outcome, error) {
	return t.change(func(f *openFile, out *Outcome) error {
		after, err := t.Host.Uninstall(f.data, t.Limits)
		if err != nil || !t.Host.installed(f.data, t.Limits) {
			return err
		}
		out.Changed = true
		if t.Host.isFrame(after, t.Limits) {
			out.Removed = true
			return f.remove(t.Path, t.Host.ownFolders())
		}
		return f.write(after)
	})
}

// change runs a change under the file's lock, anew where the file was written
// in between.
func (t Target) change(do func(*openFile, *Outcome) error) (Outcome, error) {
	real, err := resolve(t.Path)
	if err != nil {
		return Outcome{}, err
	}
	unlock, err := files.Lock(real)
	if err != nil {
		return Outcome{}, fmt.Errorf("nothing changed: %w", err)
	}
	defer unlock()
	for range attempts {
		out := Outcome{}
		f, err := t.open(real)
		if err != nil {
			return out, err
		}
		out.Real = f.linkedTo(t.Path)
		if err = do(f, &out); !errors.Is(err, errChanged) {
			return out, err
		}
	}
	return Outcome{}, errBusyFile
}

// open reads the file as it is.
func (t Target) open(real string) (*openFile, error) {
	f := &openFile{path: real, limit: t.Bytes, mode: 0o644}
	info, err := files.Named.Lstat(real)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	data, readErr := readSmall(real, t.Bytes)
	if err = errors.Join(err, readErr); err != nil {
		return nil, err
	}
	f.exists, f.data, f.mode = true, data, info.Mode().Perm()
	return f, nil
}

// Read is the file's text, nil where there is no file.
func (t Target) Read() ([]byte, error) {
	real, err := resolve(t.Path)
	if err != nil {
		return nil, err
	}
	f, err := t.open(real)
	if err != nil {
		return nil, err
	}
	return f.data, nil
}

// readSmall reads a regular file of bounded size; it never waits on a pipe.
func readSmall(path string, limit int64) ([]byte, error) {
	in, fault := document.Read(files.Named, path, limit)
	if fault != nil {
		return nil, &ReadError{Path: path, Fault: *fault}
	}
	return in.Data, nil
}

// resolve follows a path through links to a file that need not exist yet. A
// link that leads nowhere is an error: what its target was to be is not ours
// to guess.
func resolve(path string) (string, error) {
	at, err := files.Named.FindLink(path)
	if err != nil {
		return "", files.Reason(err)
	}
	info, err := at.Lstat()
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return at.Path(), nil
	}
	if at.InTree() {
		return "", files.ErrTreeLink
	}
	if at, err = files.Named.Find(path); err != nil {
		return "", files.Reason(err)
	}
	if _, err := at.Lstat(); err != nil {
		return "", &ReadError{Path: path, Fault: document.Fault{Rule: "file/unreadable", Variant: document.VariantDanglingLink}}
	}
	return at.Path(), nil
}
