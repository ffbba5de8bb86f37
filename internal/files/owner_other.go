//go:build !unix

package files

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: a file in the same folder inherits what it needs.
func keepOwner(*os.File, fs.FileInfo) {}
