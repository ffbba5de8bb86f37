package files

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Write, Create and Swap give a file another content, all of it or nothing: at
// every moment, and whatever happens to the process, the path has the whole old
// content or the whole new one.
//
// The new content is written beside the file under a temporary name, brought to
// the disk, and renamed. The file keeps its permissions and, as far as the
// system allows it, its owner; it loses other hard links, for they stay with
// the old content. A symbolic link stays one: what it leads to is replaced, and
// made if there is nothing yet. A link in a checked tree is refused, and so is
// everything that is not a regular file.

// WriteOptions say what is special about a replacement. The zero value is for the
// output that a user asks for.
type WriteOptions struct {
	// Regular refuses standard output and standard error.
	Regular bool
	// NoLinks is Regular and follows no symbolic link at the path's end.
	NoLinks bool
	// Mode is exactly the permissions of a file that is new; 0 is 0666 less the
	// user's umask. A file that is there keeps its own.
	Mode fs.FileMode
	// Time is the modification time of the new content, that of the writing if
	// it is zero.
	Time time.Time
}

// streams are paths of what only takes text. They are written to as they are:
// opened anew, a stream that is a file would be written from its beginning.
var streams = map[string]io.Writer{"/dev/stdout": os.Stdout, "/dev/stderr": os.Stderr, os.DevNull: io.Discard}

// Write gives a path a content, whatever it held before. Errors are of type
// *WriteError.
func Write(path string, data []byte, o WriteOptions) error {
	if stream := streams[path]; stream != nil && !o.Regular && !o.NoLinks {
		_, err := stream.Write(data)
		return failed(path, err)
	}
	t, err := find(path, o)
	if err == nil {
		err = t.replace(data, o, func() error { return nil })
	}
	return failed(path, err)
}

// Create makes a file that must not exist yet; if one does the error is
// fs.ErrExist, and that file stays as it is. Streams are written to. Errors are
// of type *WriteError.
func Create(path string, data []byte, o WriteOptions) error {
	if streams[path] != nil {
		return Write(path, data, o)
	}
	t, err := find(path, o)
	if err == nil && t.info != nil {
		err = fs.ErrExist
	}
	if err == nil {
		err = t.create(data, o)
	}
	return failed(path, err)
}

// Swap replaces the content of a regular file that holds old. If it holds
// anything else by the time of the renaming, or is gone, the error is
// ErrChanged, and the file stays as it is. Errors are of type *WriteError.
func Swap(path string, old, data []byte, o WriteOptions) error {
	o.Regular = true
	t, err := find(path, o)
	if err == nil && t.info == nil {
		err = ErrChanged
	}
	if err == nil {
		err = t.replace(data, o, func() error { return t.stillHolds(old) })
	}
	return failed(path, err)
}

// target is what a path leads to.
type target struct {
	// at has no link at its end.
	at Place
	// info is of the file that is there, nil if there is none.
	info fs.FileInfo
	// folder is the folder of at as messages name it.
	folder string
}

// find follows a path to what is to be written, which need not be there yet.
func find(path string, o WriteOptions) (target, error) {
	if path == "" {
		return target{}, errors.New("the path is empty; name a file")
	}
	if os.IsPathSeparator(path[len(path)-1]) {
		return target{}, errFolder
	}
	at, err := Named.FindLink(path)
	if err != nil {
		return target{}, err
	}
	t := target{at: at, folder: filepath.Dir(path)}
	t.info, err = at.Lstat()
	if err == nil && t.info.Mode()&fs.ModeSymlink != 0 {
		w, failure := follow(path, true)
		switch {
		case len(w.within) > 0:
			return t, ErrTreeLink
		case failure != nil:
			return t, failure
		case o.NoLinks:
			return t, ErrNotRegular
		}
		t.at, t.folder = placeIn(rootOf(w.real), w.real), filepath.Dir(w.real)
		t.info, err = t.at.Lstat()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.info = nil
		return t, nil
	case err != nil:
		return t, err
	case t.info.IsDir():
		return t, errFolder
	case !t.info.Mode().IsRegular():
		return t, ErrNotRegular
	}
	return t, nil
}

// replace gives the target a content, after a last look at it.
func (t target) replace(data []byte, o WriteOptions, look func() error) error {
	if err := t.writable(); err != nil {
		return err
	}
	temporary, err := t.writeBeside(data, o)
	if err != nil {
		return err
	}
	defer temporary.Remove() // it is gone once it has taken the place
	if err := look(); err != nil {
		return err
	}
	err = temporary.Rename(t.at)
	// Containers are often given single files, and those are mount points (rename(2)).
	if errors.Is(err, syscall.EBUSY) {
		err = bare(err)
		return &cause{fmt.Sprintf("it cannot be replaced (%s); if it is mounted by itself, mount its folder instead", err), err}
	}
	return err
}

// create puts a content in a place where nothing is. Only a link takes a free
// name in one step. Some file systems have no links: there the name is taken
// first, by an empty file.
func (t target) create(data []byte, o WriteOptions) error {
	temporary, err := t.writeBeside(data, o)
	if err != nil {
		return err
	}
	defer temporary.Remove() // it is a second name, or has taken the place
	if err := temporary.Link(t.at); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	taken, err := t.at.Create(0o600)
	if err != nil {
		return err
	}
	if err = errors.Join(taken.Close(), temporary.Rename(t.at)); err != nil {
		_ = t.at.Remove()
	}
	return err
}

// writable refuses a file that is to be read only: renaming over it would ask
// for the folder's permissions alone. That holds for root too, who may open
// everything.
func (t target) writable() error {
	if t.info == nil {
		return nil
	}
	if t.info.Mode().Perm()&0o200 == 0 {
		return errReadOnly
	}
	// O_NONBLOCK is for a pipe that has taken the file's place.
	f, err := t.at.OpenFile(os.O_WRONLY|syscall.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // the last look decides whether that matters
	case errors.Is(err, fs.ErrPermission):
		err = bare(err)
		return &cause{fmt.Sprintf("it is not yours to write (%s): change its permissions, or name another file", err), err}
	case err != nil:
		return err
	}
	return f.Close() // nothing was written
}

// stillHolds refuses to rename over another file, or another content.
func (t target) stillHolds(content []byte) error {
	if now, same := t.at.Holds(content); !same || !os.SameFile(now, t.info) {
		return ErrChanged
	}
	return nil
}

// A temporary file is named so that whoever finds one knows whose it is.
const (
	prefix = ".handofflint-"
	suffix = ".tmp"
)

// IsTemporary reports whether a file name is one of those under which this
// program writes files that are not finished.
func IsTemporary(name string) bool {
	return strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffix)
}

// writeBeside writes the finished file that is to take the place, in its
// folder, brings it to the disk, and gives it the owner and the permissions it
// is to have. Until then, nobody may read it who may not read what it is to
// become. Only root can give a file away; for others, it becomes theirs.
func (t target) writeBeside(data []byte, o WriteOptions) (at Place, err error) {
	mode := o.Mode
	if t.info != nil {
		mode = t.info.Mode().Perm()
	}
	at = t.at.Beside(fmt.Sprintf("%s%016x%s", prefix, rand.Uint64(), suffix))
	file, err := at.Create(cmp.Or(mode, 0o666))
	if err != nil {
		return at, t.notCreated(err)
	}
	_, err = file.Write(data)
	if t.info != nil {
		keepOwner(file, t.info)
	}
	// Some file systems refuse to set permissions, which a new file may have already.
	if info, failure := file.Stat(); failure == nil && mode != 0 && info.Mode().Perm() != mode {
		err = errors.Join(err, file.Chmod(mode))
	}
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil && !o.Time.IsZero() {
		err = at.Chtimes(o.Time)
	}
	if err != nil {
		_ = at.Remove()
	}
	return at, err
}
