package document

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
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
	VariantMissing        = "missing"
	VariantOutside        = "outside"         // the path leads out of the checked tree
	VariantDanglingLink   = "dangling-link"   // a link leads nowhere, or in a circle
	VariantUnfollowedLink = "unfollowed-link" // in a walk, a link with the path of a handoff leads out of what is checked
)

// NamedPipe is the kind of a special file that a program may write to.
const NamedPipe = "named pipe"

// StdinName is the path of standard input in findings if the user gives it
// no other.
const StdinName = "<stdin>"

// Read reads what a path leads to behind a door, at most limit bytes of it, and
// says what the file system knows of it. A file over the limit is not read if
// its size tells. It never waits: a named pipe or a device is a fault. With a
// fault (see the variants of this package) the input still has its Path.
func Read(door files.Door, path string, limit int64) (in Input, fault *Fault) {
	native := filepath.FromSlash(path)
	in = Input{Path: filepath.ToSlash(path), Named: true}
	if place, err := door.Find(native); err != nil {
		fault = PathFault(err)
	} else {
		marker, _ := door.Find(native + protocol.MarkerSuffix()) // nothing is at a place that is not found
		in.Data, in.Info, fault = ReadPlace(place, marker, limit)
	}
	if fault != nil && fault.Variant == VariantMissing {
		if info, err := door.Lstat(native); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			fault = Unreadable(VariantDanglingLink)
		}
	}
	return in, fault
}

// ReadPlace is Read of a place; marker is that of its `.done` marker. It looks before
// it opens, since to open a device or a pipe can have effects.
func ReadPlace(place, marker files.Place, limit int64) ([]byte, *Info, *Fault) {
	info, err := place.Stat()
	if err != nil {
		return nil, nil, PathFault(err)
	}
	if fault := unfit(info, limit); fault != nil {
		return nil, nil, fault
	}
	data, info, over, err := place.Read(limit)
	if err != nil {
		return nil, nil, PathFault(err)
	}
	if over {
		return nil, nil, TooLargeBy(-1, limit)
	}
	known := &Info{ModTime: info.ModTime()}
	known.readMarker(marker)
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
		return in, PathFault(err)
	}
	if over {
		return in, TooLargeBy(-1, limit)
	}
	in.Data = data
	return in, nil
}

// unfit returns the fault of what is not a file or is over the limit, or nil otherwise.
func unfit(info fs.FileInfo, limit int64) *Fault {
	kind := "special file"
	switch mode := info.Mode(); {
	case mode.IsRegular() && info.Size() > limit:
		return TooLargeBy(info.Size(), limit)
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return Unreadable("folder")
	case mode&fs.ModeNamedPipe != 0:
		kind = NamedPipe
	case mode&fs.ModeSocket != 0:
		kind = "socket"
	case mode&fs.ModeDevice != 0:
		kind = "device"
	}
	return Unreadable("special-file", "kind", kind)
}

// PathFault returns the fault of a path that could not be looked at, opened or read.
func PathFault(err error) *Fault {
	if files.IsOutside(err) {
		return Unreadable(VariantOutside, "trust", files.UserConfigName())
	}
	if errors.Is(err, fs.ErrPermission) {
		return Unreadable("permission")
	}
	if errors.Is(err, syscall.ELOOP) {
		return Unreadable(VariantDanglingLink)
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return Unreadable(VariantMissing)
	}
	return Unreadable("read-error", "reason", files.Reason(err).Error())
}

// Unlisted returns the fault of a folder that a walk could not list.
func Unlisted(err error) *Fault {
	return Unreadable("unlisted", "reason", files.Reason(err).Error())
}

// TooLargeBy returns the fault of a file of a size, or of one that nobody knows if it is
// negative.
func TooLargeBy(size, limit int64) *Fault {
	fault := &Fault{Rule: RuleTooLarge, Variant: "unknown-size", Values: values("limit", strconv.FormatInt(limit, 10))}
	if size >= 0 {
		fault.Variant = "known-size"
		fault.Values["size"] = strconv.FormatInt(size, 10)
	}
	return fault
}

// Unreadable returns a fault of file/unreadable; pairs are the names and values that fill
// in its words.
func Unreadable(variant string, pairs ...string) *Fault {
	return &Fault{Rule: ruleUnreadable, Variant: variant, Values: values(pairs...)}
}
