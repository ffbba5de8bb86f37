//go:build !unix

package replace

import (
	"io/fs"
	"os"

	"github.com/handofflint/handofflint/internal/files"
)

// isDescriptor is never so: here, no path stands for an open descriptor.
func isDescriptor(string) bool { return false }

// keepOwner does nothing: a file in the same folder inherits what it needs.
func keepOwner(*os.File, fs.FileInfo) {}

// syncFolder does nothing: this system has no such thing for folders.
func syncFolder(files.Place) error { return nil }
