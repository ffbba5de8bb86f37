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

// The rules that a file can violate before it is parsed, by their names in the catalogue.
const (
	ruleUnreadable = "file/unreadable"
	// RuleTooLarge means that the file is over the limit.
	RuleTooLarge = "file/too-large"
)

// Variants of file/unreadable.
const (
	VariantMissing        = "missing"
	VariantOutside        = "outside"         // the path leads out of the checked tree
	VariantDanglingLink   = "dangling-link"   // a link to nothing, or a cycle
	VariantUnfollowedLink = "unfollowed-link" // in a walk, a link at a handoff's path leads out of the checked tree
	VariantDeep           = "deep"            // in a walk, a folder below too many others
)

// NamedPipe is the kind of a special file that a program may write to.
const NamedPipe = "named pipe"

// StdinName is the path of standard input in findings unless the user gives another.
const StdinName = "<stdin>"

// Read reads the file at a path through a door, at most limit bytes, with what the file system knows about
// it. A file whose size is over the limit is not read. Read never blocks: a named pipe or device is a fault.
// With a fault (see the variants of this package) the input still has its Path.
func Read(door files.Door, path string, limit int64) (in Input, fault *Fault) {
	native := filepath.FromSlash(path)
	in = Input{Path: filepath.ToSlash(path), Named: true}
	if place, err := door.Find(native); err != nil {
		fault = PathFault(err)
	} else {
		marker, _ := door.Find(native + protocol.MarkerSuffix()) // nothing is at a place that is not found
		in.Data, in.Info, fault = ReadPlace(place, marker, limit)
	}
	if fault.Is(VariantMissing) {
		if _, err := door.Lstat(native); err == nil {
			fault = Unreadable(VariantDanglingLink)
		}
	}
	return in, fault
}

// ReadPlace is like Read for a place; marker is the place of its `.done` marker. It stats before it opens,
// since opening a device or pipe can have effects.
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

// Stdin reads standard input, or any other stream, at most limit bytes. filename is its path in findings, or
// StdinName if empty. Info is nil, since only the bytes are known.
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

// unfit returns the fault of something that is not a file or is over the limit, or nil.
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

// PathFault returns the fault of a path that could not be read.
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

// TooLargeBy returns the fault of a file that is too large. A negative size means that the size is unknown.
func TooLargeBy(size, limit int64) *Fault {
	fault := &Fault{Rule: RuleTooLarge, Variant: "unknown-size", Values: values("limit", strconv.FormatInt(limit, 10))}
	if size >= 0 {
		fault.Variant = "known-size"
		fault.Values["size"] = strconv.FormatInt(size, 10)
	}
	return fault
}

// Unreadable returns a fault of file/unreadable; pairs are names and values for its words.
func Unreadable(variant string, pairs ...string) *Fault {
	return &Fault{Rule: ruleUnreadable, Variant: variant, Values: values(pairs...)}
}
