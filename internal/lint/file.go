package lint

import (
	"io"
	"path/filepath"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

// File is a file to check.
type File struct {
	// Path is the file as findings show it: with forward slashes, relative
	// where the user's own path was relative.
	Path string
	// Named says that the user named this very file, rather than a folder that
	// it is in.
	Named bool
	// Tree is what the file is read from first, nil for none.
	Tree Tree
	// at is the place that a walk found, zero if Path is to be found behind door.
	at   files.Place
	door files.Door
}

// Read reads the file as document.Read does.
func (f File) Read(limit int64) (document.Input, *document.Fault) {
	text, apart, err := f.ofTree()
	if err != nil {
		return document.Input{Path: f.Path, Named: f.Named}, document.PathFault(err)
	}
	if apart {
		return f.readTree(text, limit)
	}
	if f.at == noPlace {
		in, fault := document.Read(f.door, f.Path, limit)
		in.Named = f.Named
		return in, fault
	}
	in := document.Input{Path: f.Path, Named: f.Named}
	data, info, fault := document.ReadPlace(f.at, f.at.Beside(f.at.Base()+document.DoneSuffix), limit)
	in.Data, in.Info = data, info
	return in, fault
}

// ofTree is the tree's text if it is another one than the machine's.
func (f File) ofTree() (text []byte, apart bool, err error) {
	if f.Tree == nil {
		return nil, false, nil
	}
	return f.Tree.Content(filepath.FromSlash(f.Path))
}

// readTree reads a text that has no time of its own.
func (f File) readTree(text []byte, limit int64) (document.Input, *document.Fault) {
	in := document.Input{Path: f.Path, Named: f.Named}
	if int64(len(text)) > limit {
		return in, document.TooLargeBy(int64(len(text)), limit)
	}
	in.Data, in.Info = text, &document.Info{}
	if done, err := f.door.Stat(filepath.FromSlash(f.Path) + document.DoneSuffix); err == nil && done.Mode().IsRegular() {
		in.Info.Done, in.Info.ModTime = done.ModTime(), done.ModTime() // nobody knows which came first
	}
	return in, nil
}

// endSize is how much ends reads at the start of a file, and at its end.
const endSize = 64 << 10

// ends is the start and the end of a file that is too large to be read: enough
// to tell whether it is a handoff. What cannot be read is left out.
func (f File) ends() []byte {
	if text, apart, err := f.ofTree(); err != nil || apart {
		return append(append([]byte{}, text[:min(endSize, len(text))]...), text[max(0, len(text)-endSize):]...)
	}
	at, err := f.at, error(nil)
	if at == noPlace {
		at, err = f.door.Find(filepath.FromSlash(f.Path))
	}
	if err != nil {
		return nil
	}
	open, err := at.Open()
	if err != nil {
		return nil
	}
	defer open.Close() // nothing was written that closing could lose
	data, _, _ := files.ReadUpTo(open, endSize, endSize)
	if _, err := open.Seek(-endSize, io.SeekEnd); err == nil {
		end, _, _ := files.ReadUpTo(open, endSize, endSize)
		data = append(append(data[:min(endSize, len(data))], '\n'), end...)
	}
	return data
}
