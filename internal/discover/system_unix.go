//go:build unix

package discover

import (
	"errors"
	"syscall"
)

// notFolder says that a path leads through a file as if it were a folder.
func notFolder(err error) bool { return errors.Is(err, syscall.ENOTDIR) }

// circular says that a link leads back to itself.
func circular(err error) bool { return errors.Is(err, syscall.ELOOP) }
