package discover

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

// The rules that a file can break before its first byte is parsed, as the
// catalogue names them.
const (
	ruleUnreadable = "file/unreadable"
	// RuleTooLarge: the file is over the limit.
	RuleTooLarge = "file/too-large"
)

// The variants of file/unreadable. Those with values say so.
const (
	// VariantMissing: nothing is there.
	VariantMissing = "missing"
	// VariantFolder: a folder stands where a file is needed.
	VariantFolder = "folder"
	// VariantPermission: the file may not be read.
	VariantPermission = "permission"
	// VariantDanglingLink: a symbolic link leads nowhere, or in a circle.
	VariantDanglingLink = "dangling-link"
	// VariantSpecialFile: neither file nor folder. Values: kind, one of
	// "named pipe", "socket", "device", "special file".
	VariantSpecialFile = "special-file"
	// VariantOutside: the path leads out of the checked tree. Values: trust, the
	// file in which a user can allow that.
	VariantOutside = "outside"
	// VariantReadError: anything else. Values: reason, the system's own words
	// without a path.
	VariantReadError = "read-error"
	// VariantUnlisted: a folder in a walk could not be listed, or not to its
	// end. Values: reason.
	VariantUnlisted = "unlisted"
	// VariantUnfollowedLink: in a walk, a link where only a handoff stands
	// leads to what the walk does not reach.
	VariantUnfollowedLink = "unfollowed-link"
)

// The variants of file/too-large.
const (
	// VariantKnownSize: Values: size and limit, in bytes, decimal.
	VariantKnownSize = "known-size"
	// VariantUnknownSize: reading stopped at the limit, and nobody knows how
	// much would have followed. Values: limit.
	VariantUnknownSize = "unknown-size"
)

// NamedPipe is the kind of a special file that a program may write to.
const NamedPipe = "named pipe"

// StdinName is the path of standard input in findings if the user gives it
// no other.
const StdinName = "<stdin>"

// doneSuffix makes the name of a report's marker from the report's name.
const doneSuffix = ".done"

// Read reads the file, at most limit bytes of it, and says what the file
// system knows of it. A file over the limit is not read where its size tells.
// It never waits: a named pipe or a device is a fault. With a fault (see the
// variants of this package) the input still has its Path and Named.
func (f File) Read(limit int64) (document.Input, *document.Fault) {
	return f.read(systemOf(f.Tree), limit)
}

// ReadThrough is Read of a file that a checked tree or an event names, such as
// one of a configuration's.
func (f File) ReadThrough(door files.Door, limit int64) (document.Input, *document.Fault) {
	sys := system{stat: door.Stat, lstat: door.Lstat, readDir: door.ReadDir}
	sys.open = func(path string) (file, error) { return door.Open(path) }
	return f.read(sys, limit)
}

func (f File) read(sys system, limit int64) (document.Input, *document.Fault) {
	in := document.Input{Path: f.Path, Named: f.Named}
	path := filepath.FromSlash(f.Path)
	data, info, fault := readFile(sys, path, limit)
	if fault != nil {
		return in, fault
	}
	in.Data = data
	in.Info = &document.Info{ModTime: info.ModTime()}
	if done, err := sys.stat(path + doneSuffix); err == nil && done.Mode().IsRegular() {
		in.Info.Done = done.ModTime()
		if info.ModTime().IsZero() || done.ModTime().IsZero() {
			in.Info.ModTime = in.Info.Done // nobody knows which came first
		}
	}
	return in, nil
}

// endSize is how much Ends reads at the start of a file, and at its end.
const endSize = 64 << 10

// Ends is the start and the end of a file that is too large to be read: enough
// to tell whether it is a handoff. What cannot be read is left out.
func (f File) Ends() []byte {
	open, err := systemOf(f.Tree).open(filepath.FromSlash(f.Path))
	if err != nil {
		return nil
	}
	defer open.Close() // nothing was written that closing could lose
	data, _, _ := files.ReadUpTo(open, endSize, endSize)
	if seeker, ok := open.(io.Seeker); ok {
		if _, err := seeker.Seek(-endSize, io.SeekEnd); err == nil {
			end, _, _ := files.ReadUpTo(open, endSize, endSize)
			data = append(append(data[:min(endSize, len(data))], '\n'), end...)
		}
	}
	return data
}

// Stdin reads standard input, or any other stream, at most limit bytes of it.
// filename is its path in findings, StdinName if it is empty. Nothing is
// known of it but its bytes: Info is nil.
func Stdin(r io.Reader, filename string, limit int64) (document.Input, *document.Fault) {
	in := document.Input{Path: StdinName, Named: true}
	if filename != "" {
		in.Path = show(filename)
	}
	data, over, err := files.ReadUpTo(r, 0, limit)
	if err != nil {
		return in, unreadable(VariantReadError, "reason", reason(err))
	}
	if over {
		return in, tooLarge(-1, limit)
	}
	in.Data = data
	return in, nil
}

// readFile looks before it opens and looks again at what it opened, since
// another process may have put something else there.
func readFile(sys system, path string, limit int64) ([]byte, fs.FileInfo, *document.Fault) {
	info, err := sys.stat(path)
	if err != nil {
		return nil, nil, pathFault(sys, path, err)
	}
	if fault := unfit(info, limit); fault != nil {
		return nil, nil, fault
	}
	f, err := sys.open(path)
	if err != nil {
		return nil, nil, pathFault(sys, path, err)
	}
	defer f.Close() // nothing was written that closing could lose
	if info, err = f.Stat(); err != nil {
		return nil, nil, unreadable(VariantReadError, "reason", reason(err))
	}
	if fault := unfit(info, limit); fault != nil {
		return nil, nil, fault
	}
	data, over, err := files.ReadUpTo(f, info.Size(), limit)
	if err != nil {
		return nil, nil, unreadable(VariantReadError, "reason", reason(err))
	}
	if over {
		return nil, nil, tooLarge(-1, limit)
	}
	return data, info, nil
}

// unfit is the fault of what is not a file or is over the limit, nil otherwise.
func unfit(info fs.FileInfo, limit int64) *document.Fault {
	switch {
	case info.IsDir():
		return unreadable(VariantFolder)
	case !info.Mode().IsRegular():
		return unreadable(VariantSpecialFile, "kind", kindOf(info.Mode()))
	case info.Size() > limit:
		return tooLarge(info.Size(), limit)
	}
	return nil
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return NamedPipe
	case mode&fs.ModeSocket != 0:
		return "socket"
	case mode&fs.ModeDevice != 0:
		return "device"
	}
	return "special file"
}

// pathFault is the fault of a path that could not be looked at or opened.
func pathFault(sys system, path string, err error) *document.Fault {
	switch {
	case files.IsOutside(err):
		return unreadable(VariantOutside, "trust", files.UserConfigName())
	case errors.Is(err, fs.ErrPermission):
		return unreadable(VariantPermission)
	}
	if !absent(err) && !circular(err) {
		return unreadable(VariantReadError, "reason", reason(err))
	}
	if info, lerr := sys.lstat(path); lerr == nil && info.Mode()&fs.ModeSymlink != 0 {
		return unreadable(VariantDanglingLink)
	}
	return unreadable(VariantMissing)
}

// TooLarge is the fault of a stream that goes on after limit bytes.
func TooLarge(limit int64) *document.Fault { return tooLarge(-1, limit) }

// unreadable makes a fault of file/unreadable; values are a key and its value
// in turn.
func unreadable(variant string, values ...string) *document.Fault {
	return newFault(ruleUnreadable, variant, values...)
}

// tooLarge makes the fault of a file of that size, -1 if it is not known.
func tooLarge(size, limit int64) *document.Fault {
	allowed := strconv.FormatInt(limit, 10)
	if size < 0 {
		return newFault(RuleTooLarge, VariantUnknownSize, "limit", allowed)
	}
	return newFault(RuleTooLarge, VariantKnownSize, "limit", allowed, "size", strconv.FormatInt(size, 10))
}

func newFault(rule, variant string, values ...string) *document.Fault {
	fault := &document.Fault{Rule: rule, Variant: variant, Values: map[string]string{}}
	for i := 0; i+1 < len(values); i += 2 {
		fault.Values[values[i]] = values[i+1]
	}
	return fault
}
