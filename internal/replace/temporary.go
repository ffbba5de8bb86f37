package replace

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
)

// A temporary file is named so that whoever finds one knows whose it is.
const (
	prefix = ".handofflint-"
	suffix = ".tmp"
)

// IsTemporary says whether a file name is one of those under which this program
// writes files that are not finished.
func IsTemporary(name string) bool {
	return strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffix)
}

// TemporaryName is the name under which the file of that name is written for a
// purpose. It is always the same, so that what a killed process leaves behind
// is found again, and short, however long the file's own name is.
func TemporaryName(purpose, name string) string {
	sum := sha256.Sum256([]byte(name))
	return fmt.Sprintf("%s%s-%x%s", prefix, purpose, sum[:8], suffix)
}

// HeldName is the temporary name of a file that is written with Options.Held.
func HeldName(name string) string { return TemporaryName("held", name) }

// writeBeside writes the finished file that is to take the place, in its
// folder.
func (p place) writeBeside(data []byte, o Options) (at files.Place, err error) {
	at, file, err := p.openTemporary(o)
	if err != nil {
		return at, inFolder(p.at.Folder(), err)
	}
	_, err = file.Write(data)
	if err == nil {
		err = p.dress(file, o)
	}
	if err = errors.Join(err, file.Close()); err == nil && !o.Time.IsZero() {
		err = at.Chtimes(o.Time)
	}
	if err != nil {
		_ = at.Remove()
		return at, err
	}
	return at, nil
}

// dress gives a file the owner and the permissions it is to have, and brings it
// to the disk. Only root can give a file away; for others, it becomes theirs.
func (p place) dress(file *os.File, o Options) error {
	mode := o.Mode
	if p.info != nil {
		keepOwner(file, p.info)
		mode = p.info.Mode().Perm()
	}
	if err := setMode(file, mode); err != nil {
		return err
	}
	return file.Sync()
}

// setMode gives a file permissions, unless it has them, for some file systems
// refuse to set any; 0 leaves it those that it has.
func setMode(file *os.File, mode fs.FileMode) error {
	info, err := file.Stat()
	if err != nil || mode == 0 || info.Mode().Perm() == mode {
		return err
	}
	return file.Chmod(mode)
}

// openTemporary opens a new file beside the place. Until it is finished, nobody
// may read it who may not read what it is to become.
func (p place) openTemporary(o Options) (files.Place, *os.File, error) {
	mode := cmp.Or(o.Mode, 0o666)
	if p.info != nil {
		mode = p.info.Mode().Perm()
	}
	if o.Held {
		at := p.at.Beside(HeldName(p.at.Base()))
		if err := at.Remove(); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return at, nil, err
		}
		file, err := openNew(at, mode)
		return at, file, err
	}
	for {
		at := p.at.Beside(fmt.Sprintf("%s%016x%s", prefix, rand.Uint64(), suffix))
		file, err := openNew(at, mode)
		if !errors.Is(err, fs.ErrExist) {
			return at, file, err
		}
	}
}

func openNew(at files.Place, mode fs.FileMode) (*os.File, error) {
	return at.OpenFile(os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

// publish gives a finished file a name that must be free, which only a link
// does in one step. Some file systems have no links: there the name is taken
// first, by an empty file.
func publish(temporary, at files.Place) error {
	err := temporary.Link(at)
	if err == nil {
		return nil
	}
	taken, err := openNew(at, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fs.ErrExist
	}
	if err != nil {
		return err
	}
	if err = errors.Join(taken.Close(), temporary.Rename(at)); err != nil {
		_ = at.Remove()
	}
	return err
}
