//go:build !unix

package replace

import (
	"errors"
	"io/fs"
	"os"
)

// isDescriptor is never so: here, no path stands for an open descriptor.
func isDescriptor(string) bool { return false }

func ownDescriptor(string) (fd int, ok bool) { return 0, false }

func openDescriptor(int, string) (*os.File, error) { return nil, errors.ErrUnsupported }

// keepOwner does nothing: a file in the same folder inherits what it needs.
func keepOwner(*os.File, fs.FileInfo) {}

// syncFolder does nothing: this system has no such thing for folders.
func syncFolder(string) error { return nil }
