package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/handofflint/handofflint/internal/files"
)

// outsideTree refuses names of files that lie in the checked tree: that around the
// current folder, and those around the paths that are checked. It is for
// --untrusted, which obeys nothing that the tree holds.
func outsideTree(names, checked []string) error {
	roots := []string{files.Root(".")}
	for _, path := range checked {
		roots = append(roots, files.Root(folderOf(path)))
	}
	for _, name := range names {
		target, err := filepath.EvalSymlinks(name)
		if err != nil {
			target = name // not there, which who reads it reports
		}
		for _, root := range roots {
			// A link of the tree that leads outside is the tree's as well.
			if files.Below(root, behindLinks(name)) || files.Below(root, behindLinks(target)) {
				return fmt.Errorf("--untrusted obeys no file of the checked tree, and %s lies in it: name a file outside of %s", name, root)
			}
		}
	}
	return nil
}

// folderOf is a path that is a folder, or else the folder around it.
func folderOf(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return path
	}
	return filepath.Dir(path)
}
