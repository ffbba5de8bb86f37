package document

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/handofflint/handofflint/internal/files"
)

// The rules that a file can break before its first byte is parsed, as the
// catalogue names them.
const (
	ruleUnreadable = "file/unreadable"
	// RuleTooLarge: the file is over the limit.
	RuleTooLarge = "file/too-large"
)

// The variants of file/unreadable that others look at or make.
const (
	VariantMissing = "missing"
	VariantOutside = "outside" // the path leads out of the checked tree
	// VariantDanglingLink: a symbolic link leads nowhere, or in a circle.
	VariantDanglingLink = "dangling-link"
	// VariantUnfollowedLink: in a walk, a link with the path of a handoff leads to
	// what the walk does not reach.
	VariantUnfollowedLink = "unfollowed-link"
	variantReadError      = "read-error"
)

// NamedPipe is the kind of a special file that a program may write to.
const NamedPipe = "named pipe"

// StdinName is the path of standard input in findings if the user gives it
// no other.
const StdinName = "<stdin>"

// DoneSuffix makes the name of a report's marker from the report's name.
const DoneSuffix = ".done"

// Read reads what a path leads to behind a door, at most limit bytes of it, and
// says what the file system knows of it. A file over the limit is not read if
// its size tells. It never waits: a named pipe or a device is a fault. With a
// fault (see the variants of this package) the input still has its Path.
func Read(door files.Door, path string, limit int64) (Input, *Fault) {
	native := filepath.FromSlash(path)
	in := Input{Path: filepath.ToSlash(path), Named: true}
	place, err := door.Find(native)
	var fault *Fault
	if err != nil {
		fault = PathFault(err)
	} else {
		marker, _ := door.Find(native + DoneSuffix) // nothing is at a place that is not found
		in.Data, in.Info, fault = ReadPlace(place, marker, limit)
	}
	if fault != nil && fault.Variant == VariantMissing {
		if info, err := door.Lstat(native); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			fault = Unreadable(VariantDanglingLink)
		}
	}
	return in, fault
}

// ReadPlace is Read of a place; marker is that of its `.done` marker. It looks before it opens and looks again at what
// it opened, since another process may have put something else there.
func ReadPlace(place, marker files.Place, limit int64) ([]byte, *Info, *Fault) {
	if info, err := place.Stat(); err != nil {
		return nil, nil, PathFault(err)
	} else if fault := unfit(info, limit); fault != nil {
		return nil, nil, fault
	}
	f, err := place.Open()
	if err != nil {
		return nil, nil, PathFault(err)
	}
	defer f.Close() // nothing was written that closing could lose
	info, err := f.Stat()
	if err != nil {
		return nil, nil, PathFault(err)
	}
	if fault := unfit(info, limit); fault != nil {
		return nil, nil, fault
	}
	data, over, err := files.ReadUpTo(f, info.Size(), limit)
	if err != nil {
		return nil, nil, Unreadable(variantReadError, "reason", reason(err))
	}
	if over {
		return nil, nil, newFault(RuleTooLarge, "unknown-size", "limit", strconv.FormatInt(limit, 10))
	}
	known := &Info{ModTime: info.ModTime()}
	if done, err := marker.Stat(); err == nil && done.Mode().IsRegular() {
		known.Done = done.ModTime()
	}
	return data, known, nil
}

// Stdin reads standard input, or any other stream, at most limit bytes of it.
// filename is its path in findings, StdinName if it is empty. Nothing is
// known of it but its bytes: Info is nil.
func Stdin(r io.Reader, filename string, limit int64) (Input, *Fault) {
	in := Input{Path: StdinName, Named: true}
	if filename != "" {
		in.Path = files.Shown(filename)
	}
	data, over, err := files.ReadUpTo(r, 0, limit)
	if err != nil {
		return in, Unreadable(variantReadError, "reason", reason(err))
	}
	if over {
		return in, newFault(RuleTooLarge, "unknown-size", "limit", strconv.FormatInt(limit, 10))
	}
	in.Data = data
	return in, nil
}

// unfit is the fault of what is not a file or is over the limit, nil otherwise.
func unfit(info fs.FileInfo, limit int64) *Fault {
	switch mode := info.Mode(); {
	case info.IsDir():
		return Unreadable("folder")
	case mode&fs.ModeNamedPipe != 0:
		return Unreadable("special-file", "kind", NamedPipe)
	case mode&fs.ModeSocket != 0:
		return Unreadable("special-file", "kind", "socket")
	case mode&fs.ModeDevice != 0:
		return Unreadable("special-file", "kind", "device")
	case !mode.IsRegular():
		return Unreadable("special-file", "kind", "special file")
	case info.Size() > limit:
		return TooLargeBy(info.Size(), limit)
	}
	return nil
}

// PathFault is the fault of a path that could not be looked at, opened or read.
func PathFault(err error) *Fault {
	switch {
	case files.IsOutside(err):
		return Unreadable(VariantOutside, "trust", files.UserConfigName())
	case errors.Is(err, fs.ErrPermission):
		return Unreadable("permission")
	case errors.Is(err, syscall.ELOOP):
		return Unreadable(VariantDanglingLink)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return Unreadable(VariantMissing)
	}
	return Unreadable(variantReadError, "reason", reason(err))
}

// Unlisted is the fault of a folder that a walk could not list.
func Unlisted(err error) *Fault { return Unreadable("unlisted", "reason", reason(err)) }

// reason is what went wrong without the path that it went wrong with: that
// differs from machine to machine.
func reason(err error) string {
	return files.Reason(err).Error()
}

// TooLargeBy is the fault of a file of that size.
func TooLargeBy(size, limit int64) *Fault {
	return newFault(RuleTooLarge, "known-size", "limit", strconv.FormatInt(limit, 10), "size", strconv.FormatInt(size, 10))
}

// Unreadable makes a fault of file/unreadable; values are a key and its value
// in turn.
func Unreadable(variant string, values ...string) *Fault {
	return newFault(ruleUnreadable, variant, values...)
}

func newFault(rule, variant string, pairs ...string) *Fault {
	return &Fault{Rule: rule, Variant: variant, Values: values(pairs...)}
}
