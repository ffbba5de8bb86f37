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
	"time"
)

// Write, Create and Swap replace the content of a file atomically: whatever happens to the process, the path
// always has either the whole old content or the whole new one.
//
// The new content is written next to the file under a temporary name, synced, and renamed. The file keeps its
// permissions and, as far as the system allows it, its owner; other hard links keep the old content. A
// symbolic link is kept: its target is replaced or created. A link in a checked tree is refused, and so is
// everything that is not a regular file.
//
// Errors are of type *fs.PathError; they wrap ErrChanged, ErrNotRegular, fs.ErrExist, fs.ErrPermission, or
// the system's error.

// WriteOptions are the options for writing. The zero value is for output that a user asks for.
type WriteOptions struct {
	// NoLinks does not follow a symbolic link at the path's end.
	NoLinks bool
	// Mode is the exact permissions of a new file; 0 is 0666 minus the user's umask. An existing file keeps
	// its own.
	Mode fs.FileMode
	// Time is the modification time of the new content; zero means the time of writing.
	Time time.Time
}

// streams are paths of streams. They are written to directly: a stream that is a file, opened anew, would be
// written from its beginning.
var streams = map[string]io.Writer{"/dev/stdout": os.Stdout, "/dev/stderr": os.Stderr, os.DevNull: io.Discard}

// Write sets the content of the file at a path.
func Write(path string, data []byte, o WriteOptions) error {
	if stream := streams[path]; stream != nil {
		_, err := stream.Write(data)
		return cannotWrite(path, err)
	}
	t, err := find(path, o)
	if err == nil {
		err = t.replace(data, func() error { return nil })
	}
	return cannotWrite(path, err)
}

// Create creates a file. If it exists, the error is fs.ErrExist and the file is not changed. Streams are
// written to.
func Create(path string, data []byte, o WriteOptions) error {
	if streams[path] != nil {
		return Write(path, data, o)
	}
	t, err := find(path, o)
	if err == nil && t.info != nil {
		err = fs.ErrExist
	}
	if err == nil {
		err = t.create(data)
	}
	return cannotWrite(path, err)
}

// Swap replaces the content of a regular file that holds old. If it holds anything else at the time of
// renaming, or is gone, the error is ErrChanged and the file is not changed.
func Swap(path string, old, data []byte, o WriteOptions) error {
	t, err := find(path, o)
	if err == nil && t.info == nil {
		err = ErrChanged
	}
	if err == nil {
		err = t.replace(data, func() error { return t.stillHolds(old) })
	}
	return cannotWrite(path, err)
}

// target is the target of a path.
type target struct {
	WriteOptions
	// at has no link at its end.
	at Place
	// info describes the existing file, or is nil.
	info fs.FileInfo
	// folder is the folder of at for messages.
	folder string
}

// find follows a path to the file to write, which need not exist yet. An existing file keeps its
// permissions: they become the Mode of the options.
func find(path string, o WriteOptions) (target, error) {
	t := target{WriteOptions: o, folder: filepath.Dir(path)}
	if path != "" && os.IsPathSeparator(path[len(path)-1]) {
		return t, errFolder
	}
	var err error
	t.at, err = Named.FindLink(path)
	if err != nil {
		return t, err
	}
	t.info, err = t.at.Lstat()
	if err == nil && t.info.Mode()&fs.ModeSymlink != 0 {
		if err := t.followLink(path); err != nil {
			return t, err
		}
		t.info, err = t.at.Lstat()
	}
	if errors.Is(err, fs.ErrNotExist) {
		t.info = nil
		return t, nil
	}
	if err != nil {
		return t, err
	}
	if t.info.IsDir() {
		return t, errFolder
	}
	if !t.info.Mode().IsRegular() {
		return t, ErrNotRegular
	}
	t.Mode = t.info.Mode().Perm()
	return t, nil
}

// followLink moves the target to where a link at the end of its path leads, unless the link lies in a tree.
func (t *target) followLink(path string) error {
	w, err := follow(path, followLast)
	if len(w.within) > 0 {
		return ErrTreeLink
	}
	if err != nil {
		return err
	}
	if t.NoLinks {
		return ErrNotRegular
	}
	t.at = placeIn(rootOf(w.real), w.real)
	t.folder = filepath.Dir(w.real)
	return nil
}

// replace replaces the target's content, after a final check by look.
func (t target) replace(data []byte, look func() error) error {
	if err := t.writable(); err != nil {
		return err
	}
	temporary, err := t.writeBeside(data)
	if err != nil {
		return err
	}
	defer temporary.Remove() // it is gone after the rename
	if err := look(); err != nil {
		return err
	}
	return temporary.Rename(t.at)
}

// create creates a file at a free place. Only a link takes a free name in one step. On file systems without
// links, an empty file takes the name first.
func (t target) create(data []byte) error {
	temporary, err := t.writeBeside(data)
	if err != nil {
		return err
	}
	defer temporary.Remove() // it is a second name, or was renamed
	if err := temporary.Link(t.at); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	taken, err := t.at.Create(0o600)
	if err != nil {
		return err
	}
	err = errors.Join(taken.Close(), temporary.Rename(t.at))
	if err != nil {
		_ = t.at.Remove()
	}
	return err
}

// writable refuses a read-only file: renaming over it would only need permissions for the folder. It also
// refuses for root, who may open everything.
func (t target) writable() error {
	if t.info == nil {
		return nil
	}
	// O_NONBLOCK is for a pipe that has replaced the file.
	f, err := t.at.OpenFile(os.O_WRONLY|nonblock, 0)
	if err == nil {
		_ = f.Close() // nothing was written
	}
	if t.Mode&0o200 == 0 || errors.Is(err, fs.ErrPermission) {
		return errReadOnly
	}
	return nil
}

// stillHolds returns ErrChanged if the file or its content was replaced.
func (t target) stillHolds(content []byte) error {
	if now, same := t.at.Holds(content); !same || !os.SameFile(now, t.info) {
		return ErrChanged
	}
	return nil
}

// The name of a temporary file says who made it.
const (
	prefix = ".handofflint-"
	suffix = ".tmp"
)

// isTemporary reports whether a file name is that of an unfinished file of this program.
func isTemporary(name string) bool {
	return strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffix)
}

// staleAge is the age above which a temporary file belongs to a killed process.
const staleAge = time.Hour

// removeStale removes the temporary files of killed processes in a folder, as far as the system allows it.
func removeStale(folder Place) {
	entries, err := folder.ReadDir()
	if err != nil {
		return
	}
	for _, entry := range entries {
		if !isTemporary(entry.Name()) || !entry.Type().IsRegular() {
			continue
		}
		info, err := entry.Info()
		if err == nil && time.Since(info.ModTime()) > staleAge {
			_ = folder.In(entry.Name()).Remove()
		}
	}
}

// writeBeside writes the complete file next to its final place, syncs it, and gives it its final owner and
// permissions. Until then, only users who may read the final file can read it. Only root can give a file
// away; for other users it becomes theirs.
func (t target) writeBeside(data []byte) (at Place, err error) {
	removeStale(t.at.Folder())
	at = t.at.Beside(fmt.Sprintf("%s%016x%s", prefix, rand.Uint64(), suffix))
	file, err := at.Create(cmp.Or(t.Mode, 0o666))
	if errors.Is(err, fs.ErrNotExist) {
		return at, &cause{fmt.Sprintf("the folder %s does not exist; make it first", t.folder), fs.ErrNotExist}
	}
	if errors.Is(err, fs.ErrPermission) {
		return at, &cause{fmt.Sprintf("you may not write to the folder %s: make it writable, or name a file in another one", t.folder), fs.ErrPermission}
	}
	if err != nil {
		return at, err
	}
	_, err = file.Write(data)
	if t.info != nil {
		keepOwner(file, t.info)
	}
	// Some file systems refuse to set permissions, but a new file may have the right ones.
	if info, failure := file.Stat(); failure == nil && t.Mode != 0 && info.Mode().Perm() != t.Mode {
		err = errors.Join(err, file.Chmod(t.Mode))
	}
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil && !t.Time.IsZero() {
		err = at.Chtimes(t.Time)
	}
	if err != nil {
		_ = at.Remove()
	}
	return at, err
}

// ErrChanged is the cause if a file's content has changed since it was read.
var ErrChanged = errors.New("it was changed while it was checked; run the command again when nobody writes to it")

// ErrNotRegular is the cause if a path is a folder, a device, a pipe or a descriptor, or a link that must not
// be followed.
var ErrNotRegular = errors.New("it is not a regular file; name a file, or write to /dev/stdout and redirect that")

// ErrTreeLink is the cause if a path is a link in a checked tree. It wraps ErrNotRegular.
var ErrTreeLink error = &cause{"it is a link in the checked tree, and nothing is written through one; name the file that it leads to", ErrNotRegular}

var (
	errExists   = &cause{"it is there already and is not overwritten; name another file", fs.ErrExist}
	errFolder   = &cause{"it is a folder; name a file in it", ErrNotRegular}
	errReadOnly = &cause{"you may not write to it: change its permissions, or name another file", fs.ErrPermission}
)

// cause is an error with its own message that wraps another error.
type cause struct {
	words string
	err   error
}

func (c *cause) Error() string { return c.words }

func (c *cause) Unwrap() error { return c.err }

// cannotWrite returns the error of a file that was not written, or nil.
func cannotWrite(path string, err error) error {
	if errors.Is(err, fs.ErrExist) {
		err = errExists
	}
	if err != nil {
		err = &fs.PathError{Op: "cannot write", Path: path, Err: Reason(err)}
	}
	return err
}

// Reason returns the cause of an error without the path, for a sentence that names the file. Other errors are
// returned unchanged.
func Reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	if errors.As(err, &path) {
		return path.Err
	}
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
