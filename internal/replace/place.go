package replace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/handofflint/handofflint/internal/files"
)

// maxLinks is how many links are followed, as many as Linux follows
// (path_resolution(7)).
const maxLinks = 40

// place is what a path leads to.
type place struct {
	// at has no link at its end.
	at files.Place
	// info is of the file that is there, nil where there is none.
	info fs.FileInfo
	// special says that it is no file but a device, a pipe or a descriptor.
	special bool
	// stream is standard output or standard error if the path is one of these.
	stream *os.File
}

// streams are the paths of this process's own streams. They are written to as
// they are: opened anew, one that is a file would be written from its beginning.
var streams = map[string]*os.File{"/dev/stdout": os.Stdout, "/dev/stderr": os.Stderr}

// find follows a path to its place, which may be free.
func find(path string, o Options) (place, error) {
	if stream := streams[path]; stream != nil && !o.Regular && !o.NoLinks {
		return place{special: true, stream: stream}, nil
	}
	p, err := follow(path, o)
	if err == nil && p.special && (o.Regular || o.NoLinks) {
		err = ErrNotRegular
	}
	return p, err
}

func follow(path string, o Options) (place, error) {
	if path == "" {
		return place{}, errors.New("the path is empty; name a file")
	}
	if os.IsPathSeparator(path[len(path)-1]) {
		return place{}, errFolder
	}
	for range maxLinks {
		at, err := o.Door.FindLink(path)
		if err != nil {
			return place{}, err
		}
		info, err := at.Lstat()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return place{at: at}, nil
		case err != nil:
			return place{}, err
		case isDescriptor(at.Path()):
			return descriptor(at)
		case info.Mode()&fs.ModeSymlink == 0:
			return placeOf(at, info)
		case at.InTree():
			return place{}, ErrTreeLink
		case o.NoLinks:
			return place{}, ErrNotRegular
		}
		if path, err = target(at.Path()); err != nil {
			return place{}, err
		}
	}
	return place{}, fmt.Errorf("it leads through more than %d symbolic links; name the file that is meant", maxLinks)
}

func placeOf(at files.Place, info fs.FileInfo) (place, error) {
	if info.IsDir() {
		return place{}, errFolder
	}
	return place{at: at, info: info, special: isSpecial(info.Mode())}, nil
}

// descriptor is the place of an open descriptor, which looks like a link.
func descriptor(at files.Place) (place, error) {
	info, err := os.Stat(at.Path())
	if err == nil && !isSpecial(info.Mode()) {
		err = errDescriptor
	}
	return place{at: at, special: true}, err
}

// isSpecial says that writing to something leaves nothing there that could be
// replaced. What Windows calls irregular is a file with a service of its own,
// a cloud's for one, and is none of these.
func isSpecial(mode fs.FileMode) bool {
	return mode&(fs.ModeDevice|fs.ModeCharDevice|fs.ModeNamedPipe|fs.ModeSocket) != 0
}

// target is where a link leads. Its folder may be reached through a link, and a
// `..` in it starts from the real one.
func target(link string) (string, error) {
	to, err := os.Readlink(link)
	if err != nil || filepath.IsAbs(to) {
		return to, err
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(link))
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, to), nil
}

// writable refuses a file that is to be read only: renaming over it would ask
// for the folder's permissions alone. That holds for root too, who may open
// everything.
func (p place) writable() error {
	if p.info == nil {
		return nil
	}
	if p.info.Mode().Perm()&0o200 == 0 {
		return errReadOnly
	}
	// O_NONBLOCK is there for a pipe that has taken the file's place.
	f, err := p.at.OpenFile(os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the last look decides whether that matters
	}
	if err != nil {
		return notWritable(err)
	}
	return f.Close() // nothing was written
}

// stillRegular refuses to rename over what has become of a place.
func (p place) stillRegular() error {
	now, err := p.at.Lstat()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case now.IsDir(), now.Mode()&fs.ModeSymlink != 0, isSpecial(now.Mode()):
		return ErrChanged
	}
	return nil
}

// stillHolds refuses to rename over another file, or another content. No more
// is read than can be the same.
func (p place) stillHolds(content []byte) error {
	if now, err := p.at.Lstat(); err != nil || !os.SameFile(now, p.info) {
		return ErrChanged
	}
	f, err := p.at.Open()
	if err != nil {
		return ErrChanged
	}
	defer f.Close() // nothing was written
	info, err := f.Stat()
	if err != nil || !os.SameFile(info, p.info) {
		return ErrChanged
	}
	now, err := io.ReadAll(io.LimitReader(f, int64(len(content))+1))
	if err != nil || !bytes.Equal(now, content) {
		return ErrChanged
	}
	return nil
}
