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

	"github.com/handofflint/handofflint/internal/files"
)

// descriptorFolder matches the folders with the descriptors of processes
// (proc_pid_fd(5)) and, where there is no proc, that of this one (fd(4)).
var descriptorFolder = regexp.MustCompile(`^(/dev/fd|/proc/[0-9]+(/task/[0-9]+)?/fd)$`)

// isDescriptor says whether a path is the open descriptor of a process.
func isDescriptor(path string) bool {
	number, err := strconv.Atoi(filepath.Base(path))
	return err == nil && number >= 0 && descriptorFolder.MatchString(filepath.Dir(path))
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
func syncFolder(at files.Place) error {
	f, err := at.Open()
	if err != nil {
		return nil // it may be written and not read
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
