//go:build unix

package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
)

// descriptorFolder matches the folders with the descriptors of processes
// (proc_pid_fd(5)) and, where there is no proc, that of this one (fd(4)).
var descriptorFolder = regexp.MustCompile(`^(/dev/fd|/proc/[0-9]+(/task/[0-9]+)?/fd)$`)

// isDescriptor says whether a path is the open descriptor of a process. Such a
// path looks like a link to a file that one may rename over; whoever has it
// open would keep writing to the file that is no longer there.
func isDescriptor(path string) bool {
	folder, _, ok := splitDescriptor(path)
	return ok && descriptorFolder.MatchString(folder)
}

// thread matches what makes a process's folder that of one of its threads,
// which share their descriptors.
var thread = regexp.MustCompile(`/task/[0-9]+/fd$`)

// ownDescriptor is the number of a descriptor of this process.
func ownDescriptor(path string) (fd int, ok bool) {
	folder, fd, ok := splitDescriptor(path)
	if !ok {
		return 0, false
	}
	folder = thread.ReplaceAllString(folder, "/fd")
	for _, own := range []string{"/dev/fd", "/proc/self/fd"} {
		if real, err := filepath.EvalSymlinks(own); err == nil && real == folder {
			return fd, true
		}
	}
	return 0, false
}

// splitDescriptor is the real folder of a path whose last part is a number.
func splitDescriptor(path string) (folder string, fd int, ok bool) {
	fd, err := strconv.Atoi(filepath.Base(path))
	if err != nil || fd < 0 {
		return "", 0, false
	}
	folder, err = filepath.EvalSymlinks(filepath.Dir(path))
	if err == nil {
		folder, err = filepath.Abs(folder)
	}
	return folder, fd, err == nil
}

// openDescriptor opens a descriptor at the place where it stands.
func openDescriptor(fd int, name string) (*os.File, error) {
	second, err := syscall.Dup(fd)
	if err != nil {
		return nil, &fs.PathError{Op: "dup", Path: name, Err: err}
	}
	syscall.CloseOnExec(second)
	return os.NewFile(uintptr(second), name), nil
}

// keepOwner gives a file the owner and the group of another one, as far as the
// user may.
func keepOwner(file *os.File, like fs.FileInfo) {
	if owner, ok := like.Sys().(*syscall.Stat_t); ok {
		_ = file.Chown(int(owner.Uid), int(owner.Gid))
	}
}

// syncFolder makes a rename in a folder last. Some file systems cannot do that
// for a folder, which is no reason to fail.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return nil // it may be written and not read
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
