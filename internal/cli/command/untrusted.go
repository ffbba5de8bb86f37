package command

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/handofflint/handofflint/internal/repository"
)

// OutsideTree refuses files that lie in the checked tree: the repositories, or
// else the folders, around the current folder and the paths that are checked. It
// is for --untrusted, which obeys nothing that the tree holds.
func OutsideTree(files, checked []string) error {
	roots := []string{treeRoot(".")}
	for _, path := range checked {
		roots = append(roots, treeRoot(path))
	}
	for _, file := range files {
		resolved, err := filepath.EvalSymlinks(file)
		if err != nil {
			resolved = file // not there, which who reads it reports
		}
		for _, root := range roots {
			if within(root, behindLinks(file)) || within(root, behindLinks(resolved)) {
				return fmt.Errorf("--untrusted obeys no file of the checked tree, and %s lies in it: name a file outside of %s", file, root)
			}
		}
	}
	return nil
}

// treeRoot is the root of the repository that a path is in, or else its folder.
func treeRoot(path string) string {
	folder := behindLinks(path)
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		folder = behindLinks(resolved)
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		folder = filepath.Dir(folder)
	}
	root, _ := repository.Root(folder)
	return root
}

func within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}
