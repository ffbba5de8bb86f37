// Package repository finds the repository around a folder. What belongs to a
// project, its configuration and its handoffs, is looked for up to there and no
// further.
package repository

import (
	"os"
	"path/filepath"
)

// Around are a folder, which must be absolute, and those around it, the nearest
// first, up to the root of the repository that it is in. Where it is in none they
// go up to the root of the file system, and found is false.
func Around(folder string) (folders []string, found bool) {
	for dir := folder; ; dir = filepath.Dir(dir) {
		folders = append(folders, dir)
		switch {
		case isRoot(dir):
			return folders, true
		case dir == filepath.Dir(dir):
			return folders, false
		}
	}
}

// Root is the root of the repository that a folder is in; without one it is the
// folder itself.
func Root(folder string) (root string, found bool) {
	folders, found := Around(folder)
	if !found {
		return folder, false
	}
	return folders[len(folders)-1], true
}

// isRoot says whether a folder has a .git, which is a file in a work tree.
func isRoot(folder string) bool {
	_, err := os.Lstat(filepath.Join(folder, ".git"))
	return err == nil
}
