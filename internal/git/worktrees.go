package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxWorkTrees is how many entries of git's folder of work trees are looked at.
const maxWorkTrees = 256

// WorkTrees returns the roots of the work trees of the repository that has one in a
// folder with a .git, that one among them, without links; none if it has no other one.
// It reads what git's files say, and does not ask git. A work tree counts if it names the
// repository and the repository names it: a checked tree could lead anywhere.
func WorkTrees(root string) (roots []string) {
	common := commonFolder(root)
	if common == "" {
		return nil
	}
	entries, err := os.ReadDir(filepath.Join(common, "worktrees"))
	if err != nil {
		return nil
	}
	candidates := []string{filepath.Dir(common)}
	for _, entry := range entries[:min(len(entries), maxWorkTrees)] {
		back := firstLine(filepath.Join(common, "worktrees", entry.Name(), "gitdir"))
		if back != "" {
			candidates = append(candidates, filepath.Dir(from(filepath.Join(common, "worktrees", entry.Name()), back)))
		}
	}
	for _, candidate := range candidates {
		real, err := filepath.EvalSymlinks(candidate)
		if err == nil && !slices.Contains(roots, real) && same(commonFolder(real), common) {
			roots = append(roots, real)
		}
	}
	if len(roots) < 2 {
		return nil
	}
	return roots
}

// MainWorkTree returns the root of the main work tree of the repository that has another one
// in a folder, without links; "" if that folder is in no such repository, or it has none.
func MainWorkTree(folder string) string {
	for _, root := range WorkTrees(folder) {
		info, err := os.Lstat(filepath.Join(root, ".git"))
		if err == nil && info.IsDir() {
			return root
		}
	}
	return ""
}

// commonFolder returns git's folder that all work trees of a repository share, "" if the
// root's .git does not lead to one that names the root as its work tree.
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
	dir = from(root, dir)
	shared := firstLine(filepath.Join(dir, "commondir"))
	back := firstLine(filepath.Join(dir, "gitdir"))
	if shared == "" || back == "" {
		return "" // such as a submodule's
	}
	common := from(dir, shared)
	belongs := same(dir, filepath.Join(common, "worktrees", filepath.Base(dir)))
	if !belongs || !isGitOf(from(dir, back), root) {
		return ""
	}
	return common
}
