package git

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// notRegular is the error of a repository with a special file where git expects a regular one: git would wait
// for the writer of a pipe.
func notRegular(path string) error {
	return &cutShortError{filepath.ToSlash(path) + " is not a regular file, so git was not asked"}
}

// maxLooked is the maximum number of entries of git's folders that are checked. Beyond it, git's clock has to
// do.
const maxLooked = 20_000

// regularFiles checks what git reads first: its folder, and the one that it shares with other work trees.
// Neither pipes nor devices may be there.
func regularFiles(root string) error {
	at := filepath.Join(root, ".git")
	dir := at
	info, err := os.Stat(at)
	switch {
	case err != nil:
		return err
	case info.Mode().IsRegular():
		dir = resolve(root, strings.TrimPrefix(firstLine(at), "gitdir: "))
	case !info.IsDir():
		return notRegular(".git")
	}
	left := maxLooked
	if err := checkFiles(dir, root, &left); err != nil {
		return err
	}
	if common := firstLine(filepath.Join(dir, "commondir")); common != "" {
		return checkFiles(resolve(dir, common), root, &left)
	}
	return nil
}

// firstLine returns the first line of a small regular file, or "".
func firstLine(path string) string {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<16 {
		return ""
	}
	data, _ := os.ReadFile(path) // an unreadable file has no line
	line, _, _ := strings.Cut(string(data), "\n")
	return line
}

// uncheckedFolders are in git's own: those of other work trees and of submodules, scripts, and large ones that git
// reads by name.
var uncheckedFolders = []string{"worktrees", "modules", "hooks", "lfs"}

// checkFiles looks for pipes and devices below a folder of git's; left are the entries that may still be looked at.
func checkFiles(folder, root string, left *int) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil // git reports the error
	}
	for _, entry := range entries {
		*left--
		if *left < 0 {
			return nil
		}
		path := filepath.Join(folder, entry.Name())
		mode := entry.Type()
		if mode&fs.ModeSymlink != 0 {
			target, err := os.Stat(path)
			if err != nil || target.IsDir() { // links to folders are not followed
				continue
			}
			mode = target.Mode().Type()
		}
		if mode.IsDir() && !isUnchecked(entry.Name()) {
			if err := checkFiles(path, root, left); err != nil {
				return err
			}
		} else if !mode.IsDir() && !mode.IsRegular() {
			return notRegular(shortened(root, path))
		}
	}
	return nil
}

// isUnchecked reports whether a folder is not checked. Folders of loose objects have two hexadecimal digits as
// name.
func isUnchecked(name string) bool {
	isObjects := len(name) == 2 && strings.Trim(name, "0123456789abcdef") == ""
	return isObjects || slices.Contains(uncheckedFolders, name)
}

// shortened returns a path below the root as relative to it.
func shortened(root, path string) string {
	rel, _ := filepath.Rel(root, path) // "" is not local
	if filepath.IsLocal(rel) {
		return rel
	}
	return path
}
