package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxWorkTrees is the maximum number of entries of git's folder of work trees that are read.
const maxWorkTrees = 256

// WorkTrees returns the roots, without links, of all work trees of the repository with a work tree in a
// folder with a .git, including that one; nil if it is the only one. It reads git's files instead of running
// git. A work tree counts if it names the repository and the repository names it: a checked tree could lead
// anywhere.
func WorkTrees(root string) (roots []string) {
	common := commonFolder(root)
	if common == "" {
		return nil
	}
	folder := filepath.Join(common, "worktrees")
	entries, _ := os.ReadDir(folder)             // missing if there are no other work trees
	candidates := []string{filepath.Dir(common)} // the main work tree
	for _, entry := range entries[:min(len(entries), maxWorkTrees)] {
		dir := filepath.Join(folder, entry.Name())
		candidates = append(candidates, filepath.Dir(pathIn(dir, "gitdir")))
	}
	for _, candidate := range candidates {
		real, err := filepath.EvalSymlinks(candidate)
		if err == nil && !slices.Contains(roots, real) && sameFolder(commonFolder(real), common) {
			roots = append(roots, real)
		}
	}
	if len(roots) < 2 {
		return nil
	}
	return roots
}

// MainWorkTree returns the root, without links, of the main work tree of the repository that has another work
// tree in a folder, or "".
func MainWorkTree(folder string) string {
	roots := WorkTrees(folder)
	isMain := func(root string) bool {
		info, err := os.Lstat(filepath.Join(root, ".git"))
		return err == nil && info.IsDir()
	}
	i := slices.IndexFunc(roots, isMain)
	if i < 0 {
		return ""
	}
	return roots[i]
}

// commonFolder returns git's folder that all work trees of a repository share, or "" if the root's .git does
// not lead to one that names the root as its work tree.
func commonFolder(root string) string {
	at := filepath.Join(root, ".git")
	info, err := os.Lstat(at)
	if err != nil {
		return ""
	}
	if info.IsDir() {
		return at
	}
	dir, ok := strings.CutPrefix(firstLine(at), "gitdir: ")
	if !ok {
		return ""
	}
	dir = resolve(root, dir)
	common := pathIn(dir, "commondir") // a submodule's has none
	if !isOfWorkTree(dir, common) || !isGitOf(pathIn(dir, "gitdir"), root) {
		return ""
	}
	return common
}

// pathIn returns the path that a file of git's folder names.
func pathIn(dir, file string) string { return resolve(dir, firstLine(filepath.Join(dir, file))) }

// isOfWorkTree reports whether git's folder is that of another work tree than the main one.
func isOfWorkTree(dir, common string) bool {
	return sameFolder(dir, filepath.Join(common, "worktrees", filepath.Base(dir)))
}
