// Package replace gives a file another content, all of it or nothing: at every
// moment, and whatever happens to the process, the path has the whole old
// content or the whole new one.
//
// The new content is written beside the file under a temporary name, brought to
// the disk, and renamed. The file keeps its permissions and, as far as the
// system allows it, its owner; it loses other hard links, for they stay with
// the old content. A symbolic link stays one: what it leads to is replaced, and
// made where there is nothing yet. A link in a checked tree is refused.
//
// What is no regular file is never renamed over. To a device, a pipe and an
// descriptor of one (/dev/null, a FIFO, /dev/fd/63) the content is written as it
// is, as a shell's > does; there, what a failed write has written cannot be taken
// back. The descriptor of a file is refused: who has it open would go on writing
// to the file that was replaced.
package replace

import (
	"context"
	"io/fs"
	"time"

	"github.com/handofflint/handofflint/internal/files"
)

// Options say what is special about a replacement. The zero value is for the
// output that a user asks for.
type Options struct {
	// Door is what the path goes through; files.Named is the zero value.
	Door files.Door
	// Regular refuses what is no regular file, with ErrNotRegular. A file that
	// the program keeps for itself must never make it wait for a pipe.
	Regular bool
	// NoLinks is Regular and follows no symbolic link at the path's end.
	NoLinks bool
	// Mode is exactly the permissions of a file that is new; 0 stands for 0666
	// less the user's umask. A file that is there keeps its own.
	Mode fs.FileMode
	// Time is the modification time of the new content, that of the writing where
	// it is zero.
	Time time.Time
	// Held says that the caller keeps others of this program from writing the
	// file. The temporary file has the same name each time then, so that what a
	// killed process has left there is not left for good.
	Held bool
	// Durable brings the renaming itself to the disk before the call returns, for
	// callers who go on to remove what the file was made from.
	Durable bool
}

// File gives a path a content, whatever it held before. ctx ends waiting for
// the reader of a pipe, and nothing else. Errors are of type *Error.
func File(ctx context.Context, path string, data []byte, o Options) error {
	p, err := find(path, o)
	switch {
	case err != nil:
	case p.special:
		err = p.writeThrough(ctx, data)
	default:
		err = p.replace(data, o, p.stillRegular)
	}
	return failed(path, err)
}

// New makes a file that must not exist yet; where one does the error is
// fs.ErrExist, and that file stays as it is. Devices, pipes and descriptors
// hold nothing that could be lost and are written to, as a shell with noclobber
// does. ctx is as for File. Errors are of type *Error.
func New(ctx context.Context, path string, data []byte, o Options) error {
	p, err := find(path, o)
	switch {
	case err != nil:
	case p.special:
		err = p.writeThrough(ctx, data)
	case p.info != nil:
		err = fs.ErrExist
	default:
		err = p.create(data, o)
	}
	return failed(path, err)
}

// Swap replaces the content of a regular file that holds old. Where it holds
// anything else by the time of the renaming, or is gone, the error is
// ErrChanged, and the file stays as it is. Errors are of type *Error.
func Swap(path string, old, data []byte, o Options) error {
	o.Regular = true
	p, err := find(path, o)
	switch {
	case err != nil:
	case p.info == nil:
		err = ErrChanged
	default:
		err = p.replace(data, o, func() error { return p.stillHolds(old) })
	}
	return failed(path, err)
}

// replace puts a content in the place, after a last look at it.
func (p place) replace(data []byte, o Options, look func() error) error {
	if err := p.writable(); err != nil {
		return err
	}
	temporary, err := p.writeBeside(data, o)
	if err != nil {
		return err
	}
	defer temporary.Remove() // it is gone once it has taken the place
	if err := look(); err != nil {
		return err
	}
	if err := temporary.Rename(p.at); err != nil {
		return notReplaced(err)
	}
	return p.settle(o)
}

// create puts a content in a place where nothing is.
func (p place) create(data []byte, o Options) error {
	temporary, err := p.writeBeside(data, o)
	if err != nil {
		return err
	}
	defer temporary.Remove() // it is a second name, or has taken the place
	if err := publish(temporary, p.at); err != nil {
		return err
	}
	return p.settle(o)
}

// settle ends a replacement.
func (p place) settle(o Options) error {
	if !o.Durable {
		return nil
	}
	return syncFolder(p.at.Folder())
}
