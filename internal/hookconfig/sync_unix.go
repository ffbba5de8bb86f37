//go:build unix

package hookconfig

import (
	"errors"
	"os"
	"syscall"
)

// syncFolder makes a rename in a folder last. Some file systems cannot do that
// for a folder, which is no reason to fail.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return nil // it may be written and not read
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
